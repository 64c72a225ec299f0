"""What can happen at a table of Prestige, each thing by its name."""

from __future__ import annotations

from typing import Any, NoReturn

from msgspec.structs import replace

from rules.core.desk import Build, Desk, GameEnded, Script
from rules.core.event import Event
from rules.core.value import Arg, Cell, Choice, PieceRef, SeatRef, Word, msg
from rules.core.zone import Zone
from rules.games.prestige.claims import refusal
from rules.games.prestige.data import CENTER, COINS, DECKS, GAINED, Effects, PrestigeBox, Track
from rules.games.prestige.model import GUIDED, OVER, PLAY, REVEAL, Spot, Table


class PrestigeDesk(Desk[Table]):
    """The desk of one game."""

    box: PrestigeBox
    in_favor = False
    """True while a Favor Gained card is being resolved: an empty pile wins only after that."""

    # ---- whose turn ----------------------------------------------------------------
    def is_turn_of(self, seat: int) -> bool:
        """Tell whether this guided turn still goes on: nobody has corrected it away."""
        table = self.table
        return table.turn == seat and not table.seats[seat].away and table.level == GUIDED

    def is_here(self, seat: int) -> bool:
        """Tell whether anybody sits there."""
        return not self.table.seats[seat].away

    def decide(self, seat: int, key: str, build: Build, **more: Any) -> Script[Choice | None]:
        """Let a seat pick one of what must happen to all; if it leaves, the next one picks."""
        choice = yield from self.one(seat, key, build, **more)
        if choice is None and not self.is_here(seat):
            return (yield from self.decide(self.table.next_seat(seat), key, build, **more))
        return choice

    def begin_play(self) -> None:
        """End the set-up."""
        self.table = replace(self.table, phase=PLAY, turn=self.table.starter)

    def begin_turn(self, seat: int) -> bool:
        """Say whose turn it is; False where it goes on after a correction."""
        self.tell("prestige.turn.began", seat, who=SeatRef(seat))
        if self.table.begun:
            return False
        self.table = replace(self.table, turns=self.table.turns + 1, begun=True)
        return True

    def pass_turn(self, seat: int) -> None:
        """Hand the turn on clockwise, unless a correction has already."""
        if self.table.turn == seat:
            self.table = replace(self.table, turn=self.table.next_seat(seat), begun=False)

    # ---- tracks and coffers --------------------------------------------------------
    def apply(self, effects: Effects, why: Arg, times: int = 1) -> None:
        """Change tracks from top to bottom, then the coffers; as much of it as can be done."""
        for key in self.box.keys:
            if amount := effects.get(key, 0) * times:
                self.change(key, amount, why)

    def change(self, key: str, amount: int, why: Arg) -> None:
        """Change a track or the coffers within their bounds, and see whether that ends the game."""
        if key == COINS:
            self._change_coffers(amount, why)
        else:
            self._move_marker(self.box.track_at[key], amount, why)

    def _change_coffers(self, amount: int, why: Arg) -> None:
        value = max(self.table.coffers + amount, 0)
        moved = value - self.table.coffers
        if not moved:
            return
        self.table = replace(self.table, coffers=value)
        key = "prestige.do.coins_in" if moved > 0 else "prestige.do.coins_out"
        self.instruct(key, tone=_tone(moved), count=abs(moved), value=value, why=why)

    def _move_marker(self, at: int, amount: int, why: Arg) -> None:
        track, before = self.box.tracks[at], self.table.tracks[at]
        value = min(max(before + amount, track.low), track.high)
        name = PieceRef(f"track-{track.id}")
        if value == before:
            self.tell("prestige.track.stays", track=name, value=value)
            return
        tracks = (*self.table.tracks[:at], value, *self.table.tracks[at + 1 :])
        self.table = replace(self.table, tracks=tracks)
        key = "prestige.do.track_up" if value > before else "prestige.do.track_down"
        tone = _tone(value - before)
        self.instruct(key, tone=tone, track=name, by=abs(value - before), value=value, why=why)
        self._check_marker(track, value)

    def _check_marker(self, track: Track, value: int) -> None:
        space = track.space(value)
        if space is not None and space.lose_game:
            self.lose("prestige.loss.track", track=PieceRef(f"track-{track.id}"), value=value)
        if space is not None and space.win:
            self.win("prestige.win.track", track=PieceRef(f"track-{track.id}"), value=value)

    # ---- ends ----------------------------------------------------------------------
    def see_ends(self) -> None:
        """End the game at once where hands have brought an end about; a win may still turn out a loss."""
        if self.table.outcome is None:
            self.check_ends()
        elif self.table.phase == REVEAL:
            self._check_losses()
        if self._is_outdated():
            self.tell("prestige.end_stays")

    def check_ends(self) -> None:
        """End the game if the table as it stands says so; a loss comes first."""
        self._check_losses()
        for track, value in zip(self.box.tracks, self.table.tracks, strict=True):
            self._check_marker(track, value)
        self.check_favor()

    def _check_losses(self) -> None:
        """Lose if the Tribal Center lies destroyed or a marker stands on a space that loses."""
        center = self.table.find(CENTER)
        if center is not None and not center.is_up:
            self.lose("prestige.loss.center")
        for track, value in zip(self.box.tracks, self.table.tracks, strict=True):
            if (space := track.space(value)) is not None and space.lose_game:
                self._check_marker(track, value)

    def _is_outdated(self) -> bool:
        """Tell whether hands have put right what the game has ended by, other than by their own slip."""
        table, center = self.table, self.table.find(CENTER)
        key, args = (table.outcome.key, dict(table.outcome.args)) if table.outcome else ("", {})
        if isinstance(track := args.get("track"), PieceRef):
            return table.tracks[self.box.track_at[track.id.removeprefix("track-")]] != args["value"]
        if key == "prestige.loss.center":
            return table.level == GUIDED and center is not None and center.is_up
        return key == "prestige.win.favor" and table.events[DECKS.index(GAINED)].left > 0

    def lose(self, key: str, **args: Arg) -> NoReturn:
        """End the game: the city falls, and everybody loses."""
        table = replace(self.table, phase=OVER, outcome=msg(key, **args))
        self.end(msg(key, **args), table)

    def win(self, key: str, **args: Arg) -> NoReturn:
        """Stop play: the city prevails, and the True Founder is to be named."""
        outcome = msg(key, **args)
        self.table = replace(self.table, phase=REVEAL, outcome=outcome)
        self.events.append(Event(outcome))
        raise GameEnded

    # ---- hands and piles -----------------------------------------------------------
    def deal(self, count: int) -> None:
        """Deal unseen cards to everybody at the set-up."""
        for seat in range(len(self.table.seats)):
            self.table = self.table.seat(seat, hand=Zone(hidden=count))

    def draw(self, seat: int, at: int) -> None:
        """Move the top card of a pile into a hand; a card that lay face up stays known."""
        pile = self.table.piles[at]
        hand = self.table.seats[seat].hand
        hand = hand.add(pile.top) if pile.top else hand.hide(1)
        self.table = self.table.seat(seat, hand=hand).pile(at, count=pile.count - 1, top="", back="")
        self.instruct("prestige.do.draw", seat, pile=at + 1, who=SeatRef(seat))

    def show_top(self, at: int, piece: str) -> None:
        """Note the top card of the pile that lies face up."""
        tribe = self.box.cards[piece].tribe
        self.table = self.table.found(piece).pile(at, top=piece, back=tribe)
        self.tell("prestige.top.seen", card=PieceRef(piece), pile=at + 1)

    def show_back(self, at: int, tribe: str) -> None:
        """Note the tribe on the back of a pile's top card."""
        self.table = self.table.pile(at, back=tribe)
        self.tell("prestige.back.seen", tribe=PieceRef(f"tribe-{tribe}"), pile=at + 1)

    def take_from_hand(self, seat: int, piece: str) -> None:
        """Take a named card out of a hand; it must be one that could be there."""
        hand = self.table.seats[seat].hand.take(piece)
        self.table = self.table.found(piece).seat(seat, hand=hand)

    def discard_named(self, seat: int, pieces: tuple[str, ...]) -> None:
        """Discard cards of a hand that were shown; what cannot be true is only counted."""
        for piece in pieces:
            if refusal(self.box, self.table, seat, piece):
                self.tell("prestige.discard_doubted", seat, card=PieceRef(piece))
                self.table = self.table.seat(seat, hand=self.table.seats[seat].hand.hide(-1))
                self.table = replace(self.table, discard=self.table.discard.hide(1))
            else:
                self.take_from_hand(seat, piece)
                self.table = replace(self.table, discard=self.table.discard.add(piece))
        self._tell_discarded(seat, len(pieces))

    def discard_unseen(self, seat: int, count: int) -> None:
        """Discard cards of a hand that nobody named.

        Where some of the hand was known, it is no longer known what is left of it, unless all of it went.
        """
        hand, pile = self.table.seats[seat].hand, self.table.discard
        if count == len(hand):
            pile = replace(pile, known=(*pile.known, *hand.known), hidden=pile.hidden + hand.hidden)
            hand = Zone()
        else:
            self.table = self.table.forget(hand.known)
            hand, pile = Zone(hidden=len(hand) - count), pile.hide(count)
        self.table = replace(self.table.seat(seat, hand=hand), discard=pile)
        self._tell_discarded(seat, count)

    def _tell_discarded(self, seat: int, count: int) -> None:
        self.instruct("prestige.do.discard", seat, count=count, who=SeatRef(seat))

    # ---- the city ------------------------------------------------------------------
    def lay(self, seat: int, piece: str, cell: Cell) -> None:
        """Place a card of a hand in the city, over a destroyed card if one lies there."""
        self.take_from_hand(seat, piece)
        ruin = next((spot for spot in self.table.city if spot.cell == cell), None)
        if ruin is None:
            self.table = replace(self.table, city=(*self.table.city, Spot(cell, piece)))
        else:
            under = (*ruin.under, ruin.piece)
            self.table = self.table.spot(cell, piece=piece, down=0, under=under)
            self.tell("prestige.covered", seat, card=PieceRef(piece), other=PieceRef(ruin.piece))
        self.tell("prestige.placed", seat, who=SeatRef(seat), card=PieceRef(piece))

    def destroy(self, piece: str) -> None:
        """Turn a card of the city face down; the Tribal Center takes the city with it."""
        spot = self.table.find(piece)
        if spot is None or not spot.is_up:
            return
        self.table = self.table.spot(spot.cell, down=max(self.table.turns, 1))
        self.instruct("prestige.do.destroy", card=PieceRef(piece))
        if piece == CENTER:
            self.lose("prestige.loss.center")

    def restore(self, seat: int, piece: str) -> None:
        """Turn a destroyed card face up again."""
        spot = self.table.find(piece)
        if spot is not None:
            self.table = self.table.spot(spot.cell, down=0)
        self.instruct("prestige.do.restore", seat, card=PieceRef(piece))

    # ---- units ---------------------------------------------------------------------
    def station(self, seat: int, piece: str) -> None:
        """Place a unit of a hand in a unit place."""
        self.take_from_hand(seat, piece)
        self.table = replace(self.table, units=(*self.table.units, piece))
        self.tell("prestige.stationed", seat, who=SeatRef(seat), card=PieceRef(piece))

    def discard_unit(self, piece: str) -> None:
        """Discard an active unit."""
        units = tuple(each for each in self.table.units if each != piece)
        discard, fallen = self.table.discard.add(piece), (*self.table.fallen, piece)
        self.table = replace(self.table, units=units, discard=discard, fallen=fallen)
        self.instruct("prestige.do.discard_unit", card=PieceRef(piece))

    # ---- events --------------------------------------------------------------------
    def take_event(self, deck: str, piece: str) -> None:
        """Take the top card of an event pile; without a name, only counts change."""
        at = DECKS.index(deck)
        pile = self.table.events[at]
        drawn = (*pile.drawn, piece) if piece else pile.drawn
        rest = replace(pile.take(), drawn=drawn, missed=pile.missed + (not piece))
        self.table = self.table.with_events(at, rest)
        if piece:
            self.tell(f"prestige.event.{deck}.drawn", card=PieceRef(piece), left=pile.left - 1)
        else:
            self.tell(f"prestige.event.{deck}.taken", left=pile.left - 1)

    def check_favor(self) -> None:
        """Win once the last Favor Gained card has been resolved."""
        if not self.in_favor and not self.table.events[DECKS.index(GAINED)].left:
            self.win("prestige.win.favor")


def _tone(change: int) -> str:
    """Tell gains from losses: more of anything is good for the city."""
    return "good" if change > 0 else "bad"


def pile_word(at: int) -> Word:
    """Name a draw pile."""
    return Word(f"prestige.pile.{at + 1}")
