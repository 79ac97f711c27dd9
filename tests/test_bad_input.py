"""Bad input through the command line: one clear sentence, the documented exit code, never a traceback, the rest done."""

from __future__ import annotations

import errno
import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from tests.bad_input_world import (
    LEAVE,
    TRAVEL,
    answers,
    build_world,
    call,
    call_json,
    copy_world,
    evaluate,
    lines,
    said,
    sparse,
)
from tests.paths import ROOT


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The world, to be read only."""
    return build_world(tmp_path_factory.mktemp("坏输入"))


@pytest.fixture
def world(made: Path, tmp_path: Path) -> Path:
    """A copy of the world, to be spoilt."""
    return copy_world(made, tmp_path)


# -- documents


def test_a_folder_of_hostile_files_is_loaded_as_far_as_it_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docs = tmp_path / "文档"
    docs.mkdir()
    (docs / "leave.md").write_text(LEAVE, encoding="utf-8")
    (docs / "差旅.txt").write_bytes(TRAVEL.encode("gb18030"))
    (docs / "noise.txt").write_bytes(bytes(range(128, 256)) * 20)
    (docs / "closed.md").write_text("secret", encoding="utf-8")
    (docs / "empty.md").touch()
    (docs / "link.md").symlink_to(docs / "nowhere.md")
    (docs / "fake.docx").write_bytes(b"PK\x03\x04 nonsense")
    sparse(docs / "huge.md")
    locked = pypdf.PdfWriter()
    locked.add_blank_page(200, 200)
    locked.encrypt("secret")
    locked.write(docs / "locked.pdf")
    Image.new("L", (300, 400), 255).save(docs / "scan.pdf")
    read_bytes = Path.read_bytes

    def guarded(path: Path) -> bytes:
        if path.name == "closed.md":  # whoever runs the tests may be allowed to read everything
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        assert path.name != "huge.md", "must be refused before it is read"
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", guarded)
    reports = {r["source"]: r for r in call_json("load", docs, "-w", tmp_path / "w")}
    assert {name for name, r in reports.items() if r["status"] == "loaded"} == {"leave.md", "差旅.txt"}
    wanted = {
        "noise.txt": "save the file as UTF-8", "closed.md": "change its permissions", "empty.md": "is empty",
        "link.md": "is not there", "fake.docx": "damaged", "huge.md": "ASSAY_MAX_FILE_MB",
        "locked.pdf": "password", "scan.pdf": "OCR",
    }  # fmt: skip
    for name, words in wanted.items():
        assert reports[name]["status"] == "refused"
        assert words in reports[name]["reason"] and name in reports[name]["reason"]


def test_an_empty_folder_leaves_no_knowledge_base_behind(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    said("load", tmp_path / "empty", "-w", tmp_path / "w", words=(str(tmp_path / "empty"), "expected", "found 0"))
    said("draft", "-w", tmp_path / "w", words=("no knowledge base",))


def test_one_file_can_be_loaded_and_a_refused_one_is_exit_code_3(tmp_path: Path) -> None:
    (tmp_path / "leave.md").write_text(LEAVE, encoding="utf-8")
    assert call_json("load", tmp_path / "leave.md", "-w", tmp_path / "w")[0]["status"] == "loaded"
    big = sparse(tmp_path / "big.md")
    assert "above the limit" in call("load", big, "-w", tmp_path / "w", code=3).stdout
    said("load", tmp_path / "none", "-w", tmp_path / "w", words=("does not exist",))


# -- workspace


def test_a_workspace_that_is_a_file(world: Path) -> None:
    (world / "file").write_text("x", encoding="utf-8")
    for place in (world / "file", world / "file" / "below"):
        said("runs", "-w", place, words=("there is a file of that name", "--workspace"))


@pytest.mark.parametrize("keep", [0, 4096])
def test_a_corrupt_database(world: Path, keep: int) -> None:
    path = world / "w" / "assay.db"
    data = path.read_bytes()
    path.write_bytes(data[:keep] + os.urandom(max(20_000, len(data) - keep)))
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    for arguments in (["load", world / "docs"], ["draft"], ["review"], ["release", "s"]):
        said(*arguments, "-w", world / "w", code=3, words=("assay.db", "damaged", "--workspace"))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "none", str(place)], capture_output=True).returncode:
        pytest.skip("needs the right to mount a small disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_under_everything(world: Path, small_disk: Path) -> None:
    words = ("disk is full", "ree some space", "kept")
    said("load", world / "docs", "-w", small_disk / "w", code=3, words=words)
    with (small_disk / "filler").open("wb") as filler, pytest.raises(OSError, match="No space"):
        filler.write(b"x" * 1_000_000)
        filler.flush()
    said("draft", "-w", world / "w", "--items", 2, "--export", small_disk / "out.jsonl", code=3, words=words)
    release = ["release", "制度", "-w", world / "w", "--knowingly", "x", "--golden", small_disk / "g"]
    said(*release, code=3, words=("No space", "nothing was left behind", "--golden"))
    assert not list(small_disk.rglob("items.jsonl"))
    assert call_json("review", "-w", world / "w")["status"]["accepted"] == 3


def test_an_export_to_a_full_disk_keeps_the_drafts(world: Path) -> None:
    words = ("disk is full", "kept")
    said("draft", "-w", world / "w", "--items", 2, "--export", "/dev/full", code=3, words=words)
    assert call_json("review", "-w", world / "w")["status"]["undecided"] >= 1


def test_a_file_that_cannot_grow_is_a_full_disk_too(world: Path) -> None:
    """The limit on file sizes stands for a disk that fills up in the middle of a load."""
    docs = world / "more"
    docs.mkdir()
    for number in range(30):
        (docs / f"{number:02}.md").write_text(f"# Desk {number}\n\n" + f"The desk {number} opens at nine. " * 900)
    size = (world / "w" / "assay.db").stat().st_size + 200_000
    result = subprocess.run(
        [sys.executable, "cli.py", "load", str(docs), "--kb", "docs", "-w", str(world / "w")],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )  # fmt: skip
    assert result.returncode == 3, result.stderr
    assert "Traceback" not in result.stderr and result.stderr.count("\n") == 1 and "assay: " in result.stderr
    reports = {r["source"]: r["status"] for r in call_json("load", docs, "--kb", "docs", "-w", world / "w")}
    assert set(reports.values()) == {"skipped", "loaded"}  # what was finished before was kept


# -- options


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["sample", "--strategy", "magic"], "choose one of"),
        (["draft", "--strategy", "magic"], "choose one of"),
        (["draft", "--unanswerable", "2"], "--unanswerable"),
        (["draft", "--items", "0"], "--items"),
        (["chunk", "--chunking", "nonsense"], "expected one of"),
        (["chunk", "--chunking", "markdown:x:5"], "STRATEGY:SIZE:OVERLAP"),
        (["evaluate", "--set", "制度", "--system", "bm25", "--mode", "magic"], "choose one of"),
        (["evaluate", "--set", "制度", "--system", "bm25", "--top-k", "0"], "--top-k"),
        (["evaluate", "--set", "制度", "--system", "bm25", "--report", "r.docx"], "must end in"),
        (["evaluate", "--set", "制度", "--system", "magic"], "expected bm25"),
        (["evaluate", "--set", "absent", "--system", "bm25"], "制度@1.0.0"),
        (["evaluate", "--set", "制度", "--system", "bm25", "--resume", "abc"], "cli.py runs"),
        (["review", "--queue", "magic", "--export", "x.csv"], "choose one of"),
        (["release", "../evil"], "cannot name a golden set"),
        (["draft", "--kb", "absent"], "there are: docs"),
    ],
)
def test_an_unknown_option_value_is_exit_code_2(made: Path, arguments: list[str], words: str) -> None:
    result = call(*arguments, "-w", made / "w", code=2)
    assert words in result.stderr
    assert not (Path.cwd() / "x.csv").exists()


def test_a_bad_report_name_is_refused_before_anything_runs(world: Path) -> None:
    said(*evaluate(world, "bm25", "--report", "r.docx"), words=(".html",))
    assert call_json("runs", "-w", world / "w") == []


# -- golden sets, comparison, scores


def test_a_golden_set_edited_by_hand_is_refused(world: Path) -> None:
    folder = world / "w" / "golden" / "制度" / "1.0.0"
    items, manifest = folder / "items.jsonl", folder / "manifest.json"
    whole, record = items.read_bytes(), manifest.read_bytes()
    items.write_bytes(whole.replace(b"15 days", b"16 days"))
    said(*evaluate(world, "bm25"), words=("changed after it was released", "items.jsonl: expected", "restore"))
    items.unlink()
    said(*evaluate(world, "bm25"), words=("items.jsonl is missing",))
    items.write_bytes(whole)
    for text in ("{", "[]", json.dumps({**json.loads(record), "files": 5})):
        manifest.write_text(text, encoding="utf-8")
        said(*evaluate(world, "bm25"), words=("manifest.json",))
    manifest.write_bytes(record)
    call(*evaluate(world, "bm25", "--mode", "retriever"))


def test_runs_on_different_sets_are_not_compared(world: Path) -> None:
    first = call_json(*evaluate(world, "bm25"))["run"]
    shipped = ROOT / "datasets" / "golden" / "ostrevane-en" / "answers" / "alpha.jsonl"
    other = ["evaluate", "-w", world / "w", "--set", "ostrevane-en", "--system", f"answers:{shipped}", "--sample", 3]
    second = call_json(*other)["run"]
    said("compare", first, second, "-w", world / "w", words=("制度@1.0.0", "ostrevane-en@1.0.0", "no item in common"))
    said("compare", first, "absent", "-w", world / "w", words=("cli.py runs",))


def test_a_run_without_contexts_is_diagnosed(world: Path) -> None:
    run = call_json(*evaluate(world, f"answers:{lines(world / 'bare.jsonl', answers(world))}"))
    found = call_json("diagnose", run["run"], "-w", world / "w")
    assert len(found["items"]) == sum(run["failures"].values())
    said("diagnose", "-w", world / "w", words=("needs a run",))


def test_scores_of_files_that_are_missing_or_bent(world: Path) -> None:
    said("score", "--qrels", world / "no", "--run", world / "no", words=("no such file",))
    said("score", "--verdicts", world / "no", words=("no such file",))
    said("score", "--qrels", world / "no", words=("--run FILE",))
    checked = {
        "query_id": "1", "response_claims": ["a"], "gt_answer_claims": ["b"], "answer2response": [["Entailment"]],
        "response2answer": ["Entailment"], "retrieved2response": [5], "retrieved2answer": [[]], "retrieved_context": 5,
    }  # fmt: skip
    bent = lines(world / "v.json", [{"results": [checked]}])
    said("score", "--verdicts", bent, words=("v.json", "result 1 (query 1)"))


def test_pairs_with_bad_rows(world: Path) -> None:
    rows = [{"claim": "a", "premise": "b"}, "x", "[1]", {"claim": 1, "premise": "b"}, {"claim": "a"}]
    text = said("judge", "--pairs", lines(world / "p.jsonl", rows), "-w", world / "w", words=("4 of 5 lines",))
    assert all(f"line {number}" in text for number in (2, 3, 4, 5))
    said("judge", "--pairs", lines(world / "e.jsonl", []), "-w", world / "w", words=("holds no pairs",))


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("deepeval", '[{"input": "q", "additional_metadata": "x"}]'),
        ("promptfoo", '[{"vars": "q"}]'),
        ("label-studio", '[{"data": 4}]'),
        ("argilla", '[{"fields": 4}]'),
        ("llamaindex-rag", '{"examples": [{"query": "q", "reference_contexts": 4}]}'),
        ("ragas", "{not json"),
        ("xlsx", "not a book"),
    ],
)
def test_a_file_that_is_not_in_its_format(tmp_path: Path, form: str, text: str) -> None:
    path = tmp_path / f"文件.{'xlsx' if form == 'xlsx' else 'json'}"
    path.write_text(text, encoding="utf-8")
    said("convert", path, tmp_path / "out", "--from", form, "--to", "jsonl", words=("文件",))
    for wrong in (["--from", "magic", "--to", form], ["--from", form, "--to", "magic"]):
        said("convert", path, tmp_path / "out", *wrong, words=("choose one of",))
