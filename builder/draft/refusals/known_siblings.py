"""A fact asked of a sibling everybody knows: other staff, another system, another format, which the base never says it of."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from builder.draft.candidates import Candidate, Slots
from core.text.tokens import content_words

# Each name with what it may be exchanged for; words of one language, or names of any.
_GROUPS = (
    ("employees", "contractors", "interns", "freelancers"),
    ("员工", "外包人员", "实习生", "兼职人员"),
    ("customers", "resellers"),
    ("客户", "经销商"),
    ("Windows", "macOS", "Android", "FreeBSD"),
    ("Ubuntu", "Fedora", "Arch Linux", "openSUSE", "Debian"),
    ("MySQL", "PostgreSQL", "SQL Server", "MongoDB", "SQLite"),
    ("Amazon S3", "Google Cloud Storage", "Azure Blob Storage", "Dropbox"),
    ("AWS", "Google Cloud", "Azure", "Oracle Cloud"),
    ("CSV", "JSON", "Parquet", "XML"),
    ("PDF", "EPUB", "SVG"),
    ("LDAP", "OAuth", "Kerberos", "SAML"),
    ("Docker", "Podman", "Kubernetes"),
    ("Chrome", "Firefox", "Safari", "Edge"),
    ("Outlook", "Thunderbird", "Gmail"),
    ("GitHub", "GitLab", "Bitbucket"),
)
_FIT = ("number", "date", "procedure", "condition")
# The fewest words that say which fact is meant, and siblings tried per fact.
_LEAST_WORDS, _PER_FACT = 3, 2
_AN = re.compile(r"[AEIOUaeiou]|XML|SVG|SAML|LDAP|MySQL|MongoDB|SQ")
# What is done "instead of JSON" is done instead of XML too.
_UNSHARED = re.compile(
    r"\bwhy\b|version|according|instead of|rather than|根据|为什么|版本|原因|而不|替代|代替", re.IGNORECASE
)


def known_siblings(facts: Sequence[Candidate], seed: int) -> Iterator[Candidate]:
    """Facts of a name of a group, asked of others of that group; whether the base tells of them is checked afterwards."""
    rng = random.Random(f"known:{seed}")
    for fact in facts:
        if fact.subkind not in _FIT or _UNSHARED.search(fact.question):
            continue
        for group in _GROUPS:
            held = [name for name in group if _word(name).search(fact.question)]
            # "… to Amazon S3 with the S3 key" speaks of S3 twice.
            if len(held) != 1 or fact.question.count(held[0].split()[-1]) != 1:
                continue
            told = tuple(dict.fromkeys(w for w in content_words(_word(held[0]).sub(" ", fact.question)) if len(w) > 1))
            if len(told) < _LEAST_WORDS:
                continue
            # "download it as a XML" lacks its article.
            article = re.search(rf"\ban? {re.escape(held[0])}", fact.question) is not None
            others = [name for name in group if name != held[0] and not (article and _AN.match(name))]
            for other in rng.sample(others, min(_PER_FACT, len(others))):
                yield Candidate(
                    question=_word(held[0]).sub(other, fact.question), answer="", claims=(), spans=(), kind="unanswerable", subkind="entity_swap",
                    language=fact.language, score=round(min(0.9, fact.score), 4), template=f"{fact.language}:swap-known", subject=other,
                    topic=fact.topic, expected_reply="refuse", slots=Slots(attribute=(_word(other, "s?" if other.islower() else "").pattern,), told=told),
                    notes=(f"document:{fact.spans[0].document_id}", f"fact:{fact.question}"),
                )  # fmt: skip


def _word(name: str, plural: str = "") -> re.Pattern[str]:
    """A name as a word of its own, or in either number; a Latin one ends at a Chinese character too."""
    if not name.isascii():
        return re.compile(rf"(?<![新老正全])(?:{name})(?![工号证卡手])")
    stem = name.removesuffix("s") if plural else name
    return re.compile(rf"(?<![\w-]){re.escape(stem)}{plural}(?!\w|-|\.\w)", re.ASCII)
