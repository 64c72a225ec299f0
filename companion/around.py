"""What happens around a game: people are renamed, change places, go home, come back."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.players import Player
from companion.records import Act, Seating
from rules.core.commands import Correct
from rules.core.errors import RuleError
from rules.core.game import Correctable
from rules.core.value import SeatRef, msg

NAME_LIMIT = 24
Players = tuple[Player, ...]


def rename(players: Players, seat: int, name: str) -> Seating:
    """Call whoever sits there by another name."""
    old = _player(players, seat)
    name = check_name(name)
    if any(each.name == name for at, each in enumerate(players) if at != seat):
        raise RuleError("core.name_taken", name=name)
    changed = _put(players, seat, msgspec.structs.replace(old, name=name))
    return Seating(changed, msg("core.renamed", old=old.name, new=name))


def swap(players: Players, seat: int, other: int) -> Seating:
    """Let two people change places; each keeps name, colour and shape."""
    one, two = _player(players, seat), _player(players, other)
    changed = _put(_put(players, seat, two), other, one)
    return Seating(changed, msg("core.swapped", one=one.name, other=two.name))


def leave(players: Players, seat: int, correctables: Iterable[Correctable]) -> tuple[Act, ...]:
    """Let somebody go home; a game that can do without the seat is told so."""
    gone = _player(players, seat)
    if not gone.here:
        raise RuleError("core.already_left", seat=SeatRef(seat))
    changed = _put(players, seat, msgspec.structs.replace(gone, here=False))
    return (Seating(changed, msg("core.left", name=gone.name)), *_away(seat, "yes", correctables))


def join(players: Players, seat: int, player: Player, correctables: Iterable[Correctable]) -> tuple[Act, ...]:
    """Let somebody take a seat that has been left."""
    if _player(players, seat).here:
        raise RuleError("core.seat_taken", seat=SeatRef(seat))
    newcomer = msgspec.structs.replace(player, name=check_name(player.name), here=True)
    changed = _put(players, seat, newcomer)
    return (Seating(changed, msg("core.joined", name=newcomer.name)), *_away(seat, "no", correctables))


def level(word: str, correctables: Iterable[Correctable]) -> Correct:
    """Change the assist level, where the game lets it be set by hand."""
    for each in correctables:
        if each.key == "level" and word in dict(each.words):
            return Correct("level", word)
    raise RuleError("core.level_fixed", level=word)


def check_name(name: str) -> str:
    """Return a name without blanks around it; raise ``RuleError`` where nothing or too much is left."""
    name = " ".join(name.split())
    if not 0 < len(name) <= NAME_LIMIT:
        raise RuleError("core.name_length", high=NAME_LIMIT)
    return name


def _away(seat: int, word: str, correctables: Iterable[Correctable]) -> tuple[Act, ...]:
    """Tell the game, where it keeps who is away under ``away.<seat>`` as "yes" or "no"."""
    key = f"away.{seat}"
    known = any(each.key == key and word in dict(each.words) and each.value != word for each in correctables)
    return (Correct(key, word),) if known else ()


def _player(players: Players, seat: int) -> Player:
    if not 0 <= seat < len(players):
        raise RuleError("core.no_such_seat", seat=seat)
    return players[seat]


def _put(players: Players, seat: int, player: Player) -> Players:
    return (*players[:seat], player, *players[seat + 1 :])
