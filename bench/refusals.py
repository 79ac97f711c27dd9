"""The detector of refusals against people's labels of real replies: python -m bench.refusals [--show missed|wrong]."""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.judge_sets import _lines, data_folder
from core.stats.intervals import wilson
from core.text.refusals import is_refusal

Reply = tuple[str, str, str, bool]  # set, group, text, whether it refuses
_DECLINED = re.compile(r"^\W*(?:I don['’]t know|No, answer is not present)\W*$", re.IGNORECASE)
_ANSWERED = re.compile(r"^\W*Yes, answer is present", re.IGNORECASE)


def financebench(root: Path) -> Iterator[Reply]:
    """Three models over filings, labelled Refusal, Correct or Incorrect by people."""
    for path in sorted((root / "financebench" / "results").glob("*.jsonl")):
        for row in _lines(path):
            yield (
                f"financebench (en) {path.stem}",
                row["financebench_id"],
                str(row["model_answer"]),
                row["label"] == "Refusal",
            )


def factool(root: Path) -> Iterator[Reply]:
    """Seven Chinese models; people gave no factuality label where a reply declined."""
    for row in _lines(root / "factool" / "chinese_responses_factuality.jsonl"):
        for reply in row["responses_and_factuality"]:
            if str(reply["response"]).strip():
                yield "factool (zh)", row["prompt"], str(reply["response"]), reply["factuality"] is None


def nomiracl(root: Path) -> Iterator[Reply]:
    """Replies in a prescribed form, which says whether they refuse; mixed forms are left out."""
    for language in ("en", "zh"):
        for subset in ("relevant", "non_relevant"):
            for row in _lines(root / "nomiracl" / f"{language}.{subset}.jsonl"):
                for text in row["model_outputs"].values():
                    if _DECLINED.match(text) or (
                        _ANSWERED.match(text) and "know" not in text and "not present" not in text
                    ):
                        yield f"nomiracl ({language} questions)", row["query_id"], text, bool(_DECLINED.match(text))


def _was_read(group: str) -> bool:
    """The half whose errors were read when the patterns were extended."""
    return int(hashlib.sha256(group.encode()).hexdigest(), 16) % 2 == 0


def main() -> None:
    """Print recall and specificity with 95 % intervals by set, and of the half by hash whose errors were not read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", choices=("missed", "wrong"))
    shown = parser.parse_args().show
    counts: dict[tuple[str, str], list[tuple[bool, bool]]] = {}
    root, write = data_folder(), sys.stdout.write
    for reader in (financebench, factool, nomiracl):
        for name, group, text, refuses in reader(root):
            said = is_refusal(text).refused
            for part in ("all", "seen" if _was_read(group) else "unseen"):
                counts.setdefault((name, part), []).append((refuses, said))
            if shown and said != refuses and (shown == "missed") == refuses:
                write(f"{name} | {text[:400]!r}\n")
    for (name, part), pairs in sorted(counts.items()):
        if part == "seen":
            continue
        for word, wanted in (("refusals found", True), ("answers left alone", False)):
            of = [said == wanted for refuses, said in pairs if refuses == wanted]
            if of:
                low, high = wilson(sum(of), len(of))
                write(
                    f"{name:52} {part:6} {word:18} {sum(of):3}/{len(of):3}  {sum(of) / len(of):.3f} [{low:.3f}, {high:.3f}]\n"
                )


if __name__ == "__main__":
    main()
