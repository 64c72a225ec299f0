"""What the lights at the seats tell: whose turn it is, who is still thinking, who has won."""

from __future__ import annotations

from collections.abc import Mapping

from companion.theme import COLOURS
from companion.viewmodels.scene import Scene
from hardware.roles import BUZZER, SEATS, Role, light
from hardware.signals import WHITE, Rgb, Rhythm, Signal
from rules.core.value import TABLE


def colour(key: str) -> Rgb:
    """Return a player's colour as a light shows it; black cannot be lit."""
    if key == "black" or key not in COLOURS:
        return WHITE
    red, green, blue, _ = COLOURS[key]
    return Rgb(round(red * 255), round(green * 255), round(blue * 255))


def signals(scene: Scene, cue: int, *, sound: bool, only: int | None = None) -> Mapping[Role, Signal]:
    """Tell every light what to show; the buzzer sounds once for a new turn.

    ``only`` is the seat that the screen is for, where it is for one alone.
    """
    players = scene.voice.players
    found: dict[Role, Signal] = {}
    if scene.is_over:
        winners = {standing.seat for standing in scene.sheet.standings if standing.winner}
        rhythm, lit = Rhythm.WIN, winners
    else:
        here = {seat for seat, player in enumerate(players) if player.here}
        lit = set(scene.seats) or (here if scene.blocking else set())
        lit = {only} if only is not None else lit
        rhythm = Rhythm.TURN if len(lit) == 1 else Rhythm.WAITING
    for seat in sorted(lit - {TABLE}):
        if seat < min(SEATS, len(players)):
            found[light(seat)] = Signal(rhythm, colour(players[seat].colour))
    if sound and found:
        found[BUZZER] = Signal(rhythm, cue=cue)
    return found
