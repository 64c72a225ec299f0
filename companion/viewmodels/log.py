"""The log: every step by name, undone ones too."""

from __future__ import annotations

from companion.naming import bare
from companion.session import Step
from companion.viewmodels.parts import Bar, Mark, View
from companion.viewmodels.scene import Scene
from companion.viewmodels.table import DO, redo_button, undo_button
from rules.core.event import Event
from rules.core.value import SeatRef, Value


class Entry(Value, frozen=True):
    """One step as the list shows it."""

    number: str
    title: str
    text: str
    mark: Mark
    undone: bool
    label: str = ""
    """"undone" or "correction", in words."""


class LogView(View, frozen=True):
    """The log, the newest step first."""

    entries: tuple[Entry, ...] = ()
    empty: str = ""


def view(scene: Scene, steps: tuple[Step, ...]) -> LogView:
    """Show the steps, the newest first."""
    say = scene.voice
    buttons = (undo_button(scene), redo_button(scene))
    return LogView(
        screen="log",
        bar=Bar(say("app.log.title"), Mark("list", "accent"), buttons=buttons),
        entries=tuple(_entry(scene, number, step) for number, step in reversed(tuple(enumerate(steps, 1)))),
        empty="" if steps else say("app.log.empty"),
    )


def _entry(scene: Scene, number: int, step: Step) -> Entry:
    say = scene.voice
    title = say.say(bare(step.title))
    told = [say.say(event.text) for event in step.text if not _repeats(scene, event, title)]
    seat = _actor(step)
    label = say("app.log.undone") if step.undone else say("app.log.correction") if step.correction else ""
    mark = Mark("pencil", "accent") if step.correction else say.seat_mark(seat)
    return Entry(str(number), title.rstrip("."), " ".join(told), mark, step.undone, label)


def _actor(step: Step) -> int:
    """Return whose step it is: whoever its name speaks of, else of whom something is told; -1 for nobody."""
    named = (value.seat for value in dict(bare(step.title).args).values() if isinstance(value, SeatRef))
    return next(iter((*named, *(event.seat for event in step.text if event.seat >= 0), -1)))


def _repeats(scene: Scene, event: Event, title: str) -> bool:
    """Tell whether a sentence is the step's name, or tells hands of nothing that is not named there."""
    if scene.voice.say(event.text) == title:
        return True
    args = dict(event.text.args).values() if event.kind == DO else ()
    return bool(args) and all(scene.voice.label(value) in title for value in args)
