"""Questions that take something false for granted: the base states another value."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.draft.candidates import Candidate, Slots
from builder.draft.multi_hop import body_of
from core.mutate import Mutation, mutate_fact
from core.text.numerals import find_numbers

_TRIES = 8
_MERE_ZH = frozenset(("zh:measure", "zh:yearly", "zh:life", "zh:count"))
_LIFE_ZH = re.compile(r"出生|生于|去世|逝世|毕业|就读|考入|入学|参加工作")
# What somebody set, so that people ask why it is so.
_SET = re.compile(
    r"\b(?:may|must|can|should|need|required?|allowed|limit\w*|maximum|minimum|default|up to|at most|at least|no more than|within|start(?:ed|s)?|began|launched|introduced)\b"
    r"|不超过|不得|不少于|不低于|至少|最多|最大|最小|最长|最短|最低|最高|默认|限制|上限|下限|(?<![对相响适反供])应当?|必须|须|可以|启动|推出|发布",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"up to|at most|no more than|within|at least|no less than|minimum|最多|最长|最大|最少|最低|至少|不少于|不低于|不超过|不得超过|以[内上下]|之内",
    re.IGNORECASE,
)
# How many times the true value a changed one may be before nobody believes it.
_ABSURD = 4
_KINDS = ("number", "date", "money", "percent", "duration", "time")


def false_premises(facts: Sequence[Candidate], seed: int) -> Iterator[Candidate]:
    """ "Why can employees carry 9 days into the next year?" where the base says 5; the right reply puts it right."""
    for fact in facts:
        if not has_reason(fact):
            continue
        rng = random.Random(f"premise:{seed}:{fact.key}")
        # "Can also" goes on from a sentence the reader does not see.
        statement = fact.claims[0].rstrip("。.; ；").replace(" also ", " ")
        mutation = _changed(statement, fact.value, rng)
        if mutation is None:
            continue
        question = why(fact, mutation.text)
        if not question:
            continue
        told = statement + ("。" if fact.language == "zh" else ".")
        answer = f"问题的前提有误。{told}" if fact.language == "zh" else f"The question assumes something wrong. {told}"
        yield replace(
            fact, question=question, answer=answer, claims=(told,), kind="unanswerable", subkind="false_premise",
            expected_reply="correct_premise", template=f"{fact.language}:false-premise", value=mutation.after,
            slots=Slots(entity=fact.subject or fact.topic, attribute=(re.escape(mutation.after),)),
        )  # fmt: skip


def has_reason(fact: Candidate) -> bool:
    """Whether people would ask why a fact is so: a value somebody set, told in one statement, not a life or a length."""
    if fact.subkind not in ("number", "date") or len(fact.claims) != 1 or fact.question.endswith(" born?"):
        return False
    if not _SET.search(fact.claims[0]) or re.search(r"\b(?:by|will)\b", fact.claims[0]):
        return False
    return fact.template not in _MERE_ZH and not (fact.language == "zh" and _LIFE_ZH.search(fact.question))


def why(fact: Candidate, statement: str) -> str:
    """The statement asked "why", with the topic in front that its fact's own question needs; empty where it cannot be."""
    question = (_why_zh if fact.language == "zh" else _why_en)(statement)
    lead = fact.question[: len(fact.question) - len(body_of(fact.question))]
    # A title may hold a comma itself.
    if lead.count("“") != lead.count("”"):
        return ""
    if not question or not lead:
        return question
    return f"{lead}{question if fact.language == 'zh' else question[0].lower() + question[1:]}"


def _follows(statement: str, before: str, after: str) -> bool:
    """Whether a smaller bound still follows from the true one (who may take up to 13 days may take up to 6), or the other is absurd beside it."""
    old, new = ([float(n.value) for n in find_numbers(text)][:1] for text in (before, after))
    if not old or not new:
        return _BOUND.search(statement) is not None
    least, most = sorted((old[0], new[0]))
    return most > _ABSURD * least or new < old and _BOUND.search(statement) is not None


def _changed(statement: str, value: str, rng: random.Random) -> Mutation | None:
    """The statement with another value where the fact's own stands, one that the true one rules out."""
    for _ in range(_TRIES):
        made = mutate_fact(statement, rng)
        if made is None or made.kind not in _KINDS or not _same_place(made.before, value):
            continue
        if not _follows(statement, made.before, made.after):
            return made
    return None


def _same_place(before: str, value: str) -> bool:
    """Whether what was changed is what the fact is about."""
    digits = re.findall(r"\d+|[一二两三四五六七八九十百千]+", before)
    return bool(digits) and any(d in value for d in digits)


def _why_zh(statement: str) -> str:
    if "，" in statement or not 8 <= len(statement) <= 34 or re.match(r"(如果|若|当|从|在|自|为|由)", statement):
        return ""
    gap = " " if statement[0].isascii() else ""
    return f"为什么{gap}{statement}？"


def _why_en(statement: str) -> str:
    from builder.draft.english.grammar import inverted, main_clause, parsed

    doc = parsed(f"{statement}.")
    sentences = list(doc.sents)
    clause = main_clause(sentences[0]) if len(sentences) == 1 else None
    if clause is None or clause.negation is not None or clause.lead or clause.subject.pos_ == "PRON" and clause.subject.lower_ != "you":  # fmt: skip
        return ""
    if len(statement.split()) > 26 or re.search(r"[,;:]", statement):
        return ""
    # "Why may you …?" is no English anybody speaks.
    return inverted(clause, None, "Why").replace("Why may ", "Why can ", 1)
