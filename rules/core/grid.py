"""Grid geometry for cities and boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.core.value import Cell

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "above": (0, -1), "below": (0, 1)}
"""Steps by name; above is up the picture."""


def step(cell: Cell, direction: str, times: int = 1) -> Cell:
    """Return the cell that lies ``times`` steps away in a named direction."""
    dx, dy = DIRECTIONS[direction]
    return Cell(cell.x + dx * times, cell.y + dy * times)


def neighbours(cell: Cell) -> tuple[tuple[str, Cell], ...]:
    """Return the four orthogonal neighbours with the name of their side."""
    return tuple((side, step(cell, side)) for side in DIRECTIONS)


def between(one: Cell, other: Cell) -> Iterator[Cell]:
    """Yield the cells strictly between two cells of one row or column; none otherwise."""
    if one.y == other.y:
        low, high = sorted((one.x, other.x))
        yield from (Cell(x, one.y) for x in range(low + 1, high))
    elif one.x == other.x:
        low, high = sorted((one.y, other.y))
        yield from (Cell(one.x, y) for y in range(low + 1, high))


def nearest(start: Cell, direction: str, among: Iterable[Cell]) -> Cell | None:
    """Return the first cell of ``among`` met when walking from ``start``; gaps do not stop the walk."""
    dx, dy = DIRECTIONS[direction]
    ahead = [
        ((cell.x - start.x) * dx + (cell.y - start.y) * dy, cell)
        for cell in among
        if (cell.y == start.y if dx else cell.x == start.x)
    ]
    return min(
        (pair for pair in ahead if pair[0] > 0),
        key=lambda pair: pair[0],
        default=(0, None),
    )[1]


def bounds(cells: Iterable[Cell]) -> tuple[Cell, Cell]:
    """Return the top left and bottom right corners of a set of cells; one cell at the origin if empty."""
    found = tuple(cells) or (Cell(0, 0),)
    xs, ys = [cell.x for cell in found], [cell.y for cell in found]
    return Cell(min(xs), min(ys)), Cell(max(xs), max(ys))
