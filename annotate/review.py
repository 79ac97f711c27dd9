"""The review room's front door: everything a page or the command line needs to review items."""

from __future__ import annotations

from annotate.bulk import Bulk, accept_all, decide_all, preview_all
from annotate.decide import decide
from annotate.edit_drafts import DraftEdit, drop_draft_edit, load_draft_edit, save_draft_edit
from annotate.edits import EDITABLE, at_revision, changed_fields, content, propose_claims
from annotate.press import ReviewConflict
from annotate.progress import Progress, progress
from annotate.queue import (
    QUEUES,
    Reservation,
    has_decided,
    holders,
    next_item,
    queue,
    queue_filter,
    release_hold,
    reserve,
)
from annotate.status import derive_status, standing
from annotate.undo import undo, undoable

__all__ = [
    "EDITABLE", "QUEUES", "Bulk", "DraftEdit", "Progress", "Reservation", "ReviewConflict", "accept_all", "at_revision",
    "changed_fields", "content", "decide", "decide_all", "derive_status", "drop_draft_edit", "has_decided", "holders", "load_draft_edit",
    "next_item", "preview_all", "progress", "propose_claims", "queue", "queue_filter", "release_hold", "reserve",
    "save_draft_edit", "standing", "undo", "undoable",
]  # fmt: skip
