"""Looks at an evening's file without ever modifying it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.errors import DamagedJournalError, EveningNotFoundError, JournalError, NewerJournalError
from companion.files import obstacle, scratch_folder
from companion.journal import (
    APPLICATION_ID,
    SCHEMA,
    SELECT_END,
    UPGRADERS,
    Upgraders,
    explain,
    select_checkpoints,
    select_rows,
    upgrade,
    user_version,
)
from companion.records import Checkpoint, Row, good_prefix
from rules.core.value import Value

LONGEST = 2**28
"""No evening is that long in bytes; a header that says so is itself damaged."""
COPIED = 2
"""How often the bytes of a file and its log may lie in a copy: SQLite writes the log into the file."""
TRIES = 3
"""Looks at a file that another companion may be writing at this moment."""


class Contents(Value, frozen=True):
    """What a file holds; ``damaged`` where that is only its good beginning."""

    file: str
    rows: tuple[Row, ...]
    checkpoints: dict[int, Checkpoint]
    damaged: bool = False

    def require_whole(self, damaged: str = "core.journal.damaged") -> Contents:
        """Return it if it is whole; raise ``DamagedJournalError`` otherwise, of this key where some of it is good."""
        if not self.rows:
            raise DamagedJournalError("core.journal.nothing_left", good=0, file=self.file)
        if self.damaged:
            raise DamagedJournalError(damaged, good=len(self.rows), file=self.file)
        return self


def inspect(path: Path, upgraders: Upgraders = UPGRADERS, schema: int = SCHEMA) -> Contents:
    """Read a file's rows, up to the first damage.

    Raises ``NewerJournalError`` for a file of a newer program, ``EveningNotFoundError`` where there is none.
    """
    if not path.exists():
        raise EveningNotFoundError("core.journal.unknown", evening=path.stem)
    for _ in range(TRIES - 1):
        if not (found := _look(path, upgraders, schema)).damaged:
            return found
    return _look(path, upgraders, schema)


class Glance(Value, frozen=True):
    """What a list shows of a file: its first and last row, and how many steps there are."""

    first: Row
    last: Row
    steps: int


def glance(path: Path) -> Glance | None:
    """Look at a file's first and last row only; None where that needs a closer look."""
    try:
        with _readable(path, closed=True) as connection:
            if user_version(connection) != SCHEMA:
                return None
            first, last = (select_rows(connection, SELECT_END.format(way))[0][0] for way in ("ASC", "DESC"))
            steps = connection.execute("SELECT count(*) FROM rows WHERE seq = step").fetchone()[0] - 1
            return Glance(first, last, steps)
    except (sqlite3.Error, OSError, UnicodeError, IndexError):
        return None


def _look(path: Path, upgraders: Upgraders, schema: int) -> Contents:
    try:
        with _readable(path) as connection:
            return _read(connection, path.name, upgraders, schema)
    except UnicodeError:
        # SQLite quotes the damage in its error, and Python cannot read it.
        return Contents(path.name, (), {}, damaged=True)
    except sqlite3.Error as error:
        reason = explain(error, path.name)
        if isinstance(reason, DamagedJournalError):
            return Contents(path.name, (), {}, damaged=True)
        raise reason from error
    except OSError as error:
        if isinstance(error, JournalError):
            raise
        raise JournalError("core.journal.unreadable", file=path.name, problem=error.strerror or "") from error


def _read(connection: sqlite3.Connection, file: str, upgraders: Upgraders, schema: int) -> Contents:
    version = user_version(connection)
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        return Contents(file, (), {}, damaged=True)
    if version > schema:
        raise NewerJournalError("core.journal.newer", file=file, schema=version, known=schema)
    whole = _is_whole(connection)
    if whole:
        upgrade(connection, upgraders, schema)
    raw, is_all = select_rows(connection)
    rows = good_prefix(raw)
    damaged = not (whole and is_all) or len(rows) < len(raw)
    return Contents(file, rows, select_checkpoints(connection), damaged)


def _pad(copy: Path) -> None:
    """Fill up a copy that was cut to the length its header tells, or SQLite would not read any of it."""
    with copy.open("r+b") as file:
        header = file.read(32)
        page = int.from_bytes(header[16:18], "big")
        length = int.from_bytes(header[28:32], "big") * (65536 if page == 1 else page)
        if copy.stat().st_size < length <= LONGEST:
            file.truncate(length)


def _is_whole(connection: sqlite3.Connection) -> bool:
    try:
        return bool(connection.execute("PRAGMA quick_check").fetchone()[0] == "ok")
    except (sqlite3.DatabaseError, UnicodeError):
        return False


@contextmanager
def _readable(path: Path, *, closed: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a copy, so that not even SQLite's own recovery touches the file.

    A file that was ``closed`` well has no write-ahead log: it may be read where it lies.
    """
    if (problem := obstacle(path, LONGEST)) is not None:
        raise JournalError("core.journal.unreadable", file=path.name, problem=problem)
    log = path.with_name(path.name + "-wal")
    if closed and not (log.exists() and log.stat().st_size):
        address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            yield connection
        return
    size = path.stat().st_size + (log.stat().st_size if log.exists() else 0)
    with scratch_folder(COPIED * size) as folder:
        copy = Path(folder, path.name)
        shutil.copyfile(path, copy)
        _pad(copy)
        if log.exists():
            shutil.copyfile(log, copy.with_name(copy.name + "-wal"))
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous=OFF")
            yield connection
