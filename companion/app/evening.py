"""Playing an evening: commands, undo, questions shown large, what the camera saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.errors import CompanionError
from companion.eyes_protocol import EyesReport
from companion.viewmodels.draft import Draft
from companion.viewmodels.table import INLINE
from rules.core.asks import Ask, Confirm, One, Place
from rules.core.commands import Command
from rules.core.errors import RulesError
from rules.core.sighting import Deed, Moves, Sighting

if TYPE_CHECKING:
    from companion.app.director import Answered, Director
    from companion.session import Session


def sit_down(director: Director, session: Session) -> None:
    """Show a session's table."""
    if director.session is not None:
        director.session.close()
    director.clear()
    director.session = session
    director.open_eyes(session.loaded)
    director.to_table()


def leave(director: Director) -> None:
    """Go home; everything is on disk already."""
    director.close()
    director.clear()
    director.stack = director.stack[:1]


def send(director: Director, command: Command) -> None:
    """Give a command to the session; a refusal stays with the question that it answers."""
    session = director.session
    if session is None:
        return
    stays = director.screen in {"correct", "decks", "join"}
    session.dispatch(command)
    director.deck_card = ""
    after_step(director, opens=not stays)


def play(director: Director, moves: tuple[Deed, ...]) -> None:
    """Give a reading to the session."""
    if director.session is None:
        return
    director.made = None
    begun, answered = director.session.state.base, _answered(director)
    director.session.play(moves)
    loose, state = _loose(director, director.settled), director.session.state
    director.lately = (begun, (*answered, (state.answers, loose)) if state.base is begun else answered)
    director.used = tuple(dict.fromkeys((*director.used, *loose)))
    director.before = tuple(dict.fromkeys((*director.before, *loose)))
    after_step(director)


def _lately(director: Director) -> tuple[str, ...]:
    """Return the loose pieces that have answered in the script that runs; a new turn's may all answer again."""
    return tuple(dict.fromkeys(piece for _, loose in _answered(director) for piece in loose))


def _answered(director: Director) -> Answered:
    """Return what has answered in the script that runs and has not been undone."""
    begun, answered = director.lately
    state = director.session.state if director.session is not None else None
    if state is None or state.base is not begun:
        return ()
    return tuple(each for each in answered if state.answers[: len(each[0])] == each[0])


def _loose(director: Director, sighting: Sighting | None) -> tuple[str, ...]:
    """Return the pieces of a sighting that lie in no grid: held up or spread out, they may lie there still."""
    views = director.session.game.views if director.session is not None else ()
    loose = (view.id for view in views if view.layout != "lattice")
    return tuple(seen.piece for seen in sighting.seen) if sighting and sighting.view in loose else ()


def undo(director: Director) -> None:
    """Undo the last step, whoever's it was."""
    if director.session is None:
        return
    # Only there are two states compared, which are large.
    leaves = director.screen == "join" and director.session.state == director.join_from
    director.session.undo()
    if leaves:
        director.to_table()
    back_on_ground(director)


def redo(director: Director) -> None:
    """Take the last undo back."""
    if director.session is None:
        return
    director.session.redo()
    back_on_ground(director)


def back_on_ground(director: Director) -> None:
    """Leave questions and cards that may no longer be there."""
    director.draft = Draft()
    if director.screen not in {"log", "join"}:
        director.to_table()


def after_step(director: Director, *, opens: bool = True) -> None:
    """Show what a step has brought: the cards turned up, one after the other, the next question, or the table."""
    director.draft = Draft()
    if not opens:
        return
    director.to_table()
    if director.joins:
        from companion.app import joining

        joining.enter(director)
        return
    scene = director.scene
    cards = scene.turned_up
    for _, card in reversed(cards):
        director.push("event", card)
    if not cards and not any(event.kind == "do" for event in scene.events):
        open_next(director)


def open_next(director: Director) -> None:
    """Open the only question if it needs a screen of its own."""
    scene = director.scene
    if len(scene.blocking) != 1 or scene.hidden:
        return
    ask = scene.blocking[0]
    if isinstance(ask, Confirm) or (isinstance(ask, One) and len(ask.options) + ask.optional <= INLINE):
        return
    open_ask(director, ask.id.n, scan=bool(ask.view) and scene.has_eyes)


def open_ask(director: Director, number: int, *, scan: bool = False) -> None:
    """Show a question large, in place of another way to answer it."""
    ask = director.scene.ask(number)
    if ask is None:
        return
    if director.screen in {"ask", "place", "scan"}:
        director.stack.pop()
    if scan and director.eyes is not None:
        start_eyes(director, ask.view)
        director.push("scan", str(number))
    else:
        director.push("place" if isinstance(ask, Place) else "ask", str(number))


def start_eyes(director: Director, view: str) -> None:
    """Begin to look at a view; a city is compared with what is known to lie there."""
    scene = director.scene
    spec = next((each for each in scene.game.views if each.id == view), None)
    expected: tuple[str, ...] = ()
    if spec is not None and spec.layout == "lattice":
        grid = scene.grid(view)
        tiles = grid.tiles if grid else ()
        expected = tuple(tile.piece for tile in tiles if tile.piece and not tile.is_down)
    director.report, director.made, director.settled = EyesReport(status="starting"), None, None
    if director.eyes is not None:
        director.eyes.start(view, expected)


def rest_eyes(director: Director) -> None:
    """Look at nothing."""
    if director.eyes is not None:
        director.eyes.stop()
    director.report, director.made, director.settled = EyesReport(), None, None


def top_ask(director: Director) -> Ask | None:
    """Return the question on screen, if it is still open."""
    top = director.stack[-1]
    if top.screen not in {"ask", "place", "scan"} or not top.about:
        return None
    return director.scene.ask(int(top.about))


def look(director: Director) -> bool:
    """Take the camera's latest report; True where the screen must change."""
    if director.eyes is None:
        return False
    report = director.eyes.poll()
    if report is director.report:
        return False
    director.report = report
    if report.sighting is None and director.settled is not None and director.used:
        _forget_taken(director, frozenset())
        director.settled, director.made = None, None
    sighting = _dated(director, report)
    if sighting is not None and director.settled not in (sighting, replace(sighting, rests=True)):
        _forget_taken(director, frozenset(seen.piece for seen in sighting.seen))
        director.settled = sighting
        keep_photo(director)
        judge(director)
    return True


def _dated(director: Director, report: EyesReport) -> Sighting | None:
    """Return what lies there, and of loose pieces whether they rest; a grid is read at rest alone."""
    sighting = report.sighting
    if sighting is None or not _loose(director, sighting):
        return sighting
    return replace(sighting, rests=report.done)


def _forget_taken(director: Director, here: frozenset[str]) -> None:
    """Let pieces that lay here and are gone answer again; those not seen since the camera opened may be under an arm."""
    lay = {seen.piece for seen in director.settled.seen} if director.settled else set()
    director.used = tuple(piece for piece in director.used if piece in here or piece not in lay)


def keep_photo(director: Director) -> None:
    """Keep the picture of a grid that has been read, for the score."""
    session, sighting = director.session, director.report.sighting
    if session is None or sighting is None:
        return
    spec = next((each for each in session.game.views if each.id == sighting.view), None)
    if spec is not None and spec.layout == "lattice":
        director.photo = director.report


def judge(director: Director) -> None:
    """Make moves, a question or nothing of a steady sighting."""
    session, sighting = director.session, director.settled
    if session is None or sighting is None or director.screen == "join":
        return
    if director.screen == "what":
        if piece := _held_up(director, sighting):
            director.stack.pop()
            director.push("card", piece)
            director.watch()
        return
    ask = top_ask(director)
    asked = ask.id if ask else None
    lately = _lately(director)
    lying = replace(sighting, asked=asked, used=director.used, before=director.before, lately=lately)
    director.made = session.referee.observe(session.state, lying)
    if isinstance(director.made, Moves):
        take(director, director.made.moves)


def _held_up(director: Director, sighting: Sighting) -> str:
    """Name the piece that is shown: a camera above the table sees those that lie there too."""
    lying = {tile.piece for _, grid in director.scene.board.lattices for tile in grid.tiles}
    pieces = tuple(dict.fromkeys(seen.piece for seen in sighting.seen))
    new = [piece for piece in pieces if piece not in lying]
    return (new or pieces)[0] if new or len(pieces) == 1 else ""


def take(director: Director, moves: tuple[Deed, ...]) -> None:
    """Play what was seen; where rules or disk refuse it after all, say why and go on looking."""
    director.notice = None
    try:
        play(director, moves)
    except (RulesError, CompanionError) as refusal:
        director.made, director.notice = None, refusal.message
    director.watch()


def fact(director: Director, key: str) -> int | str:
    """Return the value that a correctable fact has now."""
    scene = director.scene
    facts = scene.game.correctables(scene.box, scene.table)
    return next((each.value for each in facts if each.key == key), 0)
