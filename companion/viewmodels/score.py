"""The score: who is where, and every point with its reason."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.eyes_protocol import EyesReport
from companion.viewmodels.actions import Do, Go, Set
from companion.viewmodels.parts import NO_MARK, ONLY_BACK, PLAIN, PRIMARY, Bar, Button, Line, Mark, View
from companion.viewmodels.ranks import are_ranked, is_open, leaders, totals
from companion.viewmodels.scene import Scene
from companion.viewmodels.table import leading, turn_mark
from companion.viewmodels.voice import Voice
from rules.core.picture import named
from rules.core.score import ScoreRow, Standing
from rules.core.value import TABLE, SeatRef

NOTHING = EyesReport()
TROPHY = Mark("trophy", "accent")


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
    ways = _pictures(scene, has_photo=report.picture is not None)
    winners = any(standing.winner for standing in sheet.standings)
    return msgspec.structs.replace(
        made,
        outcome=scene.voice.say(sheet.outcome) if sheet.outcome else "",
        comfort=scene.voice("app.score.comfort") if scene.is_over and not winners else "",
        notes=tuple(Line(scene.voice.say(note), Mark("info", "muted")) for note in sheet.notes),
        bar=_bar(scene, () if scene.is_over else ways),
        buttons=(*_after(scene), *ways) if scene.is_over else (),
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
        who=_who(say, shown) if sheet.rows else "",
        rows=tuple(_rows(scene, shown)),
        tie_break=say.say(sheet.tie_break) if sheet.tie_break else "",
    )


def _bar(scene: Scene, buttons: tuple[Button, ...] = ()) -> Bar:
    say = scene.voice
    if scene.is_over:
        return Bar(leading(scene), turn_mark(scene), say("app.score.final"), large=True)
    return Bar(say("app.score.now"), TROPHY, back=ONLY_BACK, buttons=buttons)


def _open(scene: Scene, chosen: str) -> ScoreView:
    """Show what each group has, in the place of players."""
    say, sheet = scene.voice, scene.sheet
    found = totals(sheet)
    faces = {key: scene.group(key) for key, _ in found}
    shown = chosen if chosen in faces else found[0][0]
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
                award=NO_MARK if scene.is_over else _award(scene, key),
            )
            for key, total in found
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
    say, ranked = scene.voice, are_ranked(scene.sheet)
    place = _place(say, standing.rank) if ranked else ""
    place = say("app.score.winner") if standing.winner else place
    groups = dict.fromkeys(row.group for row in scene.sheet.rows if row.seat == standing.seat and row.group)
    names = ", ".join(scene.group(group).name for group in groups)
    return Button(
        say.seat(standing.seat),
        Set("score_seat", standing.seat),
        note=" \N{MIDDLE DOT} ".join(part for part in (place, names) if part),
        mark=say.seat_mark(standing.seat),
        chosen=chosen,
        badge=str(standing.total) if ranked or (scene.sheet.rows and not scene.sheet.outcome) else "",
        award=TROPHY if standing.winner else NO_MARK if scene.is_over else _award(scene, standing.seat),
    )


def _award(scene: Scene, who: int | str) -> Mark:
    """Crown those who are ahead of somebody."""
    first = leaders(scene.sheet)
    everybody = len(first) == len(scene.sheet.standings) and not is_open(scene.sheet)
    return Mark("crown", "accent") if who in first and not everybody else NO_MARK


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
    """Say a reason for points, and the pieces where it does not name them all: each kind once, however many copies."""
    names = dict.fromkeys(say.piece(piece) for piece in row.pieces)
    text = say.say(row.text)
    return Line(
        text if all(name in text for name in names) else f"{text}: {', '.join(names)}",
        figure=f"{row.amount:+d}" if row.amount else "0",
    )


def _pictures(scene: Scene, *, has_photo: bool) -> tuple[Button, ...]:
    """Offer to look at the table, and at the last photo of it."""
    say = scene.voice
    table = Button(say("app.score.picture"), Go("city"), PLAIN, mark=Mark("eye"))
    photo = Button(say("app.photo.title"), Go("photo"), PLAIN, mark=Mark("camera"))
    return (table, photo) if has_photo else (table,)


def _after(scene: Scene) -> tuple[Button, ...]:
    """Offer what there is to do once all is over."""
    say = scene.voice
    again = Button(say("app.score.again"), Do("again"), PRIMARY, mark=Mark("people"))
    return again, Button(say("app.score.code"), Go("code"), PLAIN, mark=Mark("code"))


def summary(scene: Scene) -> str:
    """Put the final score into a few plain lines; where all have lost, their names alone."""
    say, sheet = scene.voice, scene.sheet
    lines = [scene.game.name(say.texts.language)]
    if sheet.outcome:
        lines.append(say.say(sheet.outcome))
    ordered = sorted(sheet.standings, key=lambda standing: standing.rank)
    if are_ranked(sheet):
        lines += [f"{standing.rank}. {say.seat(standing.seat)}: {standing.total}" for standing in ordered]
    else:
        lines.append(say.label(named(SeatRef(standing.seat) for standing in ordered)))
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
