"""English questions about facts found by pattern in a parsed sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from builder.draft.english import Clause, ask, gerund_to_base, inverted, main_clause, parser, rest_of, span_text, subject_question, third_person
from builder.draft.facts_zh import TYPE_NOUNS, Asked
from builder.draft.markup import balanced, is_clean

_DANGLING_START = re.compile(
    r"^(it|its|they|them|their|this|these|those|that|he|she|such|here|there|then|also|however|therefore|but|and|or|so|"
    r"otherwise|instead|additionally|finally|first|second|next|again|note|for example|for instance|e\.g|in this|in that|"
    r"in these|at this|to do this|to do so|if so|if not|in addition|as a result|because of this|the former|the latter|both|"
    r"either|neither|another|the following|the above|see|click|yes|no|we|our|i|my|once you|after that|after this|like|just|"
    r"please|when this|if this|if it|when it|once it|if they|when they|by doing|unlike|similarly|rather|let's|let)\b",
    re.IGNORECASE,
)
_DANGLING_INSIDE = re.compile(
    r"\b(this|these|those|above|below|following|aforementioned|the former|the latter|as follows|as shown|such (a|an)|"
    r"here|there|the same|the other|that one|one of them|doing so|do so|it|its|they|them|their|he|she|his|her|we|our|us|I|my|me|"
    r"another|others)\b"
)
_SAFE_THEIR = re.compile(r"\b(employees?|people|users?|staff|managers?|supervisors?|teams?|members?|travelers?|candidates?|customers?|parents?|anyone|everyone|someone)\b.{0,60}\b(their|they|them)\b", re.IGNORECASE)
_VAGUE = re.compile(r"\b(example|e\.g\.|such as|probably|maybe|might|some|several|various|etc|usually|generally|often|sometimes|currently working|stuff|things?|a lot|a few|many)\b", re.IGNORECASE)
_PERSON_NOUN = re.compile(
    r"\b(supervisor|manager|director|officer|official|team|department|office|committee|lead|specialist|administrator|admin|head|"
    r"board|council|HR|staff|desk|unit|owner|coordinator|president|secretary|employee|lawyer|counsel|agency|operations|finance|"
    r"recruiter|partner|representative|person|group|approver|travelers?|division|branch|company|facilitator|interviewer|champion)s?$",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"(calendar |working |business |work |full |consecutive |unused |paid |unpaid |additional |extra |completed |official )*"
    r"(days?|weeks?|hours?|months?|years?|minutes?|seconds?|percent|dollars|euros|miles|km|kilometers?|people|employees|times|"
    r"characters|words|pages|items|votes?|bytes|units|copies|points|credits|nights|attempts|users?|members|questions|interviews?)",
    re.IGNORECASE,
)
_PREPOSED = frozenset("within after before for in at by until during over under to from of on with per up than".split())
_BOUND = frozenset("at least most up to no more than less over under about minimum maximum only exactly".split())


def questions_of(sentence: str) -> Iterator[Asked]:
    """All questions a plain English sentence allows, without topic."""
    if not usable(sentence):
        return
    doc = parser()(sentence)
    if len(list(doc.sents)) != 1:
        return
    yield from _instructions(sentence, doc)
    clause = main_clause(next(iter(doc.sents)))
    if clause is None or _pronoun_subject(clause):
        return
    for make in (_quantities, _deadlines, _agents, _definitions, _enabling, _prohibitions, _requirements, _reasons, _named_tools):
        for asked in make(clause, sentence):
            if asked.question and 5 <= len(asked.question.split()) <= 34:
                yield asked


def usable(sentence: str) -> bool:
    """Whether a sentence can be asked about at all: whole, clean, not leaning on its neighbours."""
    words = sentence.split()
    if not 6 <= len(words) <= 45 or not is_clean(sentence) or not balanced(sentence):
        return False
    if not re.match(r"[A-Z0-9“\"]", sentence) or not re.search(r"[.!)”\"]$", sentence):
        return False
    if sentence.endswith((":", "?")) or _DANGLING_START.match(sentence):
        return False
    return not re.search(r"\b(below|above|following|as follows|this (page|section|guide|document)|see also)\b", sentence, re.IGNORECASE)


def is_dangling(text: str) -> bool:
    """Whether a text leans on a word whose meaning stands outside it."""
    if _DANGLING_START.match(text):
        return True
    return _DANGLING_INSIDE.search(_SAFE_THEIR.sub(" ", text)) is not None


def _pronoun_subject(clause: Clause) -> bool:
    subject = clause.subject
    return subject.pos_ == "PRON" and subject.lower_ not in ("you", "anyone", "everyone", "nobody", "somebody")


def _statement(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "”", ")")) else sentence + "."


def _quantities(clause: Clause, sentence: str) -> Iterator[Asked]:
    doc = clause.root.doc
    for token in doc:
        if token.pos_ != "NUM" or token.dep_ not in ("nummod", "pobj", "attr", "dobj", "npadvmod") or not re.search(r"\d|^(two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety)$", token.lower_):
            continue
        asked = _quantity(clause, token, sentence)
        if asked is not None:
            yield asked


def _quantity(clause: Clause, token: Any, sentence: str) -> Asked | None:
    doc, head = clause.root.doc, token.head
    if token.i < clause.root.i or token.i >= clause.end or re.search(r"^(19|20)\d\d$", token.text):
        return None
    if token.dep_ == "nummod" and head.pos_ in ("NOUN", "PROPN", "SYM"):
        noun = head
    elif doc[token.i - 1].text in ("$", "€", "£"):
        noun = token
    else:
        return None
    before = doc[token.i - 1]
    money = before.text in ("$", "€", "£") or (noun.text in ("EUR", "USD", "GBP", "dollars", "euros"))
    percent = noun.text == "%" or noun.lower_ == "percent"
    unit = noun.text
    if not money and not percent and not _UNIT.fullmatch(unit):
        return None
    start = token.i - (1 if before.text in ("$", "€", "£") else 0)
    while start - 1 > clause.root.i and doc[start - 1].lower_ in ("at", "least", "most", "up", "to", "no", "more", "less", "than", "about", "approximately", "only", "a", "an", "minimum", "maximum", "of") and doc[start - 1].head.i in range(start - 3, token.i + 3):
        start -= 1
    bound_words = span_text(doc, start, token.i).lower().replace("$", "").strip()
    preposition = doc[start - 1] if doc[start - 1].dep_ == "prep" and doc[start - 1].i > clause.root.i else None
    top = preposition.head if preposition is not None else noun.head
    direct = preposition is None and noun.dep_ in ("dobj", "attr", "npadvmod", "oprd") and top == clause.root
    through = preposition is not None and preposition.lower_ in _PREPOSED and _attached(preposition.head, clause.root)
    if not direct and not through:
        return None
    end = noun.i + 1
    if direct and doc[noun.i].n_rights and end < clause.end and doc[end].lower_ == "of":
        of = doc[end]
        end = min(clause.end, of.right_edge.i + 1) if of.head == noun else end
    tail = span_text(doc, noun.i + 1, end)
    modifiers = " ".join(t.text for t in doc[token.i + 1 : noun.i])
    measure = "How much" if money else "What percentage" if percent else f"How many {f'{modifiers} {unit}'.strip()}"
    if not money and not percent and not unit.endswith("s") and unit.lower() not in ("people", "staff"):
        measure = f"How many {modifiers} {unit}s".replace("  ", " ")
    wh = _bounded(measure, bound_words)
    if tail:
        wh = f"{wh} {tail}"
    if preposition is not None:
        wh = f"{preposition.text.capitalize()} {wh[0].lower()}{wh[1:]}"
        start = preposition.i
    question = inverted(clause, (start, end), wh)
    after = doc[end] if end < clause.end else None
    if clause.root.lemma_ in ("exceed", "be", "count", "remember", "divide", "expect", "fall"):
        return None
    if re.search(r", (but|and|including|plus)\b|\bwithin\b.*\bof\b", question[len(wh) :]) or after is not None and after.lower_ == "of":
        return None
    if after is not None and (after.text in ("(", ",") or after.dep_ in ("relcl",)) or re.search(r"\d", question) or "only" in question.split() or doc[token.i + 1].text == "-":
        return None
    score = 0.84 if direct else 0.8
    if clause.subject.lower_ == "you":
        score += 0.03
    return Asked(question, _statement(sentence), span_text(doc, token.i - (1 if before.text in "$€£" else 0), noun.i + 1), "number", "en:quantity", score)


def _attached(head: Any, root: Any) -> bool:
    """Whether a phrase hangs on the main verb or on the infinitive or participle right under it."""
    return head == root or (head.head == root and head.dep_ in ("xcomp", "acomp"))


def _bounded(measure: str, words: str) -> str:
    if re.search(r"at least|minimum|no less", words):
        return f"At least {measure[0].lower()}{measure[1:]}"
    if re.search(r"up to|at most|no more|maximum", words):
        return f"Up to {measure[0].lower()}{measure[1:]}"
    if re.search(r"more than|over", words):
        return f"More than {measure[0].lower()}{measure[1:]}"
    return measure


def _deadlines(clause: Clause, sentence: str) -> Iterator[Asked]:
    doc = clause.root.doc
    for entity in doc.ents:
        if entity.label_ != "DATE" or not re.search(r"\d|day|Monday|January|February|March|April|May|June|July|August|September|October|November|December", entity.text):
            continue
        prep = entity.root.head
        if entity.label_ == "DATE" and re.search(r"\bof\b|\bthrough\b|week|first day", entity.text):
            continue
        if prep.dep_ != "prep" or prep.lower_ not in ("by", "on", "before", "until", "from", "since") or not _attached(prep.head, clause.root) or prep.i < clause.root.i or entity.end > clause.end:
            continue
        if not re.search(r"\d|Monday|Tuesday|Wednesday|Thursday|Friday|first|last", entity.text):
            continue
        wh = {"by": "By when", "until": "Until when", "from": "From when", "since": "Since when", "before": "Before what date"}.get(prep.lower_, "When")
        yield Asked(inverted(clause, (prep.i, entity.end), wh), _statement(sentence), entity.text, "date", "en:date", 0.8)


def _agents(clause: Clause, sentence: str) -> Iterator[Asked]:
    doc, root = clause.root.doc, clause.root
    agent = next((t for t in root.children if t.dep_ == "agent"), None)
    if agent is not None and agent.i < clause.end:
        person = next((t for t in agent.children if t.dep_ == "pobj"), None)
        if person is not None and _PERSON_NOUN.search(person.text) and not is_dangling(clause.subject_text):
            value = span_text(doc, person.left_edge.i, person.right_edge.i + 1)
            modal = next((t.lower_ for t in clause.auxiliaries if t.tag_ == "MD"), "")
            verb = f"{modal} {root.lemma_}".strip() if modal else third_person(root.lemma_) if doc[agent.i].tag_ else ""
            if any(t.lower_ in ("was", "were", "been") for t in clause.auxiliaries) and not modal:
                verb = root.text
            rest = span_text(doc, agent.right_edge.i + 1, clause.end)
            middle = span_text(doc, root.i + 1, agent.i)
            if re.search(r", (but|and|which)\b|^ ?(but|which)\b", rest) or re.search(r"\b(at|on) (team|day|time)\b", value):
                return
            yield Asked(ask(clause.lead, f"Who {verb} {clause.subject_text} {middle} {rest}"), _statement(sentence), value, "person", "en:who-by", 0.86)
        return
    subject = clause.subject
    if subject.dep_ != "nsubj" or not _PERSON_NOUN.search(subject.text) or clause.negation is not None:
        return
    if clause.lead and is_dangling(clause.lead) or any(t.dep_ == "conj" for t in subject.subtree):
        return
    if any(t.lower_ in ("most", "some", "many", "each", "any", "all", "every", "no", "both", "another", "a", "an", "another") for t in subject.children):
        return
    if re.search(r", (but|including|and)\b", rest_of(clause, None)):
        return
    if subject.tag_ in ("NNS",) and subject.lower_ in ("employees", "people", "staff", "members", "travelers", "persons"):
        return
    if root.lemma_ in ("be", "have", "need", "want", "include", "seem", "become", "know", "feel", "like", "try", "hope"):
        return
    if root.i - subject.i > 5 or not 3 <= len(rest_of(clause, None).split()) <= 20:
        return
    yield Asked(subject_question(clause, "Who"), _statement(sentence), clause.subject_text, "person", "en:who", 0.78)


def _definitions(clause: Clause, sentence: str) -> Iterator[Asked]:
    root, doc = clause.root, clause.root.doc
    if root.lower_ not in ("is", "are") or clause.lead or clause.negation is not None or clause.auxiliaries:
        return
    attribute = next((t for t in root.children if t.dep_ == "attr" and t.i > root.i), None)
    if attribute is None or doc[root.i + 1].lower_ not in ("a", "an", "the"):
        return
    subject = clause.subject_text
    if is_dangling(subject) or len(subject.split()) > 8 or clause.subject.pos_ == "PRON":
        return
    modified = any(t.dep_ in ("relcl", "acl", "prep") for t in attribute.children)
    if not modified or clause.subject.lower_ in ("goal", "reason", "one", "thing", "way", "idea", "point", "answer", "exception"):
        return
    if doc[root.i + 1].lower_ == "the" and clause.subject.pos_ != "PROPN":
        return
    yield Asked(ask("", f"What {root.lower_} {subject}"), _statement(sentence), rest_of(clause, None), "definition", "en:definition", 0.84 if clause.subject.pos_ == "PROPN" else 0.74, subject=subject)


def _enabling(clause: Clause, sentence: str) -> Iterator[Asked]:
    root, doc = clause.root, clause.root.doc
    if root.lemma_ not in ("allow", "enable", "require", "permit", "entitle", "authorize") or clause.negation is not None:
        return
    infinitive = next((t for t in root.children if t.dep_ in ("ccomp", "xcomp") and t.i > root.i and t.pos_ == "VERB"), None)
    if infinitive is None or clause.subject.lower_ == "you" or is_dangling(clause.subject_text):
        return
    to = next((t for t in infinitive.children if t.lower_ == "to" and t.dep_ == "aux"), None)
    if to is None or to.i - root.i < 1:
        return
    middle = span_text(doc, root.i + 1, to.i)
    if is_dangling(middle) or len(middle.split()) > 8:
        return
    gap = (to.i, clause.end)
    question = inverted(clause, gap, "What")
    yield Asked(question[:-1] + " to do?", _statement(sentence), span_text(doc, to.i, clause.end), "definition", "en:enabling", 0.8, subject=clause.subject_text)


def _prohibitions(clause: Clause, sentence: str) -> Iterator[Asked]:
    negation = clause.negation
    if negation is None or is_dangling(rest_of(clause, None)) or is_dangling(clause.lead or "x"):
        return
    if not clause.auxiliaries or clause.auxiliaries[0].lower_ not in ("can", "may", "must", "should", "do", "does", "is", "are", "will", "ca") or len(rest_of(clause, None).split()) < 2:
        return
    first = clause.auxiliaries[0].lower_
    if clause.lead and not re.match(r"(if|when|for|during|after|before|in|on|at|as|without|while)\b", clause.lead, re.IGNORECASE) or ":" in sentence:
        return
    if clause.root.lemma_ in ("have", "need", "be", "want", "know", "guarantee") and clause.subject.lower_ == "you" and clause.root.lemma_ != "need":
        return
    question = inverted(clause, None, "").replace(" not ", " ", 1)
    if first == "must":
        question = re.sub(r"\b[Mm]ust\b", lambda m: "May" if m.group()[0] == "M" else "may", question, count=1)
    yield Asked(question[0].upper() + question[1:], _statement(sentence), "no", "yes_no", "en:whether", 0.76)


def _requirements(clause: Clause, sentence: str) -> Iterator[Asked]:
    """"If X, you must Y": what must you do if X; "When X, Y does Z" where the condition stands first."""
    lead = clause.lead
    match = re.match(r"(if|when|once|unless|before|after)\b(.+)", lead, re.IGNORECASE)
    if match is None or is_dangling(lead[len(match.group(1)) :].strip()) or clause.negation is not None:
        return
    action = rest_of(clause, None)
    if len(action.split()) < 2:
        return
    subject = clause.subject_text
    modal = next((t.lower_ for t in clause.auxiliaries if t.tag_ == "MD"), "")
    person = clause.subject.lower_ == "you" or _PERSON_NOUN.search(clause.subject.text) is not None
    if not person:
        return
    need = clause.root.lemma_ in ("need", "have") and clause.root.i + 1 < clause.end and clause.root.doc[clause.root.i + 1].lower_ == "to"
    if need:
        body = f"what {'does' if clause.root.tag_ == 'VBZ' else 'do'} {subject} {clause.root.lemma_} to do"
    elif clause.root.lemma_ in ("be", "see", "receive", "get", "have", "find", "notice", "want", "hear", "know") or any(t.dep_ == "auxpass" for t in clause.auxiliaries):
        return
    elif modal in ("must", "should", "can") or (modal == "will" and subject != "you"):
        body = f"what {modal} {subject} do"
    else:
        return
    yield Asked(ask(lead, body), _statement(sentence), action, "condition", "en:if-do", 0.84)


_IMPERATIVE_IF = re.compile(r"^(?P<lead>(?:If|When|Before|After|Once) [^,]{8,120}), (?:please |then )?(?P<act>[a-z]+ .{6,})[.!]$")
_ACT_IF = re.compile(r"^(?P<act>[A-Z][a-z]+ [^,]{6,120}?) (?P<lead>(?:if|when) (?:you|your|the) [^,]{8,90})[.!]$")


def _instructions(sentence: str, doc: Any) -> Iterator[Asked]:
    """"If X, do Y.": what should you do if X?"""
    match = _IMPERATIVE_IF.match(sentence) or _ACT_IF.match(sentence)
    if match is None:
        return
    lead, act = match.group("lead"), match.group("act")
    verb = parser()(f"Please {act[0].lower()}{act[1:]}.")[1]
    if verb.tag_ not in ("VB", "VBP") or verb.lemma_ in ("see", "note", "be", "let", "remember") or verb.lower_ in ("the", "your"):
        return
    if is_dangling(re.sub(r"^(If|When|Before|After|Once|if|when)\b", "", lead).strip()) or is_dangling(act):
        return
    yield Asked(ask("", f"What should you do {lead[0].lower()}{lead[1:]}"), _statement(sentence), act, "condition", "en:if-imperative", 0.86)


def _reasons(clause: Clause, sentence: str) -> Iterator[Asked]:
    match = re.search(r",? (because) (.+)$", sentence.rstrip("."))
    if match is None or clause.root.idx > match.start() or is_dangling(sentence[: match.start()]):
        return
    begin = next((t.i for t in clause.root.doc if t.idx >= match.start(1)), None)
    if begin is None or begin >= clause.end:
        return
    yield Asked(inverted(clause, (begin, clause.end), "Why"), _statement(sentence), match.group(2), "reason", "en:why", 0.76)


_TOOL = re.compile(r"^[A-Z][\w.]*(?: [A-Z][\w.]*){0,3}$")


def _named_tools(clause: Clause, sentence: str) -> Iterator[Asked]:
    """"You submit X in HR Links": where do you submit X?"""
    doc = clause.root.doc
    if clause.subject.lower_ not in ("you", "employees", "employee", "requests", "request"):
        return
    for child in clause.root.children:
        if child.dep_ != "prep" or child.lower_ not in ("in", "through", "via", "at") or child.i > clause.end:
            continue
        place = span_text(doc, child.i + 1, child.right_edge.i + 1)
        if _TOOL.match(place) and child.right_edge.i < clause.end and len(rest_of(clause, (child.i, child.right_edge.i + 1)).split()) >= 2:
            wh = "Where" if child.lower_ in ("in", "at") else f"{child.text.capitalize()} what"
            yield Asked(inverted(clause, (child.i, child.right_edge.i + 1), wh), _statement(sentence), place, "name", "en:where", 0.78)


__all__ = ["Asked", "TYPE_NOUNS", "gerund_to_base", "is_dangling", "questions_of", "usable"]
