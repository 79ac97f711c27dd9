"""The command `plan`."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from commands.options import AsJson, show, verb


@verb
def plan(
    share: Annotated[float, Option("--share", min=0, max=1, help="The share as known so far.")] = 0.5,
    half_width: Annotated[float, Option("--half-width", help="Interval wanted: 0.03 is ± 3 points.")] = 0.03,
    have: Annotated[int, Option("--have", min=0, help="Human labels there are.")] = 0,
    unlabelled: Annotated[int, Option("--unlabelled", min=0, help="Texts with a machine label only.")] = 0,
    correlation: Annotated[float, Option("--correlation", help="Of human and machine labels, 0 to 1.")] = 0.0,
    difference: Annotated[
        float, Option("--difference", help="Difference of two runs to see: 0.03 is 3 points.")
    ] = 0.03,
    disagreement: Annotated[
        float, Option("--disagreement", min=0, max=1, help="Share of items on which the two runs differ.")
    ] = 0.2,
    power: Annotated[float, Option("--power", help="How often the difference shall be seen.")] = 0.8,
    json_: AsJson = False,
) -> None:
    """How many more human labels an interval needs, and how many items a difference of two runs needs."""
    from verbs import show_trust as words
    from verbs.planning import plan as run

    result = run(share, half_width, have, unlabelled, correlation, difference, disagreement, power)
    show(result, json_, lambda: words.plan(result))
