"""The diff reviewers see; it lives in core because releases are compared with it too."""

from __future__ import annotations

from core.text.diff import Piece, diff_markdown, diff_text

__all__ = ["Piece", "diff_markdown", "diff_text"]
