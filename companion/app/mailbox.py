"""Takes what other threads have to say, for the app's own thread to read."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

Letter = Callable[[], None]


class Mailbox:
    """Letters in order of arrival; any thread posts, one thread reads."""

    def __init__(self) -> None:
        """Begin empty."""
        self._letters: deque[Letter] = deque()

    def post(self, letter: Letter) -> None:
        """Leave something to be done by the app's thread."""
        self._letters.append(letter)

    def read(self) -> int:
        """Do what has been left so far; return how much that was."""
        count = len(self._letters)
        for _ in range(count):
            self._letters.popleft()()
        return count
