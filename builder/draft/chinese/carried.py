"""What later clauses of a Chinese sentence tell of its subject: "X 是…，2013年开工，由 Y 承建" is asked clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.draft.chinese.base import Asked, clauses_of, finish, is_dangling
from builder.draft.chinese.dates import dates
from builder.draft.chinese.grammar import has_predicate, is_nominal, tagged
from builder.draft.chinese.named import gap, makers, places, subject_of
from builder.draft.chinese.quantities import quantities

# A clause that goes on about the same subject opens with a date, a verb or a preposition.
_GOES_ON = re.compile(
    r"(?:最早|最初|正式|后来?|现|曾)?(?:于|在)?\s*(?:公元前?)?\d{3,4}\s*年|由|共?[设有]|下[设辖]|设有|位于|地处|坐落|(?:成立|创立|创办|始?建|建成|创建|设立|发行|上映|出版|开通|落成|出?生|竣工|开业|通车|首播|逝世|毕业|就读|起源|发源)于"
)
_LIFE = re.compile(
    r"^(?P<who>[^，；：（(\d]{2,20})[（(](?:[^）)]*?[，,；;、：: ])?(?P<birth>[12]?\d{3}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日)\s*"
    r"(?:(?:[－\-—–~～至]+\s*(?P<death>[12]?\d{3}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日)?|出?生)[^）)]*)[）)]"
)


def carried(body: str) -> Iterator[Asked]:
    """Questions about the clauses behind the first, with the sentence's subject in front."""
    subject = subject_of(body)
    if not subject or len(subject) > 16:
        return
    for start, end in clauses_of(body)[1:]:
        clause = body[start:end].strip()
        if _GOES_ON.match(clause):
            sentence = f"{subject}{gap(subject)}{clause}"
            for make in (makers, places, dates, quantities):
                yield from make(sentence)
        elif _changes_subject(clause):
            return


_CALLED = re.compile(
    r"^(?P<who>[^，；：（(\d]{2,18}?)(?:（|\(|，)?(?:又?(?P<kind>简称|全称|又称|又名|别称|别名|旧称|旧名|原名|本名|俗称|英文名称?|学名))(?:作|做|为|是)?[：:]?[“「《]?(?P<name>[^，；。（）()、“”「」《》：]{2,24})[”」》]?(?:[）)，]|$)"
)


def names(body: str) -> Iterator[Asked]:
    """ "X（简称 Y）" as "X的简称是什么？"."""
    match = _CALLED.match(body)
    if match is None or not is_nominal(match.group("who")) or is_dangling(match.group("who")):
        return
    who, name = match.group("who").strip(), match.group("name").strip()
    kind = {"又称": "别称", "又名": "别名"}.get(match.group("kind"), match.group("kind"))
    if has_predicate(who) or re.search(r"[的是于在]", who):
        return
    question = finish(f"{who}{gap(who)}的{kind}是什么")
    yield Asked(question, f"{who}{gap(who)}的{kind}是{name}", name, "name", "zh:called", 0.84, subject=who)


def _changes_subject(clause: str) -> bool:
    words = tagged(clause[:24])
    return bool(words) and (words[0][1][0] in "nr" or words[0][1] == "eng")


def lives(body: str) -> Iterator[Asked]:
    """ "张三（1950年3月1日－2010年2月3日）" as the questions for both dates."""
    match = _LIFE.match(body)
    if match is None or not is_nominal(match.group("who")):
        return
    who = match.group("who").strip()
    for verb, date in (("出生", match.group("birth")), ("去世", match.group("death"))):
        if date:
            question = finish(f"{who}{gap(who)}是什么时候{verb}的")
            yield Asked(question, f"{who}{gap(who)}于{date}{verb}", date, "date", "zh:life", 0.86, subject=who)
