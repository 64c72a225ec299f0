"""The virtual table: what lies in front of the camera now, as pictures of that camera."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from companion.virtual.jitter import jitter
from companion.virtual.mood import Mood
from companion.virtual.stand import Spot, Stand, stand
from rules.core.game import Box, Game, Lying, PieceInfo, Tabletop, ViewSpec
from vision.camera import STICKER_MM, CameraModel
from vision.frame import Grey
from vision.render import Picture, Piece, Scene, render

CARD_MM = (63.0, 88.0)
AIM_MM = 50.0
"""How far from what is new the camera is aimed at most, to have a neighbour in the picture too."""
Seen = tuple[str | None, int, int, int]
"""A piece and where it lies, to the millimetre and degree: what tells whether it has been moved."""


class VirtualTable:
    """Photograph a robots' table through a documented camera; the same seed gives the same evening.

    `payload` makes the text of a piece's sticker. With `is_dark` the lens is covered. Belongs to one thread,
    but for `photograph`, which may run in the camera's.
    """

    def __init__(  # noqa: PLR0913 - everything that stands round a table
        self,
        tabletop: Tabletop,
        game: Game[Any],
        box: Box,
        camera: CameraModel,
        seed: int = 0,
        *,
        payload: Callable[[PieceInfo], str],
        is_dark: bool = False,
    ) -> None:
        self.camera, self.seed, self.is_dark = camera, seed, is_dark
        self._tabletop, self._payload = tabletop, payload
        self.views = game.views
        self._views = {view.id: view for view in game.views}
        self.pieces = {piece.id: piece for piece in box.pieces}
        self._mood = Mood.drawn(seed)
        self._view: ViewSpec | None = None
        self._lying: tuple[Lying, ...] = ()
        self._before: dict[str, frozenset[Seen]] = {}
        self._spots: tuple[Spot, ...] = ()
        self._turn = self._shots = self._hands = 0
        self.picture: Picture | None = None
        """The last photograph with its truth."""

    def show(self, view: str, *, hands: int = 0) -> None:
        """Bring a view in front of the camera, as it lies now; a hand stays in for `hands` photographs.

        Where the camera cannot take the whole view, it is held over what has changed since it was last
        shown; `move_on` goes to the next such spot.
        """
        self._view = self._views[view]
        self._hands = hands
        self._turn += 1
        # Kept: the camera's thread photographs while robots already think of their next move.
        self._lying = self._tabletop.picture(view)
        now = frozenset(map(_seen, self._lying))
        changed = now ^ self._before.get(view, frozenset()) or now
        self._before[view] = now
        rest = [(float(x), float(y)) for _, x, y, _ in now - changed]
        spots = sorted(_towards((float(x), float(y)), rest) for _, x, y, _ in changed)
        self._spots = _apart(spots, self._stand())

    def look_over(self, view: str, only: Collection[str] = ()) -> int:
        """Bring the whole of a view in front of the camera, not what is new; return how many spots that takes.

        Where some are named, only they lie there: people put aside what does not belong in the picture.
        """
        self._before.pop(view, None)
        self.show(view)
        self._lying = tuple(each for each in self._lying if not only or each.piece in only)
        return max(len(self._spots), 1)

    def move_on(self) -> None:
        """Hold the camera over the next spot worth a look."""
        self._spots = (*self._spots[1:], *self._spots[:1])
        self._turn += 1

    def photograph(self, still: bool) -> Grey:
        """Take one picture of the view in front of the camera."""
        self._shots += 1
        if self.is_dark or self._view is None:
            width, height = self.camera.size(still=still)
            return np.zeros((height, width), np.uint8)
        at = self._stand()
        hand = self._hands > 0
        self._hands -= hand
        scene = Scene(at.width_mm, at.depth_mm, self._laid(self._view, at))
        view = self._mood.view(at.height_mm, self._turn, hand=hand)
        self.picture = render(scene, self.camera, view, seed=self.seed * 100_003 + self._shots, still=still)
        return self.picture.grey

    def _stand(self) -> Stand:
        view = self._view
        if view is None:
            raise ValueError("no view is shown")
        return stand(self.camera, view, self._spots[0] if self._spots else None)

    def _laid(self, view: ViewSpec, at: Stand) -> tuple[Piece, ...]:
        return tuple(self._piece(view, at, lying) for lying in self._lying)

    def _piece(self, view: ViewSpec, at: Stand, lying: Lying) -> Piece:
        off = jitter(self.seed, lying.piece or "", lying.x_mm, lying.y_mm)
        width, height = view.piece_mm if any(view.piece_mm) else CARD_MM
        dx, dy = view.sticker_at_mm
        return Piece(
            payload=self._text(lying),
            x_mm=lying.x_mm - at.left_mm + off.dx_mm,
            y_mm=lying.y_mm - at.top_mm + off.dy_mm,
            angle_deg=lying.angle_deg + off.turn_deg,
            w_mm=width,
            h_mm=height,
            sticker_mm=STICKER_MM,
            sticker_dx=dx,
            sticker_dy=dy,
            face="art" if lying.face_up else "back",
        )

    def _text(self, lying: Lying) -> str | None:
        """Return what the sticker that can be seen says: a card's back shows its anonymous one or none."""
        piece = self.pieces.get(lying.piece or "")
        if piece is None or not (lying.face_up or piece.anonymous):
            return None
        return self._payload(piece)


def _seen(lying: Lying) -> Seen:
    return lying.piece, round(lying.x_mm), round(lying.y_mm), round(lying.angle_deg) % 360


def _towards(spot: Spot, rest: list[Spot]) -> Spot:
    """Aim between a spot and what lies nearest to it: nobody holds a camera over one card alone."""
    x, y = min(rest, key=lambda other: math.dist(spot, other), default=spot)
    share = AIM_MM / max(2 * AIM_MM, math.dist(spot, (x, y)))
    return spot[0] + share * (x - spot[0]), spot[1] + share * (y - spot[1])


def _apart(spots: list[Spot], at: Stand) -> tuple[Spot, ...]:
    """Leave out spots that a picture of another one shows anyway."""
    kept: list[Spot] = []
    reach_x, reach_y = at.width_mm / 2 - 60, at.depth_mm / 2 - 60
    for x, y in spots:
        if not any(abs(x - u) < reach_x and abs(y - v) < reach_y for u, v in kept):
            kept.append((x, y))
    return tuple(kept)
