"""The camera's screen: the live picture, what was read, what is missing, and always a way on by touch."""

from __future__ import annotations

from collections.abc import Iterable

from companion.eyes_protocol import LOST, OFF, STARTING, EyesReport
from companion.viewmodels.actions import Action, Go, Ignore, Open, PlayMoves
from companion.viewmodels.parts import PLAIN, PRIMARY, Bar, Button, Line, Mark, View
from companion.viewmodels.scene import Scene
from rules.core.asks import Ask
from rules.core.commands import named
from rules.core.sighting import Ambiguous, Mismatch, Move, Observation, Reading, Sighting, Wait
from rules.core.value import TABLE, PieceRef

READ_LINES, LOST_LINES = 5, 6
NOTHING = EyesReport()
LOST_MARK = Mark("lost", "accent")


class ScanView(View, frozen=True):
    """What the camera sees, and what is made of it."""

    status: str = ""
    count: str = ""
    """"23 of 24", where it is known how many there ought to be."""
    advice: str = ""
    """What to do about what is missing."""
    lost: tuple[Line, ...] = ()
    """What is missing, by name."""
    read: tuple[Line, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    """What to call the pieces that are missing or in question, by their ids."""
    hints: tuple[Line, ...] = ()
    ask: str = ""
    """Why the reading is a question."""
    readings: tuple[Button, ...] = ()
    buttons: tuple[Button, ...] = ()
    report: EyesReport = NOTHING


class PhotoView(View, frozen=True):
    """The last whole picture of the table, every code outlined."""

    count: str = ""
    lines: tuple[Line, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    """What to call the pieces that are missing, by their ids."""
    report: EyesReport = NOTHING


def photo(scene: Scene, report: EyesReport) -> PhotoView:
    """Show the picture that the score was read from."""
    say = scene.voice
    ours = dict.fromkeys(outline.piece for outline in report.outlines if outline.piece)
    return PhotoView(
        screen="photo",
        bar=Bar(say("app.photo.title"), Mark("camera", "accent")),
        count=say("app.scan.count", done=_found(report), count=report.expected) if report.expected else "",
        lines=(
            *(Line(name, LOST_MARK, strong=True) for _, name in missing_names(scene, report)),
            *(Line(say.piece(piece), Mark("check", "good")) for piece in ours),
        ),
        names=missing_names(scene, report),
        report=report,
    )


def view(scene: Scene, ask: Ask | None, report: EyesReport, made: Observation | None) -> ScanView:
    """Show a camera report for a question, or for no question at all ("what is this card")."""
    say = scene.voice
    unclear = made if isinstance(made, Ambiguous | Mismatch) else None
    seat = ask.id.seat if ask else TABLE
    return ScanView(
        screen="scan",
        bar=Bar(
            _title(scene, ask, is_unclear=unclear is not None),
            say.seat_mark(seat) if ask and seat != TABLE else Mark("camera", "accent"),
            scene.asked(seat) if ask else say("app.scan.hold_up"),
        ),
        status=status(scene, ask, report, made),
        count=say("app.scan.count", done=_found(report), count=report.expected) if report.expected else "",
        advice=say("app.scan.advice") if report.missing and not unclear else "",
        lost=_lost(scene, report),
        read=() if unclear else read_lines(scene, ask.view if ask else "", report),
        names=(*missing_names(scene, report), *_in_question(scene, unclear)),
        hints=tuple(Line(say.say(hint), Mark("warn", "accent")) for hint in report.hints),
        ask=_unclear(scene, unclear),
        readings=_readings(scene, unclear.readings) if unclear else (),
        buttons=(_by_touch(scene, ask, PRIMARY if _is_stuck(report) and not unclear else PLAIN),),
        report=report,
    )


def _title(scene: Scene, ask: Ask | None, *, is_unclear: bool) -> str:
    """Say what is asked; whose question it is stands below."""
    if ask is None:
        return scene.voice("app.scan.what")
    if is_unclear and ask.id.seat != TABLE:
        return scene.voice("app.scan.unclear")
    return scene.voice.say(ask.text)


def _unclear(scene: Scene, made: Ambiguous | Mismatch | None) -> str:
    """Say why the reading is a question; nothing where it is none."""
    if isinstance(made, Mismatch):
        return scene.voice.say(made.text)
    return scene.voice("app.scan.which" if len(made.readings) > 1 else "app.scan.is_it") if made else ""


def status(scene: Scene, ask: Ask | None, report: EyesReport, made: Observation | None) -> str:
    """Say in one sentence how the reading goes, or what to do for it."""
    say = scene.voice
    if report.status == LOST:
        return say.say(report.error) if report.error else say("app.scan.lost")
    if report.status in {OFF, STARTING}:
        return say("app.scan.starting")
    if isinstance(made, Ambiguous | Mismatch):
        return ""
    if isinstance(made, Wait) and made.text and made.text != (ask and ask.text):
        return say.say(made.text)
    if doubtful := doubt(scene, report.sighting):
        return doubtful
    if report.missing or any(outline.status == "damaged" for outline in report.outlines):
        return say("app.scan.almost")
    layout = next((each.layout for each in scene.game.views if ask and each.id == ask.view), "")
    if report.sighting and report.done:
        return say("app.scan.unchanged" if layout == "lattice" else "app.scan.steady")
    is_begun = not layout or (report.sighting and report.sighting.seen)
    return say("app.scan.looking" if is_begun else f"app.scan.show.{layout}")


def lost_origin(scene: Scene, sighting: Sighting) -> str:
    """Say that the piece is out of sight that all places are counted from; nothing where it is not."""
    origin = next((view.origin for view in scene.game.views if view.id == sighting.view), "")
    read = {*(seen.piece for seen in (*sighting.seen, *sighting.earlier)), *sighting.unsure}
    return scene.voice("app.join.no_origin", piece=PieceRef(origin)) if origin and origin not in read else ""


def doubt(scene: Scene, sighting: Sighting | None) -> str:
    """Say why a card that was read has no place, with the way on; nothing where each has one."""
    unsure = _homeless(scene, sighting.view, sighting.unsure) if sighting else ()
    if sighting is None or not unsure:
        return ""
    if not sighting.seen and (lost := lost_origin(scene, sighting)):
        return lost
    piece = max(unsure, key=unsure.count)
    is_twice = unsure.count(piece) > 1
    return scene.voice("app.scan.twice" if is_twice else "app.scan.astray", piece=PieceRef(piece))


def _homeless(scene: Scene, view: str, pieces: Iterable[str]) -> tuple[str, ...]:
    """Keep those pieces that ought to have a place in a view."""
    return tuple(piece for piece in pieces if scene.game.lies_in(scene.box, view, piece))


def _found(report: EyesReport) -> int:
    return report.expected - len(report.missing)


def read_lines(scene: Scene, view: str, report: EyesReport) -> tuple[Line, ...]:
    """Name what was read, what has no place first; codes that are not ours are named too."""
    say = scene.voice
    unsure = (each.piece for each in report.outlines if each.piece and each.status == "unsure")
    astray = dict.fromkeys(_homeless(scene, view, unsure))
    ours = dict.fromkeys(each.piece for each in report.outlines if each.piece and each.piece not in astray)
    lines = [
        *(Line(say("app.scan.unsure", text=PieceRef(piece)), Mark("warn", "accent")) for piece in astray),
        *(Line(say.piece(piece), Mark("check", "good")) for piece in ours),
    ]
    others = dict.fromkeys((each.status, each.text[:24]) for each in report.outlines if not each.piece)
    lines = [
        *(Line(say(f"app.scan.{status}", text=text), Mark("close", "bad")) for status, text in others),
        *lines,
    ]
    most = max(2, READ_LINES - len(report.missing))
    if len(lines) > most:
        left = len(lines) - most + 1
        lines = [*lines[: most - 1], Line(say("app.scan.more", count=left), Mark("plus", "muted"))]
    return tuple(lines)


def missing_names(scene: Scene, report: EyesReport) -> tuple[tuple[str, str], ...]:
    """Name what is still to be seen."""
    return tuple((piece, scene.voice.piece(piece)) for piece in report.missing)


def _lost(scene: Scene, report: EyesReport) -> tuple[Line, ...]:
    """List what is missing; of very much only the first."""
    lines = tuple(Line(name, LOST_MARK, strong=True) for _, name in missing_names(scene, report))
    if len(lines) <= LOST_LINES:
        return lines
    kept = lines[: LOST_LINES - 1]
    return (*kept, Line(scene.voice("app.scan.more", count=len(lines) - len(kept)), LOST_MARK))


def _readings(scene: Scene, readings: tuple[Reading, ...]) -> tuple[Button, ...]:
    likely = [
        Button(
            scene.voice.say(reading.text),
            PlayMoves(reading.moves) if reading.moves else Ignore(),
            PRIMARY if at == 0 else PLAIN,
        )
        for at, reading in enumerate(readings)
    ]
    again = Button(scene.voice("app.scan.again"), Ignore(), mark=Mark("camera"))
    return tuple(likely) if any(button.action == Ignore() for button in likely) else (*likely, again)


def _in_question(scene: Scene, unclear: Ambiguous | Mismatch | None) -> tuple[tuple[str, str], ...]:
    """Name the pieces that the readings are about."""
    readings = unclear.readings if unclear else ()
    moves = [deed for reading in readings for deed in reading.moves if isinstance(deed, Move)]
    pieces = dict.fromkeys(piece for move in moves for piece in named(move.reply))
    return tuple((piece, scene.voice.piece(piece)) for piece in pieces)


def _is_stuck(report: EyesReport) -> bool:
    """Tell whether the camera alone does not get any further."""
    return bool(report.missing) or report.status == LOST


def _by_touch(scene: Scene, ask: Ask | None, kind: str) -> Button:
    action: Action = Open(ask.id.n) if ask else Go("pieces")
    return Button(scene.voice("app.scan.touch"), action, kind, mark=Mark("hand"))
