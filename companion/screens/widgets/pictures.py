"""Pictures that are not made of buttons: the camera's, a code's, a track's."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Line, Rectangle, SmoothEllipse, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.eyes_protocol import EyesReport
from companion.screens.widgets.beside import write_names
from companion.screens.widgets.symbol import draw
from companion.theme import INK, paint
from companion.viewmodels.parts import Mark, Track

OUTLINE = {"read": INK.good, "unsure": INK.accent, "missing": INK.accent}
STROKES: dict[str, tuple[tuple[float, float], ...]] = {
    "read": ((0.0, 1.0),),
    "unsure": tuple((at / 5, (at + 0.6) / 5) for at in range(5)),
    "missing": ((0.0, 1.0),),
}
"""Shares of an edge that are drawn: dashed where its place is not sure."""
FRAME = 0.12
"""What is left around the codes when the picture is drawn close up, as a share of their width."""
ROOM = 24
"""Pixels of the camera that are left at least."""
SPOTS = {"bad": Mark("triangle", "bad"), "event": Mark("diamond", "accent"), "good": Mark("star", "good")}
QUIET_ZONE = 4
HALF = 0.5
"""How bright a light on the screen is between two flashes."""


class CameraPicture(Widget):
    """The live picture with an outline round every code; one texture, written over in place."""

    report = ObjectProperty(EyesReport())
    names = ObjectProperty(())
    """Piece ids and names, to be written beside the frames of what is missing."""
    close_up = BooleanProperty(False)
    """True to show only what lies round the codes."""
    aspect = NumericProperty(16 / 9)
    """Height goes into the picture's width so many times."""

    def __init__(self, **kwargs: Any) -> None:
        """Draw when a report comes or the widget moves."""
        super().__init__(**kwargs)
        self._texture: Texture | None = None
        self._serial = -1
        self.bind(report=self._draw, names=self._draw, close_up=self._draw, pos=self._draw, size=self._draw)

    def _blit(self, report: EyesReport) -> Texture | None:
        picture = report.picture
        if picture is None:
            return self._texture
        height, width = picture.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="rgb")
            self._texture.flip_vertical()
            self._serial = -1
            self.aspect = width / height
        if report.serial != self._serial:
            self._texture.blit_buffer(picture.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
            self._serial = report.serial
        return self._texture

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        texture = self._blit(self.report)
        if texture is None or self.width < 8:
            return
        left, top, right, bottom = self._part(texture)
        scale = min(self.width / (right - left), self.height / (bottom - top))
        wide, high = (right - left) * scale, (bottom - top) * scale
        x, y = self.x + (self.width - wide) / 2, self.y + (self.height - high) / 2
        part = texture.get_region(left, texture.height - bottom, right - left, bottom - top)
        self.canvas.add(Color(*INK.white))
        self.canvas.add(Rectangle(texture=part, pos=(x, y), size=(wide, high)))
        frames = []
        for outline in (*self.report.ghosts, *self.report.outlines):
            corners = [(x + (u - left) * scale, y + high - (v - top) * scale) for u, v in outline.corners]
            self._outline(corners, outline.status)
            frames.append((outline, corners))
        names = dict(self.names)
        lost = [(names[each.piece], corners) for each, corners in frames if each.piece in names]
        write_names(self.canvas, lost, (x, y, x + wide, y + high))

    def _part(self, texture: Texture) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of what is shown: all, or what lies round the codes."""
        width, height = texture.size
        points = [point for outline in self.report.outlines for point in outline.corners]
        if not self.close_up or not points:
            return 0.0, 0.0, float(width), float(height)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        room = max(max(xs) - min(xs), max(ys) - min(ys)) * FRAME + ROOM
        return (
            max(0.0, min(xs) - room),
            max(0.0, min(ys) - room),
            min(float(width), max(xs) + room),
            min(float(height), max(ys) + room),
        )

    def _outline(self, corners: list[tuple[float, float]], status: str) -> None:
        self.canvas.add(Color(*OUTLINE.get(status, INK.bad)))
        width = max(2.5, dp(3.4)) if status == "missing" else max(1.5, dp(2))
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            for start, end in STROKES.get(status, STROKES["read"]):
                ends = [
                    part
                    for share in (start, end)
                    for part in (ax + (bx - ax) * share, ay + (by - ay) * share)
                ]
                self.canvas.add(Line(points=ends, width=width, cap="square"))
        if status not in STROKES:
            (ax, ay), _, (bx, by), _ = corners
            self.canvas.add(Line(points=[ax, ay, bx, by], width=width))


class CodePicture(Widget):
    """A QR code of a text, dark on light with its quiet zone."""

    text = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        """Draw when text or place change."""
        super().__init__(**kwargs)
        self.bind(text=self._draw, pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if not self.text or min(self.size) < 16:
            return
        import segno

        rows = [bytes(row) for row in segno.make(self.text, error="m", micro=False).matrix]
        modules = len(rows) + 2 * QUIET_ZONE
        cell = min(self.size) // modules
        side = cell * modules
        left, top = int((self.x + self.width / 2) - side / 2), int((self.y + self.height / 2) + side / 2)
        self.canvas.add(Color(*INK.white))
        self.canvas.add(Rectangle(pos=(left, top - side), size=(side, side)))
        self.canvas.add(Color(*INK.black))
        for down, row in enumerate(rows):
            for across, dark in enumerate(row):
                if dark:
                    at = left + (across + QUIET_ZONE) * cell, top - (down + QUIET_ZONE + 1) * cell
                    self.canvas.add(Rectangle(pos=at, size=(cell, cell)))


class TrackLine(Widget):
    """A track as a row of bars, as many lit as the marker has come up, with what waits on some of them."""

    track = ObjectProperty(Track("", "", 0, 0, 1))

    def __init__(self, **kwargs: Any) -> None:
        """Draw when track or place change."""
        super().__init__(**kwargs)
        self.bind(track=self._draw, pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        track: Track = self.track
        spaces = max(1, track.high - track.low)
        step = self.width / spaces
        if step < 2:
            return
        thick = min(dp(9), self.height * 0.5)
        bottom = self.y + self.height - thick
        for at in range(spaces):
            value = track.low + at + 1
            full = value <= track.value
            colour = (INK.bad if track.warns else INK.accent) if full else INK.pressed
            self.canvas.add(Color(*colour))
            self.canvas.add(
                SmoothRoundedRectangle(
                    pos=(self.x + at * step + 1, bottom), size=(max(1, step - 2), thick), radius=[thick / 3]
                )
            )
        self._spots(track, step, bottom)

    def _spots(self, track: Track, step: float, bottom: float) -> None:
        side = min(step, bottom - self.y - 1, dp(11))
        for value, kind in track.spots:
            x = self.x + max(0.0, value - track.low - 0.5) * step - side / 2
            draw(self.canvas, SPOTS[kind], paint(SPOTS[kind].colour), x, self.y, side)


class MeterBar(Widget):
    """A bar as long as a figure is large, with a mark at the best so far."""

    share = NumericProperty(0.0)
    best = NumericProperty(0.0)
    is_good = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        """Draw when the figure or place change."""
        super().__init__(**kwargs)
        watched = ("share", "best", "is_good", "pos", "size")
        self.bind(**dict.fromkeys(watched, self._draw))

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if self.width < 8:
            return
        thick = self.height * 0.6
        y, radius = self.y + (self.height - thick) / 2, [thick / 3]
        for colour, share in ((INK.pressed, 1.0), (INK.good if self.is_good else INK.accent, self.share)):
            if share > 0:
                self.canvas.add(Color(*colour))
                size = (max(thick, self.width * min(1.0, share)), thick)
                self.canvas.add(SmoothRoundedRectangle(pos=(self.x, y), size=size, radius=radius))
        if self.best > 0:
            self.canvas.add(Color(*INK.text))
            x = self.x + self.width * min(1.0, self.best) - dp(2)
            self.canvas.add(Rectangle(pos=(x, self.y), size=(dp(4), self.height)))


class Lamp(Widget):
    """A light of the panel drawn on screen: lit in its colour, or dark with a rim."""

    colour = ObjectProperty(INK.white)
    lit = ObjectProperty(False)
    told = BooleanProperty(False)
    """True while the light tells something: between two flashes it is half as bright, never dark."""

    def __init__(self, **kwargs: Any) -> None:
        """Draw when the light changes."""
        super().__init__(**kwargs)
        self.bind(colour=self._draw, lit=self._draw, told=self._draw, pos=self._draw, size=self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        side = min(self.size)
        at = (self.x + self.width / 2) - side / 2, (self.y + self.height / 2) - side / 2
        self.canvas.add(Color(*INK.back))
        self.canvas.add(SmoothEllipse(pos=at, size=(side, side)))
        self.canvas.add(Color(*self.colour[:3], 1.0 if self.lit else HALF if self.told else 0.0))
        self.canvas.add(SmoothEllipse(pos=at, size=(side, side)))
        self.canvas.add(Color(*(self.colour if self.lit or self.told else INK.line)))
        self.canvas.add(
            Line(circle=((self.x + self.width / 2), (self.y + self.height / 2), side / 2), width=1.2)
        )
