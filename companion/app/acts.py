"""Carries out what touches ask for, one function an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from companion.app import around, evening, joining, names
from companion.viewmodels import actions as a
from companion.viewmodels import draft as drafts
from companion.viewmodels import join, setup
from companion.viewmodels.correct import Mending
from rules.core.asks import Ask, Place
from rules.core.commands import Answer, Picked, Put
from rules.core.value import Cell

if TYPE_CHECKING:
    from companion.app.director import Director

Act = Callable[["Director", Any], None]


def go(director: Director, action: a.Go) -> None:
    """Show another screen."""
    around.enter(director, action.screen, action.about)
    director.push(action.screen, action.about)


def back(director: Director, _action: a.Back) -> None:
    """Leave the screen on top."""
    director.pop()


def home(director: Director, _action: a.Home) -> None:
    """Keep the evening and go home."""
    evening.leave(director)


def send(director: Director, action: a.Send) -> None:
    """Give a command to the session."""
    evening.send(director, action.command)


def play(director: Director, action: a.PlayMoves) -> None:
    """Take one reading of a sighting."""
    evening.play(director, action.moves)


def ignore(director: Director, _action: a.Ignore) -> None:
    """Leave a sighting alone until it changes."""
    director.made = None


def open_ask(director: Director, action: a.Open) -> None:
    """Show a question large, or answer it by camera."""
    evening.open_ask(director, action.n, scan=action.scan)


def touch(director: Director, action: Any) -> None:
    """Change the answer that is being put together; one touch is enough where it says everything."""
    if director.screen == "pieces":
        director.draft = msgspec.structs.replace(director.draft, group=action.group, letter=action.letter)
        return
    ask = _open(director)
    if ask is None:
        return
    if isinstance(ask, Place) and isinstance(action, a.PickCell) and not _may_go(director, ask, action.cell):
        _ask_why(director, ask, action.cell)
        return
    director.draft = drafts.touch(director.draft, ask, action)
    if isinstance(action, a.Pick) and drafts.is_instant(ask):
        give(director, a.Give())


def _open(director: Director) -> Ask | None:
    """Return the question on screen: the rules' own, or one about a game being taken over."""
    return evening.top_ask(director) or joining.ask_now(director)


def _may_go(director: Director, ask: Place, cell: Cell) -> bool:
    piece = drafts.piece_of(director.draft, ask)
    return any(cell in group.cells for group in drafts.groups_of(ask, piece))


def _ask_why(director: Director, ask: Place, cell: Cell) -> None:
    """Let the rules say why a piece may not go to a cell, and keep the cell to mark it."""
    piece = drafts.piece_of(director.draft, ask)
    groups = drafts.groups_of(ask, piece)
    if not groups or director.screen == "join":
        return
    director.draft = msgspec.structs.replace(director.draft, cell=None, area="", refused=cell)
    turn = drafts.turns_of(ask, piece)[0]
    evening.send(director, Answer(ask.id, Put(piece, cell, groups[0].area, turn)))


def give(director: Director, _action: a.Give) -> None:
    """Send the answer that has been put together."""
    ask = _open(director)
    made = drafts.reply(director.draft, ask) if ask else None
    if made is not None and director.screen == "join":
        joining.answer(director, made)
    elif ask is not None and made is not None:
        evening.send(director, Answer(ask.id, made))


def decline(director: Director, _action: a.Decline) -> None:
    """Answer with nothing."""
    ask = evening.top_ask(director)
    if ask is not None:
        evening.send(director, Answer(ask.id, Picked()))


def undo(director: Director, _action: a.Undo) -> None:
    """Undo the last step."""
    evening.undo(director)


def redo(director: Director, _action: a.Redo) -> None:
    """Take the undone step again."""
    evening.redo(director)


def set_field(director: Director, action: a.Set) -> None:
    """Set a field of the form, of the correction in hand, of a screen, or of the settings."""
    field, value = action.field, action.value
    if field.startswith(join.FIELD):
        director.numbers[field.removeprefix(join.FIELD)] = int(value)
    elif field in FIELDS:
        FIELDS[field](director, value)
    elif field == "level" and director.session is not None and director.form is None:
        director.session.set_level(str(value))
    elif field in PREFERENCES:
        around.prefer(director, field, value)
    elif director.form is not None:
        director.form = setup.choose(director.form, field, value)


def _mend(director: Director, value: int | str) -> None:
    director.mending = Mending(str(value), evening.fact(director, str(value)))


def _mend_value(director: Director, value: int | str) -> None:
    director.mending = msgspec.structs.replace(director.mending, value=value)


def _deck(director: Director, value: int | str) -> None:
    director.deck, director.deck_card = str(value), ""


def _keep(name: str, kind: type[int | str]) -> Callable[[Director, int | str], None]:
    return lambda director, value: setattr(director, name, kind(value))


PREFERENCES = ("language", "text", "sound", "motion", "dim", "camera")
FIELDS: dict[str, Callable[[Director, int | str], None]] = {
    "mend": _mend,
    "mend_value": _mend_value,
    "score_seat": _keep("score_seat", int),
    "score_group": _keep("score_group", str),
    "deck": _deck,
    "deck_card": _keep("deck_card", str),
    "typed": _keep("typed", str),
}


def type_text(director: Director, action: a.Type) -> None:
    """Type a letter, or rub one out."""
    director.typed = names.typed(director.typed, action.text)


def do(director: Director, action: a.Do) -> None:
    """Carry out what a screen is for."""
    around.DOES[action.what](director, action.about)


ACTS: dict[type, Act] = {
    a.Go: go,
    a.Back: back,
    a.Home: home,
    a.Send: send,
    a.PlayMoves: play,
    a.Ignore: ignore,
    a.Open: open_ask,
    a.Pick: touch,
    a.PickPiece: touch,
    a.PickCell: touch,
    a.Turn: touch,
    a.Filter: touch,
    a.Nudge: touch,
    a.Give: give,
    a.Decline: decline,
    a.Undo: undo,
    a.Redo: redo,
    a.Set: set_field,
    a.Type: type_text,
    a.Do: do,
}
