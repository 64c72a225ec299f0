"""The demo with the real app: robots touch its window and press its panel, under a display or a virtual one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from companion.demo import Evening, Plan, finish, say_turns, store_of
from companion.eyes import Eyes
from companion.games import find
from companion.report import Report

if TYPE_CHECKING:
    from companion.app.pilot import AppPilot
    from companion.virtual.pilot_hands import PilotHands

SIZE = (1280, 720)
FRAME_S = 1 / 40
"""The virtual table's frames come faster than a camera's: its clock goes on with them."""
EVERY_TURNS = 8


def play_in_window(plan: Plan) -> Report | None:
    """Play an evening in the app's own window, with pictures of its screens beside the report.

    None where people have closed the window before the end.
    """
    from companion.app.window import prepare

    prepare(SIZE)
    from companion.app.director import Director
    from companion.app.kivy_app import CompanionApp
    from companion.app.pilot import AppPilot, WindowClosedError
    from companion.virtual.pilot_hands import Witness

    began, loaded = time.monotonic(), find(plan.game)
    with store_of(plan) as store, Evening.begin(plan, loaded, store) as evening:
        eyes = Eyes(evening.new_sight, frame_s=FRAME_S) if evening.sight is not None else None
        witness = Witness(eyes) if eyes is not None else None
        director = Director(store, (loaded,), eyes=witness, language=plan.language)
        pilot = AppPilot(CompanionApp(director), heeds_window=True)
        pilot.start()
        try:
            _play(evening, pilot)
            return finish(evening, time.monotonic() - began)
        except WindowClosedError:
            return None
        finally:
            if eyes is not None:
                eyes.close()
            pilot.stop()


def _play(evening: Evening, pilot: AppPilot) -> None:
    """Let the robots' fingers play from the home screen to the score, with pictures where they are wanted."""
    from companion.app import evening as table
    from companion.viewmodels.actions import Go
    from companion.virtual.pilot_hands import PilotHands

    plan, director = evening.plan, pilot.app.director
    pictures = plan.report / "screens" if plan.report is not None else None
    hands = PilotHands(pilot, director, evening.counts, evening.table, seed=plan.seed, pictures=pictures)
    hands.keep("home")
    table.sit_down(director, evening.session)
    director.changed()
    evening.give_hands(hands)
    evening.robots.moment = lambda _ask: keep_table(hands, evening.counts.turns)
    say_turns(evening, is_shown=True)
    evening.robots.play()
    hands.keep("end")
    pilot.tap(Go("score"))
    hands.keep("score")


def keep_table(hands: PilotHands, turns: int) -> None:
    """Take a picture of the table every so many turns."""
    if turns % EVERY_TURNS == 0 and turns:
        hands.keep(f"turn-{turns}")
