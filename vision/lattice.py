"""How a hand-laid lattice grows from one card: each next card is told by the cards round it.

Cards lie up to a fifth of the pitch and a dozen degrees off, and rows drift, so no single lattice fits a
whole city. Each card is compared with a lattice fitted to its neighbours, near ones weighing most.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Matrix, Points
from vision.lattice_rivals import LAID_OFF, Brick, contest, middles, strangers

Cell = tuple[int, int]
"""Column and row."""

NEAR = 1.6
"""How far neighbours count, in pitches (one standard deviation)."""

NOMINAL_WEIGHT = 1.0
"""How much the stated pitch counts, in neighbours at a distance of one cell."""

OFF_CELL = 0.38
"""Farther than this from a cell's middle, in cells, a card lies between cells."""

OFF_EACH_CELL_AWAY = 0.07
"""How much of that is lost with every empty cell on the way to the nearest placed card."""

SURE = 0.25
"""Up to this far from a cell's middle a card is placed at once, before the doubtful ones."""

ROUNDS = 6
OFF_PITCH = 0.07
"""A measured pitch that differs less than this from the stated one is not worth growing again."""

FEWEST_BESIDE = 3
"""Fewer pairs of cards side by side do not say how far apart cards lie: each may be laid anyhow."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Hold cards' nearest cells, how far off their middles they lie, and how far off they may lie, in cells."""

    indices: list[int]
    cells: list[Cell]
    off: NDArray[np.float64]
    limit: NDArray[np.float64]


@dataclass(slots=True)
class Growth:
    """Hold the cards found so far. `centres` in mm, `angles` clockwise degrees, one row a card."""

    centres: Points
    angles: NDArray[np.float64]
    pitch: tuple[float, float]
    up_deg: float
    shift: float = 0.0
    cells: dict[int, Cell] = field(default_factory=dict)
    fixed: frozenset[int] = frozenset()

    def place(self, seeds: dict[int, Cell]) -> None:
        """Find the cell of every card that can be told, starting at the seeds, which keep theirs.

        Where another reading of the whole fits about as well, what it reads differently is not told.
        """
        stated = self.pitch
        self.sketch(seeds)
        self.pitch = self._measured_pitch()
        self.sketch(seeds)
        self._contest()
        self.pitch = stated

    def _contest(self) -> None:
        """Compare the whole with its rivals; cards between cells may find theirs now, by what all say together."""
        sure = len(self.cells)
        self._press()
        indices = list(self.cells)
        cells, places = np.array([self.cells[i] for i in indices]), self.places(indices)
        brick = Brick(self.pitch[0] / self.pitch[1], self.shift)
        verdict = contest(cells, places, np.isin(indices, list(self.fixed)), brick)
        told = verdict.told & ~strangers(verdict.cells, places, np.arange(len(indices)) >= sure, brick)
        self.cells = {
            index: (int(col), int(row))
            for index, (col, row), is_told in zip(indices, verdict.cells, told, strict=True)
            if is_told
        }

    def _press(self) -> None:
        """Put every card that lies between cells into the nearest one, where that is free."""
        taken = set(self.cells.values())
        judged = self.judge(self._waiting())
        for index, cell in zip(judged.indices, judged.cells, strict=True):
            if cell not in taken:
                self.cells[index] = cell
                taken.add(cell)

    def places(self, indices: list[int]) -> Points:
        """Return where cards lie in pitches, along the lattice's own columns and rows, from anywhere."""
        turns = np.exp(4j * np.radians(self.angles)).sum()
        turn = math.degrees(math.atan2(turns.imag, turns.real)) / 4
        up = math.radians(self.up_deg + (turn - self.up_deg + 45) % 90 - 45)
        c, s = math.cos(up), math.sin(up)
        return np.asarray(self.centres[indices] @ [[c, -s], [s, c]] / self.pitch, np.float64)

    def spacing(self) -> tuple[float, ...]:
        """Return how far apart cards lie in rows and in columns, in pitches; nothing where too few lie side by side."""
        cells, places = np.array(list(self.cells.values())), self.places(list(self.cells))
        steps, apart = cells[:, None] - cells, np.abs(places[:, None] - places)
        beside = [apart[(steps == step).all(2), axis] for axis, step in enumerate(((1, 0), (0, 1)))]
        return tuple(float(np.median(each)) for each in beside if len(each) >= FEWEST_BESIDE)

    def sketch(self, seeds: dict[int, Cell]) -> None:
        """Find cells from one start only: several times quicker than `place`, enough to compare ways up."""
        self.fixed = frozenset(seeds)
        self.cells = dict(seeds)
        while self._grow():
            pass
        for _ in range(ROUNDS):
            if not self._mend():
                break

    def _measured_pitch(self) -> tuple[float, float]:
        """Return the pitch as it is, where people leave clearly wider gaps than stated.

        It is never narrower: cards would lie over each other. A few cards may only seem wider by chance.
        """
        cells = np.array(list(self.cells.values()), np.float64)
        by_chance = 3 * LAID_OFF / np.maximum(0.5, np.sqrt(((cells - cells.mean(0)) ** 2).sum(0)))
        seen = np.linalg.norm(self.fit(list(self.cells))[0], axis=0) / self.pitch
        across, down = np.where(seen - 1 > np.maximum(OFF_PITCH, by_chance), seen, 1.0) * self.pitch
        return float(across), float(down)

    def fit(self, indices: list[int]) -> tuple[Matrix, Points]:
        """Fit one lattice over placed cards: the steps of a column and a row in mm, and where (0, 0) lies."""
        at = middles(np.array([self.cells[i] for i in indices]), self.shift)
        weights, up = np.ones((1, len(indices))), np.array([self.up_deg])
        steps, middle_cell, middle = self._steps(at, self.centres[indices], weights, up)
        return steps[0], middle[0] - steps[0] @ middle_cell[0]

    def up_near(self, indices: list[int]) -> NDArray[np.float64]:
        """Return which way the lattice's own up is turned near each of some cards."""
        apart = np.linalg.norm(self.centres - self.centres[indices][:, None], axis=2) / max(self.pitch)
        turns = np.exp(-((apart / NEAR) ** 2) / 2) @ np.exp(4j * np.radians(self.angles))
        local = np.degrees(np.angle(turns)) / 4
        return np.asarray(self.up_deg + (local - self.up_deg + 45) % 90 - 45, np.float64)

    def judge(self, indices: list[int]) -> Judged:
        """Say of cards, placed or not, where they belong by what the other placed cards tell."""
        placed = list(self.cells)
        cells = np.array([self.cells[i] for i in placed])
        others = np.array(placed) != np.array(indices, np.int64)[:, None]
        if not indices or not others.any(1).all():
            # Alone: a card is where it was put.
            return Judged(
                indices,
                [self.cells[i] for i in indices],
                *np.array([[0.0, OFF_CELL]] * len(indices)).reshape(-1, 2).T,
            )
        at, places = middles(cells, self.shift), self.centres[placed]
        apart = np.linalg.norm(places - self.centres[indices][:, None], axis=2) / min(self.pitch)
        apart = np.where(others, apart, np.inf)
        weights = np.exp(-(((apart - apart.min(1, keepdims=True)) / NEAR) ** 2) / 2)
        steps, middle_cell, middle = self._steps(at, places, weights, self.up_near(indices))
        step = np.linalg.solve(steps, (self.centres[indices] - middle)[..., None])[..., 0]
        there = middle_cell + step
        rows = np.round(there[:, 1])
        columns = np.round(there[:, 0] - self.shift * (rows % 2))
        found = np.column_stack([columns, rows]).astype(np.int64)
        off = np.abs(there - middles(found, self.shift)).max(1)
        away = np.where(others, np.abs(cells - found[:, None]).max(2), np.iinfo(np.int64).max).min(1)
        limit = OFF_CELL - OFF_EACH_CELL_AWAY * np.maximum(0, away - 1)
        return Judged(indices, [(int(col), int(row)) for col, row in found], off, limit)

    def _steps(
        self, at: Points, places: Points, weights: NDArray[np.float64], up: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Return steps of one column and one row in mm, shape (m, 2, 2), for m sets of weights over the same cards.

        They are the stated pitch, bent towards what lies there. With them come the middles, in cells and in mm.
        """
        total = weights.sum(1, keepdims=True)
        middle_cell, middle = weights @ at / total, weights @ places / total
        cell, place = at - middle_cell[:, None], places - middle[:, None]
        weighted = cell * weights[..., None]
        c, s = np.cos(np.radians(up)), np.sin(np.radians(up))
        nominal = np.array([[c, -s], [s, c]]).transpose(2, 0, 1) * self.pitch
        seen = place.transpose(0, 2, 1) @ weighted + NOMINAL_WEIGHT * nominal
        shape = cell.transpose(0, 2, 1) @ weighted + NOMINAL_WEIGHT * np.eye(2)
        return seen @ np.linalg.inv(shape), middle_cell, middle

    def _waiting(self) -> list[int]:
        return [i for i in range(len(self.centres)) if i not in self.cells]

    def _grow(self) -> bool:
        """Add the cards next to those placed; failing that, the best of the rest."""
        judged = self.judge(self._waiting())
        slack = judged.off - judged.limit
        order = [int(i) for i in np.argsort(slack) if slack[i] <= 0]
        sure = [i for i in order if slack[i] <= SURE - OFF_CELL]
        for i in sure or order[:1]:
            self.cells[judged.indices[i]] = judged.cells[i]
        return bool(order)

    def _mend(self) -> bool:
        """Look at every card again now that all its neighbours are known; say whether any moved."""
        judged = self.judge([i for i in self.cells if i not in self.fixed])
        moved = False
        for index, cell, fits in zip(judged.indices, judged.cells, judged.off <= judged.limit, strict=True):
            if not fits:
                del self.cells[index]
                moved = True
            elif cell != self.cells[index]:
                self.cells[index] = cell
                moved = True
        return moved

    def turns(self, indices: list[int]) -> list[tuple[int, float]]:
        """Return cards' quarter turns clockwise and the degrees that are left over."""
        angles = self.angles[indices] - self.up_near(indices)
        quarters = np.round(angles / 90)
        over = np.abs((angles - 90 * quarters + 180) % 360 - 180)
        return [(int(turn) % 4, float(left)) for turn, left in zip(quarters, over, strict=True)]
