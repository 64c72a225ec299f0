"""Takes over a game that was begun without us, view by view, then number by number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.app import evening
from companion.viewmodels.draft import Draft
from companion.viewmodels.join import OVER
from rules.core.asks import Ask, Confirm
from rules.core.commands import Answer, Correct, Done, Picked, Put, Reply, named
from rules.core.errors import RuleError
from rules.core.referee import Referee
from rules.core.sighting import Seen, Sighting
from rules.core.state import State
from rules.core.value import Arg

if TYPE_CHECKING:
    from companion.app.director import Director
    from rules.core.game import Correctable

SETUP = "setup"
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
    director.join_step, director.join_by_touch = 0, False
    director.joins = True
    enter(director)


def enter(director: Director) -> None:
    """Open the first view once the set-up is over: what is dealt there would take the place of what was told."""
    session = director.session
    if session is None:
        return
    if session.state.script != SETUP:
        director.joins, director.join_from = False, session.state
        director.push("join")
        look(director)
    else:
        evening.open_next(director)


def begin_again(director: Director, _about: str) -> None:
    """Enter the table anew, from what is known of it now."""
    director.to_table()
    begin(director)


def views(director: Director) -> tuple[str, ...]:
    """Return the views to be shown or told; none where cards are not followed."""
    session = director.session
    if session is None or not director.scene.board.lattices:
        return ()
    return tuple(session.game.joining)


def view_now(director: Director) -> str:
    """Return the view that is being shown or told; empty once the numbers are asked for."""
    left = views(director)[director.join_step :]
    return next((view for view in left if _is_shown(director) or _question(director, view)), "")


def ask_now(director: Director) -> Ask | None:
    """Return the question that tells this step by touch; None where it is shown to the camera, or over."""
    view = view_now(director) if director.screen == "join" and not _is_shown(director) else ""
    return _question(director, view) if view else None


def _is_shown(director: Director) -> bool:
    return director.eyes is not None and not director.join_by_touch


def _question(director: Director, view: str) -> Ask | None:
    session = director.session
    if session is None:
        return None
    return session.game.joining_ask(session.box, session.referee.table(session.state), view)


def look(director: Director) -> None:
    """Look at the view of this step, and at nothing where it is told by touch or numbers are asked for."""
    director.draft = Draft()
    view = view_now(director)
    if view and _is_shown(director):
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


def answer(director: Director, reply: Reply) -> None:
    """Take over what was told by touch, as one step that can be undone; one card of a grid leaves room for more."""
    session, view = director.session, view_now(director)
    if session is None or not view:
        return
    found = session.game.joining[view](
        session.box, session.referee.table(session.state), Sighting(view, _seen(reply))
    )
    if found:
        session.mend(found)
    director.draft = Draft()
    if isinstance(reply, Picked):
        go_on(director, "")


def _seen(reply: Reply) -> tuple[Seen, ...]:
    if isinstance(reply, Put):
        return (Seen(reply.piece, reply.cell, reply.turn),)
    return tuple(map(Seen, named(reply)))


def go_on(director: Director, _about: str) -> None:
    """Go to the next view, or to the numbers."""
    view = view_now(director)
    if view:
        director.join_step = views(director).index(view) + 1
    look(director)


def tell(director: Director, _about: str) -> None:
    """Tell by touch what the camera does not see well."""
    director.join_by_touch = True
    look(director)


def go_back(director: Director, _about: str) -> None:
    """Go back to the first view; the numbers entered so far are kept."""
    director.join_step = 0
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
    odd = [fact for fact in referee.correctables(state) if fact.value != wanted.get(fact.key, fact.value)]
    if odd:
        raise _refusal(referee, odd, wanted)


def _refusal(referee: Referee[Any], odd: list[Correctable], wanted: Mapping[str, int]) -> RuleError:
    """Say what does not add up; cards that are left over lie where only a view can tell."""
    first, spare = odd[0], sum(int(fact.value) - wanted[fact.key] for fact in odd)
    args: dict[str, Arg] = {"fact": first.text, "wanted": wanted[first.key], "value": first.value}
    if spare > 0 and referee.game.joining:
        return RuleError(OVER, count=spare, **args)
    return RuleError("app.join.odd", **args)
