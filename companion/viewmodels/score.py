"""The score: who is where, and every point with its reason."""

from __future__ import annotations

from collections import Counter

from companion.viewmodels.actions import Do, Go, Set
from companion.viewmodels.looks import Board
from companion.viewmodels.parts import PLAIN, PRIMARY, Bar, Button, Lattice, Line, Mark, View
from companion.viewmodels.scene import Scene
from companion.viewmodels.voice import Voice
from rules.core.score import ScoreRow, ScoreSheet, Standing
from rules.core.value import TABLE


class ScoreView(View, frozen=True):
    """The score sheet, with one seat's reasons open."""

    outcome: str = ""
    ranks: tuple[Button, ...] = ()
    """One a seat, in order of rank; touching it shows its reasons."""
    who: str = ""
    rows: tuple[Line, ...] = ()
    tie_break: str = ""
    notes: tuple[Line, ...] = ()
    buttons: tuple[Button, ...] = ()
    board: Board = Board()
    lattice: Lattice = Lattice()


class CodeView(View, frozen=True):
    """The final score as a QR code for phones."""

    text: str = ""
    """What the code says."""
    lines: tuple[Line, ...] = ()


def view(scene: Scene, seat: int | None = None, group: str = "", *, has_photo: bool = False) -> ScoreView:
    """Show the score as it is now, or at the end."""
    say, sheet = scene.voice, scene.sheet
    if is_open(sheet):
        return _open(scene, group, has_photo=has_photo)
    ordered = sorted(sheet.standings, key=lambda standing: (standing.rank, standing.seat))
    shown = seat if seat is not None else (ordered[0].seat if ordered else TABLE)
    board = scene.board
    return ScoreView(
        screen="score",
        bar=Bar(say("app.score.final" if scene.is_over else "app.score.now"), Mark("trophy", "accent")),
        outcome=say.say(sheet.outcome) if sheet.outcome else board.leads.text,
        ranks=tuple(_rank(say, standing, standing.seat == shown) for standing in ordered),
        who=_who(say, shown),
        rows=_rows(say, sheet, shown),
        tie_break=say.say(sheet.tie_break) if sheet.tie_break else "",
        notes=tuple(Line(say.say(note), Mark("info", "muted")) for note in sheet.notes),
        buttons=_buttons(scene, has_photo=has_photo),
        board=board,
        lattice=board.lattices[0][1] if board.lattices else Lattice(),
    )


def is_open(sheet: ScoreSheet) -> bool:
    """Tell whether points are known without their owners: counted for groups that nobody has claimed yet."""
    return bool(sheet.rows) and all(row.seat == TABLE and row.group for row in sheet.rows)


def _open(scene: Scene, chosen: str, *, has_photo: bool) -> ScoreView:
    """Show what each group has, in the place of players."""
    say, sheet = scene.voice, scene.sheet
    totals: Counter[str] = Counter()
    for row in sheet.rows:
        totals[row.group] += row.amount
    shown = chosen if chosen in totals else totals.most_common(1)[0][0]
    faces = {key: scene.group(key) for key in totals}
    board = scene.board
    return ScoreView(
        screen="score",
        bar=Bar(say("app.score.final" if scene.is_over else "app.score.now"), Mark("trophy", "accent")),
        outcome=say.say(sheet.outcome) if sheet.outcome else board.leads.text,
        ranks=tuple(
            Button(
                faces[key].name,
                Set("score_group", key),
                mark=faces[key].mark,
                chosen=key == shown,
                badge=str(total),
            )
            for key, total in totals.most_common()
        ),
        who=say("app.score.points_of", who=faces[shown].name),
        rows=tuple(_row(say, row) for row in sheet.rows if row.group == shown),
        notes=tuple(Line(say.say(note), Mark("info", "muted")) for note in sheet.notes),
        buttons=_buttons(scene, has_photo=has_photo),
        board=board,
        lattice=board.lattices[0][1] if board.lattices else Lattice(),
    )


def _who(say: Voice, seat: int) -> str:
    return say("app.score.points_of", who=say.seat(seat)) if seat != TABLE else ""


def _rank(say: Voice, standing: Standing, chosen: bool) -> Button:
    place = say("app.score.winner") if standing.winner else say("app.score.rank", rank=standing.rank)
    return Button(
        say.seat(standing.seat),
        Set("score_seat", standing.seat),
        note=place,
        mark=say.seat_mark(standing.seat),
        chosen=chosen,
        badge=str(standing.total),
    )


def _rows(say: Voice, sheet: ScoreSheet, seat: int) -> tuple[Line, ...]:
    own = [row for row in sheet.rows if row.seat == seat]
    shared = [row for row in sheet.rows if row.seat == TABLE and seat != TABLE]
    return tuple(_row(say, row) for row in (*own, *shared))


def _row(say: Voice, row: ScoreRow) -> Line:
    names = ", ".join(say.piece(piece) for piece in row.pieces)
    text = say.say(row.text)
    return Line(
        f"{text}: {names}" if names and names not in text else text,
        figure=f"{row.amount:+d}" if row.amount else "0",
    )


def _buttons(scene: Scene, *, has_photo: bool) -> tuple[Button, ...]:
    say = scene.voice
    found = [Button(say("app.score.picture"), Go("city"), PLAIN, mark=Mark("eye"))]
    if has_photo:
        found.append(Button(say("app.photo.title"), Go("photo"), PLAIN, mark=Mark("camera")))
    if scene.is_over:
        again = Button(say("app.score.again"), Do("again"), PRIMARY, mark=Mark("people"))
        found = [again, Button(say("app.score.code"), Go("code"), PLAIN, mark=Mark("code")), *found]
    return tuple(found)


def summary(scene: Scene) -> str:
    """Put the final score into a few plain lines."""
    say, sheet = scene.voice, scene.sheet
    ordered = sorted(sheet.standings, key=lambda standing: standing.rank)
    lines = [scene.game.name(say.texts.language)]
    if sheet.outcome:
        lines.append(say.say(sheet.outcome))
    lines += [f"{standing.rank}. {say.seat(standing.seat)}: {standing.total}" for standing in ordered]
    if sheet.tie_break:
        lines.append(say.say(sheet.tie_break))
    return "\n".join(lines)


def code(scene: Scene) -> CodeView:
    """Show the score as a code."""
    text = summary(scene)
    return CodeView(
        screen="code",
        bar=Bar(scene.voice("app.score.code"), Mark("code", "accent")),
        text=text,
        lines=tuple(Line(line, strong=at == 0) for at, line in enumerate(text.splitlines())),
    )
