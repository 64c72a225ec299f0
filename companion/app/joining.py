"""Takes over a game that was begun without us, view by view, then number by number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.app import evening
from rules.core.asks import Confirm
from rules.core.commands import Answer, Correct, Done
from rules.core.errors import RuleError
from rules.core.referee import Referee
from rules.core.state import State

if TYPE_CHECKING:
    from companion.app.director import Director

PASSES = 4
"""Numbers hang together: the cards of a pile are those that are nowhere else. So they are set until all hold."""


def begin(director: Director) -> None:
    """Leave the set-up, which is over at the table, and open the first view; first what is left to say of the set-up."""
    session = director.session
    if session is None:
        return
    for ask in session.asks():
        if isinstance(ask, Confirm) and ask.id.key == f"{session.game.id}.setup.skip":
            session.dispatch(Answer(ask.id, Done()))
            break
    director.numbers = {}
    director.join_step = 0
    director.joins = True
    enter(director)


def enter(director: Director) -> None:
    """Open the first view once there is anything to be set by hand: not before it is known what lies on the table."""
    session = director.session
    if session is None:
        return
    if session.referee.correctables(session.state):
        director.joins = False
        director.push("join")
        look(director)
    else:
        evening.open_next(director)


def views(director: Director) -> tuple[str, ...]:
    """Return the views that are shown to the camera; none without one, or where cards are not followed."""
    session = director.session
    if session is None or director.eyes is None or not director.scene.board.lattices:
        return ()
    return tuple(session.game.joining)


def view_now(director: Director) -> str:
    """Return the view that is being shown; empty once the numbers are asked for."""
    return next(iter(views(director)[director.join_step :]), "")


def look(director: Director) -> None:
    """Look at the view of this step, and at nothing once numbers are asked for."""
    view = view_now(director)
    if view:
        evening.start_eyes(director, view)
    else:
        evening.rest_eyes(director)


def changes(director: Director) -> tuple[Correct, ...] | None:
    """Return what the steady picture would set by hand; None while there is none."""
    session, sighting = director.session, director.settled
    if session is None or sighting is None or sighting.view != view_now(director):
        return None
    table = session.referee.table(session.state)
    return session.game.joining[sighting.view](session.box, table, sighting)


def take(director: Director, _about: str) -> None:
    """Take over what was read, as one step that can be undone."""
    found = changes(director)
    if director.session is not None and found:
        director.session.mend(found)
        go_on(director, "")


def go_on(director: Director, _about: str) -> None:
    """Go to the next view, or to the numbers."""
    director.join_step += 1
    look(director)


def done(director: Director, _about: str) -> None:
    """Set the numbers, all as one step, and play on."""
    session = director.session
    if session is None:
        return
    shown = {
        fact.key: int(fact.value) for fact in session.referee.correctables(session.state) if not fact.words
    }
    try:
        found = tuple(settle(session.referee, session.state, {**shown, **director.numbers}))
    except RuleError:
        # What nobody has touched may give way to what somebody has counted.
        found = tuple(settle(session.referee, session.state, director.numbers))
    if found:
        session.mend(found)
    director.numbers = {}
    director.to_table()


def settle(referee: Referee[Any], state: State[Any], wanted: Mapping[str, int]) -> Iterator[Correct]:
    """Yield the corrections after which every number is as wanted; raise ``RuleError`` where they do not add up."""
    for _ in range(PASSES):
        for key, value in wanted.items():
            fact = next((each for each in referee.correctables(state) if each.key == key), None)
            if fact is not None and fact.value != value and fact.low <= value <= fact.high:
                command = Correct(key, value)
                state, _events = referee.apply(state, command)
                yield command
    for fact in referee.correctables(state):
        if fact.value != wanted.get(fact.key, fact.value):
            raise RuleError("app.join.odd", fact=fact.text, wanted=wanted[fact.key], value=fact.value)
