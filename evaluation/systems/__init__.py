"""The systems under test: recorded answers, an HTTP endpoint, a Python function, and the built-in baselines."""

from evaluation.systems.base import NotRun, SystemLike
from evaluation.systems.parse import parse_system

__all__ = ["NotRun", "SystemLike", "parse_system"]
