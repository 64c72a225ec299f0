"""How long robots believe that the camera will understand, as people would."""

from __future__ import annotations

from typing import Final

from companion.report import Counts

FAILURES: Final = 3
"""Times in a row that people wait in vain, before they give the camera up ..."""
RETRY: Final = 10
"""... but for every so many questions, when somebody tries it again."""


class Trust:
    """Counts how often the camera has failed in a row."""

    def __init__(self, counts: Counts) -> None:
        """Trust at first; every question that needs a person instead is counted."""
        self._counts = counts
        self._failures = 0

    def lose(self) -> None:
        """Note a question that the camera could not answer."""
        self._counts.re_asked += 1
        self._failures += 1

    def regain(self) -> None:
        """Note a question that it could."""
        self._failures = 0

    def gives_up(self) -> bool:
        """Tell whether nobody waits for the camera this time: it has failed time and again."""
        if self._failures < FAILURES:
            return False
        self.lose()
        return self._failures % RETRY != 0
