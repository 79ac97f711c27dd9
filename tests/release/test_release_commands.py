"""Release and yank from the command line: routes, splits, and calls that make no sense."""

from __future__ import annotations

import json

from typer.testing import CliRunner

import cli
from release.read import list_releases


def run(*words: str):
    return CliRunner().invoke(cli.app, [str(word) for word in words])


def test_release_with_splits_then_yank(store, kb, add_all):
    add_all()
    common = ("--workspace", store.workspace, "--json")
    made = run(
        "release", "gold", "--small", "--licence", "CC0", "--personal-data", "none", "--held-out", "0.3", *common
    )
    assert made.exit_code == 0, made.output
    result = json.loads(made.stdout)
    assert result["released"] and set(result["splits"]) == {"dev", "held_out"}
    gone = run("yank", "gold@1.0.0", "--reason", "a wrong answer in i3", *common)
    assert gone.exit_code == 0 and json.loads(gone.stdout)["yanked"] == "gold@1.0.0"
    assert [row["yanked"] for row in list_releases([store.golden_dir])] == ["a wrong answer in i3"]


def test_the_sampled_route_asks_for_the_sample(store, kb, add_all):
    add_all("undecided")
    result = run("release", "gold", "--small", "--route", "sampled", "--workspace", store.workspace, "--json")
    assert result.exit_code == 1
    (gate,) = [g for g in json.loads(result.stdout)["gates"] if g["id"] == "reviewed"]
    assert gate["verdict"] == "undecided" and "more without a reject would do" in gate["reason"] and gate["items"]


def test_choices_that_make_no_sense(store, kb, add_all):
    add_all()
    for words, said in ((("--route", "guess"), "decided or sampled"), (("--held-out", "2"), "between 0 and 1")):
        result = run(
            "release",
            "gold",
            "--small",
            "--licence",
            "x",
            "--personal-data",
            "x",
            *words,
            "--workspace",
            store.workspace,
        )
        assert result.exit_code == 2 and said in result.output
