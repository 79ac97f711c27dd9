"""The names of the draft checks in the language of the screens."""

from __future__ import annotations

from functools import lru_cache

from screens.words import language, words

# Said by a step of drafting or of an import, not by a declared check.
OTHERS = ("answerable_after_all", "premise_holds", "evidence_proposed", "evidence_not_found", "answer_contradicted")


@lru_cache(maxsize=1)
def _names() -> dict[str, tuple[str, str]]:
    from builder.draft.checks import ALL_CHECKS

    return {check.id: (check.name_en, check.name_zh) for check in ALL_CHECKS}


def check_name(check: str) -> str:
    """A check in words; one that is not known keeps its own name."""
    if check in OTHERS:
        return words(f"drafts.check_{check}")
    name = _names().get(check)
    return check if name is None else name[1 if language() == "zh" else 0]
