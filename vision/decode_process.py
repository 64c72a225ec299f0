"""Decoding in a process of its own: a decoder that aborts or hangs must not end the evening."""

from __future__ import annotations

import mmap
import os
import selectors
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

import msgspec

from vision.decode_child import LENGTH, Answer, Order, pack
from vision.errors import DecoderError
from vision.frame import Grey, check_grey
from vision.tag import Tag
from vision.wishes import Wishes

READER = "vision.decode:Reader"
CAPACITY = 4608 * 2592
START = "import sys; sys.path[:0] = [sys.argv[1]]; from vision.decode_child import main; main(*sys.argv[2:])"


@dataclass(frozen=True, slots=True)
class Decoded:
    """Hold what became of one submitted frame.

    `lost` says that the decoder crashed, hung or refused on this frame; `reason` tells which, for the log.
    """

    ticket: int
    tags: tuple[Tag, ...] = ()
    lost: bool = False
    reason: str = ""


class DecoderProcess:
    """Decode frames in a child process, one at a time. Use from one thread.

    A child that dies or gives no answer in time is replaced and counted in `restarts`; its frame is lost.
    Nothing is raised for that, except DecoderError when `start_limit` children in a row never came up.
    The child starts from a fresh interpreter: nothing of the application is forked or imported.
    """

    def __init__(
        self,
        reader: str = READER,
        *,
        patience_s: float = 10.0,
        start_patience_s: float = 20.0,
        start_limit: int = 3,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare; the child starts with the first frame, or with `start`.

        `reader` is module:callable in the child; `patience_s` is how long one frame may take, on a busy machine too.
        """
        self.restarts = 0
        self._reader = reader
        self._patience_s, self._start_patience_s = patience_s, start_patience_s
        self._start_limit, self._clock = start_limit, clock
        self._file, self._memory = _shared_memory(CAPACITY)
        self._child: _Child | None = None
        self._failed_starts = 0
        self._ticket = 0
        self._order: Order | None = None
        self._deadline = 0.0
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether a submitted frame is still being decoded."""
        return self._order is not None

    @property
    def pid(self) -> int:
        """The child's number, 0 while there is none."""
        return self._child.pid if self._child is not None else 0

    def start(self) -> None:
        """Start the child now, so that the first frame need not wait for it.

        Raises DecoderError when no child has come up for several times, when there is no memory for one now, or
        after `close`.
        """
        if self._closed:
            raise DecoderError("vision.decoder.closed")
        if self._child is not None:
            return
        if self._failed_starts >= self._start_limit:
            raise DecoderError("vision.decoder.never_starts", reader=self._reader, times=self._failed_starts)
        try:
            self._child = _Child(self._reader, self._file)
        except OSError as error:
            # It may be better in a moment, so this is no failed start.
            raise DecoderError("vision.decoder.never_starts", reader=self._reader, times=0) from error

    def submit(self, grey: Grey, **wishes: Unpack[Wishes]) -> int | None:
        """Hand a frame over and return its ticket, or None while another is being decoded.

        Raises FrameError for anything but a grey picture, and DecoderError as `start`.
        """
        pixels = check_grey(grey)
        if self.busy:
            return None
        self.start()
        self._ensure_room(pixels.size)
        self._memory[: pixels.size] = pixels.tobytes()
        height, width = pixels.shape
        self._ticket += 1
        self._order = Order(self._ticket, width, height, wishes)
        child = self._child
        up = child is not None and child.up
        self._deadline = self._clock() + (self._patience_s if up else self._start_patience_s)
        if child is not None:
            child.send(pack(self._order))
        return self._ticket

    def poll(self) -> Decoded | None:
        """Return the submitted frame's result once it is there, without waiting."""
        return self._look(0.0)

    def decode(
        self, grey: Grey, *, timeout_s: float | None = None, **wishes: Unpack[Wishes]
    ) -> tuple[Tag, ...] | None:
        """Decode one frame and wait for it; None when it was lost. Not while a submitted one is in work."""
        asked = self.submit(grey, **wishes)
        if asked is None:
            raise DecoderError("vision.decoder.busy")
        if timeout_s is not None:
            self._deadline = self._clock() + timeout_s
        while True:
            done = self._look(max(0.0, self._deadline - self._clock()))
            if done is not None:
                return None if done.lost else done.tags

    def close(self) -> None:
        """End the child and free the memory; may be called twice."""
        if not self._closed:
            self._closed = True
            self._drop_child()
            self._order = None
            self._memory.close()
            os.close(self._file)

    def _look(self, wait_s: float) -> Decoded | None:
        if self._order is None or self._child is None:
            return None
        try:
            answer = self._child.receive(wait_s)
        except msgspec.MsgspecError as error:
            # Such as corners that are no numbers: JSON has none of those.
            return self._lose(f"garbled: {error}")
        if answer is not None:
            return self._accept(answer)
        if self._child.gone:
            return self._lose("crashed")
        if self._clock() >= self._deadline:
            return self._lose("hung")
        return None

    def _accept(self, answer: Answer) -> Decoded | None:
        self._failed_starts = 0
        if self._order is None or answer.ticket != self._order.ticket:
            # The child has come up: from here on only the frame itself is timed.
            self._deadline = min(self._deadline, self._clock() + self._patience_s)
            return None
        self._order = None
        return Decoded(answer.ticket, answer.tags, answer.failure is not None, answer.failure or "")

    def _lose(self, reason: str) -> Decoded:
        if self._child is not None and not self._child.up:
            self._failed_starts += 1
        self._drop_child()
        self.restarts += 1
        ticket, self._order = self._ticket, None
        return Decoded(ticket, lost=True, reason=reason)

    def _drop_child(self) -> None:
        if self._child is not None:
            self._child.end()
            self._child = None

    def _ensure_room(self, size: int) -> None:
        if size > len(self._memory):
            self._drop_child()
            self._memory.close()
            os.close(self._file)
            self._file, self._memory = _shared_memory(size)
            self.start()


def _shared_memory(size: int) -> tuple[int, mmap.mmap]:
    """Return an open file without a name, and its memory: gone with its last user, however that ends."""
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("frames")
    else:
        with tempfile.TemporaryFile() as scratch:
            file = os.dup(scratch.fileno())
    os.ftruncate(file, size)
    return file, mmap.mmap(file, size)


class _Child:
    """Hold one child process and its two pipes."""

    def __init__(self, reader: str, memory_file: int) -> None:
        orders_in, self._orders = os.pipe()
        self._answers, answers_out = os.pipe()
        os.set_blocking(self._answers, False)
        ours = (orders_in, answers_out, memory_file)
        room = str(Path(__file__).resolve().parent.parent)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", START, room, *map(str, ours), reader],
                pass_fds=ours,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # Small matrices by the hundred: a second thread costs more than it does.
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            )
        except OSError:
            os.close(self._orders)
            os.close(self._answers)
            raise
        finally:
            os.close(orders_in)
            os.close(answers_out)
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._answers, selectors.EVENT_READ)
        self._received = bytearray()
        self.up = False
        self.gone = False

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, message: bytes) -> None:
        try:
            os.write(self._orders, message)
        except BrokenPipeError:
            self.gone = True

    def receive(self, wait_s: float) -> Answer | None:
        """Return the next whole answer, waiting for it at most so long."""
        if not self._whole() and self._ready.select(wait_s):
            self._fill()
        if not self._whole():
            return None
        end = LENGTH.size + self._length()
        answer = msgspec.json.decode(self._received[LENGTH.size : end], type=Answer)
        del self._received[:end]
        self.up = True
        return answer

    def _length(self) -> int:
        length: int = LENGTH.unpack_from(self._received)[0]
        return length

    def _whole(self) -> bool:
        return len(self._received) >= LENGTH.size and len(self._received) >= LENGTH.size + self._length()

    def _fill(self) -> None:
        try:
            while part := os.read(self._answers, 65536):
                self._received += part
            self.gone = True
        except BlockingIOError:
            return

    def end(self) -> None:
        self._ready.close()
        os.close(self._orders)
        os.close(self._answers)
        self._process.kill()
        self._process.wait()
