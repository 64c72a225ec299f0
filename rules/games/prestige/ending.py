"""The end of a won game, and turns of a game that is only kept score of."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.asks import Ask, One
from rules.core.desk import Script, picked
from rules.core.value import TABLE, Choice, Msg, PieceRef, SeatRef, Word
from rules.games.prestige.data import DECKS, GAINED
from rules.games.prestige.desk import PrestigeDesk
from rules.games.prestige.events import take_event
from rules.games.prestige.model import OVER, SCOREKEEPER
from rules.games.prestige.scoring import founders
from rules.games.prestige.setup import identities, identities_each

KEPT = ("done", *DECKS, "center", "cards")
"""What a turn of a game that is only kept score of may bring; the first costs one touch."""
MISSING, WHOLE = Word("prestige.final.whole.no"), Word("prestige.final.whole.yes")


def keep_turn(desk: PrestigeDesk) -> Script[None]:
    """Wait for the turn's end; tracks and coffers are set by corrections, events are counted."""
    seat = desk.table.turn
    desk.begin_turn(seat)
    desk.check_ends()
    while _is_kept(desk, seat):
        word = yield from _ask_kept(desk, seat)
        if word == "done":
            break
        if word in DECKS:
            yield from _count_event(desk, seat, word)
        elif word:
            desk.lose(f"prestige.loss.{word}")
    if desk.table.level == SCOREKEEPER:
        desk.table = replace(desk.table, unfollowed=True)
        desk.pass_turn(seat)
    elif desk.table.unfollowed:
        desk.tell("prestige.unfollowed")


def _count_event(desk: PrestigeDesk, seat: int, deck: str) -> Script[None]:
    """Take an event that people resolve; the last Favor Gained card wins only once they have."""
    desk.in_favor = deck == GAINED
    yield from take_event(desk, deck)
    if deck == GAINED and not desk.table.events[DECKS.index(deck)].left:
        yield from desk.confirm(seat, "prestige.keep.last")
    desk.in_favor = False
    if deck == GAINED:
        desk.check_favor()


def _is_kept(desk: PrestigeDesk, seat: int) -> bool:
    table = desk.table
    return table.turn == seat and not table.seats[seat].away and table.level == SCOREKEEPER


def _ask_kept(desk: PrestigeDesk, seat: int) -> Script[str]:
    name = desk.name(seat, "prestige.keep")

    def build() -> list[Ask]:
        if not _is_kept(desk, seat):
            return []
        return [One(name, options=tuple(Word(f"prestige.keep.{word}") for word in KEPT))]

    replies = yield from desk.gather(build)
    choices = picked(replies.get(name))
    return choices[0].key.rpartition(".")[2] if choices and isinstance(choices[0], Word) else ""


def reveal(desk: PrestigeDesk) -> Script[None]:
    """Read the city where it was not followed, turn over the identities, name the True Founder."""
    if (yield from _is_unknown(desk)):
        yield from _read_city(desk)
    for seat in range(len(desk.table.seats)):
        if not desk.table.seats[seat].tribes:
            yield from _reveal_seat(desk, seat)
    for seat in founders(desk.box, desk.table):
        desk.tell("prestige.founder", seat, who=SeatRef(seat))
    table = replace(desk.table, phase=OVER)
    desk.end(table.outcome or Msg("prestige.win.favor"), table)


def _is_unknown(desk: PrestigeDesk) -> Script[bool]:
    """Tell whether the city has to be read; where it was followed only at times, people say so."""
    if desk.table.level == SCOREKEEPER or not desk.table.unfollowed:
        return desk.table.level == SCOREKEEPER
    choice = yield from desk.one(TABLE, "prestige.final.whole", lambda: [MISSING, WHOLE])
    return choice == MISSING


def _read_city(desk: PrestigeDesk) -> Script[None]:
    """Read what counts, group by group; discarded units only where the table counts them."""
    units, places = _cards(desk, is_unit=True), desk.box.board.unit_places
    yield from _read(desk, "prestige.final.city", _cards(desk, is_unit=False), desk.box.deck_size, "city")
    yield from _read(desk, "prestige.final.units", units, places, "card")
    if desk.table.fallen_count:
        yield from _read(desk, "prestige.final.fallen", units, len(units))


def _cards(desk: PrestigeDesk, *, is_unit: bool) -> tuple[str, ...]:
    return tuple(id for id, card in desk.box.cards.items() if card.is_unit == is_unit)


def _read(desk: PrestigeDesk, key: str, cards: tuple[str, ...], most: int, view: str = "") -> Script[None]:
    """Ask which of some cards count, and count them; one that has been read already is not offered."""

    def build() -> list[Choice]:
        return [PieceRef(piece) for piece in cards if piece not in desk.table.tally]

    read = yield from desk.some(TABLE, key, build, 0, most, trusted=True, view=view)
    pieces = tuple(choice.id for choice in read if isinstance(choice, PieceRef))
    desk.table = replace(desk.table, tally=(*desk.table.tally, *pieces))


def _reveal_seat(desk: PrestigeDesk, seat: int) -> Script[None]:
    each = identities_each(desk.table)

    def build() -> list[Choice]:
        taken = [tribe for other in desk.table.seats for tribe in other.tribes]
        return [PieceRef(f"tribe-{tribe}") for tribe in desk.box.claimable if tribe not in taken]

    shown = yield from desk.some(
        TABLE,
        "prestige.reveal",
        build,
        each,
        each,
        args={"who": SeatRef(seat), "count": each},
        chance="seen",
        trusted=True,
        view="card",
    )
    tribes = tuple(choice.id.removeprefix("tribe-") for choice in shown if isinstance(choice, PieceRef))
    desk.table = desk.table.seat(seat, tribes=tribes)
    if tribes:
        desk.tell("prestige.revealed", seat, who=SeatRef(seat), tribes=identities(desk.table, seat))
