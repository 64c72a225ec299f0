"""How the pieces of Prestige look in lists and shown large: symbols, colours, a note or two."""

from __future__ import annotations

from rules.core.picture import Face, Line, Mark, Text, listed
from rules.core.value import Msg, PieceRef, msg
from rules.games.prestige.data import CENTER, COINS, Card, PrestigeBox
from rules.games.prestige.describe import describe

TRIBES = {
    "auroque": Mark("horns", "vermillion"),
    "garca": Mark("bird", "sky"),
    "ibex": Mark("peaks", "purple"),
    "lince": Mark("paw", "orange"),
    "coruja": Mark("owl", "blue"),
    "raposa": Mark("tail", "yellow"),
    "comunal": Mark("links", "black"),
}
SPARE = (*TRIBES.values(), Mark("star", "green"))
"""Marks for the tribes of an owner's own edition, in their order."""
KINDS = {
    "habitation": "house",
    "farm": "wheat",
    "tower": "tower",
    "temple": "temple",
    "road": "road",
    "wall": "wall",
    "water": "wave",
    "garden": "tree",
    "market": "awning",
    "workshop": "hammer",
    "monument": "obelisk",
    "leader": "crown",
    "unit": "sword",
}
TRACKS = {
    "happiness": "heart",
    "population": "people",
    "defense": "shield",
    "prestige": "laurel",
    COINS: "coin",
}
DECK_MARKS = {"favor_gained": "gift", "favor_lost": "storm", "invader": "raid"}
CENTER_MARK = Mark("hut", "accent")


def tribe_mark(box: PrestigeBox, tribe: str) -> Mark:
    """Return a tribe's shape and colour."""
    if tribe in TRIBES:
        return TRIBES[tribe]
    order = [each.id for each in box.tribes]
    return SPARE[order.index(tribe) % len(SPARE)] if tribe in order else Mark("card", "muted")


def kind_mark(box: PrestigeBox, piece: str) -> Mark:
    """Return the symbol of a card's first kind that has one."""
    types = box.cards[piece].types if piece in box.cards else ()
    if "leader" in types:
        return Mark(KINDS["leader"], "on_card")
    return Mark(next((KINDS[each] for each in types if each in KINDS), "card"), "on_card")


def group(box: PrestigeBox, key: str) -> Face:
    """Picture a tribe."""
    return Face(PieceRef(f"tribe-{key}"), key, mark=tribe_mark(box, key))


def face(box: PrestigeBox, piece: str) -> Face:
    """Picture a City Card, an Event Card, or anything else in the box."""
    name = PieceRef(piece)
    if piece in box.cards:
        return _card(box, piece, box.cards[piece])
    if piece in box.events:
        deck = box.events[piece].deck
        mark, text = Mark(DECK_MARKS[deck], "accent"), msg(f"prestige.picture.{deck}")
        return Face(name, f"~{deck}", text, mark, lines=_event_lines(box, piece))
    if piece == CENTER:
        return Face(name, "~center", name, CENTER_MARK, CENTER_MARK)
    if piece.startswith("tribe-"):
        return Face(name, mark=tribe_mark(box, piece.removeprefix("tribe-")))
    return Face(name)


def _card(box: PrestigeBox, piece: str, card: Card) -> Face:
    kinds = tuple(PieceRef(f"type-{each}") for each in card.types)
    notes: list[Text] = [listed(kinds)] if kinds else []
    if card.cost:
        notes.append(msg("prestige.picture.cost", count=card.cost))
    tribe = PieceRef(f"tribe-{card.tribe}")
    return Face(
        PieceRef(piece), card.tribe, tribe, tribe_mark(box, card.tribe), kind_mark(box, piece), tuple(notes)
    )


def _event_lines(box: PrestigeBox, piece: str) -> tuple[Line, ...]:
    """Say what an event does: changes as symbols with words, then the rest as the game says it."""
    effects = box.events[piece].effects
    changes = [
        Line(_change(key, effects[key]), Mark(TRACKS.get(key, "diamond"), "on_card"), strong=True)
        for key in box.keys
        if key in effects
    ]
    others = [line for line in describe(box, piece) if line.key != "prestige.text.event"]
    return (*changes, *(Line(line, Mark("info", "card_muted")) for line in others))


def _change(key: str, amount: int) -> Msg:
    by = f"{amount:+d}".replace("-", "\N{MINUS SIGN}")
    if key == COINS:
        return msg("prestige.text.coins", by=by, count=abs(amount))
    return msg("prestige.picture.change", by=by, what=PieceRef(f"track-{key}"))
