"""The command `experiment`."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.options import AsJson, Golden, GoldenSet, Seed, Workspace, show, verb
from verbs.progress import progress_line


@verb
def experiment(
    name: Annotated[str, typer.Argument(help="retrievers, chunks or contextual.")],
    set_: GoldenSet,
    line: Annotated[
        list[str] | None, typer.Option("--line", help="Starting line of retrievers as METRIC=VALUE; repeat it.")
    ] = None,
    size: Annotated[list[int] | None, typer.Option("--size", min=8, help="Chunk size in tokens; repeat it.")] = None,
    overlap: Annotated[
        list[float] | None, typer.Option("--overlap", help="Overlap as a share of the size; repeat it.")
    ] = None,
    splitter: Annotated[
        list[str] | None, typer.Option("--splitter", help="markdown, sentence, fixed or semantic; repeat it.")
    ] = None,
    method: Annotated[str, typer.Option("--method", help="Search of the chunk grid: bm25, dense, hybrid.")] = "",
    budget: Annotated[int, typer.Option("--budget", min=0, help="Context tokens of the chunk grid.")] = 0,
    model_prefixes: Annotated[
        bool, typer.Option("--model-prefixes", help="Contextual prefixes by the connected model.")
    ] = False,
    encoder: Annotated[str, typer.Option("--encoder", help="Embedding model by name or folder.")] = "",
    reranker: Annotated[str, typer.Option("--reranker", help="CrossEncoder by name or folder.")] = "",
    sample: Annotated[int, typer.Option("--sample", min=0, help="Only a sample of this size.")] = 0,
    seed: Seed = 0,
    golden: Golden = None,
    workspace: Workspace = None,
    json_: AsJson = False,
) -> None:
    """Compare the built-in retrievers, a grid of chunkings, or chunks with and without a contextual prefix."""
    from verbs import show as words
    from verbs.experimenting import ExperimentOrder, starting_lines
    from verbs.experimenting import experiment as run

    order = ExperimentOrder(
        name, set_, seed, sample, starting_lines(line or []), tuple(size or ()), tuple(overlap or ()), tuple(splitter or ()),
        method, budget, model_prefixes, encoder, reranker,
    )  # fmt: skip
    result = run(workspace, order, golden=golden, progress=progress_line)
    show(result, json_, lambda: words.tree(result))
