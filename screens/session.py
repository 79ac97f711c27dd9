"""What every page shares: the workspace, the knowledge base chosen, the reviewer's name, the language."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.clock import utc_now
from core.records import KnowledgeBase
from core.settings import load_settings
from core.store import Store, knowledge_bases, team
from screens.plain import plain
from screens.words import CHOSEN, LANGUAGES, language, words
from verbs.workspace import default_workspace, open_workspace, sample_names


@st.cache_resource(show_spinner=False)
def _opened(path: str) -> Store:
    # A Store works with a connection per operation, so sessions may share it.
    return open_workspace(path)


def store() -> Store:
    """The workspace of this app."""
    return _opened(str(default_workspace().resolve()))


def knowledge_base() -> KnowledgeBase | None:
    """The knowledge base chosen in the side bar, or None when there is none yet."""
    found = knowledge_bases.list_all(store())
    chosen = st.session_state.get("kb")
    names = [kb.name for kb in found]
    return next((kb for kb in found if kb.name == (chosen if chosen in names else _first_of(names))), None)


def _first_of(names: Sequence[str]) -> str:
    """The knowledge base shown to somebody who has chosen none: of the samples the one in their language."""
    samples = sample_names()
    own = [name for name in names if name in samples and name.endswith(f"-{language()}")]
    return own[0] if own and names[0] in samples else next(iter(names), "")


def sign_in_configured() -> bool:
    """Whether `secrets.toml` has an [auth] section, the one of Streamlit's own OIDC sign-in."""
    try:
        return "auth" in st.secrets
    except FileNotFoundError:
        return False


def signed_in() -> str:
    """The e-mail the sign-in service vouches for, else the service's own id of the person; nothing before signing in."""
    if not sign_in_configured() or not getattr(st.user, "is_logged_in", False):
        return ""
    # A provider that says so lets people enter an address they do not own.
    owned = st.user.get("email_verified") is not False
    return str((owned and st.user.get("email")) or st.user.get("sub") or "")


def reviewer() -> str:
    """The reviewer's name: as signed in, else as typed (unverified), else empty.

    Where sign-in is configured a typed name counts for nothing, and elsewhere it never passes for a verified one, so
    that nobody decides in another's name.
    """
    if sign_in_configured():
        return signed_in()
    return team.as_typed(store(), str(st.session_state.get("reviewer", "")))


def _who() -> None:
    """Sign-in where it is configured, else a field for a name."""
    if not sign_in_configured():
        _remember("reviewer", "")
        st.text_input(words("side.reviewer"), key="reviewer", help=words("side.reviewer_help"), persist_state="session")
        return
    name = signed_in()
    if name:
        team.remember_signed_in(store(), name, utc_now)
        st.caption(words("side.signed_in", name=plain(name)))
        st.button(words("side.sign_out"), on_click=st.logout, type="tertiary", icon=":material/logout:")
    else:
        st.button(words("side.sign_in"), on_click=st.login, type="primary", icon=":material/login:")


def sidebar() -> None:
    """The side bar: language, knowledge base, reviewer, and which models are in use."""
    # Streamlit leaves a hand's breadth empty above every page and wide gaps in the side bar; the choices below the
    # pages must be in sight on a laptop.
    st.html(
        "<style>[data-testid='stMainBlockContainer']{padding-top:2.6rem;padding-bottom:2rem}"
        "[data-testid='stSidebarHeader']{height:2rem;margin-bottom:0;padding-top:.5rem}"
        "[data-testid='stSidebarNavLink']{padding-top:0;padding-bottom:0;margin-top:0;margin-bottom:0;min-height:1.55rem;"
        "height:1.55rem}[data-testid='stSidebarNav'] li{margin:0;line-height:1}"
        "[data-testid='stNavSectionHeader']{padding-top:0;padding-bottom:0;margin:0}"
        "[data-testid='stSidebarNavSeparator']{padding-top:0;margin-top:0}"
        "[data-testid='stSidebarUserContent']{padding-top:.4rem;padding-bottom:1rem}"
        "[data-testid='stSidebarUserContent'] [data-testid='stVerticalBlock']{gap:.35rem}"
        "[data-testid='stSidebarUserContent'] label{min-height:1.2rem;margin-bottom:0}</style>"
    )
    if language() == "zh":
        _streamlit_in_chinese()
    with st.sidebar:
        st.segmented_control(
            words("side.language"),
            list(LANGUAGES),
            format_func=LANGUAGES.__getitem__,
            default=language(),
            key="language",
            on_change=_keep_choices,
            label_visibility="collapsed",
            required=True,
        )
        st.session_state[CHOSEN] = language()
        names = [kb.name for kb in knowledge_bases.list_all(store())]
        if names:
            _remember("kb", _first_of(names))
            st.selectbox(words("side.kb"), names, key="kb", persist_state="session")
        _who()
        _keep_in_address()
        settings = load_settings(store())
        model = settings.model or settings.llm_path if settings.has_model else words("side.embedded")
        st.caption(words("side.models", model=model, encoder=settings.encoder or words("side.default_encoder")))


def _keep_choices() -> None:
    """Send every choice to the browser anew: it knows them by their labels, which are of the other language now."""
    for key, value in st.session_state.items():
        if isinstance(value, str) or (isinstance(value, list) and value and all(isinstance(v, str) for v in value)):
            st.session_state[key] = value


def _keep_in_address() -> None:
    """Language, knowledge base and name as query parameters, so that a reload of any page finds them."""
    asked = str(st.context.locale or "").lower()
    kept = {"kb": st.session_state.get("kb"), "reviewer": st.session_state.get("reviewer")}
    # A language that the browser asks for by itself needs no mention.
    if language() != ("zh" if asked.startswith("zh") else "en") or "lang" in st.query_params:
        kept["lang"] = language()
    for name, value in kept.items():
        if value and st.query_params.get(name) != value:
            st.query_params[name] = str(value)


def _streamlit_in_chinese() -> None:
    """Streamlit speaks English inside its upload box and text fields, and offers no way to say otherwise."""
    limit = words("side.upload_limit", n=st.get_option("server.maxUploadSize"))
    box = "[data-testid='stFileUploaderDropzone']"
    said = {
        f"{box} button p": words("side.upload"),
        f"{box} [data-testid='stFileUploaderDropzoneInstructions'] span": limit,
    }
    rules = [
        f"{place}{{font-size:0}}{place}::after{{content:'{text}';font-size:.875rem}}" for place, text in said.items()
    ]
    st.html(f"<style>[data-testid='InputInstructions']{{display:none}}{''.join(rules)}</style>")


def _remember(key: str, fallback: str) -> None:
    """Keep a choice in the address, so that a reload lands where it was."""
    asked = st.query_params.get(key)
    if key not in st.session_state and asked:
        st.session_state[key] = asked
    st.session_state.setdefault(key, fallback)
