"""How a hand-laid lattice grows from one card: each next card is told by the cards round it.

Cards lie up to a fifth of the pitch and a dozen degrees off, and rows drift, so no single lattice fits a
whole city. Each card is compared with a lattice fitted to its neighbours, near ones weighing most.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Matrix, Points, signed_deg

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
OTHER_STARTS = 3
RIVAL = 1.3
RIVAL_FLOOR = 0.002
"""A lattice whose mean squared misfit is less than this times the best one's, and a little, may be the true one."""

OFF_PITCH = 0.07
"""A measured pitch that differs less than this from the stated one is not worth growing again."""


@dataclass(slots=True)
class Growth:
    """Hold the cards found so far. `centres` in mm, `angles` clockwise degrees, one row a card."""

    centres: Points
    angles: NDArray[np.float64]
    pitch: tuple[float, float]
    up_deg: float
    cells: dict[int, Cell] = field(default_factory=dict)
    fixed: frozenset[int] = frozenset()

    def place(self, seeds: dict[int, Cell]) -> None:
        """Find the cell of every card that can be told, starting at the seeds, which keep theirs.

        A bad start can carry a whole column off by one and look neat after, so the lattice is grown from
        other cards too. The best fit wins; where one nearly as good disagrees, nothing is told.
        """
        stated = self.pitch
        self.sketch(seeds)
        self.pitch = self._measured_pitch()
        grown = [self._result(seeds, start) for start in (None, *self._other_starts(seeds))]
        self.pitch = stated
        told = sorted((one for one in grown if one is not None), key=lambda one: one[0])
        misfit, best = told[0]
        rivals = [cells for other, cells in told[1:] if other < misfit * RIVAL + RIVAL_FLOOR]
        self.fixed = frozenset(seeds)
        self.cells = {
            index: cell
            for index, cell in best.items()
            if index in seeds or all(cells.get(index, cell) == cell for cells in rivals)
        }

    def _other_starts(self, seeds: dict[int, Cell]) -> list[int]:
        """Return a few cards far from the seeds and from one another."""
        chosen = list(seeds)
        for _ in range(min(OTHER_STARTS, len(self.centres) - len(chosen))):
            apart = np.linalg.norm(self.centres[:, None] - self.centres[chosen], axis=2).min(1)
            chosen.append(int(apart.argmax()))
        return chosen[len(seeds) :]

    def _result(self, seeds: dict[int, Cell], start: int | None) -> tuple[float, dict[int, Cell]] | None:
        """Grow from one card; return the misfit and the cells, shifted so that the seeds keep theirs."""
        self.sketch(seeds if start is None else {start: (0, 0)})
        shifts = {
            (cell[0] - self.cells[index][0], cell[1] - self.cells[index][1])
            for index, cell in seeds.items()
            if index in self.cells
        }
        if len(shifts) != 1 or not self.cells.keys() >= seeds.keys():
            return None
        (across, down) = shifts.pop()
        self.cells = {index: (col + across, row + down) for index, (col, row) in self.cells.items()}
        unplaced = len(self.centres) - len(self.cells)
        off = sum(min(self.judge(index)[1], OFF_CELL) ** 2 for index in self.cells)
        return (off + unplaced * OFF_CELL**2) / len(self.centres), dict(self.cells)

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
        """Return the pitch as it is, where people leave clearly wider or narrower gaps than stated."""
        indices = list(self.cells)
        cells = np.array([self.cells[i] for i in indices], np.float64)
        places = self.centres[indices]
        weights = np.ones(len(indices))
        steps = self.steps(cells - cells.mean(0), places - places.mean(0), weights, self.up_deg)
        across, down = (float(length) for length in np.linalg.norm(steps, axis=0))
        x, y = self.pitch
        return (
            across if abs(across / x - 1) > OFF_PITCH else x,
            down if abs(down / y - 1) > OFF_PITCH else y,
        )

    def up_near(self, index: int) -> float:
        """Return which way the lattice's own up is turned near a card."""
        apart = np.linalg.norm(self.centres - self.centres[index], axis=1) / max(self.pitch)
        weights = np.exp(-((apart / NEAR) ** 2) / 2)
        turns = (weights * np.exp(4j * np.radians(self.angles))).sum()
        local = math.degrees(math.atan2(turns.imag, turns.real)) / 4
        return self.up_deg + (local - self.up_deg + 45) % 90 - 45

    def locate(self, index: int) -> tuple[float, float]:
        """Return a card's place in cells, as the other placed cards tell it."""
        others = [i for i in self.cells if i != index]
        if not others:
            return self.cells[index]
        cells = np.array([self.cells[i] for i in others], np.float64)
        places = self.centres[others]
        apart = np.linalg.norm(places - self.centres[index], axis=1) / min(self.pitch)
        weights = np.exp(-(((apart - apart.min()) / NEAR) ** 2) / 2)
        middle_cell = np.average(cells, 0, weights)
        middle = np.average(places, 0, weights)
        step = self.steps(cells - middle_cell, places - middle, weights, self.up_near(index))
        col, row = middle_cell + np.linalg.solve(step, self.centres[index] - middle)
        return float(col), float(row)

    def steps(self, cells: Points, places: Points, weights: NDArray[np.float64], up: float) -> Matrix:
        """Return the steps in mm of one column and one row: the stated pitch, bent towards what lies there."""
        c, s = math.cos(math.radians(up)), math.sin(math.radians(up))
        nominal = np.array([[c, -s], [s, c]]) * self.pitch
        weighted = cells * weights[:, None]
        seen = places.T @ weighted + NOMINAL_WEIGHT * nominal
        shape = cells.T @ weighted + NOMINAL_WEIGHT * np.eye(2)
        return np.asarray(np.linalg.solve(shape, seen.T).T, np.float64)

    def judge(self, index: int) -> tuple[Cell, float, float]:
        """Return a card's nearest cell, how far off its middle it lies, and how far off it may lie."""
        col, row = self.locate(index)
        cell = (round(col), round(row))
        off = max(abs(col - cell[0]), abs(row - cell[1]))
        away = min(
            (max(abs(cell[0] - c), abs(cell[1] - r)) for i, (c, r) in self.cells.items() if i != index),
            default=1,
        )
        return cell, off, OFF_CELL - OFF_EACH_CELL_AWAY * max(0, away - 1)

    def _grow(self) -> bool:
        """Add the cards next to those placed; failing that, the best of the rest."""
        waiting = [i for i in range(len(self.centres)) if i not in self.cells]
        judged = sorted((off - limit, i, cell) for i in waiting for cell, off, limit in [self.judge(i)])
        fitting = [(slack, i, cell) for slack, i, cell in judged if slack <= 0]
        sure = [(slack, i, cell) for slack, i, cell in fitting if slack <= SURE - OFF_CELL]
        for _, index, cell in sure or fitting[:1]:
            self.cells[index] = cell
        return bool(fitting)

    def _mend(self) -> bool:
        """Look at every card again now that all its neighbours are known; say whether any moved."""
        moved = False
        for index in [i for i in self.cells if i not in self.fixed]:
            cell, off, limit = self.judge(index)
            if off > limit:
                del self.cells[index]
                moved = True
            elif cell != self.cells[index]:
                self.cells[index] = cell
                moved = True
        return moved

    def turn(self, index: int) -> tuple[int, float]:
        """Return a card's quarter turns clockwise and the degrees that are left over."""
        angle = self.angles[index] - self.up_near(index)
        quarters = round(angle / 90) % 4
        return quarters, abs(signed_deg(angle - 90 * quarters))
