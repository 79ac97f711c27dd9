"""Every format: a round trip field by field, edits made elsewhere, foreign files, bad files."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.clock import Clock
from core.errors import BadCall, BadInput
from core.records import CheckResult, Evidence, Item, NearPassage, Release, SearchTrace, Turn
from release.formats.base import FIELDS, Format
from release.formats.registry import FORMATS, as_release, convert, items_from_rows

BOTH = [pytest.param(one, id=one.id) for one in FORMATS.values()]


def evidence(quote: str, group: int = 0, source: str = "手册/请假.md") -> Evidence:
    return Evidence(
        document_id="d" + source, source=source, start=5, end=5 + len(quote), quote=quote, before="前|文", after=" after\n",
        page="3", text_sha256="a" * 64, group=group,
    )  # fmt: skip


def hard_items() -> list[Item]:
    """Items with everything that breaks exports: formulas, bars, tabs, quotes, line ends, long texts, empty ones."""
    shared = evidence("年假为十五天。")
    common: dict[str, Any] = {"kb_id": "k1", "created": "2025-03-01T00:00:00.000+00:00"}
    return [
        Item(id="000000000001", question="年假有几天？", question_language="zh", kind="factual", answer="十五天。",
             claims=("年假为十五天。",), claims_confirmed=True, splitter="embedded-1", evidence=(shared,), tags=("假期", "=cmd"),
             expected_format="number", revision=3, origin={"author": "rules", "generator": "g", "seed": 4, "chunk_ids": ("c",)}, **common),  # type: ignore[arg-type]
        Item(id="12e456789012", question='=HYPERLINK("x")', question_language="en", kind="multi_hop", subkind="bridge",
             answer="@a | b\tc \"d\", e;\nnext line", claims=("one | two", "three\nfour"),
             evidence=(shared, evidence("| a | b |\n|---|---|\n| 1 | 2 |", 1, "t.md"), evidence("Same in English.", 1, "en.md")), **common),
        Item(id="abcdefabcdef", question="谁负责？", question_language="zh", kind="unanswerable", subkind="absent",
             expected_reply="refuse", checks=(CheckResult(check="leak", passed=True, reason="好", doubt=0.25),),
             trace=SearchTrace(fingerprint="f", method="hybrid", depth=50, verified=True, nearest=(
                 NearPassage(document_id="d", source="s", start=0, end=2, text="近", score=0.25),)), **common),
        Item(id="abcdefabcde0", question="Why does it close at 25:00?", question_language="en", kind="unanswerable",
             subkind="false_premise", expected_reply="correct_premise", answer="It closes at 18:00.", evidence=(evidence("Closes 18:00", 0, "h.md"),),
             history=(Turn(role="user", text="Hi"), Turn(role="assistant", text="你好")), **common),
        Item(id="abcdefabcde1", question="-长\r\n文?", question_language="mixed", kind="factual", answer="+" + "长文 long\r\n" * 7_000,
             evidence=(evidence("x" * 40_000, 0, "long.md"),), tags=("a, b",), **common),
    ]  # fmt: skip


@pytest.fixture
def release() -> Release:
    return as_release("练习", hard_items())


def target_of(one: Format, tmp_path: Path) -> Path:
    return tmp_path / f"out{one.suffix}" if one.suffix else tmp_path / "out"


@pytest.mark.parametrize("one", BOTH)
def test_round_trip_field_by_field(one: Format, release: Release, tmp_path: Path, clock: Clock) -> None:
    losses = one.write(release, target_of(one, tmp_path))
    back = items_from_rows(one.read(target_of(one, tmp_path)), rng=random.Random(0), clock=clock)
    assert [i.id for i in back] == [i.id for i in release.items]
    for ours, theirs in zip(release.items, back, strict=True):
        for field in FIELDS:
            assert getattr(theirs, field) == getattr(ours, field), field
    assert sorted((*losses.kept, *losses.to_metadata)) == sorted(FIELDS) and losses.lost == ()


@pytest.mark.parametrize("one", BOTH)
def test_text_is_readable_utf8(one: Format, release: Release, tmp_path: Path) -> None:
    path = target_of(one, tmp_path)
    one.write(release, path)
    if one.id in ("xlsx", "parquet", "hf", "llamaindex-qa", "llamaindex-rag"):
        return  # binary, or escaped as that tool writes it
    text = "".join(
        p.read_text(encoding="utf-8-sig") for p in ([path] if path.is_file() else sorted(path.iterdir())) if p.is_file()
    )
    assert "年假有几天？" in text and "\\u5e74" not in text


@pytest.mark.parametrize(
    "name", ["ragas", "deepeval", "promptfoo", "ragchecker", "llamaindex-rag", "argilla", "label-studio"]
)
def test_what_was_edited_elsewhere_wins_over_metadata(
    name: str, release: Release, tmp_path: Path, clock: Clock
) -> None:
    one = FORMATS[name]
    path = target_of(one, tmp_path)
    one.write(release, path)
    raw = path.read_text(encoding="utf-8")
    escaped = name.startswith("llamaindex")
    old, new = ('"十五天。"', '"二十天。"')
    if escaped:
        old, new = json.dumps("十五天。"), json.dumps("二十天。")
    path.write_text(raw.replace(old, new), encoding="utf-8")
    back = items_from_rows(one.read(path), rng=random.Random(0), clock=clock)
    assert back[0].answer == "二十天。" and back[0].evidence == release.items[0].evidence


def test_edited_context_loses_its_place_and_only_that(release: Release, tmp_path: Path) -> None:
    one = FORMATS["deepeval"]
    path = target_of(one, tmp_path)
    one.write(release, path)
    goldens = json.loads(path.read_text(encoding="utf-8"))
    goldens[1]["context"][2] = "Rewritten."
    path.write_text(json.dumps(goldens), encoding="utf-8")
    found = one.read(path)[1]["evidence"]
    assert [e["document_id"] for e in found] == ["d手册/请假.md", "dt.md", ""]
    assert found[2]["quote"] == "Rewritten."


@pytest.mark.parametrize("name", ["csv", "xlsx"])
def test_edited_cell_wins_and_the_others_stay_exact(name: str, release: Release, tmp_path: Path) -> None:
    from core.sheets import read_sheet, write_sheet

    one, path = FORMATS[name], tmp_path / f"a.{name}"
    one.write(release, path)
    sheet = read_sheet(path)
    rows = [cells for _, cells in sheet.rows]
    rows[0]["answer"], rows[0]["tags"] = "二十天。", "新，旧"
    write_sheet(path, sheet.header, rows)
    first, second = one.read(path)[:2]
    assert (first["answer"], first["tags"], first["question"]) == ("二十天。", ["新", "旧"], "年假有几天？")
    assert tuple(second["claims"]) == release.items[1].claims


FOREIGN: list[tuple[str, Any, dict[str, Any]]] = [
    ("ragas", [{"question": "Q?", "ground_truth": "A", "contexts": "['c1', 'c2']"}], {"question": "Q?", "answer": "A", "quotes": ["c1", "c2"]}),
    ("ragas", [{"user_input": "问？", "ground_truths": ["答"], "reference_contexts": ["文"]}], {"answer": "答", "question_language": "zh"}),
    ("ragas-testset", [{"user_input": "Q?", "reference": "A", "reference_contexts": ["c"], "synthesizer_name": "multi_hop_abstract_query_synthesizer"}], {"kind": "multi_hop"}),
    ("ragchecker", {"results": [{"query_id": "7", "query": "Q?", "gt_answer": "A", "response": "r", "retrieved_context": []}]}, {"external_id": "7", "answer": "A"}),
    ("llamaindex-qa", {"queries": {"q1": "问？"}, "corpus": {"n1": "文一"}, "relevant_docs": {"q1": ["n1"]}, "mode": "text"}, {"external_id": "q1", "quotes": ["文一"]}),
    ("llamaindex-qa", {"queries": {"q1": "Q?"}, "corpus": {}, "relevant_docs": {"q1": []}}, {"kind": "unanswerable", "expected_reply": "refuse"}),
    ("llamaindex-rag", {"examples": [{"query": "Q?", "query_by": {"model_name": "m", "type": "ai"}, "reference_contexts": None, "reference_answer": "A", "reference_answer_by": None}]}, {"answer": "A", "author": "model"}),
    ("deepeval", [{"input": "Q?", "expected_output": "A", "context": "c1|c2"}], {"quotes": ["c1", "c2"]}),
    ("promptfoo", [{"vars": {"query": "Q?"}, "assert": [{"type": "equals", "value": "A"}]}], {"question": "Q?", "answer": "A"}),
    ("label-studio", [{"data": {"question": "Q?", "answer": "A"}, "annotations": [{"result": [{"from_name": "answer", "value": {"text": ["B"]}}]}]}], {"answer": "B"}),
    ("argilla", [{"id": "x", "fields": {"question": "Q?", "answer": "A"}}], {"external_id": "x", "answer": "A"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "expected"), FOREIGN)
def test_foreign_files(name: str, content: Any, expected: dict[str, Any], tmp_path: Path, clock: Clock) -> None:
    one = FORMATS[name]
    path = target_of(one, tmp_path)
    lines = one.suffix == ".jsonl"
    path.write_text("\n".join(json.dumps(row) for row in content) if lines else json.dumps(content), encoding="utf-8")
    (item,) = items_from_rows(one.read(path), rng=random.Random(0), clock=clock, kb_id="k")
    seen = {
        **item.model_dump(),
        "quotes": [e.quote for e in item.evidence],
        "external_id": item.origin.external_id,
        "author": item.origin.author,
    }
    assert {name: seen[name] for name in expected} == expected
    assert len(item.id) == 12 and item.kb_id == "k"


def test_foreign_beir_and_trec(tmp_path: Path, clock: Clock) -> None:
    beir = tmp_path / "beir"
    (beir / "qrels").mkdir(parents=True)
    (beir / "corpus.jsonl").write_text('{"_id": "d1", "title": "t", "text": "文"}\n', encoding="utf-8")
    (beir / "queries.jsonl").write_text(
        '{"_id": "q1", "text": "问？"}\n{"_id": "q2", "text": "Q?"}\n', encoding="utf-8"
    )
    (beir / "qrels" / "dev.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t2\nq2\td1\t0\n", encoding="utf-8")
    first, second = items_from_rows(FORMATS["beir"].read(beir), rng=random.Random(0), clock=clock)
    assert [e.quote for e in first.evidence] == ["文"] and second.evidence == ()

    trec = tmp_path / "trec"
    trec.mkdir()
    (trec / "topics.tsv").write_text("1\tQ one?\n", encoding="utf-8")
    (trec / "qrels.txt").write_text("1 0 d1 1\nbroken line\n1 0 d2 x\n", encoding="utf-8")
    with pytest.raises(BadInput, match="2 bad lines"):
        FORMATS["trec"].read(trec)


def test_trec_is_read_by_ir_measures_and_refuses_spaces(release: Release, tmp_path: Path) -> None:
    import ir_measures

    FORMATS["trec"].write(release, tmp_path / "out")
    qrels = list(ir_measures.read_trec_qrels(str(tmp_path / "out" / "qrels.txt")))
    assert {q.query_id for q in qrels} == {i.id for i in release.items if i.evidence}
    assert len(qrels) == len({(i.id, e.quote) for i in release.items for e in i.evidence})
    spaced = as_release("x", [release.items[0].model_copy(update={"id": "a b"})])
    with pytest.raises(BadInput, match="white space"):
        FORMATS["trec"].write(spaced, tmp_path / "other")


def test_parquet_and_hf_are_read_by_pandas(release: Release, tmp_path: Path) -> None:
    import pandas as pd

    FORMATS["hf"].write(release, tmp_path / "out")
    frame = pd.read_parquet(tmp_path / "out" / "items" / "test.parquet")
    assert list(frame["question"]) == [i.question for i in release.items]
    assert frame["evidence"][1][1]["quote"] == release.items[1].evidence[1].quote
    assert len(pd.read_parquet(tmp_path / "out" / "qrels" / "test.parquet")) == 6


def test_formulas_are_text_in_csv_and_xlsx(release: Release, tmp_path: Path) -> None:
    import csv

    from openpyxl import load_workbook

    FORMATS["csv"].write(release, tmp_path / "a.csv")
    FORMATS["xlsx"].write(release, tmp_path / "a.xlsx")
    with (tmp_path / "a.csv").open(encoding="utf-8-sig", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    book = load_workbook(tmp_path / "a.xlsx")
    typed = [cell for row in book.active.iter_rows() for cell in row if cell.value is not None]
    assert all(cell.data_type == "s" for cell in typed)
    for text in [*cells, *(str(cell.value) for cell in typed)]:
        assert not text.startswith(("=", "+", "-", "@", "\t", "\r"))


Convert = Callable[..., dict[str, Any]]


@pytest.mark.parametrize("other", list(FORMATS))
def test_convert_through_any_format_and_back(other: str, release: Release, tmp_path: Path, clock: Clock) -> None:
    def run(source: Path, target: Path, a: str, b: str) -> dict[str, Any]:
        return convert(source, target, a, b, rng=random.Random(0), clock=clock)

    FORMATS["jsonl"].write(release, tmp_path / "in.jsonl")
    middle = target_of(FORMATS[other], tmp_path)
    said = run(tmp_path / "in.jsonl", middle, "jsonl", other)
    assert said["items"] == 5 and said["lost"] == []
    assert "question" in said["kept"] and ("history" in said["to_metadata"] or other == "jsonl")
    run(middle, tmp_path / "back.jsonl", other, "jsonl")
    assert (tmp_path / "back.jsonl").read_bytes() == (tmp_path / "in.jsonl").read_bytes()


def test_convert_says_what_is_lost(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "in.jsonl").write_text('{"question": "Q?", "answer": "A", "colour": "red"}\n', encoding="utf-8")
    said = convert(tmp_path / "in.jsonl", tmp_path / "o.json", "jsonl", "deepeval", rng=random.Random(0), clock=clock)
    assert said["lost"] == ["colour"] and said["kept"] == ["question", "answer"]


@pytest.mark.parametrize("one", BOTH)
def test_bad_files_are_one_sentence(one: Format, tmp_path: Path) -> None:
    path = target_of(one, tmp_path)
    with pytest.raises(BadInput):
        one.read(path)
    if one.suffix:
        path.write_bytes(b'{"what": \xff\xff')
    else:
        path.mkdir()
    with pytest.raises(BadInput):
        one.read(path)


def test_unknown_format_and_bad_rows(tmp_path: Path, clock: Clock) -> None:
    with pytest.raises(BadCall, match="deepeval"):
        convert(tmp_path, tmp_path, "doccano", "csv", rng=random.Random(0), clock=clock)
    with pytest.raises(BadInput) as caught:
        items_from_rows([{"answer": "A"}, {"question": "Q?", "kind": "riddle"}], rng=random.Random(0), clock=clock)
    assert len(caught.value.problems) == 2 and caught.value.problems[1].startswith("row 2: kind")
