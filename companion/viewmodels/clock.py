"""The clock, for those who want one: the evening, and whoever is thinking."""

from __future__ import annotations

from companion.clock import Clock
from companion.viewmodels.actions import Do
from companion.viewmodels.parts import Button, Mark
from companion.viewmodels.voice import Voice
from rules.core.value import TABLE


def time(seconds: float) -> str:
    """Write a time as people read it: 3:05, or 1:03:05 from an hour on."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def small(say: Voice, clock: Clock, seat: int) -> str:
    """Show a running clock in a few words, a paused one as paused; nothing where nobody has wanted it."""
    if not clock.running:
        return say("app.clock.paused", time=time(clock.total)) if clock.used else ""
    if seat == TABLE:
        return time(clock.total)
    return say("app.clock.seat", who=say.seat(seat), own=time(clock.seconds(seat)), time=time(clock.total))


def button(say: Voice, clock: Clock) -> Button:
    """Offer to start, pause or go on."""
    key = "pause" if clock.running else "go_on" if clock.used else "start"
    note = time(clock.total) if clock.used else ""
    return Button(say(f"app.clock.{key}"), Do("clock"), note=note, mark=Mark("clock", "accent"))
