"""What an answer says and its evidence does not: numbers with their units, codes and names."""

from __future__ import annotations

import re

from core.text.compare import compare_quantities
from core.text.names import find_codes
from core.text.quantities import Quantity
from core.text.tokens import fold

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_LIST_MARK = re.compile(r"^\s*(?:\d+[.)、]|[-*•])\s*", re.MULTILINE)
# A word of Latin letters with a capital in it; in Chinese text every such word is a name or a term.
_CAPITAL = re.compile(r"[A-Za-z]*[A-Z][A-Za-z]*")
_QUOTED = re.compile(r"[《“「\"]([^》”」\"\n]{2,40})[》”」\"]")
_OPENING = re.compile(r"(?:^|[.!?:;。！？：；]\s+|[\n“\"(（]\s*)$")
_PLAIN = frozenset(
    "the a an this that these those it he she they we you your i in on at for if when while after before since with as by from to and but or "
    "so all each every no yes not there what who where which how why please one both most many some any of under within up only between because "
    "according question assumes documents disagree says depends example".split()
)


def strange_in(claim: str, evidence: str, free_wording: bool) -> str:
    """What a claim says that stands nowhere in the evidence; empty when nothing does.

    `free_wording` claims may open their sentences with any word; others take their words from the evidence.
    """
    claim = _LIST_MARK.sub("", claim)
    numbers = {n.strip(".,") for n in _NUMBER.findall(evidence)}
    unknown = [n for n in dict.fromkeys(_NUMBER.findall(claim)) if n.strip(".,") not in numbers]
    if unknown:
        return ", ".join(unknown)
    compared = compare_quantities(claim, evidence)
    quantities = (*compared.absent, *(ours for ours, _ in compared.conflicting))
    amounts = [q.text for q in quantities if not _unit_apart(q, evidence)]
    return ", ".join([*amounts, *_names(claim, evidence, free_wording)])


def _unit_apart(quantity: Quantity, evidence: str) -> bool:
    """Whether number and unit both stand there, but not side by side, as in a table with the unit in its header."""
    found = _NUMBER.search(quantity.text)
    unit = re.sub(r"[\d.,\s]", "", quantity.text)
    if found is None:
        return quantity.kind not in ("duration", "money", "percent")
    return not unit or unit.casefold() in evidence.casefold()


def _names(claim: str, evidence: str, free_wording: bool) -> list[str]:
    have = fold(evidence)
    there = set(re.findall(r"[a-z]+", have))
    strange = [code for code in find_codes(claim) if fold(code) not in have]
    squeezed = re.sub(r"\W+", "", have)
    strange += [q for m in _QUOTED.finditer(claim) if (q := m.group(1)) and re.sub(r"\W+", "", fold(q)) not in squeezed]
    for match in _CAPITAL.finditer(claim):
        word = match.group()
        opens = _OPENING.search(claim[: match.start()]) is not None
        if len(word) < 2 or word.lower() in _PLAIN or word.lower() in there or free_wording and opens:
            continue
        # "Employees" may open a sentence over one "employee".
        if not any(known.startswith(word.lower()[: max(4, len(word) - 2)]) for known in there):
            strange.append(word)
    return list(dict.fromkeys(strange))
