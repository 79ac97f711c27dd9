"""Claims split by rules beside those that people and models split (factool): python -m bench.claim_splitting [--show]."""

from __future__ import annotations

import argparse
import sys

import numpy as np

from bench.judge_sets import _lines, data_folder
from core.claims import split_claims
from core.text.tokens import content_words, words


def held(claim: str, claims: list[str]) -> float:
    """The largest share of a claim's content words that one of the claims has."""
    wanted = set(content_words(claim))
    return max((len(wanted & set(content_words(other))) / max(1, len(wanted)) for other in claims), default=0.0)


def main() -> None:
    """Print counts and coverage for the 50 English answers, and what comes of the Chinese ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="print their claims that none of ours covers")
    shown = parser.parse_args().show
    write, folder = sys.stdout.write, data_folder() / "factool"
    ours, theirs, covers, kept = [], [], [], []
    for row in _lines(folder / "knowledge_qa_claims.jsonl"):
        mine = split_claims(row["response"], row["prompt"])
        other = [claim["claim"] for claim in row["claims"]]
        ours.append(len(mine))
        theirs.append(len(other))
        covers += [held(claim, mine) for claim in other]
        said = words(row["response"])
        kept.append(sum(len(words(claim)) for claim in mine) / max(1, len(said)))
        if shown:
            for claim in other:
                if held(claim, mine) < 0.7:
                    write(f"{claim}\n    {mine}\n")
    found = np.array(covers)
    write(
        f"en: {len(ours)} answers; {sum(ours)} claims of ours, {sum(theirs)} of theirs ({np.mean(ours):.1f} and {np.mean(theirs):.1f} each, "
        f"correlation {np.corrcoef(ours, theirs)[0, 1]:.2f}); of theirs, one of ours holds at least 70 % of the words for {(found >= 0.7).mean():.0%}, "
        f"all of them for {(found >= 0.999).mean():.0%}; our claims keep {np.mean(kept):.0%} of the reply's words\n"
    )
    counts, lengths, none = [], [], 0
    for row in _lines(folder / "chinese_responses_factuality.jsonl"):
        for reply in row["responses_and_factuality"]:
            mine = split_claims(str(reply["response"]), row["prompt"])
            if reply["factuality"] is None:
                continue
            counts.append(len(mine))
            none += not mine
            lengths += [len(claim) for claim in mine]
    write(
        f"zh: {len(counts)} replies; {np.mean(counts):.1f} claims each (median {np.median(counts):.0f}), {none} without any; "
        f"characters a claim: median {np.median(lengths):.0f}, 95 % under {np.quantile(lengths, 0.95):.0f}\n"
    )


if __name__ == "__main__":
    main()
