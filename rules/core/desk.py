"""What a script works at: the table as it is now, questions to people, and facts told to them.

House rules for scripts: touch only the desk handed to you; no ``try`` round a ``yield``; look things up
after the ``yield``; no sets, no globals; a question's key is part of the save format.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeVar

from rules.core.asks import Ask, Confirm, Number, One, Order, Place, PlaceGroup, Some
from rules.core.commands import Amount, AskId, Picked, Put, Reply
from rules.core.event import Event
from rules.core.value import TABLE, Arg, Choice, Msg, msg

T = TypeVar("T")
R = TypeVar("R")
Replies = Mapping[AskId, Reply]
Script = Generator[tuple[Ask, ...], "Replies | None", R]
Build = Callable[[], Iterable[Choice]]
NEVER_ANSWERED_ALONE = ("trusted", "secret", "chance")
"""Marks of questions that are put to people even where one option is left."""


class GameEnded(Exception):  # noqa: N818 - it stops the script, nothing went wrong
    """Stops a script wherever it is; the table it was raised on says what comes next, if anything."""


class Desk(Generic[T]):
    """Base of a game's desk; a game adds methods named after what happens at its table."""

    def __init__(self, box: Any, table: T, asked: int) -> None:
        """Sit down at a table; ``asked`` is the number of questions asked so far."""
        self.box = box
        self.table = table
        self.asked = asked
        self.events: list[Event] = []

    # ---- telling -------------------------------------------------------------------
    def tell(self, key: str, /, seat: int = TABLE, *, private: int | None = None, **args: Arg) -> None:
        """Tell a fact that has just come true."""
        self.events.append(Event(msg(key, **args), seat, private=private))

    def instruct(self, key: str, /, seat: int = TABLE, *, tone: str = "", **args: Arg) -> None:
        """Tell hands what to do on the real table; ``tone`` says whether it is good or bad news."""
        self.events.append(Event(msg(key, **args), seat, "do", tone=tone))

    def end(self, outcome: Msg, table: T) -> NoReturn:
        """End the game on this table, at once; never returns."""
        self.table = table
        self.events.append(Event(outcome, TABLE, "end"))
        raise GameEnded

    def see_ends(self) -> None:
        """End the game if the table as it stands says so; asked after every correction.

        A game overrides this. Another correction may take such an end back, until somebody undoes it.
        """

    # ---- asking --------------------------------------------------------------------
    def is_here(self, seat: int) -> bool:
        """Tell whether anybody sits there to be asked; a game that can do without a seat overrides this."""
        return True

    def name(self, seat: int, key: str) -> AskId:
        """Make the id of the next question."""
        self.asked += 1
        return AskId(seat, key, self.asked)

    def gather(self, build: Callable[[], Sequence[Ask]]) -> Script[Replies]:
        """Ask several questions at once.

        Returns the replies so far when every blocking question is answered or one standing offer is
        taken; an empty mapping where nothing blocks. ``build`` is called again, with the same ids in
        its questions, whenever a correction has changed the table. Questions that nobody could answer,
        or of a seat at which nobody sits, are left out. After an offer, a script may gather the rest again by the same ids: what others
        have answered then still stands, and they may still take it back.
        """
        while True:
            batch = tuple([ask for ask in build() if ask.is_answerable() and self._is_asked(ask)])
            if not any(ask.blocks for ask in batch):
                return {}
            replies = yield batch
            if replies is not None:
                return replies

    def _is_asked(self, ask: Ask) -> bool:
        return ask.id.seat == TABLE or self.is_here(ask.id.seat)

    def one(
        self, seat: int, key: str, build: Build, *, optional: bool = False, **more: Any
    ) -> Script[Choice | None]:
        """Ask to pick one; None where declined or nothing is on offer.

        A single option that may not be declined is taken without asking, unless it is a claim about
        hidden cards, a secret (not to be asked would give it away) or a matter of chance.
        """
        name = self.name(seat, key)
        options = tuple(build())
        if len(options) == 1 and not (optional or any(map(more.get, NEVER_ANSWERED_ALONE))):
            return options[0]
        replies = yield from self.gather(
            lambda: [One(name, options=tuple(build()), optional=optional, **_named(more))]
        )
        picks = picked(replies.get(name))
        return picks[0] if picks else None

    def some(  # noqa: PLR0913 - each is a part of the question
        self,
        seat: int,
        key: str,
        build: Build,
        low: int,
        high: int,
        *,
        bound: int | Callable[[], int] = 0,
        weigh: Callable[[Choice], int] | None = None,
        **more: Any,
    ) -> Script[tuple[Choice, ...]]:
        """Ask to pick between ``low`` and ``high``; as many as there are where fewer are on offer.

        Nothing is asked, and nothing picked, where no pick would do: look first whether that may happen.
        ``weigh`` says what an option counts for in the predicate; it and ``bound`` are looked up again
        after a correction.
        """
        name = self.name(seat, key)

        def asks() -> list[Ask]:
            found = tuple(build())
            most, limit = min(high, len(found)), bound() if callable(bound) else bound
            weights = tuple(map(weigh, found)) if weigh else ()
            given = {"bound": limit, "weights": weights, **_named(more)}
            return [Some(name, options=found, low=min(low, most), high=most, **given)]

        replies = yield from self.gather(asks)
        return picked(replies.get(name))

    def order(self, seat: int, key: str, build: Build, **more: Any) -> Script[tuple[Choice, ...]]:
        """Ask for an order; fewer than two things need no question, and keep theirs where nobody can be asked."""
        name = self.name(seat, key)
        if len(options := tuple(build())) < 2:
            return options
        replies = yield from self.gather(lambda: [Order(name, options=tuple(build()), **_named(more))])
        return picked(replies[name]) if name in replies else tuple(build())

    def number(self, seat: int, key: str, bounds: Callable[[], tuple[int, int]], **more: Any) -> Script[int]:
        """Ask for a number; bounds that leave one value need no question."""
        name = self.name(seat, key)
        low, high = bounds()
        if low >= high:
            return low

        def asks() -> list[Ask]:
            low, high = bounds()
            return [Number(name, low=low, high=high, **_named(more))] if low < high else []

        replies = yield from self.gather(asks)
        reply = replies.get(name)
        return reply.value if isinstance(reply, Amount) else bounds()[0]

    def place(
        self,
        seat: int,
        key: str,
        build: Callable[[], Iterable[PlaceGroup]],
        *,
        optional: bool = False,
        **more: Any,
    ) -> Script[Put | None]:
        """Ask where a piece goes; None where declined or there is no place."""
        name = self.name(seat, key)

        def asks() -> list[Ask]:
            return [Place(name, groups=tuple(build()), optional=optional, **_named(more))]

        replies = yield from self.gather(asks)
        reply = replies.get(name)
        return reply if isinstance(reply, Put) else None

    def confirm(self, seat: int, key: str, **more: Any) -> Script[None]:
        """Ask to say go on."""
        name = self.name(seat, key)
        yield from self.gather(lambda: [Confirm(name, **_named(more))])


def picked(reply: Reply | None) -> tuple[Choice, ...]:
    """Return the choices of a reply; none for no reply or one of another kind."""
    return reply.choices if isinstance(reply, Picked) else ()


def _named(more: dict[str, Any]) -> dict[str, Any]:
    """Sort a question's message arguments, looked up now where they are a builder, into their stable form."""
    args = more.get("args")
    args = args() if callable(args) else args
    return {**more, "args": tuple(sorted(args.items()))} if isinstance(args, dict) else more
