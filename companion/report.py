"""What an evening of robots came to: the figures of `report.json`, and the score as program and people read it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.session import Session
from companion.texts import Texts
from rules.core.value import Value


class Counts(msgspec.Struct):
    """What is counted while robots play. The only mutable value here: a tally grows."""

    commands: int = 0
    """Answers that the rules took, those from frames and those from people alike."""
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
    frames: int
    tags_seen: int
    tags_missed: int
    re_asked: int
    acts: int
    taps: int
    taps_per_turn: float
    turns: int
    presses: int
    double_presses: int
    undone: int
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
    sheet = session.score()
    names = session.players

    def say(message: Any) -> str:
        return texts.say(message, names, session.box)

    seats = [
        {
            "name": names[standing.seat].name,
            "total": standing.total,
            "rank": standing.rank,
            "winner": standing.winner,
            "rows": [
                {
                    "key": row.text.key,
                    "text": say(row.text),
                    "amount": row.amount,
                    "pieces": list(row.pieces),
                }
                for row in sheet.rows
                if row.seat == standing.seat
            ],
        }
        for standing in sheet.standings
    ]
    return {
        "game": session.game.id,
        "seats": seats,
        "outcome": say(sheet.outcome) if sheet.outcome else None,
        "tie_break": say(sheet.tie_break) if sheet.tie_break else None,
        "unread": [],
        "warnings": [say(note) for note in sheet.notes],
    }


def score_lines(score: Mapping[str, Any]) -> str:
    """Write the score sheet for people, one line a row."""
    lines = [score["outcome"]] if score["outcome"] else []
    for seat in sorted(score["seats"], key=lambda seat: (seat["rank"], seat["name"])):
        star = " *" if seat["winner"] else ""
        lines += ["", f"{seat['rank']}. {seat['name']}: {seat['total']}{star}"]
        lines += [f"   {row['amount']:+4d}  {row['text']}" for row in seat["rows"]]
    if score["tie_break"]:
        lines += ["", score["tie_break"]]
    return "\n".join([*lines, *score["warnings"]]) + "\n"


def write(report: Report, folder: Path, picture: NDArray[np.uint8] | None = None) -> tuple[Path, ...]:
    """Write `report.json`, `score.json`, `score.txt` and, where there is one, `city.png`; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "report.json": msgspec.json.format(msgspec.json.encode(report), indent=2),
        "score.json": msgspec.json.format(msgspec.json.encode(report.score), indent=2),
        "score.txt": score_lines(report.score).encode(),
    }
    if picture is not None:
        import cv2

        files["city.png"] = cv2.imencode(".png", picture[:, :, ::-1])[1].tobytes()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return tuple(folder / name for name in files)


def summary(report: Report, folder: Path | None) -> str:
    """Say in a few lines how the evening went, and where everything lies."""
    lines = [
        score_lines(report.score).rstrip(),
        "",
        (
            f"{report.commands} answers in {report.turns} turns, {report.seconds:.0f} s; {report.taps} taps, "
            f"{report.presses} button presses."
        ),
        (
            f"{report.frames} frames at {report.px_per_module} px a module: {report.tags_seen} codes read, "
            f"{report.tags_missed} missed; {100 * report.from_frames:.1f} % of the pieces came from frames, "
            f"{report.re_asked} questions were asked again."
        ),
        "What the companion knows is true at the table." if report.agrees else "Knowledge and truth differ:",
        *(f"  {line}" for line in report.differences),
    ]
    if folder is not None:
        lines += ["", *(f"{path}" for path in sorted(folder.rglob("*")) if path.is_file())]
    return "\n".join(lines) + "\n"
