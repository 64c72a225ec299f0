"""A thread that keeps the newest frame of a camera which does not wait for us."""

from __future__ import annotations

import threading
from collections.abc import Callable

from vision.errors import SourceLostError
from vision.frame import Frame, Grey

FINISH_S = 2.0


class Pump:
    """Fetch pictures in a thread of its own and keep the newest.

    `fetch` blocks for the next picture and returns None when there will be no more. Unread older pictures
    are dropped: after a pause people see now, not then.
    """

    def __init__(
        self, name: str, fetch: Callable[[], Grey | None], clock: Callable[[], float], end: Callable[[], None]
    ) -> None:
        """Start fetching; `end` is called in the thread once it is over."""
        self._name, self._fetch, self._clock, self._end = name, fetch, clock, end
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._reason: str | None = None
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name=f"camera {name}", daemon=True)
        self._thread.start()

    def read(self, timeout_s: float) -> Frame | None:
        """Return the newest frame not yet read, or None after `timeout_s`.

        Raises SourceLostError when fetching has ended and every frame was read.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._reason is not None, timeout_s)
            frame, self._newest = self._newest, None
            if frame is None and self._reason is not None:
                raise SourceLostError("vision.source.lost", source=self._name, reason=self._reason)
            return frame

    def stop(self) -> None:
        """Stop fetching. A fetch that hangs is left to end by itself."""
        self._stopped = True
        self._thread.join(FINISH_S)

    def _run(self) -> None:
        reason = "ended"
        try:
            while not self._stopped and (grey := self._fetch()) is not None:
                frame = Frame(grey, self._clock())
                with self._changed:
                    self._newest = frame
                    self._changed.notify_all()
        except (OSError, ValueError) as error:
            reason = str(error)
        finally:
            self._end()
            with self._changed:
                self._reason = reason
                self._changed.notify_all()
