"""English questions about definitions, permissions, prohibitions, conditions and reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from builder.draft.chinese.base import Asked
from builder.draft.english.base import PERSON_NOUN, VAGUE, is_dangling, statement_of
from builder.draft.english.grammar import Clause, ask, inverted, rest_of, said, span_text
from builder.draft.english.relations import is_work, says_again
from builder.draft.english.verbs import VERBS
from builder.draft.topic import lower_first

# Nouns that say what a thing is like, not what it is.
_NO_KIND = frozenset(
    "mix example part result matter reason key way attempt effort thing one lot number majority goal idea point answer exception cause sign step problem "
    "version equivalent issue responsibility need requirement duty task choice decision pleasure factor fact topic question subject target source basis case focus product term word phrase name".split()
)
# "the combination of a scheme, a host and a port"
_SUMS = frozenset("combination set process act ratio practice ability sum number amount".split())
_PRAISE = frozenset("good great bad perfect excellent nice handy useful easy important typical major big ideal".split())
_PERSON = re.compile(
    r"(?:(?<!numb)(?<!cent)(?<!pap)(?<!riv)(?<!ord)(?<!thrill)(?<!brows)(?<!pow)(?<!lay)(?<!tow)(?<!clust)(?<!serv)(?<!comput)(?<!lett)(?<!theat)(?<!charact)(?<!transf)"
    r"(?<!dinn)(?<!cov)(?<!mast)(?<!contain)(?<!wat)er|(?<!fact)(?<!sect)(?<!mot)(?<!vect)(?<!err)(?<!sens)(?<!react)(?<!process)(?<!col)(?<!harb)(?<!corrid)or|"
    r"(?<!l)ist|(?<!med)ian|(?<!hu)man|woman|actress|(?<!ch)eer|critic|scholar|student|king|queen|prince|princess|president|chief|figure|politician|"
    r"son|daughter|wife|husband|brother|sister|monk|priest|pope|saint|poet|athlete|general|hero|god|goddess|nurse|lawyer|attorney|activist|artist)$"
)
_MACHINES = frozenset(
    "reader loader viewer aggregator editor manager browser compiler adapter router filter folder header footer buffer parser linker scanner printer "
    "converter installer launcher wrapper controller scheduler monitor generator emulator simulator operator separator iterator constructor descriptor "
    "calculator indicator list standard".split()
)
_THING = re.compile(
    r"(film|movie|series|show|album|song|single|novel|book|play|opera|game|band|group|duo|company|brand|club|team|university|college|school|hospital|"
    r"city|town|village|county|river|lake|island|park|stadium|building|bridge|museum|mall|magazine|newspaper|label|station|network|airline|species|"
    r"genus|plant|tree|breed|award|championship|league|tournament|event|battle|war|program|system|language|protocol|drama|comedy|thriller|musical)$"
)

# "the Lab": short for a name told elsewhere; "your …", "YY", "KiCad project manager" without its article.
_NO_NAME = re.compile(r"^the [A-Z][a-z]+$|^your |'s |^[A-Z]{1,2}$|^[A-Z]+[a-z]*[A-Z]\w* [a-z]")


def definitions(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "X is a …": what, or who, is X?"""
    root, doc = clause.root, clause.root.doc
    plain = root.lower_ in ("is", "are", "was", "were") and not clause.lead and not clause.auxiliaries
    if not plain or clause.negation is not None:
        return
    attribute = next((t for t in root.children if t.dep_ == "attr" and t.i > root.i), None)
    if attribute is None or doc[root.i + 1].lower_ not in ("a", "an", "the") or attribute.lemma_ in _NO_KIND:
        return
    # "a particularly good fit" praises, and "each plugin" is none in particular.
    praised = doc[root.i + 2].pos_ == "ADV" or doc[root.i + 2].lemma_ in _PRAISE
    if praised or clause.subject.left_edge.lower_ in ("each", "every", "any", "some", "another", "either", "no"):
        return
    subject, named = clause.subject_text, clause.subject.pos_ == "PROPN"
    if named and is_work(root) and re.match(r"the [A-Z](?!.* Team$)", subject):
        subject = subject.replace("the ", "The ", 1)
    # "a feature of …, not a bug" says what one thinks of it.
    thought = attribute.lemma_ in ("feature", "tool") and ", not " in sentence or re.search(r"\bsome(?:thing|one)\W*$", sentence)  # fmt: skip
    # "a tool fulfilling these wishes": which, the sentence before says.
    thought = thought or re.search(r"\b(?:these|those) [a-z]", sentence) is not None
    # "… at a time, or it can be …": a second half that says otherwise; "the process of X is …" tells no process.
    tail = root.doc[clause.end :].text if clause.end < len(root.doc) else ""
    thought = thought or re.match(r",? ?(?:or|but) ", tail) is not None or re.match(r"the (?:process|way|purpose|goal|point) ", subject) is not None  # fmt: skip
    if thought or is_dangling(subject) or _NO_NAME.search(subject) or len(subject.split()) > 8 or clause.subject.lower_ in _NO_KIND:  # fmt: skip
        return
    if clause.subject.pos_ == "PRON" or any(t.dep_ == "conj" and t.i <= clause.subject.right_edge.i for t in clause.subject.subtree) and not named:  # fmt: skip
        return
    # "What is user websites?"
    several = root.lower_ == "is" and not named and re.search(r"(?:^|[a-z ])[a-z]+[^s ui]s$", subject)
    if _is_circular(subject, sentence) or several:
        return
    # "Mural is an online collaborative whiteboard tool" says enough in front of its noun.
    described = named and sum(t.dep_ in ("amod", "compound") for t in attribute.children) > 1
    modified = described or any(t.dep_ in ("relcl", "acl", "prep") for t in attribute.children)
    of_text = doc[root.i + 1].lower_ == "the" and attribute.lemma_ not in _SUMS or root.lower_ in ("was", "were")
    if not modified or of_text and not named:
        return
    kind = clause.subject.ent_type_
    person = named and kind in ("PERSON", "NORP", "") and _PERSON.search(attribute.lemma_) is not None
    person = person and attribute.lemma_ not in _MACHINES
    if named and not person and clause.subject.ent_type_ == "PERSON" and not _THING.search(attribute.lemma_):
        return
    # "What is the knowledge base?": the reader's own, not a notion; "Simon & Garfunkel is the artist of …": no definition.
    # "… was the first country to": what it was first in is asked for, not what it is.
    if any(t.tag_ == "JJS" or t.lower_ in ("first", "last", "only") for t in attribute.children):
        return
    if named and re.match(r"The .*[^s]s$", subject) and root.lower_ in ("is", "was"):
        return
    if not named and re.match(r"the \S+(?: \S+){0,2}$", subject) or named and (root.lower_ in ("are", "were") or person) and re.search(r" (?:and|&) ", subject):  # fmt: skip
        return
    yield Asked(
        ask("", f"{'Who' if person else 'What'} {root.lower_} {subject}"), said(clause, sentence, whole=True), rest_of(clause, None),
        "definition", "en:definition", 0.82 if named else 0.74, subject=subject,
    )  # fmt: skip


def _is_circular(name: str, sentence: str) -> bool:
    """Whether a definition says the name again: "Debian Edu is a distribution created by the Debian Edu project"."""
    maker = re.search(r"\bby the ([A-Z].*?) (?:project|team|community|developers?)\W*$", sentence)
    return maker is not None and maker.group(1) in name


_NO_THING = re.compile(r"(?:[A-Z][\w’'-]*(?: |$))+|[a-z]+(?<!s)|the use of .+")
_TO_OR_BY = re.compile(r"(?:in order )?to |\w+ing\b", re.IGNORECASE)
_SOMEBODY = re.compile(r"(?:the |an? |your |all )?(?:you|anyone|people|everyone|users?|readers?|players?|visitors?|developers?|administrators?|authors?|customers?|employees?|staff|programmers?|members?|teams?|managers?)", re.IGNORECASE)  # fmt: skip
# What tells of nothing: "several aspects", "only in specific circumstances".
_VAGUELY = re.compile(
    r"\b(?:certain|various|several|some|only (?:in|if|when|for|change)|aspects|things|functionality)\b"
)


def enabling(clause: Clause, sentence: str) -> Iterator[Asked]:
    root, doc = clause.root, clause.root.doc
    if (
        root.lemma_ not in ("allow", "enable", "require", "permit", "entitle", "authorize", "let")
        or clause.negation is not None
    ):
        return
    infinitive = next(
        (t for t in root.children if t.dep_ in ("ccomp", "xcomp") and t.i > root.i and t.pos_ == "VERB"), None
    )
    subject = clause.subject_text
    if infinitive is None or clause.subject.lower_ == "you" or is_dangling(subject) or _TO_OR_BY.match(clause.lead):
        return
    # "Sticky keys allows": a heading put in front of a verb. What a whole program allows, its pages tell together.
    headed = root.tag_ == "VBZ" and re.search(r" [a-z]+(?<![su])s$", subject) is not None
    if (
        headed
        or _NO_THING.fullmatch(subject)
        or VAGUE.match(subject)
        or re.search(r"[→▸]|^(?:right|left|double)[ -]click", subject, re.IGNORECASE)
    ):
        return
    # "Building modules allows …": what one does, no thing.
    if clause.subject.left_edge.tag_ == "VBG" and re.match(r"[A-Za-z]+ing [A-Za-z]", subject):
        return
    if any(t.dep_ == "acl" for t in clause.subject.children) or any(t.dep_ == "auxpass" for t in clause.auxiliaries):
        return
    lets = root.lemma_ == "let" and doc[root.i + 1].lower_ == "you"
    to = infinitive if lets else next((t for t in infinitive.children if t.lower_ == "to" and t.dep_ == "aux"), None)
    # "allows data to be exported": what is done to the data is nothing the data does.
    if to is None or to.i - root.i < 1 or doc[to.i + 1].lower_ == "be" or root.lemma_ == "let" and not lets:
        return
    # "lets you quickly open": the adverb goes with the verb.
    middle = "you" if lets else span_text(doc, root.i + 1, to.i)
    # "permits to customize" is no English to ask in.
    if not _SOMEBODY.fullmatch(middle):
        return
    does = span_text(doc, to.i + 1, clause.end)
    if says_again(subject, does) or _VAGUELY.search(does):
        return
    gap = (root.i + 2 if lets else to.i, clause.end)
    question = inverted(clause, gap, "What")
    yield Asked(
        question[:-1] + (" do?" if lets else " to do?"), statement_of(sentence), span_text(doc, to.i, clause.end),
        "definition", "en:enabling", 0.83, subject=subject,
    )  # fmt: skip


# "The last workspace does not contain …": one of what a picture shows.
_SHOWN = re.compile(r"the (?:last|first|next|previous|second|third|following|left|right)\b", re.IGNORECASE)
# A question holds no exception, no reason and no second clause: "Will it be shown unless …?"; without its "not" another means something else.
_LIMITED = re.compile(
    r"\b(?:in general|some|certain|most|many|but|instead|at all|usually|often|normally|generally|always|necessarily|in some cases|unless|except|because|"
    r"considered|rather than|until|yet|any longer|anymore)\b|:|, (?:who|which|where)\b",
    re.IGNORECASE,
)
_CASE = re.compile(r"(?:if|when|for|during|after|before|in|on|at|as|without|while)\b|$", re.IGNORECASE)
_NEGATED = ("can", "may", "must", "shall", "should", "do", "does", "is", "are", "will", "ca")
_BANS = ("must", "shall", "should")
# An exception at the end of a ban is part of its answer, not of the question.
_UNLESS = re.compile(r",? unless .+$")
_SORRY = re.compile(r"^(?:(?:Regrettably|Unfortunately)\b,? ?)?(?:[Ff]or [\w ]+ reasons$)?")


def prohibitions(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "X cannot do Y": can X do Y?"""
    root, subject, rest = clause.root, clause.subject_text, _UNLESS.sub("", rest_of(clause, None))
    leans = (
        is_dangling(re.sub(r"\bfrom one (\w+) to another\b", r"to a \1", rest))
        or is_dangling(clause.lead or "x")
        or VAGUE.match(subject)
        or _SHOWN.match(subject)
    )
    if clause.negation is None or not clause.auxiliaries or leans or " not " in f" {subject} ":
        return
    first, verb = clause.auxiliaries[0].lower_, root.lemma_
    if (
        first not in _NEGATED
        or len(rest.split()) < 2
        or root.tag_ == "VBG"
        or _LIMITED.search(_UNLESS.sub("", sentence) if first in _BANS else sentence)
    ):
        return
    # "You don't own a device": a case the page is for; "you can't go digging through junkyards": a figure of speech.
    case = first == "do" and verb != "need" or verb in ("have", "be", "want", "know", "guarantee")
    figure = first in ("can", "ca") and (verb not in VERBS or re.match(r"go \w+ing\b", root.doc[root.i :].text))
    if clause.subject.lower_ == "you" and (case or figure):
        return
    # "may not be available" is a possibility, no ban.
    possible = verb in ("be", "have", "work", "appear", "exist", "contain", "support") or any(t.lower_ == "have" for t in clause.auxiliaries)  # fmt: skip
    if first in ("may", "should", "shall") and possible or not _CASE.match(_SORRY.sub("", clause.lead)):
        return
    # "Are causes named before …?": whose, the page says; a verb in brackets is none of the sentence's own.
    before = sentence[: root.idx]
    if re.fullmatch(r"[a-z]+s", subject) and not re.search(r"[A-Z]", rest) or before.count("(") > before.count(")"):
        return
    clause = replace(clause, lead=_SORRY.sub("", clause.lead))
    question = re.sub(r",? unfortunately\b", "", inverted(clause, None, "")).replace(" not ", " ", 1)
    question = _UNLESS.sub("", question.rstrip("?")) + "?"
    if first in ("must", "shall"):
        question = re.sub(
            r"\b(?:[Mm]ust|[Ss]hall)\b", lambda m: "May" if m.group()[0].isupper() else "may", question, count=1
        )
        be = "Are" if clause.subject.tag_ in ("NNS", "NNPS") else "Is"
        question = re.sub(r"^May (.+?) be (permitted|allowed|required)\b", rf"{be} \1 \2", question)
    # What must not be done to a thing stands alone; what a thing does not do is one page's.
    ban = first in _BANS and clause.subject.lower_ not in ("you", "we")
    # "can't take the diffs and work out which …": half of what cannot be done.
    if clause.end + 2 < len(root.doc):
        return
    yield Asked(question[0].upper() + question[1:], statement_of(sentence), "no", "yes_no", "en:ban" if ban else "en:whether", 0.8)  # fmt: skip


# Of what one can do, people ask when something is wrong; else it is one thing of many.
_WRONG = re.compile(r"if you need to |(?:if|when)\b.*(?:\b(?:not|no longer|cannot|fails?|broken|problems?|errors?|unable|concerned|worried|lost|lose|forgot\w*|block\w*|missing|wrong)\b|n[’']t\b)", re.IGNORECASE)  # fmt: skip

_NO_ACT = frozenset("be see receive get have find notice want hear know consider".split())


def requirements(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "If X, you must Y": what must you do if X, where the condition stands first."""
    lead = clause.lead
    # What comes before or after something is seldom one thing: "before you upload your package" there is much to do.
    match = re.match(r"(if|when)\b(.+)", lead, re.IGNORECASE)
    if match is None or is_dangling(lead[len(match.group(1)) :].strip()) or clause.negation is not None:
        return
    # "If you have no account you cannot use the API, so you must …": two clauses, read as one condition.
    if re.search(r",? (?:so|and|but)$|, (?:that|this|it|you|they|which) ", lead):
        return
    # "If you want to …" is asked as "How do you …?"
    if re.match(r"if you(?:[’']d like| (?:want|wish|would like|prefer|decide))\b", lead, re.IGNORECASE):
        return
    action = rest_of(clause, None)
    if len(action.split()) < 2 or len(lead.split()) < 3 or re.search(r", then\b", lead) or ", but " in sentence or re.search(r"\bth(?:is|ese)\b", action):  # fmt: skip
        return
    subject = clause.subject_text
    modal = next((t.lower_ for t in clause.auxiliaries if t.tag_ == "MD"), "")
    person = clause.subject.lower_ == "you" or PERSON_NOUN.search(clause.subject.text) is not None
    if not person:
        return
    root = clause.root
    need = root.lemma_ in ("need", "have") and root.i + 1 < clause.end and root.doc[root.i + 1].lower_ == "to"
    if need:
        if modal in ("may", "might"):
            return
        body = f"what {'does' if clause.root.tag_ == 'VBZ' else 'do'} {subject} {clause.root.lemma_} to do"
    elif clause.root.lemma_ in _NO_ACT or any(t.dep_ == "auxpass" for t in clause.auxiliaries):
        return
    elif modal == "can" and not _WRONG.match(lead):
        return
    elif modal in ("must", "should", "can") or (modal == "will" and subject != "you"):
        body = f"what {modal} {subject} do"
    else:
        return
    # What one can do in a case is often one thing of several.
    trust = 0.78 if modal == "can" else 0.8
    yield Asked(
        ask("", f"{body} {lead[0].lower()}{lead[1:]}"), statement_of(sentence), action, "condition", "en:if-do", trust
    )


def reasons(clause: Clause, sentence: str) -> Iterator[Asked]:
    match = re.search(r",? (because) (.+)$", sentence.rstrip("."))
    # "is no longer drawn": the question would lose its "no".
    if (
        match is None
        or clause.root.lemma_ in ("allow", "enable", "let")
        or "no longer" in sentence[: match.start()]
        or clause.root.idx > match.start()
        or is_dangling(sentence[: match.start()])
    ):
        return
    begin = next((t.i for t in clause.root.doc if t.idx >= match.start(1)), None)
    if begin is None or begin >= clause.end:
        return
    # "mainly because", "an opinion that … because": the reason hangs on a word before it, or on another clause.
    mark = clause.root.doc[begin]
    holder = mark if mark.dep_ == "prep" else mark.head
    if holder.head != clause.root or clause.root.doc[begin - 1].pos_ in ("ADV", "SCONJ"):
        return
    # "You are running it because": a story; "the warning message": which, the page shows.
    subject = clause.subject_text
    told = (
        clause.subject.lower_ == "you"
        and clause.root.lemma_ != "need"
        and not re.search(r"\b(?:must|should|have to)\b", sentence)
    )
    # "1.2.1 will be used because": in an example.
    if told or re.search(r"\d", sentence[: match.start()]) or re.match(r"some |the (?:\w+ )?(?:messages?|warnings?|errors?|problems?)$", subject, re.IGNORECASE):  # fmt: skip
        return
    question = inverted(clause, (begin, clause.end), "Why")
    # "To declare headers, why …": the purpose reads better behind.
    if re.match(r"To [a-z]", clause.lead):
        question = ask(
            "", f"{inverted(replace(clause, lead=''), (begin, clause.end), 'Why')[:-1]} {lower_first(clause.lead)}"
        )
    yield Asked(question, statement_of(sentence), match.group(2), "reason", "en:why", 0.79)
