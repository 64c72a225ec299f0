"""What the panel's buttons do on each screen, and what its lights tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from companion.app import evening
from companion.viewmodels import lights
from companion.viewmodels.actions import Action, Open, Undo
from companion.viewmodels.parts import View
from hardware.roles import UNDO, Kind, Role
from hardware.signals import Signal
from rules.core.value import TABLE

if TYPE_CHECKING:
    from companion.app.director import Director


def action_for(director: Director, role: Role) -> Action | None:
    """Return what a button asks for now; None where it has nothing to do."""
    view = director.view()
    match role.kind:
        case Kind.OK:
            return view.ok
        case Kind.NEXT:
            return view.ok if view.seat in {role.seat, TABLE} else None
        case Kind.UNDO:
            return Undo() if director.session is not None and director.scene.undo else None
        case Kind.DRAW:
            return _draw(director)
        case _:
            return None


def idle(director: Director, roles: Iterable[Role]) -> frozenset[Role]:
    """Return the buttons that have nothing to do now."""
    view = director.view()
    does = {Kind.OK: view.ok, Kind.UNDO: action_for(director, UNDO), Kind.DRAW: _draw(director)}
    return frozenset(
        role for role in roles if (role.kind in does and does[role.kind] is None) or _is_not_asked(view, role)
    )


def _is_not_asked(view: View, role: Role) -> bool:
    return role.kind is Kind.NEXT and (view.ok is None or view.seat not in {role.seat, TABLE})


def _draw(director: Director) -> Action | None:
    """Answer what the table must reveal: by camera where there is one; nothing where nothing is to be revealed."""
    reveals = [] if director.session is None else [ask for ask in director.scene.blocking if ask.chance]
    if not reveals:
        return None
    if evening.top_ask(director) in reveals:
        return director.view().ok
    return Open(reveals[0].id.n, scan=bool(reveals[0].view) and director.eyes is not None)


def signals(director: Director) -> Mapping[Role, Signal]:
    """Return what the lights tell now; dark while nothing is played."""
    if director.session is None:
        return {}
    scene = director.scene
    cue = 1 + (scene.seats[0] if len(scene.seats) == 1 else len(scene.voice.players))
    return lights.signals(scene, cue, sound=director.prefs.sound, only=_only(director))


def _only(director: Director) -> int | None:
    """Return the seat whose screen is open, where it is one person's."""
    if director.screen in {"secret", "owner", "own"}:
        return int(director.stack[-1].about)
    ask = evening.top_ask(director)
    return None if ask is None or ask.id.seat == TABLE else ask.id.seat
