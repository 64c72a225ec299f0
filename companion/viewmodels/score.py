"""The score: who is where, and every point with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from companion.eyes_protocol import EyesReport
from companion.viewmodels.actions import Do, Go, Set
from companion.viewmodels.parts import PLAIN, PRIMARY, Bar, Button, Line, Mark, View
from companion.viewmodels.scene import Scene
from companion.viewmodels.voice import Voice
from rules.core.score import ScoreRow, ScoreSheet, Standing
from rules.core.value import TABLE

NOTHING = EyesReport()


class ScoreView(View, frozen=True):
    """The score sheet, with one seat's reasons open."""

    outcome: str = ""
    comfort: str = ""
    """A word for a table at which nobody has won."""
    ranks: tuple[Button, ...] = ()
    """One a seat, in order of rank; touching it shows its reasons."""
    who: str = ""
    rows: tuple[Line, ...] = ()
    tie_break: str = ""
    notes: tuple[Line, ...] = ()
    buttons: tuple[Button, ...] = ()
    report: EyesReport = NOTHING
    """The picture that the score was read from, if there is one."""
    has_photo: bool = False


class CodeView(View, frozen=True):
    """The final score as a QR code for phones."""

    text: str = ""
    """What the code says."""
    lines: tuple[Line, ...] = ()


def view(scene: Scene, seat: int | None = None, group: str = "", report: EyesReport = NOTHING) -> ScoreView:
    """Show the score as it is now, or at the end with the picture that proves it."""
    sheet = scene.sheet
    made = _open(scene, group) if is_open(sheet) else _by_seat(scene, seat)
    has_photo = scene.is_over and report.picture is not None
    winners = any(standing.winner for standing in sheet.standings)
    return msgspec.structs.replace(
        made,
        outcome=scene.voice.say(sheet.outcome) if sheet.outcome else scene.leads,
        comfort=scene.voice("app.score.comfort") if scene.is_over and not winners else "",
        notes=tuple(Line(scene.voice.say(note), Mark("info", "muted")) for note in sheet.notes),
        buttons=_buttons(scene, has_photo=report.picture is not None),
        report=report if has_photo else NOTHING,
        has_photo=has_photo,
    )


def _by_seat(scene: Scene, seat: int | None) -> ScoreView:
    """Show what each person has, group by group."""
    say, sheet = scene.voice, scene.sheet
    ordered = sorted(sheet.standings, key=lambda standing: (standing.rank, standing.seat))
    shown = seat if seat is not None else (ordered[0].seat if ordered else TABLE)
    return ScoreView(
        screen="score",
        bar=_bar(scene),
        ranks=tuple(_rank(scene, standing, standing.seat == shown) for standing in ordered),
        who=_who(say, shown),
        rows=tuple(_rows(scene, shown)),
        tie_break=say.say(sheet.tie_break) if sheet.tie_break else "",
    )


def _bar(scene: Scene) -> Bar:
    key = "app.score.final" if scene.is_over else "app.score.now"
    return Bar(scene.voice(key), Mark("trophy", "accent"))


def is_open(sheet: ScoreSheet) -> bool:
    """Tell whether points are known without their owners: counted for groups that nobody has claimed yet."""
    return bool(sheet.rows) and all(row.seat == TABLE and row.group for row in sheet.rows)


def _open(scene: Scene, chosen: str) -> ScoreView:
    """Show what each group has, in the place of players."""
    say, sheet = scene.voice, scene.sheet
    totals: Counter[str] = Counter()
    for row in sheet.rows:
        totals[row.group] += row.amount
    shown = chosen if chosen in totals else totals.most_common(1)[0][0]
    faces = {key: scene.group(key) for key in totals}
    return ScoreView(
        screen="score",
        bar=_bar(scene),
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
    )


def _who(say: Voice, seat: int) -> str:
    return say("app.score.points_of", who=say.seat(seat)) if seat != TABLE else ""


def _place(say: Voice, rank: int) -> str:
    """Say a place; the first ones may have words of their own."""
    own = f"app.score.rank.{rank}"
    return say(own if say.has(own) else "app.score.rank", rank=rank)


def _rank(scene: Scene, standing: Standing, chosen: bool) -> Button:
    """Name a person with place and groups: who was what comes out here."""
    say = scene.voice
    place = say("app.score.winner") if standing.winner else _place(say, standing.rank)
    groups = dict.fromkeys(row.group for row in scene.sheet.rows if row.seat == standing.seat and row.group)
    names = ", ".join(scene.group(group).name for group in groups)
    return Button(
        say.seat(standing.seat),
        Set("score_seat", standing.seat),
        note=" \N{MIDDLE DOT} ".join(part for part in (place, names) if part),
        mark=say.seat_mark(standing.seat),
        chosen=chosen,
        badge=str(standing.total),
    )


def _rows(scene: Scene, seat: int) -> Iterator[Line]:
    """Yield a seat's rows, each group under its own total, and then what is everybody's."""
    rows = [row for row in scene.sheet.rows if row.seat in {seat, TABLE}]
    rows.sort(key=lambda row: row.seat == TABLE != seat)
    for group in dict.fromkeys(row.group for row in rows):
        own = [row for row in rows if row.group == group]
        if group:
            face = scene.group(group)
            yield Line(face.name, face.mark, strong=True, figure=str(sum(row.amount for row in own)))
        yield from (_row(scene.voice, row) for row in own)


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
