"""What happens around a game: people are renamed, change places, go home, come back."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import msgspec

from companion.players import Player
from companion.records import Act, Seating
from companion.visible import JOINER, visible
from rules.core.commands import Correct
from rules.core.errors import RuleError
from rules.core.game import Correctable
from rules.core.value import SeatRef, msg

NAME_LIMIT = 24
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
    newcomer = _named(msgspec.structs.replace(player, here=True), player.name, _others(players, seat))
    changed = _put(players, seat, newcomer)
    return (Seating(changed, msg("core.joined", name=newcomer.name)), *_away(seat, "no", correctables))


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
