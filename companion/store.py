"""Where evenings are kept: one file an evening, numbered in the order they began."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from companion.errors import DamagedJournalError, EveningNotFoundError, JournalError, JournalFullError
from companion.inspection import Contents, glance, inspect
from companion.journal import Journal, sync_folder, unused
from companion.lines import from_lines, to_lines
from companion.players import Player
from companion.records import Checkpoint, Entry, Header, Row, header_of, without_hidden
from rules.core.value import Msg, Value

LONGEST_ID = 200
"""Bytes; a file's name is not much longer."""


class Evening(Value, frozen=True):
    """A kept evening, for lists."""

    id: str
    game: str = ""
    players: tuple[Player, ...] = ()
    steps: int = 0
    over: bool = False
    saved_at: str = ""
    """Local time of the last step, ISO 8601; a clock may be wrong, so nothing is ordered by it."""
    problem: str = ""
    """The key of what is wrong with the file, if anything is."""
    reason: Msg | None = None
    """The same for people."""


class Store:
    """A folder of evenings; None keeps them in memory."""

    def __init__(self, folder: Path | None) -> None:
        """Use a folder, made when the first evening begins."""
        self.folder = folder
        self._memory: dict[str, Journal] = {}

    # ---- beginning and going on -----------------------------------------------------
    def begin(self, game: str, entries: tuple[Entry, ...], state: str) -> tuple[str, Journal]:
        """Make a new evening with its first step and checkpoint; return its id and its journal."""
        return self._make(game, lambda journal: journal.append(entries, state))

    def read(self, evening_id: str) -> Contents:
        """Read what is good of an evening, without touching its file."""
        if self.folder is not None:
            return inspect(self._path(evening_id))
        if evening_id not in self._memory:
            raise EveningNotFoundError("core.journal.unknown", evening=evening_id)
        return Contents(evening_id, *self._memory[evening_id].contents())

    def go_on(self, evening_id: str, contents: Contents) -> Journal:
        """Open an evening for writing, after a look that found it whole."""
        if self.folder is None:
            return self._memory[evening_id]
        return Journal.go_on(self._path(evening_id), contents.require_whole().rows[-1])

    def release(self, journal: Journal) -> None:
        """Let go of an evening's file; one in memory stays until the store goes."""
        if self.folder is not None:
            journal.close()

    # ---- the shelf -------------------------------------------------------------------
    def evenings(self, *, thorough: bool = False) -> tuple[Evening, ...]:
        """List what is kept, the newest first; ``thorough`` looks for damage in the middle of files too."""
        return tuple(self._describe(each, thorough) for each in reversed(self._ids()))

    def export(self, evening_id: str) -> Iterator[str]:
        """Yield an evening as JSON lines; of a damaged one, what is good."""
        contents = self.read(evening_id)
        header_of(contents.rows, contents.file)
        return to_lines(contents.rows, contents.checkpoints)

    def import_(self, lines: Iterable[str], file: str = "", *, part: bool = False) -> str:
        """Keep an exported evening under a new id; raise ``DamagedJournalError`` for altered lines.

        With ``part``, what is good before the first of them is kept.
        """
        return self._keep(*from_lines(lines, file, part=part), file)

    def recover(self, evening_id: str) -> str:
        """Copy what is good of a damaged evening into a new one; return its id."""
        contents = self.read(evening_id)
        return self._keep(contents.rows, contents.checkpoints, contents.file)

    def delete(self, evening_id: str) -> None:
        """Throw an evening away; raise ``JournalError`` where that is not allowed or it is being played."""
        if self.folder is None:
            self._memory.pop(evening_id, None)
            return
        path = self._path(evening_id)
        if not path.exists():
            raise EveningNotFoundError("core.journal.unknown", evening=evening_id)
        try:
            with unused(path):
                _remove(path)
        except JournalError:
            raise
        except OSError as error:
            problem = error.strerror or ""
            raise JournalError("core.journal.not_deleted", file=path.name, problem=problem) from error

    # ---- inside ------------------------------------------------------------------------
    def _keep(self, rows: tuple[Row, ...], marks: dict[int, Checkpoint], file: str) -> str:
        header, rows = header_of(rows, file), without_hidden(rows)
        kept = tuple(mark for mark in marks.values() if mark.seq <= rows[-1].seq)
        evening_id, journal = self._make(header.game, lambda journal: journal.write(rows, kept))
        self.release(journal)
        return evening_id

    def _make(self, game: str, fill: Callable[[Journal], object]) -> tuple[str, Journal]:
        """Fill a file under another name first, so that half an evening never appears on the shelf."""
        if self.folder is None:
            evening_id = f"{len(self._memory) + 1:04}-{game}"
            journal = self._memory[evening_id] = Journal.create(None)
            fill(journal)
            return evening_id, journal
        draft = self.folder / f"{game}.new{os.getpid()}"
        with _explained(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            _sweep(self.folder)
            try:
                last = _write_draft(draft, fill)
                path = _claim(draft, game)
            finally:
                _remove(draft)
        sync_folder(self.folder)
        return path.stem, Journal.go_on(path, last)

    def _ids(self) -> list[str]:
        if self.folder is None:
            return list(self._memory)
        with contextlib.suppress(OSError):
            return sorted(path.stem for path in self.folder.glob("*.db"))
        return []

    def _path(self, evening_id: str) -> Path:
        if self.folder is None or not 0 < len(os.fsencode(evening_id)) <= LONGEST_ID or "/" in evening_id:
            raise EveningNotFoundError("core.journal.unknown", evening=evening_id)
        return self.folder / f"{evening_id}.db"

    def _describe(self, evening_id: str, thorough: bool) -> Evening:
        found = None if thorough or self.folder is None else glance(self._path(evening_id))
        if found is not None:
            with contextlib.suppress(DamagedJournalError):
                header = header_of((found.first,), evening_id)
                return _evening(evening_id, header, found.last, found.steps)
        try:
            contents = self.read(evening_id)
            header = header_of(contents.rows, contents.file)
        except JournalError as error:
            return Evening(evening_id, problem=error.key, reason=error.message)
        steps = sum(row.seq == row.step for row in contents.rows) - 1
        described = _evening(evening_id, header, contents.rows[-1], steps)
        try:
            contents.require_whole()
        except DamagedJournalError as error:
            return msgspec.structs.replace(described, problem=error.key, reason=error.message)
        return described


def _evening(evening_id: str, header: Header, last: Row, steps: int) -> Evening:
    return Evening(evening_id, header.game, header.players, steps, last.over, last.at)


def _sweep(folder: Path) -> None:
    """Throw away the drafts of companions that died over them; this one has none yet."""
    for path in folder.glob("*.new*"):
        process = path.name.rpartition(".new")[2].partition("-")[0]
        if process.isdecimal() and (int(process) == os.getpid() or not _is_alive(int(process))):
            with contextlib.suppress(OSError):
                path.unlink()


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _write_draft(draft: Path, fill: Callable[[Journal], object]) -> Row:
    journal = Journal.create(draft)
    try:
        fill(journal)
        last = journal.contents()[0][-1]
    finally:
        journal.close()
    if draft.with_name(draft.name + "-wal").exists():
        # The write-ahead log found no room in the file: what is only in the log would be left behind.
        raise JournalFullError("core.journal.full", file=draft.name)
    return last


def _claim(draft: Path, game: str) -> Path:
    """Give a draft the next free number, and never that of an evening which another companion just began."""
    heads = (path.name.partition("-")[0] for path in draft.parent.glob("*.db*"))
    number = max((int(head) for head in heads if head.isdecimal()), default=0) + 1
    while not _rename(draft, path := draft.with_name(f"{number:04}-{game}.db")):
        number += 1
    return path


def _rename(draft: Path, path: Path) -> bool:
    """Give a draft its name; False where another file has it."""
    try:
        os.link(draft, path)
    except FileExistsError:
        return False
    except OSError:
        return _rename_without_links(draft, path)
    return True


def _rename_without_links(draft: Path, path: Path) -> bool:
    """Do the same on a memory stick, whose file system has no links: a mark tells others that the name is wanted.

    The mark is swept like a draft where its companion dies, so that no empty evening can be left behind.
    """
    mark = path.with_name(f"{path.name}.new{os.getpid()}")
    mark.touch()
    try:
        if any(each != mark for each in path.parent.glob(f"{path.name}*")):
            return False
        draft.replace(path)
    finally:
        mark.unlink(missing_ok=True)
    return True


def _remove(path: Path) -> None:
    for each in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        each.unlink(missing_ok=True)


@contextlib.contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Say what keeps an evening out of a folder, by the folder's name: nobody knows the draft's."""
    try:
        yield
    except JournalFullError as error:
        raise JournalFullError("core.journal.no_room", file=str(folder)) from error
    except JournalError as error:
        error.args_by_name["file"] = str(folder)
        raise
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise JournalFullError("core.journal.no_room", file=str(folder)) from error
        raise JournalError("core.journal.read_only", file=str(folder)) from error
