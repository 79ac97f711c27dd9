"""The workspace database: connections, transactions and migrations.

A connection is opened per operation (threads never share one), writes take the lock at their start
(`BEGIN IMMEDIATE`), and the file is in WAL mode so that readers never wait for a writer.
"""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.errors import AssayError, BadCall
from core.store.schema import MIGRATIONS

BUSY_SECONDS = 30.0


class Store:
    """A workspace folder and its database; creating one makes the folder and brings the schema up to date."""

    def __init__(self, workspace: Path | str) -> None:
        self.workspace = Path(workspace)
        self.path = self.workspace / "assay.db"
        try:
            self.workspace.mkdir(parents=True, exist_ok=True)
            _migrate(self.path)
        except (OSError, sqlite3.DatabaseError) as error:
            raise _explained(error, self.path) from error

    @property
    def index_dir(self) -> Path:
        """Where search indexes lie."""
        return self.workspace / "index"

    @property
    def golden_dir(self) -> Path:
        """Where this workspace's own releases lie."""
        return self.workspace / "golden"

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """A connection for reading; rows are addressed by column name."""
        connection = _connect(self.path)
        try:
            yield connection
        except sqlite3.DatabaseError as error:
            raise _explained(error, self.path) from error
        finally:
            connection.close()

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A transaction that holds the write lock from its start; any exception rolls all of it back."""
        connection = _connect(self.path)
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        except sqlite3.IntegrityError:
            _rollback(connection)
            raise
        except sqlite3.DatabaseError as error:
            _rollback(connection)
            raise _explained(error, self.path) from error
        except BaseException:
            _rollback(connection)
            raise
        finally:
            connection.close()

    def stay_open(self) -> sqlite3.Connection:
        """An idle connection for a process that does many small things: give it a place to live.

        Whenever the last connection closes, SQLite folds its log back into the file and syncs the disk (15 ms and
        more); while this one is open each operation costs well under a millisecond. It is never used for anything.
        """
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        connection.execute("SELECT COUNT(*) FROM settings").fetchone()
        return connection

    def keep_open(self) -> Store:
        """This store with such a connection of its own, for as long as the object lives."""
        self._idle = self.stay_open()
        return self

    def backup(self, target: Path) -> None:
        """Copy the database while it is in use, by SQLite's own backup."""
        with self.read() as source:
            copy = sqlite3.connect(target)
            source.backup(copy)
            copy.close()


def _connect(path: Path) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
    except sqlite3.DatabaseError as error:
        raise _explained(error, path) from error
    return connection


def _rollback(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _migrate(path: Path) -> None:
    """Bring the schema up to date with sqlite-utils' migrations; cheap when there is nothing to do.

    Several processes may start at once: a lock file beside the database lets one of them migrate.
    """
    if _schema_is_current(path):
        return
    from sqlite_utils import Database, Migrations

    migrations = Migrations("assay")
    for name, script in MIGRATIONS:
        migrations(name=name)(_script(script))
    with path.with_suffix(".lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        connection = _connect(path)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            migrations.apply(Database(connection))
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        finally:
            connection.close()


def _schema_is_current(path: Path) -> bool:
    if not path.exists():
        return False
    connection = _connect(path)
    try:
        return bool(connection.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS))
    finally:
        connection.close()


def _script(statements: str) -> Callable[[Any], None]:
    def apply(db: Any) -> None:
        for statement in statements.split(";"):
            if statement.strip():
                db.execute(statement)

    return apply


def _explained(error: Exception, path: Path) -> AssayError:
    """One sentence a person can act on, for the faults a disk or a lock can give."""
    text = str(error).lower()
    if isinstance(error, FileExistsError | NotADirectoryError):
        return BadCall(
            f"The workspace {path.parent} cannot be made, since there is a file of that name: give a folder with --workspace."
        )
    if "not a database" in text or "malformed" in text:
        return AssayError(
            f"{path} is damaged or no Assay database ({error}): put back a copy of it, or move it away, or choose another "
            "workspace folder with --workspace; released golden sets in the folder are not touched."
        )
    if "disk is full" in text or "no space" in text:
        return AssayError(
            f"The disk is full: {path} could not be written. Free some space and run the same step again; everything finished before is kept."
        )
    if "locked" in text or "busy" in text:
        return AssayError(
            f"{path} stayed locked for {BUSY_SECONDS:.0f} seconds by another program. Close it or wait, then try again."
        )
    if "readonly" in text or "permission" in text or "unable to open" in text:
        return AssayError(
            f"{path} cannot be opened for writing ({error}). Choose a workspace folder you may write to with --workspace."
        )
    return AssayError(f"The workspace database {path} failed: {error}.")
