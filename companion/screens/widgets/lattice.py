"""The picture of a grid of cards: what lies there, and where the next piece may go."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle, SmoothRoundedRectangle
from kivy.metrics import dp, sp
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.screens.widgets.scroll import Quick
from companion.screens.widgets.symbol import draw
from companion.screens.widgets.tap import choose_from
from companion.screens.widgets.text import fit
from companion.theme import INK, READABLE, TARGET, Rgba, ink_on, paint
from companion.viewmodels.actions import Go, PickCell
from companion.viewmodels.parts import Lattice, Mark, Tile
from rules.core.grid import bounds
from rules.core.value import Cell

LOOK, PICK, WHOLE = "look", "pick", "whole"
TALLEST = 150
LARGEST, SMALLEST = 22, 9
"""How large and how small a name may get, in sp, where every card must have one; touching the card shows it large."""
DESTROYED, CHOSEN, FREE = Mark("destroyed"), Mark("check"), Mark("plus")
REFUSED = Mark("close")
BAND = 0.34
"""How much of a card's height its band takes."""


@lru_cache(maxsize=1024)
def words(text: str, width: int, height: int, size: int) -> Any:
    """Return the texture of a name at a size, all in pixels, or None where it does not fit."""
    label = CoreLabel(text=text, font_size=size, text_size=(width, None), halign="center", color=INK.on_card)
    label.refresh()
    found = label.texture
    longest = max(text.split() or [""], key=len)
    single = CoreLabel(text=longest, font_size=size)
    single.refresh()
    fits = found.height <= height and single.texture.width <= width
    return found if fits else None


def names_of(lattice: Lattice, width: int, height: int, least: int) -> dict[str, Any]:
    """Return the textures of all names, in the one size at which every one fits; none where ``least`` sp is too large.

    ``width`` and ``height`` are the room that a card has for its name, in pixels.
    """
    names = {tile.name for tile in lattice.tiles if not tile.is_down}
    sizes = [fit(name, width, height, int(sp(LARGEST)), int(sp(least)), bold=False) for name in names]
    found = {name: words(name, width, height, min(sizes)) for name in names}
    return {} if any(texture is None for texture in found.values()) else found


def cell_high(lattice: Lattice, width: float, height: float) -> float:
    """Return how high a cell may be, so that the whole picture fits a room by both its sides, in pixels."""
    columns, rows = lattice.high.x - lattice.low.x + 1, lattice.high.y - lattice.low.y + 1
    return float(min(height / rows, width / columns / lattice.aspect, dp(TALLEST)))


class LatticePicture(Widget):
    """The cards and cells themselves."""

    lattice = ObjectProperty(Lattice())
    mode = StringProperty(LOOK)
    cell = ListProperty([0, 0])
    """Width and height of one cell in pixels."""

    def __init__(self, **kwargs: Any) -> None:
        """Draw anew when anything changes."""
        super().__init__(**kwargs)
        self._names: dict[str, Any] = {}
        self.bind(lattice=self._draw, cell=self._draw, pos=self._draw, size=self._draw)

    def place(self, cell: Cell) -> tuple[float, float, float, float]:
        """Return left, bottom, width and height of a cell in pixels."""
        lattice, (width, height) = self.lattice, self.cell
        columns = lattice.high.x - lattice.low.x + 1
        rows = lattice.high.y - lattice.low.y + 1
        left = (self.x + self.width / 2) - columns * width / 2 + (cell.x - lattice.low.x) * width
        top = (self.y + self.height / 2) + rows * height / 2 - (cell.y - lattice.low.y) * height
        return left, top - height, width, height

    def cell_at(self, x: float, y: float) -> Cell | None:
        """Return the cell under a point, if there is one."""
        width, height = self.cell
        if width < 1 or height < 1:
            return None
        left, bottom, *_ = self.place(self.lattice.low)
        found = Cell(
            self.lattice.low.x + int((x - left) // width), self.lattice.low.y - int((y - bottom) // height)
        )
        return found if self._inside(found) else None

    def _inside(self, cell: Cell) -> bool:
        low, high = self.lattice.low, self.lattice.high
        return low.x <= cell.x <= high.x and low.y <= cell.y <= high.y

    def on_touch_up(self, touch: Any) -> bool:
        """Pick a cell, or ask what a card is; a finger that scrolls picks nothing."""
        moved = abs(touch.x - touch.ox) > dp(12) or abs(touch.y - touch.oy) > dp(12)
        if moved or not self.collide_point(*touch.pos) or not touch.ud.pop("lattice", False):
            return bool(super().on_touch_up(touch))
        return self._pick(self.cell_at(*touch.pos), touch)

    def on_touch_down(self, touch: Any) -> bool:
        """Note that the finger went down here."""
        touch.ud["lattice"] = self.collide_point(*touch.pos)
        return bool(super().on_touch_down(touch))

    def _pick(self, cell: Cell | None, touch: Any) -> bool:
        if self.mode == WHOLE:
            choose_from(self, Go("city"), touch)
            return True
        if self.mode == PICK:
            found = next((spot for spot in self.lattice.spots if spot.cell == cell), None)
            if cell is not None:
                choose_from(self, found.action if found else PickCell(cell), touch)
            return cell is not None
        tile = next((tile for tile in self.lattice.tiles if tile.cell == cell and tile.piece), None)
        if tile is not None:
            choose_from(self, Go("card", tile.piece), touch)
        return tile is not None

    # ---- drawing -------------------------------------------------------------------------
    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if self.cell[0] < 4:
            return
        self._names = self._named()
        for tile in self.lattice.tiles:
            self._tile(tile)
        for spot in self.lattice.spots:
            self._spot(spot.cell, chosen=spot.chosen)
        if self.lattice.refused is not None:
            self._refused(self.lattice.refused)

    def _named(self) -> dict[str, Any]:
        """Return the names to write: on every card, in one size, or on none."""
        wide, high = self._inner()
        if self.mode != LOOK and wide <= dp(60):
            return {}
        least = SMALLEST if self.mode == LOOK else READABLE
        return names_of(self.lattice, int(wide - dp(4)), int(high * (1 - BAND) * 0.6), least)

    def _inner(self) -> tuple[float, float]:
        """Return width and height of a card within its cell."""
        gap = max(1.0, self.cell[0] * 0.04)
        return self.cell[0] - 2 * gap, self.cell[1] - 2 * gap

    def _frame(self, cell: Cell) -> tuple[float, float, float, float]:
        left, bottom, width, height = self.place(cell)
        wide, high = self._inner()
        return left + (width - wide) / 2, bottom + (height - high) / 2, wide, high

    def _body(self, ground: Rgba, frame: tuple[float, float, float, float]) -> float:
        radius = min(dp(8), frame[2] * 0.12)
        self.canvas.add(Color(*ground))
        self.canvas.add(SmoothRoundedRectangle(pos=frame[:2], size=frame[2:], radius=[radius]))
        return radius

    def _tile(self, tile: Tile) -> None:
        frame = self._frame(tile.cell)
        left, bottom, width, height = frame
        if tile.is_down:
            self._body(INK.raised, frame)
            side = min(width, height) * 0.5
            draw(
                self.canvas,
                DESTROYED,
                INK.bad,
                left + width / 2 - side / 2,
                bottom + height / 2 - side / 2,
                side,
            )
            return
        radius = self._body(INK.card, frame)
        band = height * BAND
        self._band(tile, (left, bottom + height - band, width, band), radius)
        self._face(tile, (left, bottom, width, height - band))
        if tile.is_new:
            self.canvas.add(Color(*INK.accent))
            self.canvas.add(Line(rounded_rectangle=(*frame, radius), width=max(1.5, dp(2))))

    def _band(self, tile: Tile, frame: tuple[float, float, float, float], radius: float) -> None:
        left, bottom, width, height = frame
        colour = paint(tile.mark.colour)
        self.canvas.add(Color(*colour))
        self.canvas.add(
            SmoothRoundedRectangle(pos=(left, bottom), size=(width, height), radius=[radius, radius, 1, 1])
        )
        side = min(height * 0.86, width * 0.5)
        draw(
            self.canvas,
            tile.mark,
            ink_on(colour),
            left + width / 2 - side / 2,
            bottom + (height - side) / 2,
            side,
        )

    def _face(self, tile: Tile, frame: tuple[float, float, float, float]) -> None:
        left, bottom, width, height = frame
        texture = self._names.get(tile.name)
        if texture is not None:
            self.canvas.add(Color(*INK.white))
            at = (left + width / 2 - texture.width / 2, bottom + height * 0.31 - texture.height / 2)
            self.canvas.add(Rectangle(texture=texture, pos=at, size=texture.size))
        share = 0.36 if texture is not None else 0.8
        side = min(height * share, width * 0.72)
        middle = bottom + height * (0.8 if texture is not None else 0.5)
        draw(self.canvas, tile.kind, INK.on_card, left + width / 2 - side / 2, middle - side / 2, side)

    def _refused(self, cell: Cell) -> None:
        left, bottom, width, height = frame = self._frame(cell)
        radius = min(dp(8), width * 0.12)
        self.canvas.add(Color(*INK.bad))
        self.canvas.add(Line(rounded_rectangle=(*frame, radius), width=max(2.0, dp(2.5))))
        side = min(width, height) * 0.5
        self.canvas.add(Color(*INK.back))
        self.canvas.add(
            SmoothRoundedRectangle(
                pos=(left + width / 2 - side / 2, bottom + height / 2 - side / 2),
                size=(side, side),
                radius=[side / 2],
            )
        )
        small = side * 0.7
        at = left + width / 2 - small / 2, bottom + height / 2 - small / 2
        draw(self.canvas, REFUSED, INK.bad, *at, small)

    def _spot(self, cell: Cell, *, chosen: bool) -> None:
        frame = self._frame(cell)
        left, bottom, width, height = frame
        radius = self._body(INK.accent if chosen else (*INK.accent[:3], 0.16), frame)
        self.canvas.add(Color(*INK.accent))
        self.canvas.add(Line(rounded_rectangle=(*frame, radius), width=max(1.2, dp(1.6))))
        side = min(width, height) * 0.46
        mark, colour = (CHOSEN, INK.on_accent) if chosen else (FREE, INK.accent)
        draw(self.canvas, mark, colour, left + width / 2 - side / 2, bottom + height / 2 - side / 2, side)


class LatticeView(Quick, ScrollView):
    """The picture in a window of its own: it shrinks to fit, and scrolls before cells get too small to touch."""

    lattice = ObjectProperty(Lattice())
    mode = StringProperty(LOOK)

    def __init__(self, **kwargs: Any) -> None:
        """Lay out anew when size or picture change."""
        super().__init__(**kwargs)
        self.picture = LatticePicture(size_hint=(None, None))
        self.add_widget(self.picture)
        self.bind(size=self._arrange, lattice=self._arrange, mode=self._arrange)
        self._arrange()

    def _arrange(self, *_: Any) -> None:
        lattice: Lattice = self.lattice
        columns, rows = lattice.high.x - lattice.low.x + 1, lattice.high.y - lattice.low.y + 1
        high = cell_high(lattice, self.width, self.height)
        if self.mode != WHOLE:
            high = max(high, dp(TARGET)) if self.mode == PICK else max(high, dp(TARGET) / lattice.aspect)
        width = high * lattice.aspect
        if self.mode == PICK:
            width = max(width, dp(TARGET))
        self.picture.mode = self.mode
        self.picture.size = max(self.width, columns * width), max(self.height, rows * high)
        self.picture.lattice = lattice
        self.picture.cell = [width, high]
        fresh = (columns, rows, self.width) != getattr(self, "_shape", None)
        self._shape = (columns, rows, self.width)
        if fresh:
            self._go_to_spots()

    def _go_to_spots(self) -> None:
        """Begin in the middle of what may be picked; of everything where nothing may."""
        spots = [spot.cell for spot in self.lattice.spots] or [self.lattice.low, self.lattice.high]
        low, high = bounds(spots)
        left, low_bottom, width, height = self.picture.place(low)
        right, bottom = self.picture.place(high)[0] + width, self.picture.place(high)[1]
        middle = (left + right) / 2 - self.picture.x, (bottom + low_bottom + height) / 2
        self.scroll_x = _share(middle[0], self.picture.width, self.width)
        self.scroll_y = _share(middle[1] - self.picture.y, self.picture.height, self.height)


def _share(middle: float, whole: float, part: float) -> float:
    """Return how far to scroll until a place is in the middle."""
    return min(1.0, max(0.0, (middle - part / 2) / (whole - part))) if whole > part else 0.5
