"""Checks on the words alone."""

from __future__ import annotations

import re

from builder.draft.candidates import Candidate
from builder.draft.checks.base import PASSED, Check, Outcome, Scene
from builder.draft.chinese.base import is_dangling as dangling_zh
from builder.draft.chinese.script import simplified
from builder.draft.markup import balanced, is_clean, plain
from builder.draft.topic import ask_about, names_topic
from core.text.language import has_han, language_of
from core.text.tokens import content_words

# "those who", "above 500 EUR" and "are there" say for themselves what they mean.
_DANGLING_EN = re.compile(
    r"\b(this|these|those(?! (?:who|whose|with|without|that|of|under|over|in|on|at|aged|born))|the (?:above|below)|"
    r"(?:above|below)(?=\W*$|[,;]|-mentioned)|aforementioned|herein|the former|the latter|the following|such (a|an)|here|"
    r"(?<!is )(?<!are )(?<!was )(?<!were )there(?! (?:is|are|was|were|be))|it|its|he|she|his|her|we|our|us|the same|"
    r"(?:of|in|on|at|to|from|for|with|by|inside|outside|within|into|over|under) that (?!(?:is|are|was|were|can|will|you|does|do|has|have|it)\b)[a-z]+|"
    r"the document|the passage|the text|the article|the author)\b",
    re.IGNORECASE,
)
_OF_A_PERSON_EN = ("he", "she", "his", "her")
_NAMED_PERSON_EN = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+ [A-Z][a-z]+")
_PLURAL_EN = re.compile(r"\b(they|them|their)\b", re.IGNORECASE)
_ANTECEDENT = re.compile(r"\b(\w+s|people|staff|anyone|everyone|someone|who)\b.*\b(they|them|their)\b", re.IGNORECASE)
_POINTER_ZH = re.compile(
    r"本文|本节|本章|本页|本文档|该文|文中|上文|下文|上述|(?<![\dA-Za-z一二三四五六七八九十百千万亿两半%％及级年月日天岁元人次米度])以上|"
    r"如下|下列|(?<!应)该(?!如何|怎)|这(?!样)|(?<![因如彼为从就])此(?!外)|它们?|(?<!的)作者|段落"
)
_OPENS_BACK_ZH = re.compile(r"(?:但|而|并|且)?(?:他们?|她们?|它们?|我们|一些|有些|原因|结果)(?!人)|(?:但|而(?!且))")
# "X 是什么，它…": the first half names what the second speaks of.
_NAMED_ABOVE_ZH = re.compile(r"^([^，]{2,28}是(?:什么|谁))，(?:它|此人)")
_QUOTED = re.compile(r"“[^“”]*”|《[^《》]*》")
# What points at a text whatever else the question names; whether "its" has a home there, a model that reads can tell.
_TEXT = re.compile(
    r"\b(?:this|the) (?:document|passage|text|article|excerpt)\b|\b(?:this|the current) (?:page|section|chapter|table|guide|topic)\b|"
    r"\bthe (?:above|below|following)\b|\baforementioned\b|本文|本节|本章|本页|该文|文中|上文|下文|上述|段落",
    re.IGNORECASE,
)
_DUMMY_IT = re.compile(
    r"\b(does|will|would|can|should) it (take|cost|make sense|matter)\b|\bis it (possible|necessary|required|allowed|ok)\b",
    re.IGNORECASE,
)


_HALVES = (
    (r"(?:Indeed|However|Moreover|Furthermore|Therefore|Thus|Additionally|Also|Meanwhile|Nevertheless|Instead|Similarly), ",
     "opens with a word that joins it to the sentence before"),
    (r"(?:If|When|For|Under|While|Although),", "has a clause that was cut off"),
    (r"(?:.*[,”] )?[Ii]f (?:you|they|we) (?:want|wish|like|prefer|need|do|can)(?: to)?(?:,|\?)", "names no case"),
    (r"What (?:is|are) (?!.*\brequired\b).+ to do\?$", "has a clause that was cut off"),
    (r"Where (?:was|were) .+ born (?:on .*\d|in )", "gives half of its answer"),
)  # fmt: skip


def _halved(question: str) -> str:
    """What is wrong with an English question made of half a sentence; empty when nothing is."""
    return next((problem for pattern, problem in _HALVES if re.match(pattern, question)), "")


def _well_formed(candidate: Candidate, scene: Scene) -> Outcome:
    question = candidate.question.strip()
    if "style:keywords" in candidate.tags:
        return PASSED if is_clean(question) and len(question) >= 4 else Outcome(False, "Too few key words are left.")
    marks = re.findall(r"[?？]", _QUOTED.sub("", question))
    problem = ""
    if not question.endswith(("?", "？")):
        problem = "does not end with a question mark"
    elif len(marks) > 1:
        problem = "asks more than one question"
    elif not balanced(question) or not is_clean(question):
        problem = "carries unclosed brackets or leftovers of markup"
    elif re.search(r"\b(\w{2,}) \1\b", question, re.IGNORECASE) or re.search(
        r"([\u4e00-\u9fff]{2,})\1(?!.*[一])", re.sub(r"(分别|刚刚|常常|仅仅)", "", question)
    ):
        problem = "repeats a word"
    elif re.search(r"[(（]\s*[,，;；]|[,，;；:：、]\s*[?？]$|\s[,.;:]|^\W*$|[,，]\s*[\"”]?\s*[,，]", question):
        problem = "has stray punctuation"
    problem = problem or _halved(question)
    if not problem:
        low, high = (6, 90) if candidate.language == "zh" else (3, 48)
        size = len(question) if candidate.language == "zh" else len(question.split())
        if not low <= size <= high:
            problem = f"is too {'short' if size < low else 'long'} ({size})"
    if not problem:
        return PASSED
    mended = question.rstrip("。.!！?？,，;；: ") + ("？" if candidate.language == "zh" else "?")
    if problem == "does not end with a question mark" and len(marks) <= 1:
        return Outcome(False, f"The question {problem}.", repaired=_with_question(candidate, mended))
    return Outcome(False, f"The question {problem}.")


def _with_question(candidate: Candidate, question: str) -> Candidate:
    from dataclasses import replace

    return replace(candidate, question=question)


def _right_language(candidate: Candidate, scene: Scene) -> Outcome:
    found = language_of(candidate.question)
    if found in (candidate.language, "mixed"):
        return PASSED
    # A Chinese question full of product names still reads as Chinese.
    if candidate.language == "zh" and len(re.findall(r"[\u4e00-\u9fff]", candidate.question)) >= 4:
        return PASSED
    return Outcome(False, f"The question reads as {found}, but the source is {candidate.language}.")


def _self_contained(candidate: Candidate, scene: Scene) -> Outcome:
    # What a page or a table is called is a name, whatever words are in it.
    question = simplified(_DUMMY_IT.sub(" ", _QUOTED.sub("“”", candidate.question)))
    if scene.is_read(candidate):
        told = _TEXT.search(question)
        return Outcome(False, f"“{told.group()}” points at something outside the question.") if told else PASSED
    if candidate.kind == "multi_hop":
        question = _NAMED_ABOVE_ZH.sub(r"\1，", question)
    found = _POINTER_ZH.search(question) if candidate.language == "zh" else _dangling_en(question)
    if (
        found is None
        and candidate.language == "en"
        and _PLURAL_EN.search(question)
        and not _ANTECEDENT.search(question)
    ):
        found = _PLURAL_EN.search(question)
    if (
        found is None
        and candidate.language == "zh"
        and dangling_zh(re.sub(r"^(关于|在|根据)[^，：]*[，：]", "", question))
    ):
        return Outcome(False, "The question opens with a word that points back at another sentence.")
    if found is None and candidate.language == "zh":
        found = _OPENS_BACK_ZH.match(re.sub(r"^((关于|在|根据)[^，：]*[，：]|为什么)\s*", "", question))
    if found is None:
        return PASSED
    mended = _name_it(candidate, found)
    return Outcome(False, f"“{found.group()}” points at something outside the question.", repaired=mended)


def _dangling_en(question: str) -> re.Match[str] | None:
    """The first word that points outside; "IT" and "US" are names, and "his" is at home after a person's name."""
    for found in _DANGLING_EN.finditer(question):
        word = found.group()
        named = _NAMED_PERSON_EN.search(question[: found.start()])
        if not (word.isupper() and len(word) == 2) and not (word.lower() in _OF_A_PERSON_EN and named):
            return found
    return None


def _name_it(candidate: Candidate, found: re.Match[str]) -> Candidate | None:
    """ "该制度" with the topic in its place, when the topic ends in the same noun; else no repair."""
    if candidate.language != "zh" or not candidate.topic or found.group() not in ("该", "本", "此"):
        return None
    after = candidate.question[found.end() if candidate.question[found.end() - 1] in "该本此" else found.start() + 1 :]
    noun = re.match(r"[\u4e00-\u9fff]{2,3}", after)
    if noun is None or not candidate.topic.endswith(noun.group()):
        return None
    return _with_question(candidate, candidate.question.replace(found.group() + noun.group(), candidate.topic, 1))


# Letters a point of a list must have, for its words in the question to be more than the name of a thing.
_POINT_ZH, _POINT_EN = 12, 24


def _no_leak(candidate: Candidate, scene: Scene) -> Outcome:
    if candidate.expected_reply != "answer" or candidate.subkind == "yes_no":
        return PASSED
    value = plain(candidate.value).strip()
    if (
        value
        and len(value) > 1
        and value.casefold() in candidate.question.casefold()
        and candidate.subkind != "comparison"
    ):
        return Outcome(False, f"The question gives the answer away: it contains “{value}”.")
    asked = set(content_words(candidate.question))
    told = [w for w in content_words(candidate.answer) if w not in asked]
    if not told:
        return Outcome(False, "The question already contains every word of the answer.")
    squeezed = re.sub(r"\W+", "", candidate.question).casefold()
    for line in candidate.answer.splitlines() if "\n" in candidate.answer else ():
        # One point of several, word for word; a short one, or a line that leads over to what follows, may name what is asked about.
        point = "" if line.rstrip().endswith((":", "：")) else re.sub(r"\W+", "", line).casefold()
        if len(point) >= (_POINT_ZH if has_han(line) else _POINT_EN) and point in squeezed:
            return Outcome(False, f"The question gives a point of its answer away: “{line.strip()[:60]}”.")
    return PASSED


def _not_copied(candidate: Candidate, scene: Scene) -> Outcome:
    question = re.sub(r"\W+", "", candidate.question)
    for span in candidate.spans:
        quote = re.sub(r"\W+", "", plain(scene.quote(span)))
        if len(quote) >= 8 and quote in question:
            return Outcome(False, "The question is the sentence itself with a question mark.")
    return PASSED


def with_topic(candidate: Candidate, topic: str) -> Candidate | None:
    """The candidate with its topic named, or None when that changes nothing."""
    if not topic or names_topic(candidate.question, topic):
        return None
    question = ask_about(candidate.question, topic, candidate.language)
    return _with_question(candidate, question) if question not in ("", candidate.question) else None


WELL_FORMED = Check(
    "well_formed", "Well formed", "形式完整",
    "One question of readable length, ending in a question mark, without leftovers of markup.",
    "只问一个问题，长度适中，以问号结尾，没有残留的标记。", _well_formed,
)  # fmt: skip
RIGHT_LANGUAGE = Check(
    "right_language",
    "Right language",
    "语言正确",
    "The question is in the language of its source.",
    "问题与原文语言一致。",
    _right_language,
)
SELF_CONTAINED = Check(
    "self_contained", "Self-contained", "脱离上下文可读",
    "A reader who has not seen the passage knows what is asked: no “this document”, no dangling it.",
    "没看过原文的人也知道在问什么：没有“本文”“该”“此”等悬空指代。", _self_contained,
)  # fmt: skip
NO_LEAK = Check(
    "no_leak",
    "Does not give the answer away",
    "不泄露答案",
    "The answer is not in the question.",
    "问题中不含答案。",
    _no_leak,
)
NOT_COPIED = Check(
    "not_copied",
    "Not a copy",
    "不照抄原句",
    "The question is not the source sentence with a question mark.",
    "问题不是把原句加上问号。",
    _not_copied,
)
