"""Automatic scoring from photos: goes on with the game's own questions, answered by what the photos show.

What photos cannot show comes from a saved game, or from a small TOML file (``companion.context.Context``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from companion.config import load_config
from companion.context import Context, Known, Usual, fitting, if_fits, name_of, seat_named, seat_of
from companion.errors import InputError
from companion.games import LoadedGame
from companion.lenses import own_code_mm
from companion.players import Player
from companion.reading import Photo
from companion.shown import Shown
from rules.core.asks import Ask, Confirm, One, Some
from rules.core.commands import Answer, Correct, Done, Picked, Reply
from rules.core.errors import RuleError
from rules.core.picture import Lattice
from rules.core.referee import Referee
from rules.core.score import ScoreSheet
from rules.core.sighting import Ambiguous, Deed, Mismatch, Move, Observation
from rules.core.state import Setup, State
from rules.core.value import TABLE, Msg, PieceRef, msg

ROUNDS = 2000
"""Questions after which a game counts as going round in circles."""
FEW = 12
"""Choices that are named in full where a question stays open."""


@dataclass(slots=True)
class Scored:
    """A score sheet and what stands in its way."""

    sheet: ScoreSheet
    state: State[Any]
    players: tuple[Player, ...]
    unread: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[Msg] = field(default_factory=list)


def require_shown(loaded: LoadedGame, photos: Iterable[tuple[str, Photo]]) -> None:
    """Raise ``InputError`` where no photo shows anything of the game: there is nothing to score."""
    every = tuple(photo for _, photo in photos)
    if any(photo.pieces(loaded.id) for photo in every):
        return
    images = ", ".join(photo.path.name for photo in every)
    others = Counter(each.read.game_id or "" for photo in every for each in photo.found if each.piece)
    if not others:
        raise InputError("core.score.no_sticker", game=loaded.id, images=images)
    (other, count), *_ = others.most_common()
    raise InputError("core.score.foreign_game", game=loaded.id, images=images, other=other, count=count)


def new_table(loaded: LoadedGame, context: Context, players: tuple[Player, ...]) -> State[Any]:
    """Lay out a game that was not followed: at the level that asks for the end only, where there is one."""
    levels = loaded.game.levels
    level = "scorekeeper" if "scorekeeper" in levels else levels[0]
    setup = Setup(len(players), tuple(sorted(context.options.items())), level)
    return Referee(loaded.game, loaded.box).new(setup)[0]


def score_photos(
    loaded: LoadedGame,
    state: State[Any],
    players: tuple[Player, ...],
    photos: Iterable[tuple[str, Photo]],
    said: Context,
    usual: Usual | None = None,
) -> Scored:
    """Score a table from photos, each with the name of its owner or "" for the shared table.

    What nobody said may be taken from how the game `usual`ly ends; where that was needed, there is no outcome, and a
    warning instead. Raises ``InputError`` for the name of somebody who is not there.
    """
    by_seat = [(seat_named(name, players) if name else TABLE, photo) for name, photo in photos]
    known = Known(said, usual or Usual(), players)
    end = _End(loaded, state, known, Shown(loaded, by_seat, own_code_mm(load_config()[0])))
    end.finish()
    sheet, shown = end.referee.score(end.state), end.shown
    lattices = _lattices(loaded, end, sheet)
    unused = end.unused(frozenset({TABLE} if lattices else ()))
    warnings = [*end.warnings, *unused, *shown.warnings(), *shown.not_known(lattices)]
    if sheet.outcome is not None and known.has_assumed:
        warnings.append(msg("core.score.assumed", outcome=sheet.outcome))
        sheet = msgspec.structs.replace(sheet, outcome=None)
    return Scored(sheet, end.state, players, shown.unread(sheet), warnings)


def _lattices(loaded: LoadedGame, end: _End, sheet: ScoreSheet) -> tuple[Lattice, ...]:
    """Return the grids of a table as far as the companion follows them."""
    look = loaded.game.look
    return look.board(loaded.box, end.referee.table(end.state), sheet).lattices if look else ()


class _End:
    """Goes on with a game by what is known, until it is over or nothing more is known."""

    def __init__(self, loaded: LoadedGame, state: State[Any], known: Known, shown: Shown) -> None:
        self.referee: Referee[Any] = Referee(loaded.game, loaded.box)
        self.state, self.shown = state, shown
        self.warnings: list[Msg] = []
        self._known = known
        self._stickers = frozenset(piece.id for piece in loaded.box.pieces if piece.code)
        self._looked_at = set[int]()
        self._views = {view.id: view for view in loaded.game.views}

    def finish(self) -> None:
        """Answer and set what can be; say what stays open."""
        for _ in range(ROUNDS):
            if not (self._answer() or self._set()):
                break
        self.warnings += self._known.unused()
        for ask in self.referee.asks(self.state):
            if ask.blocks:
                self.warnings.append(_left_open(ask))

    def unused(self, compared: frozenset[int]) -> list[Msg]:
        """Name the photos that answered nothing, but for those of seats whose photos are ``compared`` with the game."""
        left = (seat for seat in self.shown.seats if seat not in self._looked_at | compared)
        images = [image for seat in left for image in self.shown.images(seat)]
        return [msg("core.score.not_looked_at", images=", ".join(images))] if images else []

    def _answer(self) -> bool:
        """Answer one question; what is offered to the camera comes first, for a go-on may close it."""
        for ask in sorted(self.referee.asks(self.state), key=lambda ask: ask.blocks):
            reply, warnings = self._reply(ask) if ask.blocks else self._offered(ask)
            if reply is not None:
                self.warnings += warnings
                self.state, _ = self.referee.apply(self.state, Answer(ask.id, reply))
                return True
        return False

    def _reply(self, ask: Ask) -> tuple[Reply | None, list[Msg]]:
        """Answer a question by what people said, and by what the photos show beside it."""
        given = self._known.answer(ask)
        said = fitting(ask, given) if given is not None else None
        if isinstance(ask, Confirm):
            return said or Done(), []
        seen, warnings = self._seen(ask)
        if not isinstance(said, Picked) or not isinstance(ask, Some) or not isinstance(seen, Picked):
            return said or seen, [] if said else warnings
        if not seen.choices:
            return said, []
        both = Picked(tuple(dict.fromkeys((*seen.choices, *said.choices))))
        if if_fits(ask, both) is None:
            return said, [*warnings, msg("core.score.said_only", question=ask.text, count=len(seen.choices))]
        return both, warnings

    def _offered(self, ask: Ask) -> tuple[Reply | None, list[Msg]]:
        """Take an offer to read a spread where photos show some of it; a single card may mean anything."""
        reply, warnings = self._seen(ask) if isinstance(ask, Some) else (None, [])
        return (reply, warnings) if isinstance(reply, Picked) and reply.choices else (None, [])

    def _seen(self, ask: Ask) -> tuple[Reply | None, list[Msg]]:
        """Answer by the pieces in the photos that belong to the question; say what is doubtful in it.

        Where what may be picked carries no sticker, as in a turn that goes on, that no photo shows it tells nothing.
        """
        if not self.shown.has(seat_of(ask)) or not isinstance(ask, Some | One) or not ask.view:
            return None, []
        wanted = {each.id: each for each in ask.options if isinstance(each, PieceRef)}
        if wanted and self._stickers.isdisjoint(wanted):
            return None, []
        self._looked_at.add(seat_of(ask))
        sighting, warnings = self.shown.sighting(seat_of(ask), self._views[ask.view], frozenset(wanted))
        found = self.referee.observe(self.state, sighting)
        if read := self._read(ask, found):
            return read[0], warnings + read[1]
        if isinstance(found, Mismatch) and isinstance(ask, Some):
            self._tell(found.text)
        seen = {each.piece for each in sighting.seen}
        picks = tuple(choice for piece, choice in wanted.items() if piece in seen)
        answer = if_fits(ask, Picked(picks))
        if not picks and answer is not None:
            warnings.append(msg("core.score.none_seen", question=ask.text))
        if picks and answer is None:
            self._tell(msg("core.score.seen_unfit", question=ask.text, count=len(picks)))
        return answer, warnings

    def _read(self, ask: Ask, found: Observation) -> tuple[Reply, list[Msg]] | None:
        """Take a game's reading of photos, the likelier of several, and say so."""
        readings = found.readings if isinstance(found, Ambiguous) else ()
        ways = [(each.text, reply) for each in readings if (reply := _answer_in(each.moves, ask)) is not None]
        if len(ways) < 2:
            return None
        (taken, reply), *others = ways
        return reply, [msg("core.score.read_as", taken=taken, other=other) for other, _ in others]

    def _tell(self, warning: Msg) -> None:
        """Warn once, though the question be asked anew."""
        if warning not in self.warnings:
            self.warnings.append(warning)

    def _set(self) -> bool:
        """Set the next fact that can be set now."""
        specs = {each.key: each for each in self.referee.correctables(self.state)}
        is_ended = self.referee.score(self.state).outcome is not None
        for key, value in self._known.facts(is_ended=is_ended):
            if key not in specs:
                continue
            wanted = specs[key].high if value == "max" else value
            try:
                self.state, _ = self.referee.apply(self.state, Correct(key, wanted))
            except RuleError:
                continue
            self._known.was_set(key)
            return True
        return False


def _answer_in(deeds: Iterable[Deed], ask: Ask) -> Reply | None:
    """Find the answer to a question among moves; None where it has none that fits."""
    moves = (deed for deed in deeds if isinstance(deed, Move))
    reply = next((move.reply for move in moves if (move.seat, move.key) == (ask.id.seat, ask.id.key)), None)
    return if_fits(ask, reply) if reply is not None else None


def _left_open(ask: Ask) -> Msg:
    """Name a question with its key, and where there are few words to choose from, these too."""
    words = [name_of(each) for each in getattr(ask, "options", ())]
    if 0 < len(words) <= FEW:
        return msg("core.score.open_of", question=ask.text, key=ask.id.key, known=", ".join(words))
    return msg("core.score.open", question=ask.text, key=ask.id.key)
