"""Releases: files, versions, immutability, tampering, reading back, yanking."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from annotate import review
from core.clock import Clock
from core.errors import AssayError, BadCall, BadInput, GateFailed
from core.records import Item, KnowledgeBase, Release
from core.store import documents, items
from core.store.database import Store
from release.diff import diff_releases
from release.diff_markdown import to_markdown
from release.gates import GateSettings
from release.read import latest, list_releases, load_corpus, load_passages, load_release, yank
from release.versions import Changes, next_version, version_key
from tests.release.conftest import NOTES, AddAll, save_document

ReleaseNow = Callable[..., Release]


def named(made: list[Item], external_id: str) -> Item:
    return next(i for i in made if i.origin.external_id == external_id)


def test_files_and_reading_back(store: Store, add_all: AddAll, release_now: ReleaseNow) -> None:
    made = add_all()
    release = release_now()
    folder = store.golden_dir / "handbook-gold" / "1.0.0"
    assert Path(release.path) == folder and release.version == "1.0.0" and release.parent is None
    assert sorted(p.name for p in folder.iterdir()) == [
        "README.md",
        "items.jsonl",
        "manifest.json",
        "passages.jsonl",
        "review.jsonl",
    ]
    for spec in ("handbook-gold", "handbook-gold@1.0.0", str(folder), folder):
        assert load_release(spec, [store.golden_dir]) == release
    assert sorted(release.items, key=lambda i: i.id) == sorted(made, key=lambda i: i.id)
    lines = (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 60 and "门禁" in "".join(lines) and "\\u" not in "".join(lines)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["counts"]["by_kind"] == {"factual": 30, "multi_hop": 20, "unanswerable": 10}
    assert len(manifest["document_hashes"]) == 10 and len(manifest["gates"]) == 12


def test_passages_hold_every_piece_of_evidence(store: Store, add_all: AddAll, release_now: ReleaseNow) -> None:
    add_all()
    release = release_now()
    passages = load_passages(release)
    for item in release.items:
        for e in item.evidence:
            (home,) = [
                p for p in passages if p["document_id"] == e.document_id and p["start"] <= e.start and e.end <= p["end"]
            ]
            assert home["text"][e.start - home["start"] : e.end - home["start"]] == e.quote
            assert item.id in home["items"]
    text = documents.get(store, passages[0]["document_id"]).text
    assert text[passages[0]["start"] : passages[0]["end"]] == passages[0]["text"]


def test_same_content_gives_the_same_bytes(
    store: Store, add_all: AddAll, release_now: ReleaseNow, tmp_path: Path
) -> None:
    add_all()
    fixed = lambda: "2025-03-02T00:00:00.000+00:00"  # noqa: E731
    one, two = release_now(golden_dir=tmp_path / "a", clock=fixed), release_now(golden_dir=tmp_path / "b", clock=fixed)
    assert one.content_hash == two.content_hash
    for file in Path(one.path).iterdir():
        assert file.read_bytes() == (Path(two.path) / file.name).read_bytes()


def test_only_decided_items_are_released(store: Store, add_all: AddAll, release_now: ReleaseNow) -> None:
    made = add_all()
    for n, status in enumerate(("rejected", "flagged", "deferred", "disputed", "undecided")):
        items.replace(store, made[n], 1, status=status)  # type: ignore[arg-type]
    items.replace(store, made[10], 1, status="edited")
    assert {i.id for i in release_now().items} == {i.id for i in made[5:]}


def test_sampled_route_marks_unchecked_items(store: Store, add_all: AddAll, release_now: ReleaseNow) -> None:
    from release.sampling import draw_sample

    made = add_all("undecided")
    checked = set(draw_sample(made, 0.25, 0))
    for item in made:
        if item.id in checked:
            items.replace(store, item, 1, status="accepted")
    release = release_now(settings=GateSettings(size=50, route="sampled"))
    assert {i.id for i in release.items if "machine-made" in i.tags} == {i.id for i in made} - checked
    card = (Path(release.path) / "README.md").read_text(encoding="utf-8")
    assert f"{60 - len(checked)} items are machine-made and unchecked" in card


def test_missed_gate_fails_unless_knowingly(store: Store, add_all: AddAll, release_now: ReleaseNow) -> None:
    add_all()
    with pytest.raises(GateFailed, match="size: The set holds 60 items; 90 more are needed") as caught:
        release_now(settings=GateSettings())
    assert caught.value.exit_code == 1
    assert not store.golden_dir.exists()
    release = release_now(settings=GateSettings(), knowingly="试点，先用起来")
    assert load_release(release.path).knowingly == "试点，先用起来"
    card = (Path(release.path) / "README.md").read_text(encoding="utf-8")
    assert "Released knowingly against gates" in card and "明知未达标而发布" in card and "试点，先用起来" in card


def test_nothing_to_release(kb: KnowledgeBase, release_now: ReleaseNow) -> None:
    with pytest.raises(GateFailed, match="holds 0 items"):
        release_now(settings=GateSettings())
    with pytest.raises(BadCall, match="no accepted or edited item"):
        release_now(knowingly="nothing there")


@pytest.mark.parametrize("name", ["", "a/b", "../x", "a@b", ".hidden", "a b", "x" * 81])
def test_bad_names(add_all: AddAll, release_now: ReleaseNow, name: str) -> None:
    with pytest.raises(BadCall, match="cannot name"):
        release_now(name)


@pytest.mark.parametrize(
    ("changes", "version"),
    [
        (Changes(removed=("a",), added=("b",)), "2.0.0"),
        (Changes(rescored=("a",)), "2.0.0"),
        (Changes(added=("b",), retouched=("a",)), "1.5.0"),
        (Changes(retouched=("a",)), "1.4.10"),
        (Changes(metadata=("notes",)), "1.4.10"),
    ],
)
def test_version_rule(changes: Changes, version: str) -> None:
    parent = Release(name="x", version="1.4.9", kb_id="k", kb_name="k")
    assert next_version(parent, changes) == version
    assert next_version(None, changes) == "1.0.0"
    assert version_key("1.10.0") > version_key("1.9.9")


def test_versions_follow_what_was_reviewed(
    store: Store, kb: KnowledgeBase, add_all: AddAll, release_now: ReleaseNow, rng: random.Random, clock: Clock
) -> None:
    made = add_all()
    items.replace(store, named(made, "zh-差旅-1"), 1, status="deferred")
    first = release_now()
    with pytest.raises(BadCall, match="Nothing changed since handbook-gold@1.0.0"):
        release_now()

    review.decide(
        store, named(made, "en-badge-1").id, 1, "edit", "Ann", after={"tags": ["doors"]}, rng=rng, clock=clock
    )
    patch = release_now()
    assert (patch.version, patch.parent) == ("1.0.1", "handbook-gold@1.0.0")

    items.replace(store, named(made, "zh-差旅-1"), 1, status="accepted")
    assert release_now().version == "1.1.0"

    review.decide(
        store, named(made, "zh-门禁-2").id, 1, "edit", "王丽", after={"answer": "每月可用十六次。"}, reason="口径",
        rng=rng, clock=clock,
    )  # fmt: skip
    assert release_now().version == "2.0.0"
    review.decide(store, named(made, "en-badge-2").id, 1, "reject", "Ann", reason="trivial", rng=rng, clock=clock)
    last = release_now()
    assert last.version == "3.0.0"
    assert load_release("handbook-gold", [store.golden_dir]) == last
    assert [r["version"] for r in list_releases([store.golden_dir])] == ["3.0.0", "2.0.0", "1.1.0", "1.0.1", "1.0.0"]

    diff = diff_releases(first, last)
    assert [i.origin.external_id for i in diff.added] == ["zh-差旅-1"]
    assert [i.origin.external_id for i in diff.removed] == ["en-badge-2"]
    assert (diff.common, diff.comparable) == (58, 57)
    edited = next(c for c in diff.changed if c.scored)
    assert [f.field for f in edited.fields] == ["answer", "claims", "splitter"]
    page = to_markdown(diff)
    assert "57 of the 58 items" in page and "rejected by Ann (trivial)" in page and "edited by 王丽 (口径)" in page
    chinese = to_markdown(diff, "zh")
    assert "57 题评分依据相同" in chinese and "Ann：拒绝 (trivial)" in chinese and "- 答案: " in chinese
    assert diff.rescored == 1 and "the other 1 are left out" in diff.to_dict()["meaning"]
    assert json.loads(json.dumps(diff.to_dict()))["comparable"] == 57


def test_evidence_is_anchored_again_when_its_document_grew(
    store: Store, kb: KnowledgeBase, add_all: AddAll, release_now: ReleaseNow
) -> None:
    made = add_all()
    first = release_now()
    document = documents.by_source(store, kb.id, "zh/食堂.md")
    assert document is not None
    save_document(store, kb.id, document.source, "新增一段。" + document.text, "zh")
    second = release_now()
    assert second.version == "1.0.1"
    before, after = (named(list(r.items), "zh-食堂-1") for r in (first, second))
    assert after.evidence[0].start == before.evidence[0].start + 5
    assert after.scoring_hash == before.scoring_hash == named(made, "zh-食堂-1").scoring_hash


def test_release_is_never_overwritten(
    store: Store, add_all: AddAll, release_now: ReleaseNow, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_all()
    first = release_now()
    before = (Path(first.path) / "items.jsonl").read_bytes()
    monkeypatch.setattr("release.write.latest", lambda *_: None)
    with pytest.raises(BadCall, match="never overwritten"):
        release_now(notes={**NOTES, "description": "other"})
    assert (Path(first.path) / "items.jsonl").read_bytes() == before
    assert [p.name for p in Path(first.path).parent.iterdir()] == ["1.0.0"]


def test_crash_while_writing_leaves_nothing(
    store: Store, add_all: AddAll, release_now: ReleaseNow, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_all()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("release.files.os.fsync", full)
        with pytest.raises(AssayError, match="No space left"):
            release_now()
    assert not (store.golden_dir / "handbook-gold").exists()
    assert release_now().version == "1.0.0"


@pytest.mark.parametrize("file", ["items.jsonl", "passages.jsonl", "review.jsonl"])
def test_edit_by_hand_is_noticed(store: Store, add_all: AddAll, release_now: ReleaseNow, file: str) -> None:
    add_all()
    release = release_now()
    path = Path(release.path) / file
    path.write_text(path.read_text(encoding="utf-8").replace("badge", "Badge") + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match="was changed after it was released") as caught:
        load_release("handbook-gold", [store.golden_dir])
    assert file in str(caught.value)
    path.unlink()
    with pytest.raises(BadInput, match="is missing"):
        load_release("handbook-gold", [store.golden_dir])


def test_manifest_edited_by_hand_is_noticed(store: Store, add_all: AddAll, release_now: ReleaseNow) -> None:
    add_all()
    path = Path(release_now().path) / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["content_hash"] = "0" * 64
    path.write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(BadInput, match="content hash"):
        load_release(path.parent)
    path.write_text("{not json", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be read"):
        load_release(path.parent)


def test_unknown_release_names_what_there_is(store: Store, add_all: AddAll, release_now: ReleaseNow) -> None:
    with pytest.raises(BadCall, match="none yet"):
        load_release("nothing", [store.golden_dir])
    add_all()
    release_now()
    with pytest.raises(BadCall, match="handbook-gold@1.0.0"):
        load_release("handbook-gold@9.9.9", [store.golden_dir])


def test_yanked_version_is_passed_over_but_stays_readable(
    store: Store, add_all: AddAll, release_now: ReleaseNow, clock: Clock
) -> None:
    add_all()
    first = release_now()
    second = release_now(notes={**NOTES, "description": "x"})
    with pytest.raises(BadCall, match="needs a reason"):
        yank(second, " ", clock())
    yank(second, "答案有误", clock())
    assert load_release("handbook-gold", [store.golden_dir]) == first
    assert load_release("handbook-gold@1.0.1", [store.golden_dir]) == second
    assert [r["yanked"] for r in list_releases([store.golden_dir])] == ["答案有误", ""]
    newest = latest("handbook-gold", [store.golden_dir])
    assert newest is not None and newest.version == "1.0.1"


def test_two_golden_folders(store: Store, add_all: AddAll, release_now: ReleaseNow, tmp_path: Path) -> None:
    add_all()
    shipped = release_now(golden_dir=tmp_path / "shipped")
    own = release_now(notes={**NOTES, "description": "x"}, also_in=[tmp_path / "shipped"])
    assert own.parent == "handbook-gold@1.0.0" and own.version == "1.0.1"
    assert load_release("handbook-gold@1.0.0", [store.golden_dir, tmp_path / "shipped"]) == shipped


def test_corpus_on_request(add_all: AddAll, release_now: ReleaseNow) -> None:
    add_all()
    assert load_corpus(release_now("plain")) is None
    corpus = load_corpus(release_now("full", include_corpus=True))
    assert corpus is not None and len(corpus) == 10
    assert any("门禁制度" in row["text"] for row in corpus)


@pytest.mark.parametrize("title", ["TiDB 文档", "a/b: c", "..hidden", "  ", "?", "A@1.0"])
def test_any_title_gives_a_name_that_a_golden_set_may_have(title: str):
    from release.write import _NAME, name_for

    assert _NAME.fullmatch(name_for(title))
    assert name_for("TiDB 文档") == "TiDB-文档"
