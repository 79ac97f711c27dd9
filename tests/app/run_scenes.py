"""A tiny workspace for the pages that show runs: three documents, seven items, a release, recorded answers.

The judge is scripted (a claim is entailed when its words stand in the premise), so that pages boot in seconds.
"""

from __future__ import annotations

import atexit
import json
import random
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path

from core.alignment import make_evidence
from core.clock import utc_now
from core.records import Document, Evidence, Item, Judge, KnowledgeBase, Release, Run, Verdict, text_hash
from core.store import Store, documents, knowledge_bases
from core.store import items as item_store
from core.text.refusals import is_refusal
from release.write import write_release
from verbs.evaluating import EvaluationOrder, evaluate

KB = "tiny"
TEXTS = {
    "leave.md": "Annual leave is 25 days. Unused leave expires on 31 March. Leave over ten days needs the director's consent.",
    "travel.md": "Hotels are paid up to 120 EUR a night. Trains are second class below three hours.",
    "差旅.md": "住宿标准为每晚 400 元。出差补贴每天 100 元，由财务部发放。",
}
# question, answer, claims, (source, quote) of each group; a refusal has no evidence.
ITEMS: tuple[tuple[str, str, tuple[str, ...], tuple[tuple[str, str], ...]], ...] = (
    ("How many days of annual leave are there?", "Annual leave is 25 days.", ("Annual leave is 25 days",), (("leave.md", "Annual leave is 25 days."),)),
    ("When does unused leave expire?", "Unused leave expires on 31 March.", ("Unused leave expires on 31 March",), (("leave.md", "Unused leave expires on 31 March."),)),
    ("What is paid for a hotel?", "Hotels are paid up to 120 EUR a night.", ("Hotels are paid up to 120 EUR a night",), (("travel.md", "Hotels are paid up to 120 EUR a night."),)),
    (
        "How long is annual leave, and what is paid for hotels?", "Annual leave is 25 days. Hotels are paid up to 120 EUR a night.",
        ("Annual leave is 25 days", "Hotels are paid up to 120 EUR a night"),
        (("leave.md", "Annual leave is 25 days."), ("travel.md", "Hotels are paid up to 120 EUR a night.")),
    ),
    ("住宿标准是多少？", "住宿标准为每晚 400 元。", ("住宿标准为每晚 400 元",), (("差旅.md", "住宿标准为每晚 400 元。"),)),
    ("How much is the parking allowance?", "", (), ()),
    ("谁发放交通卡？", "", (), ()),
)  # fmt: skip
RIGHT, POOR = "right", "poor"


class ScriptedJudge:
    """Word containment; refusals by the patterns of core."""

    record = Judge(provider="scripted", model="contains")

    def split(self, text: str, question: str = "") -> list[str]:
        return [part.strip() for part in text.replace("。", ".").split(".") if part.strip()]

    def entails(self, claims: list[str], premises: list[str], question: str = "") -> list[list[Verdict]]:
        return [[self._one(claim, premise) for premise in premises] for claim in claims]

    def _one(self, claim: str, premise: str) -> Verdict:
        label = "entailed" if claim.strip(" .。") in premise else "neutral"
        return Verdict(claim=claim, premise_hash=text_hash(premise), label=label, confidence=0.9, judge="scripted")

    def relevant(self, question: str, passages: list[str]) -> list[float]:
        return [0.9] * len(passages)

    def answers(self, question: str, passages: list[str]) -> list[float]:
        return [0.9] * len(passages)

    def refuses(self, question: str, answer: str) -> bool:
        return is_refusal(answer).refused


def workspace(folder: Path) -> tuple[Store, KnowledgeBase]:
    """The documents, loaded."""
    store = Store(folder)
    kb = knowledge_bases.create(store, KB, utc_now)
    for source, text in TEXTS.items():
        language = "zh" if source.startswith("差") else "en"
        documents.save(
            store,
            Document(
                id=text_hash(f"{kb.id}/{source}")[:16], kb_id=kb.id, source=source, title=source, text=text,
                raw_sha256=text_hash(text), text_sha256=text_hash(text), extractor="test", language=language,
            ),
        )  # fmt: skip
    return store, knowledge_bases.refresh_fingerprint(store, kb.id)


def make_items(store: Store, kb: KnowledgeBase) -> tuple[Item, ...]:
    """The items of the set, with stable ids."""
    return tuple(_item(store, kb, number) for number in range(len(ITEMS)))


def _item(store: Store, kb: KnowledgeBase, number: int) -> Item:
    question, answer, claims, gold = ITEMS[number]
    evidence = tuple(_evidence(store, kb, group, source, quote) for group, (source, quote) in enumerate(gold))
    kind = "unanswerable" if not gold else "multi_hop" if len(gold) > 1 else "factual"
    return Item(
        id=f"item{number:08d}", kb_id=kb.id, question=question, kind=kind, answer=answer, claims=claims, evidence=evidence,
        question_language="zh" if "是" in question or "谁" in question else "en", claims_confirmed=bool(claims),
        expected_reply="answer" if gold else "refuse", tags=("travel",) if "hotel" in question else (),
    )  # fmt: skip


def _evidence(store: Store, kb: KnowledgeBase, group: int, source: str, quote: str) -> Evidence:
    document = documents.by_source(store, kb.id, source)
    assert document is not None
    start = document.text.index(quote)
    return make_evidence(document, start, start + len(quote), group)


def release(store: Store, kb: KnowledgeBase, items: tuple[Item, ...], knowingly: str = "a test") -> Release:
    """A version of the set `tiny-set` in the workspace."""
    draft = Release(
        name="tiny-set", version="0.0.0", kb_id=kb.id, kb_name=kb.name, fingerprint=kb.fingerprint, knowingly=knowingly,
        created=utc_now(), items=items, notes={"licence": "CC0-1.0"},
    )  # fmt: skip
    return write_release(draft, [], store.golden_dir)


def answers_file(folder: Path, items: tuple[Item, ...], quality: str, lists: bool = True, name: str = "") -> Path:
    """Recorded answers: all right, or wrong in several ways (missed passage, cut context, invented, incomplete)."""
    path = folder / f"{name or quality}.jsonl"
    rows = [_row(number, item, quality, lists) for number, item in enumerate(items)]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def _row(number: int, item: Item, quality: str, lists: bool) -> dict[str, object]:
    gold = [TEXTS[e.source] for e in item.evidence] or [TEXTS["travel.md"]]
    text = ". ".join(item.claims) + "." if item.claims else "The documents do not say."
    context = list(gold)
    if quality == POOR:
        if number == 0:
            gold = context = ["Nothing of the kind stands here, only the opening hours of the canteen."]
            text = "The leave is generous."
        elif number == 1:
            context, text = (
                ["The canteen opens at eight o'clock in the morning on working days."],
                "Leave never expires.",
            )
        elif number == 3:
            text = f"{item.claims[0]}."
        elif number == 4:
            text = "资料中没有提到。"
        elif number == 5:
            text = "Parking is paid up to 20 EUR a day."
    row: dict[str, object] = {"item_id": item.id, "text": text, "latency": 0.2}
    if lists:
        row["retrieved"] = [{"id": f"p{i}", "text": one, "score": 1.0 - i / 10} for i, one in enumerate(gold)]
        row["context"] = context
    return row


def run_of(store: Store, made: Release, path: Path, seed: int = 1) -> Run:
    """A finished, diagnosed run of an answers file."""
    order = EvaluationOrder(set=f"{made.name}@{made.version}", system=f"answers:{path}", name=path.stem)
    return evaluate(store, order, judge=ScriptedJudge(), rng=random.Random(seed))


@lru_cache(maxsize=1)
def _built() -> Path:
    """Two versions of the set and three runs on the first, made once per process."""
    folder = Path(tempfile.mkdtemp(prefix="assay-scenes-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    store, kb = workspace(folder / "workspace")
    items = make_items(store, kb)
    made = release(store, kb, items)
    for number, quality in enumerate((POOR, RIGHT)):
        run_of(store, made, answers_file(folder, items, quality), number)
    run_of(store, made, answers_file(folder, items, POOR, lists=False, name="silent"), 2)
    changed = items[0].model_copy(update={"answer": "Annual leave is 26 days.", "claims": ("Annual leave is 26 days",)})
    release(store, kb, (changed, *items[1:]))
    for item in items:
        item_store.add(store, item, status="accepted")
    return folder / "workspace"


def copy_with_runs(target: Path) -> Store:
    """A workspace of its own with everything above."""
    shutil.copytree(_built(), target)
    return Store(target)
