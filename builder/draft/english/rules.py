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
    "version equivalent issue factor fact topic question subject target source basis case focus product term word phrase name".split()
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


def definitions(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "X is a …": what, or who, is X?"""
    root, doc = clause.root, clause.root.doc
    if (
        root.lower_ not in ("is", "are", "was", "were")
        or clause.lead
        or clause.negation is not None
        or clause.auxiliaries
    ):
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
    # "the Lab": short for a name told elsewhere; "a feature of …, not a bug" says what one thinks of it.
    if (
        re.match(r"the [A-Z][a-z]+$", subject)
        or attribute.lemma_ in ("feature", "tool")
        and ", not " in sentence
        or re.search(r"\bsome(?:thing|one)\W*$", sentence)
    ):
        return
    if (
        is_dangling(subject)
        or subject.startswith("your ")
        or len(subject.split()) > 8
        or clause.subject.lower_ in _NO_KIND
        or "'s " in subject
    ):
        return
    if clause.subject.pos_ == "PRON" or any(t.dep_ == "conj" and t.i <= clause.subject.right_edge.i for t in clause.subject.subtree) and not named:  # fmt: skip
        return
    # "What is user websites?", "YY is the year".
    several = root.lower_ == "is" and not named and re.search(r"(?:^|[a-z ])[a-z]+[^s ui]s$", subject)
    if _is_circular(subject, sentence) or several or re.fullmatch(r"[A-Z]{1,2}|[A-Z]+[a-z]*[A-Z]\w* [a-z].*", subject):
        return
    modified = any(t.dep_ in ("relcl", "acl", "prep") for t in attribute.children)
    if (
        not modified
        or doc[root.i + 1].lower_ == "the"
        and not named
        and attribute.lemma_ not in _SUMS
        or root.lower_ in ("was", "were")
        and not named
    ):
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


_PROGRAM = re.compile(r"(?:[A-Z][\w’'-]*(?: |$))+")
_SOMEBODY = re.compile(r"(?:the |an? |your |all )?(?:you|anyone|people|everyone|users?|readers?|players?|visitors?|developers?|administrators?|authors?|customers?|employees?|staff|programmers?|members?|teams?|managers?)", re.IGNORECASE)  # fmt: skip
# What tells of nothing: "several aspects", "only in specific circumstances".
_VAGUELY = re.compile(
    r"\b(?:specific|certain|particular|various|several|some|different|only|aspects|things|functionality)\b"
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
    if infinitive is None or clause.subject.lower_ == "you" or is_dangling(clause.subject_text):
        return
    if re.match(r"(?:in order )?to |\w+ing\b", clause.lead, re.IGNORECASE) or re.match(
        r"the use of ", clause.subject_text
    ):
        return
    # What a whole program allows, its pages tell together: "What does Archive Manager allow you to do?"
    # "storage allows", "Sticky keys allows": headings, put in front of a verb.
    if (
        re.fullmatch(r"[a-z]+(?<!s)", clause.subject_text)
        or root.tag_ == "VBZ"
        and re.search(r" [a-z]+(?<![su])s$", clause.subject_text)
    ):
        return
    if any(t.dep_ == "acl" for t in clause.subject.children) or _PROGRAM.fullmatch(clause.subject_text):
        return
    # "Building modules allows …": what one does, no thing.
    if re.match(r"[A-Za-z]+ing [A-Za-z]", clause.subject_text) and clause.subject.left_edge.tag_ == "VBG":
        return
    if VAGUE.match(clause.subject_text) or any(t.dep_ == "auxpass" for t in clause.auxiliaries):
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
    if says_again(clause.subject_text, does) or _VAGUELY.search(does):
        return
    gap = (root.i + 2 if lets else to.i, clause.end)
    question = inverted(clause, gap, "What")
    yield Asked(
        question[:-1] + (" do?" if lets else " to do?"),
        statement_of(sentence),
        span_text(doc, to.i, clause.end),
        "definition",
        "en:enabling",
        0.83,
        subject=clause.subject_text,
    )


# "The last workspace does not contain …": one of what a picture shows.
_SHOWN = re.compile(r"the (?:last|first|next|previous|second|third|following|left|right)\b", re.IGNORECASE)


def prohibitions(clause: Clause, sentence: str) -> Iterator[Asked]:
    negation, subject = clause.negation, clause.subject_text
    leans = is_dangling(rest_of(clause, None)) or is_dangling(clause.lead or "x")
    if negation is None or leans or _SHOWN.match(subject) or " not " in f" {subject} ":
        return
    if (
        not clause.auxiliaries
        or clause.auxiliaries[0].lower_ not in ("can", "may", "must", "should", "do", "does", "is", "are", "will", "ca")
        or len(rest_of(clause, None).split()) < 2
    ):
        return
    first = clause.auxiliaries[0].lower_
    if (
        VAGUE.match(clause.subject_text)
        or clause.root.tag_ == "VBG"
        or re.search(
            # A question holds no exception and no reason: "Will it be shown unless …?"
            r"\b(?:in general|some|certain|most|many|but|instead|at all|usually|often|normally|generally|always|necessarily|in some cases|unless|except|because|considered)\b",
            sentence,
            re.IGNORECASE,
        )
    ):
        return
    if (
        first == "may"
        and any(t.lower_ == "have" for t in clause.auxiliaries)
        or re.search(r", (?:who|which|where)\b", sentence)
    ):
        return
    # "Are causes named before …?": whose, the page says.
    bare = re.fullmatch(r"[a-z]+s", clause.subject_text) and not re.search(r"[A-Z]", rest_of(clause, None))
    if bare:
        return
    # "You don't own a device": a case the page is for.
    if first == "do" and clause.subject.lower_ == "you" and clause.root.lemma_ != "need":
        return
    # "You can't go digging through junkyards": a figure of speech.
    if (
        first in ("can", "ca")
        and clause.subject.lower_ == "you"
        and (clause.root.lemma_ not in VERBS or re.match(r"go \w+ing\b", clause.root.doc[clause.root.i :].text))
    ):
        return
    # "may not be available" is a possibility, no ban.
    if first == "may" and clause.root.lemma_ in ("be", "have", "work", "appear", "exist", "contain", "support"):
        return
    if (
        clause.lead
        and not re.match(r"(if|when|for|during|after|before|in|on|at|as|without|while)\b", clause.lead, re.IGNORECASE)
        or ":" in sentence
    ):
        return
    if (
        clause.root.lemma_ in ("have", "need", "be", "want", "know", "guarantee")
        and clause.subject.lower_ == "you"
        and clause.root.lemma_ != "need"
    ):
        return
    # "not until …", "not …, but …": without its "not" the question means something else.
    if (
        re.search(r",? but (rather|only)\b|\brather than\b|\b(until|yet|any longer|anymore)\b", rest_of(clause, None))
        or ", but " in sentence
    ):
        return
    # A verb in brackets is none of the sentence's own.
    before = sentence[: clause.root.idx]
    if before.count("(") > before.count(")"):
        return
    question = re.sub(r",? unfortunately\b", "", inverted(clause, None, "")).replace(" not ", " ", 1)
    if first == "must":
        question = re.sub(r"\b[Mm]ust\b", lambda m: "May" if m.group()[0] == "M" else "may", question, count=1)
    yield Asked(question[0].upper() + question[1:], statement_of(sentence), "no", "yes_no", "en:whether", 0.8)


# Of what one can do, people ask when something is wrong; else it is one thing of many.
_WRONG = re.compile(r"if you need to |(?:if|when)\b.*(?:\b(?:not|no longer|cannot|fails?|broken|problems?|errors?|unable|concerned|worried|lost|lose|forgot\w*|block\w*|missing|wrong)\b|n[’']t\b)", re.IGNORECASE)  # fmt: skip


def requirements(clause: Clause, sentence: str) -> Iterator[Asked]:
    """ "If X, you must Y": what must you do if X; "When X, Y does Z" where the condition stands first."""
    lead = clause.lead
    match = re.match(r"(if|when|once|unless|before|after)\b(.+)", lead, re.IGNORECASE)
    if match is None or is_dangling(lead[len(match.group(1)) :].strip()) or clause.negation is not None:
        return
    # "If you want to …" is asked as "How do you …?"
    if re.match(r"if you(?:[’']d like| (?:want|wish|would like|prefer|decide))\b", lead, re.IGNORECASE):
        return
    action = rest_of(clause, None)
    if len(action.split()) < 2 or len(lead.split()) < 3 or re.search(r", then\b", lead) or re.search(r"\bth(?:is|ese)\b", action):  # fmt: skip
        return
    subject = clause.subject_text
    modal = next((t.lower_ for t in clause.auxiliaries if t.tag_ == "MD"), "")
    person = clause.subject.lower_ == "you" or PERSON_NOUN.search(clause.subject.text) is not None
    if not person:
        return
    need = (
        clause.root.lemma_ in ("need", "have")
        and clause.root.i + 1 < clause.end
        and clause.root.doc[clause.root.i + 1].lower_ == "to"
    )
    if need:
        if modal in ("may", "might"):
            return
        body = f"what {'does' if clause.root.tag_ == 'VBZ' else 'do'} {subject} {clause.root.lemma_} to do"
    elif clause.root.lemma_ in (
        "be",
        "see",
        "receive",
        "get",
        "have",
        "find",
        "notice",
        "want",
        "hear",
        "know",
        "consider",
    ) or any(t.dep_ == "auxpass" for t in clause.auxiliaries):
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
    if told or re.match(r"some |the (?:\w+ )?(?:messages?|warnings?|errors?|problems?)$", subject, re.IGNORECASE):  # fmt: skip
        return
    question = inverted(clause, (begin, clause.end), "Why")
    # "To declare headers, why …": the purpose reads better behind.
    if re.match(r"To [a-z]", clause.lead):
        question = ask(
            "", f"{inverted(replace(clause, lead=''), (begin, clause.end), 'Why')[:-1]} {lower_first(clause.lead)}"
        )
    yield Asked(question, statement_of(sentence), match.group(2), "reason", "en:why", 0.79)
