"""Replies and commands that look almost right: each must be refused."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from rules.core.asks import Ask, Confirm, Number, One, Order, Place, Some
from rules.core.commands import Amount, Answer, AskId, Command, Correct, Done, Picked, Put, Reply, Retract
from rules.core.desk import picked
from rules.core.game import Correctable
from rules.core.value import Cell, Word

FOREIGN = Word("nobody.offers.this")
FAR = Cell(10_000, -10_000)
KINDS: dict[type, tuple[Reply, ...]] = {
    Picked: (Picked((FOREIGN,)), Picked((FOREIGN, FOREIGN))),
    Amount: (Amount(0),),
    Put: (Put("nothing", FAR),),
    Done: (Done(),),
}
TAKES: dict[type, tuple[type, ...]] = {
    One: (Picked,),
    Some: (Picked,),
    Order: (Picked,),
    Number: (Amount,),
    Place: (Put, Picked),
    Confirm: (Done,),
}


def wrong_replies(ask: Ask) -> Iterator[Reply]:
    """Yield replies of the wrong kind, and of the right kind with one thing wrong."""
    for kind, replies in KINDS.items():
        if kind not in TAKES[type(ask)]:
            yield from replies
    match ask:
        case One(options=options, optional=optional):
            yield from (Picked((FOREIGN,)), Picked((options[0], options[0])))
            yield from () if optional else (Picked(),)
        case Some(options=options, low=low, high=high):
            yield from (Picked((FOREIGN,) * max(1, low)), Picked((*options[:high], options[0])))
            yield from (Picked(options[: low - 1]),) if low else ()
            yield from wrong_sums(ask)
        case Order(options=options):
            yield from (Picked(options[1:]), Picked((*options, options[0])), Picked((FOREIGN, *options[1:])))
        case Number(low=low, high=high):
            yield from (Amount(low - 1), Amount(high + 1), Amount(True))
        case Place():
            put = next(reply for reply in ask.replies() if isinstance(reply, Put))
            yield from (replace(put, cell=FAR), replace(put, piece="nothing"), replace(put, area="nowhere"))
            yield from (replace(put, turn=7), Picked((FOREIGN,)))
            yield from () if ask.optional else (Picked(),)


def wrong_sums(ask: Some) -> Iterator[Reply]:
    """Yield picks of the right size and from the options, which the question's condition forbids."""
    fitting = {frozenset(Counter(picked(reply)).items()) for reply in itertools.islice(ask.replies(), 5000)}
    if len(fitting) < 5000:
        for picks in itertools.islice(itertools.combinations(ask.options, max(1, ask.low)), 50):
            yield from () if frozenset(Counter(picks).items()) in fitting else (Picked(picks),)


def wrong_ids(name: AskId) -> Iterator[AskId]:
    """Yield ids that name no open question, although they resemble one."""
    yield replace(name, n=name.n + 100_000)
    yield replace(name, n=-1)
    yield replace(name, key=f"{name.key}.x")
    yield replace(name, seat=name.seat + 1)


def wrong_commands(ask: Ask) -> Iterator[Command]:
    """Yield commands about a question that must be refused while it is open and unanswered."""
    yield from (Answer(ask.id, reply) for reply in wrong_replies(ask))
    reply = next(ask.replies())
    for name in wrong_ids(ask.id):
        yield from (Answer(name, reply), Retract(name))
    yield Retract(ask.id)


def wrong_corrections(specs: tuple[Correctable, ...]) -> Iterator[Correct]:
    """Yield corrections of nothing, and beyond what is allowed."""
    yield Correct("no.such.fact", 0)
    for spec in specs:
        if spec.words:
            yield from (Correct(spec.key, "no.such.word"), Correct(spec.key, 0))
        else:
            yield from (Correct(spec.key, spec.low - 1), Correct(spec.key, spec.high + 1))
            yield from (Correct(spec.key, "one"), Correct(spec.key, True))
