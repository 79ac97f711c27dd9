"""Which key does what on the review page, for each reviewer."""

from __future__ import annotations

import json
from collections.abc import Mapping

from core.errors import BadCall
from core.store import Store

DEFAULT_KEYS: dict[str, str] = {
    "accept": "a", "edit": "e", "reasons": "x", "defer": "d", "flag": "f", "undo": "u", "next": "n", "previous": "p",
    "find": "s", "wider": "w", "history": "h", "mend": "m", "leave": "l",
}  # fmt: skip


def keys_of(store: Store, reviewer: str) -> dict[str, str]:
    """The key of every verb for this reviewer: the usual ones unless others were chosen."""
    with store.read() as db:
        row = db.execute("SELECT value FROM settings WHERE key = ?", [_name(reviewer)]).fetchone()
    chosen = json.loads(row["value"]) if row else {}
    return {verb: chosen.get(verb, key) for verb, key in DEFAULT_KEYS.items()}


def clashes(keys: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Pairs of verbs with the same key: (verb, other verb, key), in the order of the verbs."""
    first: dict[str, str] = {}
    found = []
    for verb, key in keys.items():
        other = first.setdefault(key, verb)
        if other != verb:
            found.append((other, verb, key))
    return found


def save_keys(store: Store, reviewer: str, keys: Mapping[str, str]) -> None:
    """Keep a reviewer's keys; BadCall for a key that is no letter and for one key with two meanings.

    Digits stay with the reasons and the nearest passages, so they cannot be chosen.
    """
    wanted = {verb: keys.get(verb, key).strip().lower() for verb, key in DEFAULT_KEYS.items()}
    for verb, key in wanted.items():
        if not (len(key) == 1 and "a" <= key <= "z"):
            raise BadCall(f"The key {key!r} for {verb!r} cannot be used: choose one letter from a to z.")
    for other, verb, key in clashes(wanted):
        raise BadCall(f"The key {key.upper()} is given to both {other!r} and {verb!r}: choose another for one of them.")
    with store.write() as db:
        if wanted == DEFAULT_KEYS:
            db.execute("DELETE FROM settings WHERE key = ?", [_name(reviewer)])
        else:
            db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", [_name(reviewer), json.dumps(wanted)])


def _name(reviewer: str) -> str:
    return f"review keys of {reviewer}"
