"""What the camera's sightings mean: one way in for all views."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.asks import Ask
from rules.core.sighting import Observation, Sighting, Wait
from rules.games.prestige.data import PrestigeBox
from rules.games.prestige.model import Table
from rules.games.prestige.observe_cards import read_cards, read_events
from rules.games.prestige.observe_city import read_city
from rules.games.prestige.observe_piles import read_piles
from rules.games.prestige.observer import Observer

READERS: dict[str, Callable[[Observer, Sighting], Observation]] = {
    "city": read_city,
    "card": read_cards,
    "events": read_events,
    "piles": read_piles,
}


def observe(box: PrestigeBox, table: Table, asks: tuple[Ask, ...], sighting: Sighting) -> Observation:
    """Read a sighting as moves, as a question, or as nothing yet."""
    reader = READERS.get(sighting.view)
    return reader(Observer(box, table, asks), sighting) if reader else Wait()
