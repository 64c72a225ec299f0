"""Taking over a game that was begun without us: its table is shown to the camera, its numbers are entered."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.eyes_protocol import EyesReport
from companion.viewmodels.actions import Action, Do, Set
from companion.viewmodels.parts import PLAIN, PRIMARY, QUIET, Bar, Button, Line, Mark, View
from companion.viewmodels.place import PlaceView
from companion.viewmodels.scan import NOTHING, doubt, lost_origin, read_lines, status
from companion.viewmodels.scene import Scene
from rules.core.commands import Correct
from rules.core.game import Correctable
from rules.core.sighting import Sighting
from rules.core.value import Msg, Value

FIELD = "number."
"""What the field of a number begins with."""
SCOREKEEPER = "scorekeeper"
OVER = "app.join.over"
"""What is said where cards are left over that only a view can place."""
FEW = 12
"""Up to so many steps from end to end a number goes by ones alone."""


class NumberRow(Value, frozen=True):
    """A number with the buttons that change it."""

    text: str
    figure: str
    less: tuple[Button, ...]
    more: tuple[Button, ...]


class JoinView(View, frozen=True):
    """One step: a view for the camera, or the numbers."""

    step: str = "scan"
    help: str = ""
    status: str = ""
    count: str = ""
    read: tuple[Line, ...] = ()
    rows: tuple[NumberRow, ...] = ()
    buttons: tuple[Button, ...] = ()
    report: EyesReport = NOTHING


def is_possible(scene: Scene) -> bool:
    """Tell whether there is anything of the table to be shown, told or counted."""
    return bool(scene.game.joining) or bool(_facts(scene))


def scan(
    scene: Scene,
    view: str,
    report: EyesReport,
    sighting: Sighting | None = None,
    changes: tuple[Correct, ...] | None = None,
) -> JoinView:
    """Show what the camera reads of a view, and the steady ``sighting`` with the ``changes`` that it would set.

    ``changes`` are None while nothing is certain, and empty where a steady picture gives nothing to take over.
    """
    say = scene.voice
    take = Do("join_take") if changes else None
    is_stuck = changes is not None and not changes
    text = say("app.join.take", count=len(changes)) if changes else say("app.join.none")
    return JoinView(
        screen="join",
        bar=_bar(scene),
        ok=take,
        help=say(f"{scene.game.id}.join.{view}"),
        status=status(scene, None, report, None) if changes is None else _made_of(scene, sighting, changes),
        count=str(len(changes)) if changes else "",
        read=() if is_stuck else read_lines(scene, view, report),
        buttons=(
            *(() if is_stuck else (Button(text, take, PRIMARY, mark=Mark("check")),)),
            Button(
                say("app.join.touch"), Do("join_touch"), PRIMARY if is_stuck else PLAIN, mark=Mark("hand")
            ),
            Button(say("app.join.next"), Do("join_next"), mark=Mark("next")),
        ),
        report=report,
    )


def _made_of(scene: Scene, sighting: Sighting | None, changes: tuple[Correct, ...]) -> str:
    """Say what a steady picture gives, or why it gives nothing, with the ways on."""
    if changes or sighting is None:
        return scene.voice("app.join.read")
    return lost_origin(scene, sighting) or doubt(scene, sighting) or scene.voice("app.join.nothing")


def on_grid(scene: Scene, view: PlaceView) -> PlaceView:
    """Let people go on from a grid that is told by touch, card by card, once it is whole."""
    if view.step != "piece":
        return view
    on = Button(scene.voice("app.join.whole"), Do("join_next"), PRIMARY, mark=Mark("next"))
    return msgspec.structs.replace(view, ok=on.action, buttons=(on, *view.buttons))


def numbers(
    scene: Scene, chosen: Mapping[str, int], notice: Msg | None = None, *, has_views: bool = False
) -> JoinView:
    """Show every number of the table, to be set to what lies there; where they do not add up, with the ways on.

    Where cards are missing, ``notice`` says so, and entering them comes first.
    """
    say = scene.voice
    lacks_cards = has_views and notice is not None and notice.key == OVER
    lay = Button(say("app.join.lay"), Do("join_back"), PRIMARY if lacks_cards else PLAIN, mark=Mark("cards"))
    done = Button(
        say("app.join.done"), Do("join_done"), PLAIN if lacks_cards else PRIMARY, mark=Mark("check")
    )
    ways = (lay, done) if lacks_cards else (done, lay) if has_views else (done,)
    return JoinView(
        screen="join",
        bar=_bar(scene),
        ok=ways[0].action,
        notice=say.say(notice) if notice else "",
        step="numbers",
        help=say("app.join.numbers"),
        rows=tuple(_row(scene, fact, chosen.get(fact.key, int(fact.value))) for fact in _facts(scene)),
        buttons=(*ways, *_score_only(scene, is_refused=notice is not None)),
    )


def _score_only(scene: Scene, *, is_refused: bool) -> tuple[Button, ...]:
    """Offer to follow no cards where their numbers are not known."""
    if not is_refused or scene.level == SCOREKEEPER or SCOREKEEPER not in scene.game.levels:
        return ()
    return (Button(scene.voice(f"core.level.{SCOREKEEPER}"), Set("level", SCOREKEEPER), mark=Mark("pencil")),)


def _facts(scene: Scene) -> tuple[Correctable, ...]:
    """Return the numbers of the table."""
    return tuple(fact for fact in scene.game.correctables(scene.box, scene.table) if not fact.words)


def _bar(scene: Scene) -> Bar:
    return Bar(scene.voice("app.join.title"), Mark("door", "accent"))


def _row(scene: Scene, fact: Correctable, value: int) -> NumberRow:
    steps = (1, 5) if fact.high - fact.low > FEW else (1,)
    less = tuple(_step(fact, value, -step) for step in reversed(steps))
    return NumberRow(
        scene.voice.say(fact.text), str(value), less, tuple(_step(fact, value, step) for step in steps)
    )


def _step(fact: Correctable, value: int, by: int) -> Button:
    after = min(fact.high, max(fact.low, value + by))
    action: Action | None = Set(FIELD + fact.key, after) if after != value else None
    return Button(f"{by:+d}".replace("-", "\N{MINUS SIGN}"), action, QUIET)
