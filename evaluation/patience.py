"""When a judge fails on one item after another, the run ends instead of failing item by item."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from core.errors import ModelError

LEAST = 5


class GaveUp(ModelError):
    """The judge failed on so many items in a row that the rest would fail too."""


class Patience:
    """Counts items in a row on which the judge failed; `limit` lies above the items judged at once."""

    def __init__(self, at_once: int = 1) -> None:
        self.limit = max(LEAST, at_once + 1)
        self._failed = 0
        self._lock = threading.Lock()

    def note(self, errors: Sequence[str], judged: bool) -> None:
        """Take note of one item; GaveUp when it is one failure too many.

        An item without verdicts (a refusal, which asks little or nothing of a judge) neither counts nor ends the row.
        """
        with self._lock:
            self._failed = self._failed + 1 if errors else 0 if judged else self._failed
            if not errors or self._failed < self.limit:
                return
        raise GaveUp(
            f"The judge failed on {self._failed} items in a row, so the run was stopped and is kept ({errors[0]}): "
            "mend the cause, then go on with --resume and --retry-failed."
        )
