"""Open questions: the only source of what is legal."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol

from rules.core.commands import Amount, AskId, Done, Picked, Put, Reply
from rules.core.errors import RuleError
from rules.core.predicates import Weighed, can_hold, holds
from rules.core.value import Arg, Cell, Choice, Msg, Value, is_whole

Heaps = list[tuple[Choice, int]]


class Dice(Protocol):
    """The few random calls that sampling needs; ``random.Random`` is one."""

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 up to, but not, ``stop``."""
        ...

    def sample(self, population: Sequence[Choice], /, k: int) -> list[Choice]:
        """Return ``k`` of the population in random order."""
        ...


class AskBase(Value, frozen=True):
    """What every kind of question carries."""

    id: AskId
    args: tuple[tuple[str, Arg], ...] = ()
    blocks: bool = True
    """False for a standing offer: the game goes on without it."""
    trusted: bool = False
    """True where the answer is a claim about hidden cards: any card that could be there is offered."""
    secret: bool = False
    """True where only the seat asked may see what is offered or answered."""
    chance: str = ""
    """"seen" for what people draw or reveal, "digital" for what the companion itself draws."""
    view: str = ""
    """The camera view that can answer, if one can."""

    @property
    def text(self) -> Msg:
        """The question as a message."""
        return Msg(self.id.key, self.args)

    def refuse(self, reason: str, **args: Arg) -> RuleError:
        """Make the error for a reply that does not fit."""
        return RuleError(reason, ask=self.text, **args)


class One(AskBase, frozen=True, tag="one"):
    """Pick one of the options, or none where that is allowed."""

    options: tuple[Choice, ...] = ()
    optional: bool = False

    def check(self, reply: Reply) -> None:
        """Raise ``RuleError`` if the reply does not fit."""
        if not isinstance(reply, Picked) or len(reply.choices) > 1:
            raise self.refuse("core.pick_one")
        if not reply.choices:
            if not self.optional:
                raise self.refuse("core.pick_one")
        elif reply.choices[0] not in self.options:
            raise self.refuse("core.not_offered")

    def is_answerable(self) -> bool:
        """Tell whether there is anything to pick."""
        return bool(self.options)

    def replies(self) -> Iterator[Reply]:
        """Yield every reply that fits."""
        if self.optional:
            yield Picked()
        yield from (Picked((option,)) for option in self.options)

    def sample(self, dice: Dice) -> Reply:
        """Return a fitting reply by chance."""
        at = dice.randrange(len(self.options) + self.optional)
        return Picked((self.options[at],)) if at < len(self.options) else Picked()


class Some(AskBase, frozen=True, tag="some"):
    """Pick between ``low`` and ``high`` of the options, under a named predicate if there is one."""

    options: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 1
    predicate: str = ""
    bound: int = 0
    weights: tuple[int, ...] = ()
    """What each option counts for in the predicate; as long as the options, or empty."""

    def check(self, reply: Reply) -> None:
        """Raise ``RuleError`` if the reply does not fit."""
        if not isinstance(reply, Picked) or not self.low <= len(reply.choices) <= self.high:
            raise self.refuse("core.pick_some", low=self.low, high=self.high)
        if any(reply.choices.count(each) > self.options.count(each) for each in reply.choices):
            raise self.refuse("core.not_offered")
        if not self._holds(reply.choices):
            raise self.refuse(f"core.{self.predicate}", bound=self.bound)

    def is_answerable(self) -> bool:
        """Tell whether there is anything to pick, and whether any pick would do."""
        if not self.predicate:
            return 0 < len(self.options) >= self.low and self.high > 0
        return bool(self.high and self.options) and any(
            self._can_hold((), self._heaps(), count) for count in self._counts()
        )

    def replies(self) -> Iterator[Reply]:
        """Yield every reply that fits, each set of picks once, the small ones first."""
        heaps = self._heaps()
        return (Picked(picks) for count in self._counts() for picks in self._picks((), heaps, count))

    def sample(self, dice: Dice) -> Reply:
        """Return a fitting reply by chance."""
        counts = self._counts()
        for _ in range(20):
            picks = tuple(dice.sample(self.options, k=counts[dice.randrange(len(counts))]))
            if self._holds(picks):
                return Picked(picks)
        heaps = list(Counter(dice.sample(self.options, k=len(self.options))).items())
        return next(Picked(picks) for count in counts for picks in self._picks((), heaps, count))

    def _counts(self) -> range:
        return range(self.low, min(self.high, len(self.options)) + 1)

    def _heaps(self) -> Heaps:
        """Return each different option with how often it is there."""
        return list(Counter(self.options).items())

    def _picks(self, taken: tuple[Choice, ...], heaps: Heaps, count: int) -> Iterator[tuple[Choice, ...]]:
        """Yield what ``count`` more picks from the heaps make of those taken; enter no dead end."""
        if not count:
            if self._can_hold(taken, heaps, count):
                yield taken
            return
        # A loop over what is passed over: hundreds of cards in a spread would be too deep a recursion.
        for at, (choice, copies) in enumerate(heaps):
            if not self._can_hold(taken, heaps[at:], count):
                return
            for more in range(min(copies, count), 0, -1):
                yield from self._picks(taken + (choice,) * more, heaps[at + 1 :], count - more)

    def _can_hold(self, taken: Sequence[Choice], heaps: Heaps, count: int) -> bool:
        if not self.predicate:
            return count <= sum(copies for _, copies in heaps)
        left = [choice for choice, copies in heaps for _ in range(copies)]
        return can_hold(self.predicate, self._weighed(taken), self._weighed(left), count, self.bound)

    def _holds(self, choices: Sequence[Choice]) -> bool:
        return not self.predicate or holds(self.predicate, self._weighed(choices), self.bound)

    def _weighed(self, choices: Sequence[Choice]) -> list[Weighed]:
        if not self.weights:
            return [(choice, 1) for choice in choices]
        weights = dict(zip(self.options, self.weights, strict=True))
        return [(choice, weights[choice]) for choice in choices]


class Order(AskBase, frozen=True, tag="order"):
    """Put all the options into an order."""

    options: tuple[Choice, ...] = ()

    def check(self, reply: Reply) -> None:
        """Raise ``RuleError`` if the reply does not fit."""
        if not isinstance(reply, Picked) or Counter(reply.choices) != Counter(self.options):
            raise self.refuse("core.order_all")

    def is_answerable(self) -> bool:
        """Tell whether there is anything to order."""
        return bool(self.options)

    def replies(self) -> Iterator[Reply]:
        """Yield every order."""
        return (Picked(order) for order in itertools.permutations(self.options))

    def sample(self, dice: Dice) -> Reply:
        """Return an order by chance."""
        return Picked(tuple(dice.sample(self.options, k=len(self.options))))


class Number(AskBase, frozen=True, tag="number"):
    """Name a number between two bounds, both included."""

    low: int = 0
    high: int = 0

    def check(self, reply: Reply) -> None:
        """Raise ``RuleError`` if the reply does not fit."""
        if (
            not isinstance(reply, Amount)
            or not is_whole(reply.value)
            or not self.low <= reply.value <= self.high
        ):
            raise self.refuse("core.number", low=self.low, high=self.high)

    def is_answerable(self) -> bool:
        """Tell whether a number lies between the bounds."""
        return self.low <= self.high

    def replies(self) -> Iterator[Reply]:
        """Yield every number."""
        return (Amount(value) for value in range(self.low, self.high + 1))

    def sample(self, dice: Dice) -> Reply:
        """Return a number by chance."""
        return Amount(self.low + dice.randrange(self.high - self.low + 1))


class PlaceGroup(Value, frozen=True):
    """Pieces that may go to the same cells of one area."""

    pieces: tuple[str, ...]
    cells: tuple[Cell, ...]
    area: str = ""
    turns: tuple[int, ...] = (0,)

    @property
    def is_open(self) -> bool:
        """True where a piece of the group may go somewhere."""
        return bool(self.pieces and self.cells and self.turns)


class Place(AskBase, frozen=True, tag="place"):
    """Put one piece on a cell; the groups say which pieces may go where."""

    groups: tuple[PlaceGroup, ...] = ()
    optional: bool = False

    def check(self, reply: Reply) -> None:
        """Raise ``RuleError`` if the reply does not fit."""
        if isinstance(reply, Picked) and not reply.choices and self.optional:
            return
        if not isinstance(reply, Put):
            raise self.refuse("core.place_one")
        if not any(self._fits(group, reply) for group in self.groups):
            raise self.refuse("core.not_there")

    @staticmethod
    def _fits(group: PlaceGroup, put: Put) -> bool:
        return (
            put.area == group.area
            and put.turn in group.turns
            and put.piece in group.pieces
            and put.cell in group.cells
        )

    def is_answerable(self) -> bool:
        """Tell whether a piece may go anywhere."""
        return any(group.is_open for group in self.groups)

    def replies(self) -> Iterator[Reply]:
        """Yield every placement."""
        if self.optional:
            yield Picked()
        for group in self.groups:
            spots = itertools.product(group.pieces, group.cells, group.turns)
            yield from (Put(piece, cell, group.area, turn) for piece, cell, turn in spots)

    def sample(self, dice: Dice) -> Reply:
        """Return a placement by chance."""
        groups = [group for group in self.groups if group.is_open]
        if self.optional and dice.randrange(8) == 0:
            return Picked()
        group = groups[dice.randrange(len(groups))]
        piece = group.pieces[dice.randrange(len(group.pieces))]
        cell = group.cells[dice.randrange(len(group.cells))]
        return Put(piece, cell, group.area, group.turns[dice.randrange(len(group.turns))])


class Confirm(AskBase, frozen=True, tag="confirm"):
    """Say go on."""

    def check(self, reply: Reply) -> None:
        """Raise ``RuleError`` if the reply does not fit."""
        if not isinstance(reply, Done):
            raise self.refuse("core.go_on")

    def is_answerable(self) -> bool:
        """Say yes: a go-on always is."""
        return True

    def replies(self) -> Iterator[Reply]:
        """Yield the go-on."""
        yield Done()

    def sample(self, dice: Dice) -> Reply:
        """Return the go-on."""
        return Done()


Ask = One | Some | Order | Number | Place | Confirm
