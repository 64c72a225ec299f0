"""One evening's file: SQLite, every step on disk before anyone is told.

Write-ahead log, ``synchronous=FULL``, one transaction a step. A file is looked at on a copy first, so that
one which is damaged or newer than this program is never modified.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from companion.errors import DamagedJournalError, JournalError, JournalFullError
from companion.records import Checkpoint, Entry, Row, checkpoint, number

SCHEMA = 1
APPLICATION_ID = 0x54544331
Upgraders = Mapping[int, Callable[[sqlite3.Connection], None]]
UPGRADERS: Upgraders = {}
"""From a schema's number to what turns it into the next one; tried on a copy, then done in one transaction."""

COLUMNS = ("seq", "step", "left", "kind", "data", "sum", "over", "at", "link")
SELECT_ROWS = "SELECT seq, step, left, kind, data, sum, over, at, link FROM rows ORDER BY seq"
SELECT_END = SELECT_ROWS.removesuffix("ORDER BY seq") + "ORDER BY seq {} LIMIT 1"
TABLES = """
CREATE TABLE rows (
    seq INTEGER PRIMARY KEY, step INTEGER NOT NULL, left INTEGER NOT NULL, kind TEXT NOT NULL,
    data TEXT NOT NULL, sum TEXT NOT NULL, over INTEGER NOT NULL, at TEXT NOT NULL, link INTEGER NOT NULL
) STRICT;
CREATE TABLE checkpoints (seq INTEGER PRIMARY KEY, state TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;
"""


class Journal:
    """An evening's file, open for writing."""

    def __init__(
        self, connection: sqlite3.Connection, path: Path | None, last: Row | None, held: int | None
    ) -> None:
        """Go on after the last row; while it is ``held``, nobody else plays or deletes the file."""
        self._connection = connection
        self._path, self.file = path, path.name if path else ""
        self._held = held
        self.seq = last.seq if last else 0
        self._link = last.link if last else 0

    @classmethod
    def create(cls, path: Path | None) -> Journal:
        """Make an empty file, or a journal in memory; raise ``JournalError`` where that cannot be done."""
        file = path.name if path else ""
        with _explained(file):
            connection = _connect(path)
            connection.executescript(f"BEGIN;{TABLES}")
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version={SCHEMA}")
            connection.execute("COMMIT")
        return cls(connection, path, None, _hold(path) if path else None)

    @classmethod
    def go_on(cls, path: Path, last: Row, upgraders: Upgraders = UPGRADERS, schema: int = SCHEMA) -> Journal:
        """Open a file that was looked at and found good, after its last row.

        Raises ``JournalError`` where it is being played already.
        """
        held = _hold(path)
        try:
            with _explained(path.name):
                connection = _connect(path)
                upgrade(connection, upgraders, schema)
        except JournalError:
            _let_go(held)
            raise
        return cls(connection, path, last, held)

    def append(self, entries: tuple[Entry, ...], state: str = "") -> int:
        """Write one step, and the state after it for a checkpoint; return its first sequence number.

        Raises ``JournalFullError`` where the disk does not take it, and ``JournalError`` where the file has been
        deleted or moved; nothing is written then.
        """
        first = self.seq + 1
        rows = tuple(number(entries, first, self._link))
        self.write(rows, (checkpoint(rows[-1].seq, state),) if state else ())
        return first

    def keep(self, state: str) -> None:
        """Write a checkpoint of the last step; raise ``JournalError`` where that cannot be done."""
        self.write((), (checkpoint(self.seq, state),))

    def write(self, rows: tuple[Row, ...], marks: tuple[Checkpoint, ...]) -> None:
        """Write finished rows and checkpoints in one transaction."""
        self._require_there()
        with _explained(self.file):
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany(
                    "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [tuple(getattr(row, name) for name in COLUMNS) for row in rows],
                )
                self._connection.executemany(
                    "INSERT INTO checkpoints VALUES (?, ?, ?)", [(m.seq, m.state, m.crc) for m in marks]
                )
                self._connection.execute("COMMIT")
            except sqlite3.Error:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise
        if rows:
            self.seq, self._link = rows[-1].seq, rows[-1].link

    def contents(self) -> tuple[tuple[Row, ...], dict[int, Checkpoint]]:
        """Read everything back."""
        with _explained(self.file):
            return tuple(select_rows(self._connection)[0]), select_checkpoints(self._connection)

    def close(self) -> None:
        """Fold the write-ahead log into the file and let go of it; may be called twice."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.close()
        _let_go(self._held)
        self._held = None

    def _require_there(self) -> None:
        """Raise where the name leads to our file no longer: SQLite would go on writing into what nobody can open."""
        if self._path is None or self._held is None:
            return
        with contextlib.suppress(OSError):
            if os.path.samestat(self._path.stat(), os.fstat(self._held)):
                return
        raise JournalError("core.journal.gone", file=self.file)


def _hold(path: Path) -> int | None:
    """Open a file for as long as its evening is played, and mark it as in use; None where that cannot be.

    The mark is ``flock``'s and goes with the process. SQLite's own locks would not do: they are lost as soon as
    this process closes the file anywhere else, to list evenings for instance. Raises ``JournalError`` where
    another holds it; a file system without such marks is taken as free.
    """
    try:
        held = os.open(path, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(held)
        raise JournalError("core.journal.in_use", file=path.name) from error
    except OSError:
        pass
    return held


def _let_go(held: int | None) -> None:
    if held is not None:
        os.close(held)


@contextlib.contextmanager
def unused(path: Path) -> Iterator[None]:
    """Keep a file from being played within; raise ``JournalError`` where it is being played now."""
    held = _hold(path)
    try:
        yield
    finally:
        _let_go(held)


def _connect(path: Path | None) -> sqlite3.Connection:
    connection = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=2)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    return connection


def upgrade(connection: sqlite3.Connection, upgraders: Upgraders, schema: int) -> None:
    """Bring an older file up to a schema, one numbered step at a time, all in one transaction."""
    version = user_version(connection)
    if version == schema:
        return
    connection.execute("BEGIN IMMEDIATE")
    for number_ in range(version, schema):
        upgraders[number_](connection)
    connection.execute(f"PRAGMA user_version={schema}")
    connection.execute("COMMIT")


def user_version(connection: sqlite3.Connection) -> int:
    """Return the schema number that a file carries."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def select_rows(connection: sqlite3.Connection, query: str = SELECT_ROWS) -> tuple[list[Row], bool]:
    """Read rows in order up to the first that cannot be read; tell whether that was all."""
    found: list[Row] = []
    try:
        for values in connection.execute(query):
            fields = dict(zip(COLUMNS, values, strict=True))
            found.append(msgspec.convert(fields | {"over": bool(fields["over"])}, Row))
    except (sqlite3.Error, UnicodeError, msgspec.ValidationError):
        return found, False
    return found, True


def select_checkpoints(connection: sqlite3.Connection) -> dict[int, Checkpoint]:
    """Read all checkpoints that can be read."""
    found: dict[int, Checkpoint] = {}
    with contextlib.suppress(sqlite3.Error, UnicodeError, msgspec.ValidationError):
        for seq, state, crc in connection.execute("SELECT seq, state, crc FROM checkpoints ORDER BY seq"):
            found[seq] = msgspec.convert({"seq": seq, "state": state, "crc": crc}, Checkpoint)
    return found


class _explained:  # noqa: N801 - reads as a clause: with _explained(file)
    """Turn SQLite's errors into ours."""

    def __init__(self, file: str) -> None:
        self.file = file

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, sqlite3.Error):
            raise explain(error, self.file) from error


def explain(error: sqlite3.Error, file: str) -> JournalError:
    """Say in our words what SQLite could not do."""
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith(("SQLITE_CONSTRAINT", "SQLITE_BUSY", "SQLITE_LOCKED")):
        return JournalError("core.journal.in_use", file=file)
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return DamagedJournalError("core.journal.damaged", good=0, file=file)
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        return JournalError("core.journal.read_only", file=file)
    if name.startswith("SQLITE_FULL"):
        return JournalFullError("core.journal.full", file=file)
    return JournalFullError("core.journal.not_written", file=file, problem=str(error))


def sync_folder(folder: Path) -> None:
    """Make a new or changed file name last through a power cut."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
