"""What an evening of robots came to: the figures of `report.json`, and the score as program and people read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.files import make_folder, write_output, write_picture
from companion.session import Session
from companion.sheets import sheet_json, sheet_lines
from companion.texts import Texts
from rules.core.value import Value, msg


class Counts(msgspec.Struct):
    """What is counted while robots play. The only mutable value here: a tally grows."""

    turns: int = 0
    frames: int = 0
    """Pictures taken, video and stills."""
    tags_seen: int = 0
    """Codes read in the pictures that sightings were made from."""
    tags_missed: int = 0
    """Codes that lay in those pictures and were not read, hidden ones too."""
    re_asked: int = 0
    """Questions which the camera could have answered and a person had to."""
    acts: int = 0
    """Times that robots moved pieces or made up their minds."""
    taps: int = 0
    """Touches of the screen; presses of the lit buttons are counted apart."""
    presses: int = 0
    double_presses: int = 0
    """Presses that came twice by a trembling finger, and counted once."""
    undone: int = 0
    """Steps taken back and taken again, because somebody pressed UNDO by mistake."""
    beyond_touch: int = 0
    """Touches that nothing on the real app's screens answered to; there are none without a window."""
    pieces_by_frame: int = 0
    pieces_by_touch: int = 0


class Report(Value, frozen=True, omit_defaults=False):
    """The figures of one evening, as `report.json` holds them; the names are stable."""

    game: str
    seats: int
    seed: int
    camera: str
    finished: bool
    agrees: bool
    differences: tuple[str, ...]
    score: dict[str, Any]
    commands: int
    """Answers that the rules took, those from frames and those from people alike."""
    frames: int
    tags_seen: int
    tags_missed: int
    re_asked: int
    acts: int
    taps: int
    taps_per_turn: float
    acts_per_turn: float
    turns: int
    presses: int
    double_presses: int
    undone: int
    beyond_touch: int
    seconds: float
    from_frames: float
    """Share of the pieces named in answers that the camera named."""
    px_per_module: float
    """Median over the codes read."""


def differences(known: Mapping[str, int | str], true: Mapping[str, int | str]) -> tuple[str, ...]:
    """Name everything the companion holds that is not so at the table.

    The table knows more: what lies face down, and everybody's hand. That the companion does not know it is right.
    """
    return tuple(
        f"{key}: companion {known[key]}, table {true.get(key, '-')}"
        for key in sorted(known)
        if known[key] != true.get(key)
    )


def from_frames(counts: Counts) -> float:
    """Return the share of piece facts that came from frames; 0 where nothing was to be seen."""
    named = counts.pieces_by_frame + counts.pieces_by_touch
    return round(counts.pieces_by_frame / named, 4) if named else 0.0


def score_json(session: Session, texts: Texts) -> dict[str, Any]:
    """Return the score sheet as `companion score --json` prints it."""
    return sheet_json(session.game, session.score(), session.players, session.box, texts)


def write(report: Report, folder: Path, picture: NDArray[np.uint8] | None = None) -> None:
    """Write `report.json`, `score.json`, `score.txt` and, where there is one, `table.png`.

    Raises ``InputError`` where that cannot be.
    """
    make_folder(folder)
    files = {
        "report.json": msgspec.json.format(msgspec.json.encode(report), indent=2),
        "score.json": msgspec.json.format(msgspec.json.encode(report.score), indent=2),
        "score.txt": "".join(f"{line}\n" for line in sheet_lines(report.score)).encode(),
    }
    for name, content in files.items():
        write_output(folder / name, content)
    if picture is not None:
        write_picture(folder / "table.png", picture)


def summary(report: Report, folder: Path | None, texts: Texts) -> Iterator[str]:
    """Say in a few lines how the evening went, and where everything lies."""
    yield from sheet_lines(report.score)
    yield ""
    yield texts.say(
        msg(
            "core.demo.answers",
            answers=report.commands,
            turns=report.turns,
            seconds=round(report.seconds),
            taps=report.taps,
            presses=report.presses,
            acts_per_turn=texts.figure(report.acts_per_turn),
            taps_per_turn=texts.figure(report.taps_per_turn),
        )
    )
    yield texts.say(
        msg(
            "core.demo.frames",
            frames=report.frames,
            px=texts.figure(report.px_per_module, 2),
            seen=report.tags_seen,
            missed=report.tags_missed,
            share=texts.figure(100 * report.from_frames),
            asked=report.re_asked,
        )
    )
    yield texts.say("core.demo.agrees" if report.agrees else "core.demo.differs")
    yield from (f"  {line}" for line in report.differences)
    if folder is not None:
        yield texts.say("core.demo.files")
        yield from (f"  {path}" for path in sorted(folder.rglob("*")) if path.is_file())
