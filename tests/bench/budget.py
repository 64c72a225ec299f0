"""Budgets: what a figure may be at most, said beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable

OVER = "OVER"


def budget(value: float, most: float, unit: str = "") -> str:
    """Say what a figure may be at most, and loudly where it is more."""
    said = f"budget {most:g}{f' {unit}' if unit else ''}"
    return f"({said})" if value <= most else f"({OVER} the {said})"


def summary(lines: Iterable[str]) -> str:
    """Count the budgets named in lines, and those kept."""
    found = re.findall(rf"\(({OVER} the )?budget ", "\n".join(lines))
    kept = sum(not over for over in found)
    return f"{kept} of {len(found)} within budget"
