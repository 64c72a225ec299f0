"""Setting up the camera's stand: how sharp, how light, how large, in words and in one big number."""

from __future__ import annotations

from companion.eyes_protocol import LOST, STARTING, EyesReport, StandReport
from companion.viewmodels.actions import Back, Do
from companion.viewmodels.parts import PRIMARY, Bar, Button, Line, Mark, View
from companion.viewmodels.voice import Voice

FULL = 100
"""The sharpest that there is."""
NO_FIGURE = "-"
SHARP = 50
"""Sharpness from which codes of the advised size are read in every frame."""
NEAR_BEST = 0.9
"""Share of the best so far under which it was sharper a moment ago."""
WELL, AMISS, UNKNOWN = Mark("check", "good"), Mark("warn", "accent"), Mark("info", "muted")


class StandView(View, frozen=True):
    """The live picture, and what to do until it is good."""

    figure: str = ""
    """How sharp it is, to be read from where the lens is turned."""
    best: str = ""
    share: float = 0.0
    """The same as a share of the sharpest there is, 0 to 1."""
    best_share: float = 0.0
    advice: str = ""
    """What to do about the lens."""
    is_sharp: bool = False
    lines: tuple[Line, ...] = ()
    buttons: tuple[Button, ...] = ()
    report: EyesReport = EyesReport()


def view(say: Voice, found: StandReport, *, has_camera: bool) -> StandView:
    """Say how far the stand is set up."""
    is_sharp = found.focus is not None and found.focus >= max(SHARP, NEAR_BEST * found.best)
    anew = (Button(say("app.stand.anew"), Do("stand"), mark=Mark("redo")),) if has_camera else ()
    return StandView(
        screen="stand",
        bar=Bar(say("app.stand.title"), Mark("camera", "accent")),
        ok=Back(),
        figure=NO_FIGURE if found.focus is None else str(found.focus),
        best=say("app.stand.best", best=found.best) if found.best else "",
        share=(found.focus or 0) / FULL,
        best_share=found.best / FULL,
        advice=_advice(say, found, has_camera=has_camera),
        is_sharp=is_sharp,
        lines=(_light(say, found), _size(say, found)) if found.light else (),
        buttons=(Button(say("app.stand.done"), Back(), PRIMARY, mark=Mark("check")), *anew),
        report=found.seen,
    )


def _advice(say: Voice, found: StandReport, *, has_camera: bool) -> str:
    if not has_camera:
        return say("app.stand.no_camera")
    if found.seen.status == LOST:
        return say.say(found.seen.error) if found.seen.error else say("app.scan.lost")
    if found.seen.status == STARTING or not found.light:
        return say("app.scan.starting")
    if found.focus is None:
        return say("app.stand.empty")
    if found.focus < NEAR_BEST * found.best:
        return say("app.stand.go_back")
    return say("app.stand.sharp" if found.focus >= SHARP else "app.stand.turn")


def _light(say: Voice, found: StandReport) -> Line:
    return Line(say(f"app.stand.light.{found.light}"), WELL if found.light == "good" else AMISS)


def _size(say: Voice, found: StandReport) -> Line:
    px = say.texts.figure(found.module_px)
    mark = {"good": WELL, "close": WELL, "none": UNKNOWN}.get(found.size, AMISS)
    return Line(say(f"app.stand.size.{found.size}", px=px, count=found.codes), mark)
