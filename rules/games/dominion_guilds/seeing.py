"""What every reading of a picture needs: the table with its open questions, the cards of a kind, and words for them."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from rules.core.asks import Ask
from rules.core.commands import Picked
from rules.core.errors import RuleError
from rules.core.sighting import Ambiguous, Mismatch, Move, Moves, Observation, Reading, Sighting
from rules.core.value import Choice, Msg, PieceRef, SeatRef, msg
from rules.games.dominion_guilds.data import MOAT, RANDOMIZER, DominionBox
from rules.games.dominion_guilds.explain import why
from rules.games.dominion_guilds.model import Table
from rules.games.dominion_guilds.play import coins_with, heaps

ONE_BY_ONE = msg("dominion_guilds.see.one_by_one")
SHIELDS = "dominion_guilds.moat"
"""The offer to show a Moat to an attack that has struck."""


@dataclass(frozen=True, slots=True)
class Observer:
    """The box, the table and the open questions."""

    box: DominionBox
    table: Table
    asks: tuple[Ask, ...]

    def ask(self, *keys: str) -> Ask | None:
        """Find the first open question with one of these keys."""
        return next((ask for ask in self.asks if ask.id.key in keys), None)

    def answer(self, ask: Ask, *choices: Choice) -> Observation:
        """Answer a question, or say why this cannot be the answer."""
        reply = Picked(choices)
        try:
            ask.check(reply)
        except RuleError as refusal:
            return refuse(why(self.box, self.table, ask, reply) or refusal.message)
        return Moves((Move(ask.id.seat, ask.id.key, reply),))

    def kinds(self, sighting: Sighting, *, randomizers: bool = False) -> list[str]:
        """Return the kinds of the cards that were read, one for each card."""
        pieces = dict.fromkeys(seen.piece for seen in sighting.seen)
        return [
            self.box.kinds[piece]
            for piece in pieces
            if piece in self.box.kinds and (randomizers or not piece.startswith(RANDOMIZER))
        ]


def refuse(reason: Msg) -> Mismatch:
    """Say why a sighting cannot be so; that the camera is wrong is the answer."""
    return Mismatch(reason, (Reading(msg("dominion_guilds.see.nothing")),))


def only(sighting: Sighting, *, used: bool) -> Sighting:
    """Return the sighting with those pieces only that have answered a question before, or with the others."""
    seen = tuple(each for each in sighting.seen if (each.piece in sighting.used) is used)
    return replace(sighting, seen=seen)


def of_pieces(sighting: Sighting, pieces: tuple[str, ...]) -> Sighting:
    """Return the sighting with those of some pieces only that it shows."""
    return replace(sighting, seen=tuple(each for each in sighting.seen if each.piece in pieces))


def of_whom(ways: list[tuple[Move, ...]]) -> Observation | None:
    """Take the only way that a card fits, or ask whose it is; None for no way."""
    if len(ways) < 2:
        return Moves(ways[0]) if ways else None
    return Ambiguous(tuple(Reading(_way(way[0]), way) for way in ways))


def _way(move: Move) -> Msg:
    who = SeatRef(move.seat)
    if move.key != SHIELDS:
        return msg("dominion_guilds.played", who=who, card=PieceRef(MOAT))
    return msg("dominion_guilds.see.whose", who=who)


def read_before(kind: str, found: Moves) -> Observation:
    """Ask of a card that has answered a question before whether it does so again."""
    text = msg("dominion_guilds.see.before", card=PieceRef(kind))
    return Mismatch(text, (as_shown(kind, found), Reading(msg("dominion_guilds.see.only_lies"))))


def as_shown(kind: str, found: Moves) -> Reading:
    """Offer a card as the one that is shown."""
    return Reading(msg("dominion_guilds.see.shown", card=PieceRef(kind)), found.moves)


def laid_down(observer: Observer, ask: Ask, kinds: tuple[str, ...]) -> Msg:
    """Say what has been laid down, and how many coins there are with it."""
    coins = coins_with(observer.box, observer.table.now, kinds)
    return msg("dominion_guilds.laid", who=SeatRef(ask.id.seat), cards=heaps(kinds), coins=coins)
