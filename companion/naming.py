"""Names steps, for undo and for the log: by what came true, else by the question and its answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.records import Act
from rules.core.asks import Ask
from rules.core.commands import Amount, Answer, Correct, Done, Picked, Put, Reply, Retract
from rules.core.event import Event
from rules.core.referee import Referee
from rules.core.state import State
from rules.core.value import TABLE, Arg, Cell, Choice, Msg, PieceRef, SeatRef, Word, msg

CORRECTION = "core.step.correction"
"""Names a fact set right by hand; the fact's own sentence is its ``what``."""


def bare(title: Msg) -> Msg:
    """Return a step's name without the word that marks it as a correction."""
    what = dict(title.args).get("what")
    return what if title.key == CORRECTION and isinstance(what, Msg) else title


def brief(title: Msg) -> Msg:
    """Return a step's name without its question, where it has one beside an answer that says enough: a number does not."""
    args = dict(title.args)
    if not {"seat", "question", "answer"} <= args.keys() or isinstance(args["answer"], int):
        return title
    return msg("core.step.brief", seat=args["seat"], answer=args["answer"])


def name_step(referee: Referee[Any], before: State[Any], acts: Sequence[Act], events: Iterable[Event]) -> Msg:
    """Name a step so that everybody at the table may read it.

    What came true first is its name, unless that is another seat's business already, such as the next turn.
    """
    first = acts[0] if acts else None
    mended = isinstance(first, Correct) and not any(isinstance(act, Answer | Retract) for act in acts)
    count = sum(isinstance(act, Correct) for act in acts)
    if mended and count > 1:
        return msg("core.step.corrected", count=count)
    actor = first.ask.seat if isinstance(first, Answer | Retract) else TABLE
    fact = next((event for event in events if event.kind == "fact" and event.private is None), None)
    if fact is not None and (actor == TABLE or fact.seat in {actor, TABLE}):
        return msg(CORRECTION, what=fact.text) if mended else fact.text
    if isinstance(first, Retract):
        return msg("core.step.retracted", seat=SeatRef(first.ask.seat))
    if isinstance(first, Answer):
        ask = next((each for each in referee.asks(before) if each.id == first.ask), None)
        if ask is not None:
            return name_answer(ask, first.reply)
    return Msg("core.step.other")


def name_answer(ask: Ask, reply: Reply) -> Msg:
    """Name an answer; a secret one only by whose it is."""
    seat = SeatRef(ask.id.seat)
    if ask.secret:
        return msg("core.step.secret", seat=seat)
    answer = name_reply(reply)
    told = tell(ask, reply, answer)
    if isinstance(reply, Done) and ask.id.seat == TABLE:
        return msg(ask.text.key, **{**dict(ask.text.args), "told": told})
    if isinstance(reply, Done):
        return msg("core.step.confirmed", seat=seat, question=ask.text, told=told)
    key = "core.step.table" if ask.id.seat == TABLE else "core.step.answered"
    return msg(key, seat=seat, question=ask.text, answer=answer, told=told)


def tell(ask: Ask, reply: Reply, answer: Arg) -> Msg:
    """Tell a step as a sentence, where the game has one: ``<word>.told`` of the word picked, else ``<question>.told``.

    Holes are ``{seat}``, ``{answer}``, and those of the question; a number is ``{count}`` too.
    """
    args: dict[str, Arg] = {**dict(ask.text.args), "seat": SeatRef(ask.id.seat), "answer": answer}
    if isinstance(answer, int):
        args["count"] = answer
    sentence = msg(f"{ask.id.key}.told", **args)
    if isinstance(reply, Picked) and len(reply.choices) == 1 and isinstance(word := reply.choices[0], Word):
        return msg(f"{word.key}.told", **args, told=sentence)
    return sentence


def name_reply(reply: Reply) -> Arg:
    """Put a reply into words."""
    match reply:
        case Picked(choices=choices):
            return name_choices(choices)
        case Amount(value=value):
            return value
        case Put(piece=piece, cell=cell):
            return msg("core.put", piece=PieceRef(piece), cell=name_choice(cell))
        case Done():
            return Msg("core.done")


def name_choices(choices: Sequence[Choice]) -> Arg:
    """List some choices: "A, B and C"."""
    if not choices:
        return Msg("core.nothing")
    said = name_choice(choices[0])
    for index, choice in enumerate(choices[1:], start=2):
        key = "core.list_last" if index == len(choices) else "core.list"
        said = msg(key, first=said, next=name_choice(choice))
    return said


def name_choice(choice: Choice) -> Arg:
    """Turn a choice into what a message may carry."""
    return msg("core.cell", x=choice.x, y=choice.y) if isinstance(choice, Cell) else choice
