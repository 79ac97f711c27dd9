"""Experiments on the built-in retrievers: methods, chunk grid, contextual prefixes; measured by spans on one golden set."""

EXPERIMENTS = ("retrievers", "chunks", "contextual")
