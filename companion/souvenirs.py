"""What a demo leaves to be tried: photographs as the camera takes them, what they do not show, and the commands."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.context import Context, Given, name_of, seat_of, usual_end
from companion.files import write_output, write_picture
from companion.games import LoadedGame
from companion.program import command, near
from companion.reading import Photo, photo_of
from companion.scoring import Scored, new_table, score_photos
from companion.session import Session
from companion.store import Store
from companion.tags import Tags
from companion.virtual.table import VirtualTable
from rules.core.asks import Number, One, Some
from rules.core.commands import Amount, Picked, Reply
from rules.core.game import Tabletop
from rules.core.value import TABLE, msg
from vision.decode import Reader

TAKES = 3
"""Photographs of a spot from which the best is kept, as people do."""
CONTEXT = "context.toml"
PHOTOS = "*-photo*.png"
QUESTIONS = 40
"""What the context of an evening answers at most."""


def leave(session: Session, tabletop: Tabletop, table: VirtualTable, folder: Path) -> None:
    """Write photographs of all that counts, and a context for them."""
    photos = take_photos(session, tabletop, table, folder)
    if not _fit(session, photos):
        for photo in photos:
            photo.path.unlink()
        return
    context = context_of(session, tabletop, photos)
    kept = [photo for photo in photos if not _is_told(photo.pieces(session.loaded.id), context)]
    if (whole := with_end(session, kept, context)) is None:
        return
    for photo in photos:
        if photo not in kept:
            photo.path.unlink()
    write_output(folder / CONTEXT, "".join(f"{line}\n" for line in context_lines(whole)))


def clear(folder: Path) -> None:
    """Remove the photographs and the context of a former evening."""
    for old in (*folder.glob(PHOTOS), folder / CONTEXT):
        old.unlink(missing_ok=True)


def _fit(session: Session, photos: Collection[Photo]) -> bool:
    """Tell whether photographs show nothing else than the evening knows, as of several grids alike they would."""
    shared = [("", photo) for photo in photos]
    scored = score_photos(session.loaded, session.state, session.players, shared, Context())
    return all(warning.key != "core.score.not_in_game" for warning in scored.warnings)


def with_end(session: Session, photos: Collection[Photo], said: Context) -> Context | None:
    """Say in a context how the evening ended, where games usually end so.

    None where photographs and context tell another score than the evening: of a city that fell, say.
    """
    sheet, scored, usual = session.score(), _scored(session, photos, said), usual_end(session.loaded)
    if [each.total for each in scored.sheet.standings] != [each.total for each in sheet.standings]:
        return None
    if sheet.outcome is None or msg("core.score.assumed", outcome=sheet.outcome) not in scored.warnings:
        return said
    ends = {"facts": usual.facts | said.facts, "answers": usual.answers | said.answers}
    return msgspec.structs.replace(said, **ends)


def _scored(session: Session, photos: Collection[Photo], said: Context) -> Scored:
    """Score photographs of the shared table as if nobody had followed the game."""
    table, shared = new_table(session.loaded, said, session.players), [("", photo) for photo in photos]
    return score_photos(session.loaded, table, session.players, shared, said, usual_end(session.loaded))


def _is_told(pieces: Collection[str], context: Context) -> bool:
    """Tell whether a context says of every piece whose it is: in a photo of the shared table it would be another's."""
    said = {
        piece for answers in context.seat.values() for given in answers.values() for piece in _pieces(given)
    }
    return set(pieces) <= said


def _pieces(given: Given) -> tuple[str, ...]:
    return given if isinstance(given, tuple) else ()


def take_photos(session: Session, tabletop: Tabletop, table: VirtualTable, folder: Path) -> tuple[Photo, ...]:
    """Photograph every view that shows something that counts, or might for another player, and no photograph shows yet."""
    named = _told(session, tabletop, (), at_table=True).answers.values()
    counted = {piece for row in session.score().rows for piece in row.pieces}.union(*map(_pieces, named))
    photos: list[Photo] = []
    shown: set[str] = set()
    for view in table.views:
        lying = {each.piece for each in tabletop.picture(view.id) if each.piece and each.face_up}
        if lying & (counted - shown):
            only = () if view.layout == "lattice" else lying & counted
            shown |= lying
            photos += _of_view(session.loaded, table, view.id, only or lying, folder, only=only)
    return tuple(photos)


def _of_view(
    loaded: LoadedGame,
    table: VirtualTable,
    view: str,
    lying: Collection[str],
    folder: Path,
    *,
    only: Collection[str] = (),
) -> Iterator[Photo]:
    """Photograph a view spot by spot, until everything in it has been in a picture."""
    left = set(lying)
    for number in range(1, table.look_over(view, only) + 1):
        path = folder / f"{view}-photo{f'-{number}' if number > 1 else ''}.png"
        photo = max((_take(loaded, table, path) for _ in range(TAKES)), key=lambda photo: len(photo.found))
        left -= photo.pieces(loaded.id)
        write_picture(path, photo.grey)
        yield photo
        if not left:
            return
        table.move_on()


def _take(loaded: LoadedGame, table: VirtualTable, path: Path) -> Photo:
    return photo_of(path, table.photograph(True), Tags([loaded]), Reader())


# ---- what photographs do not show --------------------------------------------------------
def context_of(session: Session, tabletop: Tabletop, photos: Collection[Photo]) -> Context:
    """Ask those who sat at the table whatever scoring from these photographs leaves open about one person."""
    return _told(session, tabletop, photos, at_table=False)


def _told(session: Session, tabletop: Tabletop, photos: Collection[Photo], *, at_table: bool) -> Context:
    """Answer what scoring from photographs leaves open about one person, or ``at_table`` about anything."""
    players = session.players
    said = Context(tuple(player.name for player in players), dict(session.setup.options))
    for _ in range(QUESTIONS):
        asks = session.referee.asks(_scored(session, photos, said).state)
        ask = next((ask for ask in asks if ask.blocks and (at_table or seat_of(ask) != TABLE)), None)
        name = players[seat_of(ask)].name if ask is not None and seat_of(ask) != TABLE else ""
        answers = said.seat.get(name, {}) if name else said.answers
        if ask is None or ask.id.key in answers or not isinstance(ask, One | Some | Number):
            break  # no context tells of a piece laid on a grid
        answers = {**answers, ask.id.key: _given(tabletop.act(ask, asks))}
        told = {"seat": {**said.seat, name: answers}} if name else {"answers": answers}
        said = msgspec.structs.replace(said, **told)
    return said


def _given(reply: Reply) -> Given:
    match reply:
        case Picked(choices=choices):
            return tuple(map(name_of, choices))
        case Amount(value=value):
            return value
        case _:
            return ()


def context_lines(context: Context) -> Iterator[str]:
    """Yield a context as TOML."""
    yield f"players = {_toml(context.players)}"
    parts: tuple[tuple[str, dict[str, Any]], ...] = (
        ("options", context.options),
        ("facts", context.facts),
        *((f"seat.{_toml(name)}", answers) for name, answers in context.seat.items()),
        ("answers", context.answers),
    )
    for head, values in parts:
        if values:
            yield f"[{head}]"
            yield from (f"{_toml(key)} = {_toml(value)}" for key, value in values.items())


def _toml(value: object) -> str:
    """Write a text, a number or a list of texts: JSON and TOML write these alike."""
    return json.dumps(value, ensure_ascii=False)


# ---- what to type ------------------------------------------------------------------------
def commands(game: str, folder: Path) -> Iterator[str]:
    """Yield commands to try with what lies in a report's folder."""
    photos = [near(photo) for photo in sorted(folder.glob(PHOTOS))]
    if photos:
        yield command("read", *photos)
    if photos and (folder / CONTEXT).is_file():
        context, marked = near(folder / CONTEXT), near(folder / "marked")
        yield command("score", game, *photos, "--context", context, "--annotate", marked)
    for evening in Store(folder / "evenings").evenings()[:1]:
        yield command("score", game, *photos, "--session", evening.id, "--from", near(folder))
        yield command("sessions", "show", evening.id, "--from", near(folder))
        yield command("sessions", "list", "--from", near(folder))
