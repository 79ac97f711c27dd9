"""What shows that a reply to a question states a claim: shared wording, similarity, and hard facts, each as one number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.judges.opposites import opposed
from core.judges.terms import Terms, terms_of
from core.judges.vectors import Vectors
from core.text.compare import same_quantity
from core.text.language import has_han
from core.text.markdown_rows import plain_units
from core.text.names import find_codes, find_names, negations
from core.text.negation import negation_flip
from core.text.quantities import Quantity, find_quantities
from core.text.refusals import refusal_in
from core.text.sentences import split_sentences
from core.text.tokens import fold, jieba

NAMES = (
    "cover", "soft_new", "weakest", "new_share", "together", "closer", "facts", "names_missing", "negation", "denial", "opposite", "chinese",
)  # fmt: skip
_CLAUSE = re.compile(r"[，；;：]\s*|[,:](?!\d)\s*|\s(?:and|but|while|whereas)\s|\s—\s")
_EDGE = re.compile(r"[，；;。\n]|,(?!\d)|\.\s|\s(?:and|but|while|whereas)\s")
# How much better a claim must fit another value's clause before its own value is taken to be of something else.
_MARGIN = 0.3
_PRONOUN = re.compile(r"\b(?:it|its|they|their|this|that|these|those)\b|其|它|该|此|这", re.IGNORECASE)
_SENTENCE_EDGE = re.compile(r"[。\n]|\.\s")
_RANGE = re.compile(r"\s?(?:[-–—~～至到]|to|and)\s?")
# "No more than", in the forms that other parts of this program do not know: a bound denies nothing.
_BOUND_ZH = re.compile(r"不[能可应会](?=超过|高于|大于|多于|晚于|迟于|低于|少于|小于|早于)")
_YES = re.compile(
    r"^\W*(?:yes\b|yeah\b|是的|可以|能[。，,!！]|行[。，,!！]|会[。，,]|有[。，,]|需要[。，,]|对[。，,])", re.IGNORECASE
)
_NO = re.compile(
    r"^\W*(?:no\b(?! (?:more|later|less|fewer|earlier))|不能|不可以|不行|不会|不是|不需要|不用|没有[。，,]|不[。，,])",
    re.IGNORECASE,
)


# 未签名的镜像, 没休完的年假: tells which one is meant.
_WHICH_ZH = re.compile(r"[未没无][^，。；、,;\s]{1,5}的")
# Denials that belong to a noun: what they deny is which one is meant, not what is said of it.
_ATTRIBUTE = re.compile(
    r"[未没无非][\u4e00-\u9fff]{1,5}的|[未非]|\b(?:un|non-?)[a-z]{4,}|\b(?:you|we|they|that|which|who) (?:do|did|does) not\b",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^\W*(?:yes|no|yeah)\b[\s,.:;!–—-]*|^\W*(?:不能|不可以|不行|不会|不是|是的|可以|能|行)[，。,.！!]\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ReplyView:
    """A reply taken apart once: the text without its refusals, its parts for similarity, its words and quantities."""

    text: str
    question: str
    parts: tuple[str, ...]
    words: frozenset[str]
    asked: frozenset[str]
    quantities: tuple[Quantity, ...]
    asked_quantities: tuple[Quantity, ...]
    letters: str
    asked_letters: str


@dataclass(frozen=True)
class Facts:
    """The claim's quantities by what became of them in the reply; those `added` are not in the question already."""

    present: tuple[Quantity, ...] = ()
    added: tuple[Quantity, ...] = ()
    absent: tuple[Quantity, ...] = ()
    rivals: tuple[tuple[Quantity, Quantity], ...] = ()


@dataclass(frozen=True)
class Signals:
    """The features of one claim in the order of NAMES, and what the hard checks found.

    `flipped` is a word that one side denies, `plainly` whether that leaves no doubt; `part` is the nearest part.
    """

    values: np.ndarray
    facts: Facts
    names: tuple[str, ...]
    flipped: str
    plainly: bool
    part: str


def view_reply(reply: str, question: str) -> ReplyView:
    """What a reply says, its refusing clauses left out."""
    said: list[str] = []
    clauses: list[str] = []
    for unit in plain_units(reply) or [reply]:
        for sentence in split_sentences(unit):
            pieces = [piece.strip() for piece in _CLAUSE.split(sentence.text) if piece and piece.strip()]
            telling = [piece for piece in pieces if not refusal_in(piece)]
            if len(telling) < len(pieces):
                said.extend(telling)
            elif not refusal_in(sentence.text):
                said.append(sentence.text)
                clauses.extend(telling if len(telling) > 1 else ())
    text = "\n".join(said)
    terms, asked = terms_of(text), terms_of(question)
    return ReplyView(
        text, question, tuple(dict.fromkeys([*said, *clauses])), frozenset(terms.words), frozenset(asked.words),
        find_quantities(text), find_quantities(question), fold(text), fold(question),
    )  # fmt: skip


def signals(claim: str, view: ReplyView, vectors: Vectors) -> Signals:
    """Compare one claim with one reply that says something."""
    terms = terms_of(claim)
    facts = compare_facts(claim, view)
    weights = np.array(terms.weights)
    exact = np.array([_held(word, view.words, view.letters) for word in terms.words])
    asked = np.array([_held(word, view.asked, view.asked_letters) for word in terms.words])
    new = asked < 1.0
    soft = np.maximum(exact, _soft(terms.words, new & (exact < 1.0), view, vectors))
    together, closer, best = _cosines(claim, view, vectors)
    missing = _missing_names(claim, terms, exact, asked)
    part = view.parts[best]
    denies = _denies_otherwise(claim, part, view)
    flipped = _flipped(claim, part) if denies else ""
    # A reply that holds both words of a pair says each of something else.
    opposites = "/".join(opposed(claim, part) or ()) if opposed(claim, view.text) else ""
    plainly = denies and bool(flipped) and not _ATTRIBUTE.search(claim) and not _ATTRIBUTE.search(part)
    values = (
        _mean(np.maximum(exact, asked), weights, 1.0),
        _mean(soft[new], weights[new], 1.0),
        float(soft[new].min()) if new.any() else 1.0,
        float(weights[new].sum() / max(weights.sum(), 1e-9)) if len(weights) else 0.0,
        together,
        closer,
        float(bool(facts.added)) - float(bool(facts.absent)),
        float(len(missing) / max(1, sum(terms.hard))),
        float(bool(flipped)),
        float(denies),
        float(bool(opposites)),
        float(has_han(claim)),
    )
    return Signals(np.array(values), facts, missing, flipped or opposites, plainly, part)


def compare_facts(claim: str, view: ReplyView) -> Facts:
    """Which quantities of the claim the reply holds, lacks, or gives another value for."""
    ours = find_quantities(claim)
    known = (*ours, *view.asked_quantities)
    fresh = [other for other in view.quantities if not any(same_quantity(other, mine) for mine in known)]
    covered = _ranges_around(claim, ours, view, fresh)
    present = [quantity for quantity in ours if _stated(claim, quantity, view)]
    absent: list[Quantity] = []
    rivals: list[tuple[Quantity, Quantity]] = []
    for quantity in ours:
        if quantity in present or quantity in covered:
            continue
        others = [other for other in fresh if _comparable(quantity, other)]
        # Grade 7 in the question does not give seven months.
        given = any(same_quantity(quantity, o) and quantity.unit in ("", o.unit) for o in view.asked_quantities)
        if given and (present or not others):
            continue  # the case asked about, which a reply need not repeat
        absent.append(quantity)
        rivals.extend((quantity, other) for other in others[:1])
    added = [q for q in present if not any(same_quantity(q, other) for other in view.asked_quantities)]
    return Facts(tuple(present), tuple(added), tuple(absent), tuple(rivals))


def _comparable(ours: Quantity, theirs: Quantity) -> bool:
    return ours.kind == theirs.kind and (ours.unit == theirs.unit or ours.kind == "date")


def _stated(claim: str, quantity: Quantity, view: ReplyView) -> bool:
    """Whether the reply holds the quantity, in its unit, and not of another thing than the claim's."""
    equal = [other for other in view.quantities if same_quantity(quantity, other)]
    if not any(other.unit == quantity.unit for other in equal):
        # 6 without a unit may stand for six months, unless six years stands there.
        same_number = [other for other in view.quantities if other.unit and other.number == quantity.number is not None]
        if quantity.unit and any(other.kind == quantity.kind and other not in equal for other in same_number):
            return False
    if equal and _belongs_elsewhere(claim, quantity, equal, view):
        return False
    codes = set(find_codes(claim))
    everywhere = [(m.start(), m.end(), code) for code in find_codes(view.text) for m in _placed(code, view.text)]
    if not codes or not equal or len({code for *_, code in everywhere}) < 2 or not codes & {c for *_, c in everywhere}:
        return bool(equal)
    return any(not (of := _owners(other, view.text, everywhere)) or codes & of for other in equal)


def _belongs_elsewhere(claim: str, quantity: Quantity, equal: Sequence[Quantity], view: ReplyView) -> bool:
    """Whether the claim fits a clause with another such value far better than any clause with its own."""
    others = [other for other in view.quantities if other not in equal and _comparable(quantity, other)]
    if not others or any(_leans(other, view.text) for other in equal):
        return False
    terms = terms_of(claim)

    def fit(of: Quantity) -> float:
        left, right = _clause_around(of, view.text)
        letters, words = fold(view.text[left:right]), frozenset(terms_of(view.text[left:right]).words)
        return _mean(np.array([_held(word, words, letters) for word in terms.words]), np.array(terms.weights), 0.0)

    return max(map(fit, others)) >= max(map(fit, equal)) + _MARGIN


def _leans(quantity: Quantity, text: str) -> bool:
    """Whether a quantity's clause says too little by itself to tell what it is of."""
    left, right = _clause_around(quantity, text)
    return len(terms_of(text[left:right]).words) < 2 or bool(_PRONOUN.search(text[left:right]))


def _clause_around(quantity: Quantity, text: str) -> tuple[int, int]:
    edges = [0, *(match.end() for match in _EDGE.finditer(text)), len(text)]
    return max(e for e in edges if e <= quantity.start), min((e for e in edges if e >= quantity.end), default=len(text))


def _placed(code: str, text: str) -> Iterator[re.Match[str]]:
    return re.finditer(
        rf"(?<![A-Za-z0-9]){re.escape(code)}(?![A-Za-z0-9]|\s(?:Pro|Max|Plus|Lite|Mini|Ultra|SE)\b)", text
    )


def _owners(quantity: Quantity, text: str, codes: Sequence[tuple[int, int, str]]) -> set[str]:
    """The codes a quantity belongs to: those in its clause, else the last one before it in its sentence."""
    left, right = _clause_around(quantity, text)
    inside = {code for start, end, code in codes if left <= start and end <= right}
    if inside:
        return inside
    opening = max((match.end() for match in _SENTENCE_EDGE.finditer(text, 0, quantity.start)), default=0)
    before = [(start, code) for start, _, code in codes if opening <= start < quantity.start]
    return {max(before)[1]} if before else set()


def speaks(text: str) -> bool | None:
    """True for a reply that opens with yes, False for one that opens with no, None for any other."""
    return False if _NO.match(text) else True if _YES.match(text) else None


def _ranges_around(claim: str, ours: Sequence[Quantity], view: ReplyView, fresh: Sequence[Quantity]) -> set[Quantity]:
    """Both ends of a range ("3 to 7 years") that the value in the question lies in: the case asked about."""
    covered: set[Quantity] = set()
    for low, high in zip(ours, ours[1:], strict=False):
        if low.unit != high.unit or not _RANGE.fullmatch(claim[low.end : high.start]):
            continue
        if any(other.unit == low.unit or other.unit == high.unit for other in fresh):
            continue  # the reply has bounds of its own
        if any(other.unit == low.unit and low.value <= other.value <= high.value for other in view.asked_quantities):
            covered.update((low, high))
    return covered


def _denies_otherwise(claim: str, part: str, view: ReplyView) -> bool:
    """Whether claim and reply differ in denying: neither the part's own denials nor an opening "no" make up for it."""
    part = _OPENING.sub("", part)
    for same in re.findall(r"[未非][\u4e00-\u9fff]{2}", claim):
        if same in part:
            claim, part = claim.replace(same, ""), part.replace(same, "")
    denials = _denials(part)
    parities = {denials % 2, (denials + 1) % 2} if speaks(view.text) is False else {denials % 2}
    return _denials(claim) % 2 not in parities


def _denials(text: str) -> int:
    """How often a text denies; bounds ("no more than") and what tells one thing from another are no denials."""
    return negations(_WHICH_ZH.sub("", _BOUND_ZH.sub("不得", text)))


def _flipped(claim: str, part: str) -> str:
    """A word that claim and reply share and only one of them negates."""
    word = negation_flip(_BOUND_ZH.sub("不得", claim), _OPENING.sub("", _BOUND_ZH.sub("不得", part))) or ""
    counted = " ".join(fold(quantity.text) for quantity in find_quantities(claim))
    return "" if word in counted else word


def _held(word: str, words: frozenset[str], letters: str) -> float:
    """1 for a word that is there; for a Chinese word, however it was segmented, the share of it that is."""
    if word in words:
        return 1.0
    if not has_han(word):
        written = any(char.isdigit() for char in word)
        return float(written and bool(re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])", letters)))
    if word in letters:
        return 1.0
    return 0.8 * sum(char in letters for char in word) / len(word) if len(word) > 1 else 0.0


def _soft(words: Sequence[str], wanted: np.ndarray, view: ReplyView, vectors: Vectors) -> np.ndarray:
    """For the wanted words, the cosine of the nearest word of the reply; codes and numbers only stand for themselves."""
    near = np.zeros(len(words))
    rows = [i for i in map(int, np.flatnonzero(wanted)) if not any(char.isdigit() for char in words[i])]
    there = sorted(word for word in view.words if not any(char.isdigit() for char in word))
    if rows and there:
        cosines = vectors.rows([words[i] for i in rows]) @ vectors.rows(there).T
        near[rows] = np.clip(cosines.max(axis=1), 0.0, 1.0)
    return near


def _cosines(claim: str, view: ReplyView, vectors: Vectors) -> tuple[float, float, int]:
    """Cosine with question and reply together; how much that is above the question alone; the nearest part."""
    mine = vectors.rows([claim])[0]
    best = int(np.argmax(vectors.rows(list(view.parts)) @ mine))
    texts = [f"{view.question} {view.parts[best]}", f"{view.question} {view.text}", view.question or " "]
    part, whole, question = (float(cosine) for cosine in vectors.rows(texts) @ mine)
    return max(part, whole), max(part, whole) - question, best


def _missing_names(claim: str, terms: Terms, exact: np.ndarray, asked: np.ndarray) -> tuple[str, ...]:
    """Names and codes of the claim that neither question nor reply has."""
    named = " ".join(find_names(claim))
    found = []
    for word, hard, held in zip(terms.words, terms.hard, np.maximum(exact, asked), strict=True):
        # What the segmenter does not know is only a name when it is written as one.
        if hard and has_han(word) and not (word in named or jieba().dt.FREQ.get(word)):
            continue
        if hard and held < (0.3 if has_han(word) else 1.0):
            found.append(word)
    return tuple(found)


def _mean(values: np.ndarray, weights: np.ndarray, default: float) -> float:
    total = float(weights.sum())
    return float((values * weights).sum() / total) if total else default
