"""What a view is made from: one moment of one evening, as somebody may see it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.session import Session
from companion.viewmodels import looks, ranks
from companion.viewmodels.looks import Board, Face
from companion.viewmodels.parts import Lattice
from companion.viewmodels.voice import TextsLike, Voice
from rules.core.asks import Ask, Place
from rules.core.event import Event
from rules.core.game import Box, Game
from rules.core.picture import Look
from rules.core.score import ScoreSheet
from rules.core.value import TABLE, Msg


@dataclass(frozen=True)
class Scene:
    """One moment, cut to what a seat (None: the shared screen) may see."""

    voice: Voice
    game: Game[Any]
    box: Box
    table: Any
    asks: tuple[Ask, ...]
    hidden: tuple[Ask, ...]
    """Open questions that this screen may not show, for their seats alone."""
    events: tuple[Event, ...]
    is_over: bool
    level: str
    undo: Msg | None
    redo: Msg | None
    undone: tuple[Msg, ...]
    """Every step that was taken back since the last one that was taken, in the order in which undo took them back."""
    sheet: ScoreSheet
    has_eyes: bool = False

    @cached_property
    def board(self) -> Board:
        """What the table looks like."""
        return looks.say_board(self.look.board(self.box, self.table, self.sheet), self.voice)

    @cached_property
    def lattice(self) -> Lattice | None:
        """The grid that matters now: the first one that an open question is about, else the main one."""
        return self.grid(*(area for ask in self.blocking for area in _areas(ask)))

    def grid(self, *areas: str) -> Lattice | None:
        """Return the grid of the first of some areas (or views) that has one, else the main one; None without."""
        found = dict(self.board.lattices)
        return next((found[area] for area in areas if area in found), next(iter(found.values()), None))

    @cached_property
    def look(self) -> Look[Any]:
        """How the game looks."""
        return looks.find(self.game)

    @property
    def leads(self) -> str:
        """Who leads, with the figure."""
        line = self.board.leads
        if not line.figure:
            return line.text
        tied = len(ranks.leaders(self.sheet)) > 1
        figure = self.voice("app.table.each", figure=line.figure) if tied else line.figure
        return f"{line.text} ({figure})"

    def asked(self, seat: int, told: str = "") -> str:
        """Say whose turn it is, or who else decides; then what is ``told``, and who leads."""
        who = self.voice.seat(seat)
        if seat != TABLE:
            alone = self.seats == (seat,) or self._is_in_secret(seat)
            who = self.acts(seat) if alone else self.voice("app.table.decides", who=who)
        return " \N{MIDDLE DOT} ".join(part for part in (who, told, self.leads) if part)

    def acts(self, seat: int) -> str:
        """Say that it is a seat's turn, or that it answers on somebody else's, or when it is nobody's."""
        who, whose = self.voice.seat(seat), self.board.turn
        if whose == TABLE or self._is_in_secret(seat):
            return self.voice("app.table.several", who=who)
        if whose in (None, seat):
            return self.voice("app.table.turn", who=who)
        return self.voice("app.table.answers", who=who, whose=self.voice.seat(whose))

    def _is_in_secret(self, seat: int) -> bool:
        """Tell whether a seat is asked in secret alone, where no turn is known: each may be, as before the first turn."""
        asked = tuple(ask for ask in self._waited if ask.id.seat == seat)
        return self.board.turn is None and bool(asked) and all(ask.secret for ask in asked)

    @property
    def turned_up(self) -> tuple[tuple[int, str], ...]:
        """Every card that this step has turned up for everybody, after where in ``events`` it was."""
        cards = ((at, self.look.shown(self.box, (event,))) for at, event in enumerate(self.events))
        return tuple((at, card) for at, card in cards if card)

    @property
    def blocking(self) -> tuple[Ask, ...]:
        """The questions without whose answer the game does not go on."""
        return tuple(ask for ask in self.asks if ask.blocks)

    @property
    def offers(self) -> tuple[Ask, ...]:
        """The questions that may be left alone."""
        return tuple(ask for ask in self.asks if not ask.blocks)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return tuple(dict.fromkeys(ask.id.seat for ask in self._waited if ask.id.seat != TABLE))

    @property
    def _waited(self) -> tuple[Ask, ...]:
        return (*self.blocking, *(ask for ask in self.hidden if ask.blocks))

    def face(self, piece: str) -> Face:
        """Picture a piece."""
        return looks.say_face(self.look.face(self.box, piece), self.voice)

    def group(self, key: str) -> Face:
        """Picture what score rows are grouped by."""
        return looks.say_face(self.look.group(self.box, key), self.voice)

    def ask(self, number: int) -> Ask | None:
        """Return the open question with this number."""
        return next((ask for ask in self.asks if ask.id.n == number), None)


def _areas(ask: Ask) -> tuple[str, ...]:
    """Name the areas that a question is about; a view that shows one grid is called as its area is."""
    groups = ask.groups if isinstance(ask, Place) else ()
    return (*(group.area for group in groups), ask.view)


def look_at(session: Session, texts: TextsLike, seat: int | None = None, *, has_eyes: bool = False) -> Scene:
    """Look at a session as a seat, or as the shared screen."""
    table, asks = session.referee.view_for(session.state, seat)
    everything = session.asks()
    shown = {ask.id for ask in asks}
    return Scene(
        voice=Voice.at(texts, session.players, session.box),
        game=session.game,
        box=session.box,
        table=table,
        asks=tuple(ask for ask in everything if ask.id in shown),
        hidden=tuple(ask for ask in everything if ask.id not in shown),
        events=tuple(event for event in session.last_events if event.private in {None, seat}),
        is_over=session.referee.is_over(session.state),
        level=_level(session, table),
        undo=session.undo_text(),
        redo=session.redo_text(),
        undone=session.undone_texts(),
        sheet=session.game.score(session.box, table),
        has_eyes=has_eyes,
    )


def _level(session: Session, table: Any) -> str:
    """Return the assist level as it is now; a game that lets it change says so among its correctables."""
    facts = session.game.correctables(session.box, table)
    return next((str(fact.value) for fact in facts if fact.key == "level"), session.setup.level)
