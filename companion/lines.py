"""An evening as JSON lines: for keeping elsewhere, for reading by other programs, for replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from companion.errors import DamagedJournalError, NewerJournalError
from companion.records import Checkpoint, Row, good_prefix
from rules.core.value import Value, from_json, to_json

FORMAT = "tabletop-companion evening"
VERSION = 1


class Opening(Value, frozen=True, tag="evening"):
    """The first line."""

    format: str
    version: int
    rows: int = 0
    """So many rows follow: a file cut at the end of a line looks whole. 0 where an earlier version did not count."""


HEAD = to_json(Opening(FORMAT, VERSION)).partition(b',"version"')[0]
"""How every exported evening begins, of whatever version."""


class RowLine(Value, frozen=True, tag="row"):
    """A line with one row."""

    row: Row


class CheckpointLine(Value, frozen=True, tag="checkpoint"):
    """A line with a whole state."""

    checkpoint: Checkpoint


Line = RowLine | CheckpointLine


def to_lines(rows: tuple[Row, ...], marks: dict[int, Checkpoint]) -> Iterator[str]:
    """Yield an evening's lines, without their ends."""
    yield to_json(Opening(FORMAT, VERSION, len(rows))).decode()
    for row in rows:
        yield to_json(RowLine(row)).decode()
        if row.seq in marks:
            yield to_json(CheckpointLine(marks[row.seq])).decode()


def from_lines(
    lines: Iterable[str], file: str = "", *, part: bool = False
) -> tuple[tuple[Row, ...], dict[int, Checkpoint]]:
    """Read an evening's lines; with ``part``, those before the first that is altered will do.

    Raises ``NewerJournalError`` for a newer version and ``DamagedJournalError`` where a line is altered,
    missing or no evening's at all.
    """
    left = iter(lines)
    promised = _opening(next(left, ""), file).rows
    rows: list[Row] = []
    at: list[int] = []
    marks: dict[int, Checkpoint] = {}
    broken, number = 0, 1
    for number, text in enumerate(left, start=2):
        if not text.strip():
            continue
        match _line(text):
            case RowLine(row=row):
                rows.append(row)
                at.append(number)
            case CheckpointLine(checkpoint=mark):
                marks[mark.seq] = mark
            case None:
                broken = number
                break
    good = good_prefix(rows)
    if len(good) < len(rows):
        broken = at[len(good)]
    elif not broken and len(rows) < promised:
        broken = number + 1
    if not good:
        raise DamagedJournalError("core.journal.no_good_line", good=0, file=file, line=broken or 2)
    if broken and not part:
        raise DamagedJournalError("core.journal.line_altered", good=len(good), file=file, line=broken)
    return good, marks


def _opening(text: str, file: str) -> Opening:
    try:
        opening = from_json(text, Opening)
    except msgspec.MsgspecError as error:
        raise DamagedJournalError("core.journal.no_export", good=0, file=file) from error
    if opening.format != FORMAT:
        raise DamagedJournalError("core.journal.no_export", good=0, file=file)
    if opening.version > VERSION:
        raise NewerJournalError("core.journal.newer", file=file, schema=opening.version, known=VERSION)
    return opening


def _line(text: str) -> Line | None:
    """Read a line; None where it is altered."""
    try:
        return msgspec.json.decode(text, type=Line)
    except msgspec.MsgspecError:
        return None
