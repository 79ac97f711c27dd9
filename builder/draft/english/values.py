"""English questions about what has a name of its own: the value of an attribute, the version something came with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from builder.draft.chinese.base import Asked
from builder.draft.english.base import is_dangling
from builder.draft.english.grammar import Clause, inverted, said, span_text

_ATTRIBUTES = frozenset(
    "maximum minimum number limit default name price cost fee rate length size width height weight deadline address port path "
    "format value capital population temperature interval timeout range currency threshold duration extension password username "
    "url language unit frequency speed term percentage amount ratio score age date prefix suffix key shortcut".split()
)
_VALUE = re.compile(r"(?:about |approximately |up to |at least )?[$€£±“\"'./~-]?(?:\d|[A-Z][\w.+-]*\b)|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sixty|ninety)\b|[\"“‘'/]")  # fmt: skip
_VERSION = re.compile(
    r"(?:(?:since|as of|starting (?:in|from|with)|from|in) )(?:version|release) v?\d(?:[\w.]*\w)?", re.IGNORECASE
)


def values(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "The maximum size of an upload is 200 MB": what is the maximum size of an upload?"""
    root, subject = clause.root, clause.subject_text
    if root.lower_ not in ("is", "was") or clause.auxiliaries or clause.negation is not None or clause.lead:
        return
    head = clause.subject
    modifiers = {t.lemma_ for t in head.children}
    if not subject.startswith("the ") or not ({head.lemma_.lower()} | modifiers) & _ATTRIBUTES or is_dangling(subject):
        return
    # "the only error value occasionally entered": when and by whom, the sentence before says.
    if re.search(r"\bonly\b", subject) or any(t.pos_ == "ADV" for t in head.subtree) or head.right_edge.tag_ == "VBN":
        return
    value = span_text(root.doc, root.i + 1, clause.end)
    bound = any(t.dep_ in ("prep", "relcl", "acl") for t in head.children)
    if not bound or not 4 <= len(subject.split()) <= 16 or not _VALUE.match(value) or len(value.split()) > 8:
        return
    kind = "number" if re.search(r"\d", value) else "name"
    yield Asked(f"What {root.lower_} {subject}?", said(clause, sentence), value, kind, "en:value", 0.84)


def versions(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "FastAPI added support for it in version 0.95.0": in which version?"""
    match = _VERSION.search(sentence)
    whole = clause.end + 2 >= len(clause.root.doc)
    if match is None or len(_VERSION.findall(sentence)) > 1 or clause.negation is not None or not whole:
        return
    wh = "Since which version" if re.match(r"since|as of|starting|from", match.group(), re.I) and clause.root.tag_ != "VBD" else "In which version"  # fmt: skip
    value = re.sub(r"^.*?(?=version|release)", "", match.group(), flags=re.IGNORECASE)
    if clause.lead and match.group().lower() == clause.lead.lower():
        question = inverted(replace(clause, lead=""), None, wh)
    else:
        span = clause.root.doc.char_span(match.start(), match.end(), alignment_mode="expand")
        if clause.lead or span is None or not clause.root.i < span.start < span.end <= clause.end:
            return
        question = inverted(clause, (span.start, span.end), wh)
    if not re.search(r"\d", question) and not is_dangling(question[len(wh) :].strip()):
        yield Asked(question, said(clause, sentence), value, "name", "en:version", 0.84)
