"""Replies that are wrong in a known way, in the language of the question."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from core.mutate import mutate_fact
from core.records import Chunk, Item

_REFUSALS = {
    "en": (
        "The documents provided do not mention this.",
        "I could not find this in the available material.",
        "I don't have enough information to answer that.",
    ),
    "zh": ("提供的资料中没有提到这一点。", "抱歉，根据现有资料无法回答该问题。", "知识库中未找到相关内容。"),
}
_INVENTED = {
    "en": (
        "The Marlow desk decides that within {a} working days, and the fee is {b} dollars.",
        "It was changed by circular {a}/{b}; since then the regional director signs every case by hand.",
        "You get {b} tokens for it, which expire on the {a}th of the following month.",
    ),
    "zh": (
        "由远岫办公室在{a}个工作日内决定，另收手续费{b}美元。",
        "该事项已按第{b}号通告调整，此后每一例都由大区总监手写签批。",
        "可以领取{b}枚代币，次月{a}日失效。",
    ),
}
_VAGUE = {
    "en": (
        "That depends on the applicable rules; certain limits apply.",
        "There is a set amount for this, in line with the policy.",
        "It usually takes a few days and some conditions have to be met.",
    ),
    "zh": (
        "这要视情况而定，按公司相关规定执行。",
        "一般会有一定的标准，具体以有关部门的规定为准。",
        "通常需要几天，并且要满足若干条件。",
    ),
}
_FORMS = ("json", "table", "list", "words", "language")
_OWN_FORMS = ("json", "table", "list")
# How often a change is tried; a statement seldom holds more than three facts.
_CHANGES = 8
# Letters that tell words apart, endings aside.
_STEM = 5
_QUESTION = re.compile(r"[^?？]+[?？]")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SENTENCE = re.compile(r"[^。！？!?\n]+?(?:[。！？]|[.!?](?=\s|$))")


def language(item: Item) -> str:
    """`zh` or `en`: what the reply is written in."""
    return "zh" if item.question_language == "zh" else "en"


def refusal(item: Item, rng: random.Random) -> str:
    """A polite refusal."""
    return rng.choice(_REFUSALS[language(item)])


def invented(item: Item, rng: random.Random) -> str:
    """A fluent statement that no document holds."""
    return rng.choice(_INVENTED[language(item)]).format(a=rng.randint(13, 28), b=rng.randint(611, 989))


def vague(item: Item, rng: random.Random) -> str:
    """True of nearly everything, and no answer."""
    return rng.choice(_VAGUE[language(item)])


def contradicted(item: Item, rng: random.Random) -> str | None:
    """The answer with the facts of each statement changed that the question does not name; None when there is none.

    A fact the question names (a model, a year, a grade) says which case is meant: changing it would answer another question.
    """
    changed = [made for one in item.claims or (item.answer,) if (made := _otherwise(one, item.question, rng)) != one]
    return _joined(changed, language(item)) if changed else None


def _otherwise(statement: str, question: str, rng: random.Random) -> str:
    text = statement
    written: set[str] = set()
    for _ in range(_CHANGES):
        made = mutate_fact(text, rng)
        if made is None:
            break
        if made.before not in question and made.before not in written:
            text = made.text
            written.add(made.after)
    # Where the statement's own numbers are all still there, a changed word beside them may not make it wrong.
    numbers = set(_NUMBER.findall(statement)) - set(_NUMBER.findall(question))
    return statement if numbers and numbers <= set(_NUMBER.findall(text)) else text


def elsewhere(item: Item, chunks: Sequence[Chunk]) -> str | None:
    """A sentence of the first passage that has one, word for word, without any statement's answer; None when none has."""
    for chunk in chunks:
        for match in _SENTENCE.finditer(chunk.text):
            sentence = match.group().strip(" -*#>0123456789.|")
            if 12 <= len(sentence) <= 240 and "|" not in sentence and not _near(sentence, item):
                return sentence if sentence[-1] in "。.!！" else sentence + ("。" if language(item) == "zh" else ".")
    return None


def incomplete(item: Item, rng: random.Random) -> str | None:
    """Some statements of the answer, never all; None when what is kept would give away what is dropped at every try."""
    for _ in range(_CHANGES):
        kept = sorted(rng.sample(range(len(item.claims)), rng.randint(1, len(item.claims) - 1)))
        text = _joined([item.claims[i] for i in kept], language(item))
        if not gives_away(text, item, [claim for i, claim in enumerate(item.claims) if i not in kept]):
            return text
    return None


def gives_away(text: str, item: Item, stated: Sequence[str]) -> bool:
    """Whether a text holds word for word what one of these statements adds to the question.

    A plain search, so that a reply made to be wrong cannot be right by chance; it need not know what the text means.
    """
    there = _bare(text)
    return any((bare := _bare(added)) and bare in there for added in _added(item, stated))


def holds_answer(text: str, item: Item) -> bool:
    """Whether a passage holds a statement's answer word for word; answers of one or two letters stand everywhere."""
    there = _bare(text)
    return any(len(bare := _bare(added)) > 2 and bare in there for added in _added(item, _stated(item)))


def _near(text: str, item: Item) -> bool:
    """Whether a text holds half of what a statement of the answer adds, by the beginnings of words, or all its numbers."""
    asked, there = _pieces(item.question), _pieces(text)
    figures = set(_NUMBER.findall(text))
    for added in _added(item, _stated(item)):
        fresh = _pieces(added) - asked
        numbers = set(_NUMBER.findall(added)) - set(_NUMBER.findall(item.question))
        if (fresh and len(fresh & there) >= len(fresh) / 2) or (numbers and numbers <= figures):
            return True
    return gives_away(text, item, _stated(item))


def _added(item: Item, stated: Sequence[str]) -> Iterator[str]:
    for one in stated:
        added = one
        for question in [item.question, *_QUESTION.findall(item.question)]:
            added = added.replace(question.strip(), "")
        yield added


def _pieces(text: str) -> set[str]:
    """Pairs of Chinese characters, and the first letters of other words that are more than a mere joint."""
    low = text.casefold()
    han = {
        pair for run in re.findall(r"[\u3400-\u9fff]+", low) for pair in (run[i : i + 2] for i in range(len(run) - 1))
    }
    return han | {word[:_STEM] for word in re.findall(r"[^\W\d_\u3400-\u9fff]{4,}", low)}


def _stated(item: Item) -> list[str]:
    return [*item.claims, item.answer]


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+(?!\d)|(?<!\d)[\W_]+", "", text.casefold())


def wrong_form(item: Item, turn: int) -> tuple[str, str]:
    """The form asked for, and the right content in running text that has not that form."""
    text = _joined(item.claims or (item.answer,), language(item))
    form = item.expected_format if item.expected_format in _OWN_FORMS else _FORMS[turn % len(_FORMS)]
    if form == "words":
        size = len(text) if language(item) == "zh" else len(text.split())
        return f"words:{max(1, size // 3)}", text
    if form == "language":
        return ("language:en" if language(item) == "zh" else "language:zh"), text
    return form, text


def _joined(sentences: Sequence[str], spoken: str) -> str:
    end, space = ("。", "") if spoken == "zh" else (".", " ")
    return space.join(s if s[-1:] in "。.!！?？" else s + end for s in sentences)
