"""Loads the boxes from their files, and names every physical card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.core.data import MOST, Header, read_toml, require, require_known, require_within
from rules.core.game import PieceInfo
from rules.games.dominion_guilds.data import (
    BASE,
    BASIC,
    BOXES,
    FEWEST,
    GUILDS,
    RANDOMIZER,
    RANDOMIZERS,
    SHORT,
    TYPES,
    BasicFile,
    Card,
    DominionBox,
    KingdomFile,
    Supply,
)

CERTAINTY = ("house", "owner", "published")
MOST_SEATS = 6
LANGUAGES = ("en", "pt_BR")
DRAWN = {"en": "{}, randomizer", "pt_BR": "{}, sorteio"}
"""What a randomizer's sticker says."""
LABEL = 33
"""So many letters fit on a sticker beside the number."""
NEEDED = ("copper", "silver", "gold", "estate", "duchy", "province", "curse")


def load(files: Mapping[str, bytes]) -> DominionBox:
    """Make the box; raise ``DataError`` in one line, naming file and place, for the first thing wrong."""
    basic = read_toml(files, BASIC, BasicFile)
    kingdoms = {name: read_toml(files, name, KingdomFile) for name in (BASE, GUILDS)}
    _check_supply(basic.supply)
    _check_basic(basic.cards)
    taken: dict[str, str] = {}
    for name, cards in ((BASIC, basic.cards), *((name, file.cards) for name, file in kingdoms.items())):
        _check_cards(name, cards, taken)
    for name, file in kingdoms.items():
        for at, card in enumerate(file.cards):
            require(bool(card.boxes), name, f"cards[{at}].boxes", "dominion_guilds.fault.boxes")
    kingdom = tuple(card for file in kingdoms.values() for card in file.cards)
    require(len(kingdom) >= basic.supply.kinds, GUILDS, "cards", "dominion_guilds.fault.few")
    header = _least_certain(basic.header, *(file.header for file in kingdoms.values()))
    return DominionBox(
        pieces=tuple(_pieces((*basic.cards, *kingdom), basic.supply)),
        provenance=header.provenance,
        edition=kingdoms[GUILDS].header.edition,
        source=kingdoms[GUILDS].header.source,
        supply=basic.supply,
        cards={card.id: card for card in (*basic.cards, *kingdom)},
        basic=tuple(card.id for card in basic.cards),
        kingdom=tuple(card.id for card in kingdom),
    )


def _least_certain(*headers: Header) -> Header:
    """Let all files speak by the one that is least sure of itself."""
    return min(headers, key=lambda header: CERTAINTY.index(header.provenance))


def _check_supply(supply: Supply) -> None:
    for field in ("victory", "kingdom", "ends"):
        figures: tuple[int, ...] = getattr(supply, field)
        _check_figures(BASIC, f"supply.{field}", figures)
    require_within(supply.hand, 1, MOST, BASIC, "supply.hand")
    require_within(supply.kinds, 1, MOST, BASIC, "supply.kinds")


def _check_figures(file: str, path: str, figures: tuple[int, ...]) -> None:
    wanted = MOST_SEATS - FEWEST + 1
    require(len(figures) == wanted, file, path, "dominion_guilds.fault.figures", count=wanted)
    for figure in figures:
        require_within(figure, 1, MOST, file, path)


def _check_basic(cards: tuple[Card, ...]) -> None:
    known = [card.id for card in cards]
    for kind in NEEDED:
        require(kind in known, BASIC, "cards", "dominion_guilds.fault.needed", kind=kind)
    dealt = sum(card.start for card in cards)
    require_within(dealt, 1, MOST, BASIC, "cards.start")


def _check_cards(file: str, cards: tuple[Card, ...], taken: dict[str, str]) -> None:
    for at, card in enumerate(cards):
        path = f"cards[{at}]"
        require(card.id.isidentifier(), file, f"{path}.id", "dominion_guilds.fault.id", value=card.id)
        require(card.id not in taken, file, f"{path}.id", "dominion_guilds.fault.twice", value=card.id)
        require(
            card.code not in taken.values(),
            file,
            f"{path}.code",
            "dominion_guilds.fault.twice",
            value=card.code,
        )
        taken[card.id] = card.code
        require(1 <= len(card.code) <= 3, file, f"{path}.code", "dominion_guilds.fault.code", value=card.code)
        require_within(card.cost, 0, MOST, file, f"{path}.cost")
        require_within(card.points, -MOST, MOST, file, f"{path}.points")
        for field in ("coins", "per_cards", "start", "start_tokens"):
            require_within(getattr(card, field), 0, MOST, file, f"{path}.{field}")
        for field in card.plus.__struct_fields__:
            require_within(getattr(card.plus, field), 0, MOST, file, f"{path}.plus.{field}")
        for kind in card.types:
            require_known(kind, TYPES, file, f"{path}.types")
        for box in card.boxes:
            require_known(box, BOXES, file, f"{path}.boxes")
        if card.piles:
            _check_figures(file, f"{path}.piles", card.piles)


def _pieces(cards: Iterable[Card], supply: Supply) -> Iterator[PieceInfo]:
    """Name every kind, every copy that the largest game needs, and a randomizer for each kingdom card."""
    for card in cards:
        yield PieceInfo(card.id, "", _names(card))
        yield PieceInfo(
            SHORT + card.id, "", tuple((language, _own(card, language)) for language in LANGUAGES)
        )
        for copy in range(1, _copies(card, supply) + 1):
            label = _names(card, LABEL)
            yield PieceInfo(f"{card.id}.{copy}", card.code, label, copy, _sheet(card), kind=card.id)
        if card.boxes:
            names = tuple((language, form.format(_own(card, language))) for language, form in DRAWN.items())
            yield PieceInfo(RANDOMIZER + card.id, f"R{card.code}", names, 1, RANDOMIZERS, kind=card.id)


def _copies(card: Card, supply: Supply) -> int:
    """Count the copies of the game that needs most of them."""
    piles = card.piles or (supply.victory if card.is_a("victory") else supply.kingdom)
    return max(pile + card.start * seats for seats, pile in enumerate(piles, start=FEWEST))


def _sheet(card: Card) -> str:
    return card.boxes[0] if card.boxes else "basic"


def _names(card: Card, most: int = 99) -> tuple[tuple[str, str], ...]:
    """Name a card in both languages; where most printed copies are English, the English name stands along.

    Where that is longer than ``most``, the English name stands alone: it is what the card says.
    """
    english, own = _own(card, "en"), _own(card, "pt_BR")
    both = own if own == english else f"{own} ({english})"
    return ("en", english), ("pt_BR", both if len(both) <= most else english)


def _own(card: Card, language: str) -> str:
    """Return a card's name in one language, where it has none in English, else its id."""
    english = card.names.get("en") or card.id.replace("_", " ").capitalize()
    return card.names.get(language, english)
