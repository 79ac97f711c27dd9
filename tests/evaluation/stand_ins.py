"""Small stand-ins with known behaviour: items, a judge that compares words, a system that counts what it is asked."""

from __future__ import annotations

import threading

from core.errors import ModelError
from core.records import Answer, Evidence, Item, Judge, Passage, Release, SearchTrace, Verdict, text_hash
from core.text.tokens import words

DOCUMENT = "Annual leave is 25 days a year. Overtime is paid at 150 percent. Laptops are replaced after 4 years."


def evidence(quote, group=0):
    start = DOCUMENT.index(quote)
    return Evidence(
        document_id="doc", source="leave.md", start=start, end=start + len(quote), quote=quote,
        text_sha256=text_hash(DOCUMENT), group=group,
    )  # fmt: skip


def answer_item(n, quote="Annual leave is 25 days a year", **more):
    given = {
        "question": f"Question {n}: how many days of leave?",
        "answer": quote + ".",
        "claims": (quote,),
        "evidence": (evidence(quote),),
    }
    fields = {
        "id": f"item{n}",
        "kb_id": "kb",
        "question_language": "en",
        "kind": "factual",
        "claims_confirmed": True,
        **given,
        **more,
    }
    return Item(**fields)


def refuse_item(n):
    return Item(
        id=f"item{n}", kb_id="kb", question=f"Question {n}: is there a gym?", question_language="en", kind="unanswerable",
        expected_reply="refuse", trace=SearchTrace(verified=True),
    )  # fmt: skip


def release_of(*items):
    return Release(
        name="set",
        version="1.0.0",
        kb_id="kb",
        kb_name="kb",
        content_hash=text_hash(str([i.id for i in items])),
        items=items,
    )


class WordJudge:
    """Entailed when every word of the claim is in the premise; contradicted when only numbers differ."""

    record = Judge(provider="test", model="words")

    def __init__(self, fails_on=()):
        self.fails_on, self.asked = set(fails_on), 0

    def split(self, text, question=""):
        return [part.strip() for part in text.split(".") if part.strip()]

    def entails(self, claims, premises, question=""):
        self.asked += 1
        if any(f"{name}:" in question for name in self.fails_on):
            raise ModelError("the judge is ill")
        return [[self._verdict(claim, premise) for premise in premises] for claim in claims]

    def relevant(self, question, passages):
        return [0.5 for _ in passages]

    def answers(self, question, passages):
        return [0.5 for _ in passages]

    def refuses(self, question, answer):
        return "does not say" in answer

    def _verdict(self, claim, premise):
        missing = set(words(claim)) - set(words(premise))
        label = "neutral"
        if not missing:
            label = "entailed"
        elif all(word.isdigit() for word in missing):
            label = "contradicted"
        return Verdict(claim=claim, premise_hash=text_hash(premise), label=label, confidence=0.9, judge=self.record.id)


class CountingSystem:
    """Says what `replies` has for the item, else the truth; counts its calls."""

    name, top_k, concurrency = "counting", 2, 1

    def __init__(self, replies=None, errors=()):
        self.replies, self.errors, self.asked = replies or {}, set(errors), []
        self._lock = threading.Lock()

    def answer(self, item):
        with self._lock:
            self.asked.append(item.id)
        if item.id in self.errors:
            return Answer(item_id=item.id, error="broken")
        text = self.replies.get(item.id, item.answer or "The material does not say.")
        passages = tuple(Passage(id=str(i), text=t) for i, t in enumerate((DOCUMENT, "Something else entirely."), 1))
        return Answer(item_id=item.id, text=text, retrieved=passages, context=(DOCUMENT,), latency=0.1, cost=0.01)
