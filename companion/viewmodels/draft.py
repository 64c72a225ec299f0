"""An answer while it is being put together: touches change it, nothing is told to the rules yet."""

from __future__ import annotations

import msgspec

from companion.viewmodels.actions import (
    Action,
    Decline,
    Filter,
    Nudge,
    Pick,
    PickCell,
    PickPiece,
    Turn,
)
from rules.core.asks import Ask, Confirm, Number, One, Order, Place, PlaceGroup, Some
from rules.core.commands import Amount, Done, Picked, Put, Reply
from rules.core.errors import RuleError
from rules.core.value import Cell, Choice, Msg, Value


class Draft(Value, frozen=True):
    """What has been touched so far for one question."""

    ask: int = 0
    """The question's number."""
    picks: tuple[int, ...] = ()
    """Places in the question's options, in the order of touching."""
    amount: int | None = None
    piece: str = ""
    cell: Cell | None = None
    area: str = ""
    turn: int = 0
    group: str = ""
    letter: str = ""
    refusal: Msg | None = None
    refused: Cell | None = None
    """The cell that the refusal is about."""


def options(ask: Ask) -> tuple[Choice, ...]:
    """Return what a question lets people pick from; nothing for a number, a place or a go-on."""
    return ask.options if isinstance(ask, One | Some | Order) else ()


def touch(draft: Draft, ask: Ask, action: Action) -> Draft:
    """Return the draft after a touch; the same draft where the touch means nothing to this question."""
    draft = (
        Draft(ask.id.n)
        if draft.ask != ask.id.n
        else msgspec.structs.replace(draft, refusal=None, refused=None)
    )
    match action:
        case Pick(index=index) if 0 <= index < len(options(ask)):
            return msgspec.structs.replace(draft, picks=_toggle(draft.picks, index, ask))
        case PickPiece(piece=piece):
            return _choose_piece(draft, ask, piece)
        case PickCell(cell=cell) if isinstance(ask, Place):
            return msgspec.structs.replace(draft, cell=cell, area=area_of(ask, draft.piece, cell))
        case Turn() if isinstance(ask, Place):
            turns = turns_of(ask, draft.piece)
            after = turns[(turns.index(draft.turn) + 1) % len(turns)] if draft.turn in turns else turns[0]
            return msgspec.structs.replace(draft, turn=after)
        case Filter(group=group, letter=letter):
            return msgspec.structs.replace(draft, group=group, letter=letter)
        case Nudge(by=by) if isinstance(ask, Number):
            amount = min(ask.high, max(ask.low, amount_of(draft, ask) + by))
            return msgspec.structs.replace(draft, amount=amount)
    return draft


def _toggle(picks: tuple[int, ...], index: int, ask: Ask) -> tuple[int, ...]:
    if isinstance(ask, One):
        return (index,)
    if index in picks:
        return tuple(pick for pick in picks if pick != index)
    full = isinstance(ask, Some) and ask.high == 1
    return (index,) if full else (*picks, index)


def _choose_piece(draft: Draft, ask: Ask, piece: str) -> Draft:
    if not isinstance(ask, Place):
        return draft
    fresh = msgspec.structs.replace(draft, piece=piece, cell=None, area="", turn=0)
    spots = [(group.area, cell) for group in groups_of(ask, piece) for cell in group.cells] if piece else []
    if len(set(spots)) == 1:
        area, cell = spots[0]
        return msgspec.structs.replace(fresh, cell=cell, area=area, turn=turns_of(ask, piece)[0])
    return msgspec.structs.replace(fresh, turn=turns_of(ask, piece)[0] if piece else 0)


def groups_of(ask: Place, piece: str) -> tuple[PlaceGroup, ...]:
    """Return where a piece may go."""
    return tuple(group for group in ask.groups if piece in group.pieces)


def pieces_of(ask: Place) -> tuple[str, ...]:
    """Return the pieces that may be placed, each once."""
    return tuple(dict.fromkeys(piece for group in ask.groups for piece in group.pieces))


def turns_of(ask: Place, piece: str) -> tuple[int, ...]:
    """Return the quarter turns that a piece may take."""
    return tuple(sorted({turn for group in groups_of(ask, piece) for turn in group.turns})) or (0,)


def area_of(ask: Place, piece: str, cell: Cell) -> str:
    """Return the area in which a piece may go to a cell."""
    return next((group.area for group in groups_of(ask, piece) if cell in group.cells), "")


def piece_of(draft: Draft, ask: Place) -> str:
    """Return the piece that is being placed: the one picked, or the only one there is."""
    pieces = pieces_of(ask)
    return draft.piece if draft.piece in pieces else (pieces[0] if len(pieces) == 1 else "")


def amount_of(draft: Draft, ask: Number) -> int:
    """Return the number that would be given."""
    return ask.low if draft.amount is None else min(ask.high, max(ask.low, draft.amount))


def reply(draft: Draft, ask: Ask) -> Reply | None:
    """Return the answer if it is whole; None while something is missing."""
    made: Reply
    match ask:
        case Confirm():
            made = Done()
        case Number():
            made = Amount(amount_of(draft, ask))
        case Place():
            piece = piece_of(draft, ask)
            if not piece or draft.cell is None:
                return None
            made = Put(piece, draft.cell, draft.area, draft.turn)
        case _:
            made = Picked(tuple(options(ask)[pick] for pick in draft.picks if pick < len(options(ask))))
            if isinstance(ask, One) and not made.choices:
                return None
    return made if fits(ask, made) else None


def fits(ask: Ask, made: Reply) -> bool:
    """Tell whether the question takes an answer."""
    return refusal(ask, made) is None


def refusal(ask: Ask, made: Reply) -> RuleError | None:
    """Return why the question does not take an answer, or None."""
    try:
        ask.check(made)
    except RuleError as error:
        return error
    return None


def may_decline(ask: Ask) -> bool:
    """Tell whether nothing is an answer."""
    return fits(ask, Picked()) and not isinstance(ask, Confirm | Number)


def is_instant(ask: Ask) -> bool:
    """Tell whether one touch answers: picking one of few things needs no second touch to send it."""
    return isinstance(ask, One | Confirm) or (isinstance(ask, Some) and ask.low == ask.high == 1)


__all__ = ["Decline", "Draft", "amount_of", "options", "piece_of", "pieces_of", "reply", "touch"]
