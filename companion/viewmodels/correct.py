"""Mending one fact by hand, without unwinding the evening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.viewmodels.actions import Send, Set
from companion.viewmodels.parts import PRIMARY, Bar, Button, Mark, View
from rules.core.commands import Correct
from rules.core.value import Value

if TYPE_CHECKING:
    from companion.viewmodels.scene import Scene
    from rules.core.game import Correctable


class Mending(Value, frozen=True):
    """The fact picked and the value it is to have."""

    key: str = ""
    value: int | str = 0


class CorrectView(View, frozen=True):
    """The list of facts, and the one picked."""

    help: str = ""
    rows: tuple[Button, ...] = ()
    name: str = ""
    figure: str = ""
    nudges: tuple[Button, ...] = ()
    words: tuple[Button, ...] = ()
    buttons: tuple[Button, ...] = ()


def view(scene: Scene, mending: Mending) -> CorrectView:
    """Show what can be set by hand, and the fact in hand."""
    facts = scene.game.correctables(scene.box, scene.table)
    picked = next((fact for fact in facts if fact.key == mending.key), None)
    base = CorrectView(
        screen="correct",
        bar=Bar(scene.voice("app.correct.title"), Mark("pencil", "accent")),
        help=scene.voice("app.correct.help"),
        rows=tuple(_row(scene, fact, fact is picked) for fact in facts),
    )
    return _open(scene, base, picked, mending) if picked else base


def _row(scene: Scene, fact: Correctable, chosen: bool) -> Button:
    now, pick = shown(scene, fact, fact.value), Set("mend", fact.key)
    if fact.words:
        return Button(scene.voice.say(fact.text), pick, note=now, chosen=chosen)
    return Button(scene.voice.say(fact.text), pick, badge=now, chosen=chosen)


def shown(scene: Scene, fact: Correctable, value: int | str) -> str:
    """Show a value as people read it."""
    words = {key: scene.voice.say(text) for key, text in fact.words}
    return words.get(str(value), str(value))


def _open(scene: Scene, base: CorrectView, fact: Correctable, mending: Mending) -> CorrectView:
    changed = mending.value != fact.value
    send = Send(Correct(fact.key, mending.value)) if changed else None
    apply = Button(scene.voice("app.correct.apply"), send, PRIMARY, mark=Mark("check"))
    was = scene.voice("app.correct.was", value=shown(scene, fact, fact.value))
    return CorrectView(
        screen=base.screen,
        bar=base.bar,
        ok=send,
        help=was if changed else base.help,
        rows=base.rows,
        name=scene.voice.say(fact.text),
        figure="" if fact.words else str(mending.value),
        nudges=() if fact.words else _nudges(fact, int(mending.value)),
        words=tuple(
            Button(scene.voice.say(text), Set("mend_value", key), chosen=key == mending.value)
            for key, text in fact.words
        ),
        buttons=(apply,),
    )


def _nudges(fact: Correctable, value: int) -> tuple[Button, ...]:
    steps = (-5, -1, 1, 5) if fact.high - fact.low > 12 else (-1, 1)
    return tuple(
        Button(
            f"{step:+d}".replace("-", "\N{MINUS SIGN}"),
            Set("mend_value", min(fact.high, max(fact.low, value + step)))
            if fact.low <= value + (1 if step > 0 else -1) <= fact.high
            else None,
        )
        for step in steps
    )
