"""Whether a reply that holds nothing but other claims could still state this one: what is a claim's own must show."""

from __future__ import annotations

from collections.abc import Sequence

from core.text.tokens import content_words

# Of a claim's own words fewer than this share in the reply, and of the reply's words no more than this share left over.
_SHOWN = 0.34
_LEFT_OVER = 0.1
# One word alone may be a form of another (take, taken).
_FEWEST = 2


def only_others(claim: str, others: Sequence[str], reply: str, question: str) -> bool:
    """Whether question and other claims use up all the reply says, and none of what is this claim's own is in it.

    Claims of one answer share most of their words, so a reply that leaves one out still resembles it.
    """
    said, asked = _words(reply), _words(question)
    beside = asked.union(*map(_words, others))
    own = _words(claim) - beside
    if not said or len(own) < _FEWEST or len(own & said) >= _SHOWN * len(own):
        return False
    return len(said - beside) <= _LEFT_OVER * len(said)


def _words(text: str) -> set[str]:
    return set(content_words(text))
