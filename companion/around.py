"""What happens around a game: people are renamed, change places, go home, come back.

Whoever is here is here for the seats and for the game alike: what is said of a seat on one side, by `Seating` or by
a correction of `away.<seat>`, is passed on to the other in the same step (`heard`, `untold`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

import msgspec

from companion.players import Player
from companion.records import Act, Seating
from companion.visible import JOINER, visible
from rules.core.commands import Correct
from rules.core.errors import RuleError
from rules.core.game import Correctable
from rules.core.value import SeatRef, msg

NAME_LIMIT = 24
AWAY, YES, NO = "away", "yes", "no"
"""A game that can do without a seat lets ``away.<seat>`` be set by hand to one of these words."""
Players = tuple[Player, ...]


def sit(players: Players) -> Players:
    """Seat people before a game; raise ``RuleError`` for a name that is empty, too long or there twice."""
    seated: Players = ()
    for player in players:
        seated = (*seated, _named(player, player.name, seated))
    return seated


def rename(players: Players, seat: int, name: str) -> Seating:
    """Call whoever sits there by another name."""
    old = _player(players, seat)
    new = _named(old, name, _others(players, seat))
    return Seating(_put(players, seat, new), msg("core.renamed", old=old.name, new=new.name))


def swap(players: Players, seat: int, other: int) -> Seating:
    """Let two people change places; each keeps name, colour and shape."""
    one, two = _player(players, seat), _player(players, other)
    changed = _put(_put(players, seat, two), other, one)
    return Seating(changed, msg("core.swapped", one=one.name, other=two.name))


def leave(players: Players, seat: int) -> Seating:
    """Let somebody go home."""
    gone = _player(players, seat)
    if not gone.here:
        raise RuleError("core.already_left", seat=SeatRef(seat))
    return _left(players, seat)


def join(players: Players, seat: int, player: Player) -> Seating:
    """Let somebody take a seat that has been left."""
    if _player(players, seat).here:
        raise RuleError("core.seat_taken", seat=SeatRef(seat))
    return _joined(players, seat, _named(player, player.name, _others(players, seat)))


def heard(players: Players, acts: Iterable[Act]) -> Iterator[Seating]:
    """Yield how the seats change by what has been set by hand about who is away."""
    for act in acts:
        if not isinstance(act, Correct) or act.value not in {YES, NO}:
            continue
        here = act.value == NO
        seat = next((each for each in range(len(players)) if act.key == f"{AWAY}.{each}"), None)
        if seat is not None and players[seat].here != here:
            seating = _joined(players, seat, players[seat]) if here else _left(players, seat)
            players = seating.players
            yield seating


def untold(players: Players, correctables: Iterable[Correctable]) -> Correct | None:
    """Return what the game has yet to be told of who is here; None where it knows, or can do without no seat more."""
    facts = {each.key: each for each in correctables}
    for seat, player in enumerate(players):
        word = NO if player.here else YES
        fact = facts.get(f"{AWAY}.{seat}")
        if fact is not None and fact.value != word and word in dict(fact.words):
            return Correct(fact.key, word)
    return None


def level(word: str, correctables: Iterable[Correctable]) -> Correct:
    """Change the assist level, where the game lets it be set by hand."""
    for each in correctables:
        if each.key == "level" and word in dict(each.words):
            return Correct("level", word)
    raise RuleError("core.level_fixed", level=word)


def check_name(name: str) -> str:
    """Return a name as it is seen: without blanks around it and without what is invisible.

    Raises ``RuleError`` where nothing or too much is left.
    """
    seen = "".join(each for each in visible(name) if unicodedata.category(each) != "Cs")
    name = unicodedata.normalize("NFC", " ".join(seen.split()))
    if not 0 < len(name) <= NAME_LIMIT or not name.strip(JOINER):
        raise RuleError("core.name_length", high=NAME_LIMIT)
    return name


def _named(player: Player, name: str, others: Players) -> Player:
    name = check_name(name)
    if any(each.name == name for each in others):
        raise RuleError("core.name_taken", name=name)
    return msgspec.structs.replace(player, name=name)


def _others(players: Players, seat: int) -> Players:
    return (*players[:seat], *players[seat + 1 :])


def _left(players: Players, seat: int) -> Seating:
    gone = msgspec.structs.replace(players[seat], here=False)
    return Seating(_put(players, seat, gone), msg("core.left", name=gone.name))


def _joined(players: Players, seat: int, player: Player) -> Seating:
    newcomer = msgspec.structs.replace(player, here=True)
    return Seating(_put(players, seat, newcomer), msg("core.joined", name=newcomer.name))


def _player(players: Players, seat: int) -> Player:
    if not 0 <= seat < len(players):
        raise RuleError("core.no_such_seat", seat=seat)
    return players[seat]


def _put(players: Players, seat: int, player: Player) -> Players:
    return (*players[:seat], player, *players[seat + 1 :])
