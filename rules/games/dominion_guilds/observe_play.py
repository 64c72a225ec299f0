"""What the camera sees in the play area: one Action after the other, or Treasures."""

from __future__ import annotations

from collections import Counter

from rules.core.asks import Ask
from rules.core.sighting import Mismatch, Moves, Observation, Reading, Sighting, Wait
from rules.core.value import PieceRef, msg
from rules.games.dominion_guilds.data import ACTION, MOAT, TREASURE
from rules.games.dominion_guilds.model import Seat
from rules.games.dominion_guilds.seeing import (
    ONE_BY_ONE,
    SHIELDS,
    Observer,
    laid_down,
    of_pieces,
    of_whom,
    only,
    read_before,
    refuse,
)


def read_play(observer: Observer, sighting: Sighting) -> Observation:
    """Read cards that have been put into play: one Action, or Treasures once all of them lie there."""
    ask = observer.ask("dominion_guilds.act", "dominion_guilds.throne_room", "dominion_guilds.treasures")
    ask = ask or observer.ask("dominion_guilds.buy")
    if ask is None:
        return Wait()
    # A card trashed or revealed just before may lie there still; one in play has mostly answered a question too.
    seat = observer.table.seats[ask.id.seat]
    play, used = Counter(seat.play), observer.kinds(only(sighting, used=True))
    there, lately = Counter(observer.kinds(sighting)), observer.kinds(of_pieces(sighting, sighting.lately))
    new = there - (play | Counter(used))
    old = (
        new
        & (Counter(lately) - (play | Counter(used)) - Counter(seat.hand.known))
        & _put_away(observer, seat)
    )
    fresh, cards = new - old, observer.box.cards
    actions = [kind for kind in fresh.elements() if cards[kind].is_a(ACTION)]
    treasures = [kind for kind in fresh.elements() if cards[kind].is_a(TREASURE)]
    if others := [kind for kind in fresh if not cards[kind].is_a(ACTION) and not cards[kind].is_a(TREASURE)]:
        return refuse(msg("dominion_guilds.see.not_played", card=PieceRef(others[0])))
    if len(actions) > 1 or (actions and treasures):
        return refuse(ONE_BY_ONE)
    if actions:
        return _read_action(observer, actions[0])
    doubtful = [kind for kind in old.elements() if cards[kind].is_a(TREASURE)]
    laid = observer.ask("dominion_guilds.treasures")
    if laid is not None and (treasures or doubtful):
        answer = _read_treasures(observer, laid, treasures, doubtful)
        return answer if sighting.rests else Wait(msg("dominion_guilds.see.moving"))
    again = [kind for kind in old if cards[kind].is_a(ACTION)]
    found = _read_action(observer, again[0]) if again else None
    if isinstance(found, Moves):
        return read_before(again[0], found)
    return Wait(msg("dominion_guilds.see.used") if (Counter(used) | old) - play else None)


def _put_away(observer: Observer, seat: Seat) -> Counter[str]:
    """Count the cards of each kind that lie in the trash, or may have been discarded: one just shown may be of these."""
    table, discard = observer.table, seat.discard
    hidden = Counter(dict.fromkeys(table.kinds, discard.hidden))
    return Counter(dict(zip(table.kinds, table.trash, strict=True))) + Counter(discard.known) + hidden


def _read_treasures(observer: Observer, ask: Ask, treasures: list[str], doubtful: list[str]) -> Observation:
    """Read Treasures as laid down; of those that have answered in this turn, as trashed ones, people say so."""
    ways = [
        (kinds, observer.answer(ask, *map(PieceRef, kinds))) for kinds in ([*treasures, *doubtful], treasures)
    ]
    every, fresh = ways[0][1], ways[1][1]
    if not doubtful or not isinstance(every, Moves):
        return fresh if treasures else Wait(msg("dominion_guilds.see.used"))
    readings = [
        Reading(laid_down(observer, ask, tuple(kinds)), way.moves)
        for kinds, way in ways
        if kinds and isinstance(way, Moves)
    ]
    lies = () if treasures else (Reading(msg("dominion_guilds.see.only_lies")),)
    text = msg("dominion_guilds.see.before", card=PieceRef(doubtful[0]))
    return Mismatch(text, (*readings, *lies))


def _read_action(observer: Observer, kind: str) -> Observation:
    """Read an Action as played; a Moat may be that of a victim who shows it."""
    ask = observer.ask("dominion_guilds.act", "dominion_guilds.throne_room")
    played = (
        refuse(msg("dominion_guilds.see.no_action_now", card=PieceRef(kind)))
        if ask is None
        else observer.answer(ask, PieceRef(kind))
    )
    shields = [each for each in observer.asks if each.id.key == SHIELDS] if kind == MOAT else []
    if not shields:
        return played
    ways = (played, *(observer.answer(each, PieceRef(kind)) for each in shields))
    return of_whom([way.moves for way in ways if isinstance(way, Moves)]) or played
