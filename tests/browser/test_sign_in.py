"""Signing in through a real OIDC provider on loopback: who decides is the verified e-mail, never what was typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from annotate.decision_export import decision_rows
from core.records import KnowledgeBase
from core.store import Store, team
from tests.app.workspaces import make_workspace
from tests.browser.conftest import served_app
from tests.browser.settling import at_rest
from tests.loopback import free_port

oidc = pytest.importorskip("oidc_provider_mock", reason="skipped: oidc-provider-mock is not installed")
PEOPLE = {
    "ada": {"email": "ada@example.org", "email_verified": True, "name": "Ada"},
    "王芳": {"email": "wang.fang@example.org", "email_verified": True, "name": "王芳"},
    "mallory": {"email": "ada@example.org", "email_verified": False, "name": "Ada"},
}
SECRETS = """[auth]
redirect_uri = "{url}/oauth2callback"
cookie_secret = "a cookie secret made up for this test, long enough"
client_id = "assay"
client_secret = "secret"
server_metadata_url = "{provider}/.well-known/openid-configuration"
"""


@contextmanager
def app_with_sign_in(folder: Path) -> Iterator[str]:
    people = [oidc.User(sub=sub, claims=claims) for sub, claims in PEOPLE.items()]
    with oidc.run_server_in_thread(user_claims=people) as provider:
        port = free_port()
        secrets = folder / "secrets.toml"
        secrets.parent.mkdir(parents=True, exist_ok=True)
        url, at = f"http://localhost:{port}", f"http://localhost:{provider.server_port}"
        secrets.write_text(SECRETS.format(url=url, provider=at), encoding="utf-8")
        with served_app(folder, port=port, options=["--secrets.files", str(secrets)]):
            yield url


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Store, KnowledgeBase]]:
    folder: Path = tmp_path_factory.mktemp("sign-in") / "workspace"
    store, kb = make_workspace(folder, 40)
    with app_with_sign_in(folder) as url:
        yield url, store, kb


def sign_in(page: Any, sub: str, button: str = "Sign in") -> None:
    page.get_by_test_id("stSidebar").get_by_role("button", name=button).click()
    page.get_by_role("button", name=sub, exact=True).click()
    page.get_by_test_id("stSidebar").wait_for(timeout=30_000)


def accept_one(page: Any, store: Store, kb: KnowledgeBase, count: int) -> dict[str, Any]:
    page.locator(".rv .q").wait_for(timeout=30_000)
    at_rest(page)
    page.keyboard.press("a")
    for _ in range(600):
        rows = list(decision_rows(store, kb.id))
        if len(rows) > count:
            return rows[-1]
        page.wait_for_timeout(50)
    raise AssertionError("No decision arrived.")


def test_a_decision_carries_the_verified_address(
    served: tuple[str, Store, KnowledgeBase], new_page: Callable[..., Any]
) -> None:
    url, store, kb = served
    page = new_page(f"{url}/review?reviewer=Boss&lang=en")
    page.get_by_text("Sign in").first.wait_for(timeout=30_000)
    # A typed name counts for nothing: neither in the address nor in a field, of which there is none.
    assert page.locator(".rv .q").count() == 0 and page.get_by_label("Reviewer").count() == 0
    sign_in(page, "ada")
    page.goto(f"{url}/review?reviewer=Boss&lang=en")
    before = len(list(decision_rows(store, kb.id)))
    row = accept_one(page, store, kb, before)
    assert (row["reviewer"], row["verified"], row["verb"]) == ("ada@example.org", True, "accept")
    at_rest(page)
    assert page.get_by_test_id("stSidebar").get_by_text("ada@example.org").count() == 1
    page.get_by_test_id("stSidebar").get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="End session").click()  # the provider's own page
    page.get_by_role("button", name="Sign in").wait_for(timeout=30_000)
    page.goto(f"{url}/review?lang=en")
    page.get_by_role("button", name="Sign in").wait_for(timeout=30_000)
    assert page.locator(".rv .q").count() == 0


def test_an_address_the_provider_does_not_vouch_for_is_not_taken(
    served: tuple[str, Store, KnowledgeBase], new_page: Callable[..., Any]
) -> None:
    url, store, kb = served
    page = new_page(f"{url}/review?lang=en")
    sign_in(page, "mallory")
    page.goto(f"{url}/review?lang=en")
    row = accept_one(page, store, kb, len(list(decision_rows(store, kb.id))))
    assert row["reviewer"] == "mallory"


def test_in_chinese(served: tuple[str, Store, KnowledgeBase], new_page: Callable[..., Any]) -> None:
    url, store, kb = served
    page = new_page(f"{url}/review?lang=zh")
    sign_in(page, "王芳", "登录")
    page.goto(f"{url}/review?lang=zh")
    row = accept_one(page, store, kb, len(list(decision_rows(store, kb.id))))
    assert (row["reviewer"], row["verified"]) == ("wang.fang@example.org", True)


def test_a_typed_name_never_passes_for_a_verified_one(tmp_path: Path) -> None:
    store, _ = make_workspace(tmp_path / "w", 1)
    team.remember_signed_in(store, "ada@example.org", lambda: "2025-01-01T00:00:00+00:00")
    assert team.as_typed(store, " ada@example.org ") == "ada@example.org (typed)"
    assert team.as_typed(store, "Ada") == "Ada"
