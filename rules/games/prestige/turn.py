"""A turn: losses, effects of the tracks, one action, new cards."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.asks import Ask, One
from rules.core.commands import AskId
from rules.core.desk import Script, picked
from rules.core.value import TABLE, Choice, PieceRef, Word, msg
from rules.games.prestige import actions
from rules.games.prestige.claims import unlocated
from rules.games.prestige.data import PILES, Space, Track
from rules.games.prestige.desk import PrestigeDesk, pile_word
from rules.games.prestige.events import draw_event, lose_units

TOP = "prestige.top"
BACKS = tuple(f"prestige.back.{at + 1}" for at in range(PILES))


def play_turn(desk: PrestigeDesk) -> Script[None]:
    """Run one whole turn."""
    seat = desk.table.turn
    begins = desk.begin_turn(seat)
    desk.check_ends()
    check_cards(desk, seat)
    if begins:
        yield from resolve_tracks(desk, seat)
    if (yield from act(desk, seat)):
        yield from refill(desk, seat)
        desk.pass_turn(seat)
    elif desk.table.seats[seat].away:
        desk.pass_turn(seat)


def check_cards(desk: PrestigeDesk, seat: int) -> None:
    """Lose if the seat on turn has no card and the piles have none."""
    if not desk.table.in_piles and not len(desk.table.seats[seat].hand):
        desk.lose("prestige.loss.cards")


def resolve_tracks(desk: PrestigeDesk, seat: int) -> Script[None]:
    """Resolve the icons under all markers as they stand now, from top to bottom."""
    snapshot = desk.table.tracks
    for track, value in zip(desk.box.tracks, snapshot, strict=True):
        yield from _resolve_track(desk, seat, track, value)


def _resolve_track(desk: PrestigeDesk, seat: int, track: Track, value: int) -> Script[None]:
    """Resolve the icon on a space; a marker that hands set while they are asked about it stood where they say."""
    space = track.space(value)
    while space is not None and not (yield from _resolve_space(desk, seat, track, space)):
        space = track.space(_value(desk, track))


def _resolve_space(desk: PrestigeDesk, seat: int, track: Track, space: Space) -> Script[bool]:
    """Resolve an icon; False where hands have set the marker to another space instead."""
    why = msg("prestige.why.track", track=PieceRef(f"track-{track.id}"), value=space.at)
    if space.event:
        desk.tell(f"prestige.track.{space.event}", track=PieceRef(f"track-{track.id}"), value=space.at)
        if not (yield from draw_event(desk, seat, space.event, _stays(desk, track))):
            return False
    desk.apply(space.then, why)
    desk.apply({key: -amount for key, amount in space.lose.items()}, why)
    is_due = _stays(desk, track)
    yield from lose_units(desk, seat, space.discard_unit, is_due)
    return is_due()


def _value(desk: PrestigeDesk, track: Track) -> int:
    return desk.table.tracks[desk.box.track_at[track.id]]


def _stays(desk: PrestigeDesk, track: Track) -> Callable[[], bool]:
    """Make what tells later whether a marker still stands where it stands now."""
    before = _value(desk, track)
    return lambda: _value(desk, track) == before


def act(desk: PrestigeDesk, seat: int) -> Script[bool]:
    """Let the seat take one action; one that comes to nothing may be chosen again.

    False where a correction took the turn away before anything was done.
    """
    while desk.is_turn_of(seat):
        word = yield from choose_action(desk, seat)
        if word and (yield from actions.ACTIONS[word](desk, seat)):
            return True
    return False


def choose_action(desk: PrestigeDesk, seat: int) -> Script[str]:
    """Ask for the action; meanwhile anybody may show the top of a pile."""
    name = desk.name(seat, "prestige.action")
    shows = [desk.name(TABLE, key) for key in (TOP, *BACKS)]

    def build() -> list[Ask]:
        if not desk.is_turn_of(seat):
            return []
        words = [Word(f"prestige.action.{word}") for word in actions.legal(desk.box, desk.table, seat)]
        return [One(name, options=tuple(words), view="city"), *_shows(desk, shows)]

    replies = yield from desk.gather(build)
    for at, show in enumerate(shows):
        for choice in picked(replies.get(show)):
            _note_top(desk, at, choice)
    choices = picked(replies.get(name))
    return choices[0].key.rpartition(".")[2] if choices and isinstance(choices[0], Word) else ""


def _shows(desk: PrestigeDesk, names: list[AskId]) -> list[Ask]:
    """Offer to show what lies on top of the piles, where it is not known yet."""
    found: list[Ask] = []
    for at, pile in enumerate(desk.table.piles):
        if pile.count and pile.up and not pile.top:
            cards = tuple(PieceRef(piece) for piece in unlocated(desk.box, desk.table))
            found.append(
                One(names[0], options=cards, blocks=False, trusted=True, chance="seen", view="piles")
            )
        elif pile.count and not pile.up and not pile.back:
            tribes = tuple(PieceRef(f"tribe-{tribe.id}") for tribe in desk.box.tribes)
            found.append(One(names[at + 1], options=tribes, blocks=False, chance="seen", view="piles"))
    return found


def _note_top(desk: PrestigeDesk, at: int, choice: Choice) -> None:
    if not isinstance(choice, PieceRef):
        return
    if at == 0:
        up = next(place for place, pile in enumerate(desk.table.piles) if pile.up)
        desk.show_top(up, choice.id)
    else:
        desk.show_back(at - 1, choice.id.removeprefix("tribe-"))


def refill(desk: PrestigeDesk, seat: int) -> Script[None]:
    """Draw up to a full hand, each card from whichever pile the seat likes."""

    def missing() -> int:
        return desk.box.board.hand - len(desk.table.seats[seat].hand)

    def build() -> list[Choice]:
        if missing() <= 0:
            return []
        return [pile_word(at) for at, pile in enumerate(desk.table.piles) if pile.count]

    while missing() > 0:
        choice = yield from desk.one(seat, "prestige.draw", build, args=lambda: {"count": missing()})
        if not isinstance(choice, Word):
            return
        desk.draw(seat, int(choice.key.rpartition(".")[2]) - 1)
