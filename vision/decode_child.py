"""The decoder's own process: frames come through shared memory, tags go back through a pipe.

Started by DecoderProcess, not by people. It imports this package and nothing else of ours, so a decoder that
aborts or hangs takes nothing with it.
"""

from __future__ import annotations

import importlib
import mmap
import os
import struct
import threading
from queue import SimpleQueue
from typing import Protocol, Unpack, cast

import msgspec
import numpy as np

from vision.errors import VisionError
from vision.frame import Grey
from vision.tag import Tag
from vision.wishes import Wishes

LENGTH = struct.Struct("<I")


class Order(msgspec.Struct, frozen=True):
    """Ask for one frame: where it lies in the shared memory, and how hard to look."""

    ticket: int
    width: int
    height: int
    wishes: Wishes


class Answer(msgspec.Struct, frozen=True):
    """Give the tags of one frame, or say why there are none. Ticket 0 only says: ready."""

    ticket: int
    tags: tuple[Tag, ...] = ()
    failure: str | None = None


class ReadsTags(Protocol):
    """Read as Reader does."""

    def read(self, grey: Grey, **wishes: Unpack[Wishes]) -> tuple[Tag, ...]:
        """Return the tags of one picture."""
        ...


def pack(message: msgspec.Struct) -> bytes:
    """Return a message as it goes through the pipe: its length, then JSON, any collection as a list."""
    body = msgspec.json.encode(message, enc_hook=list)
    return LENGTH.pack(len(body)) + body


def _read_exactly(pipe: int, size: int) -> bytes | None:
    parts = b""
    while len(parts) < size:
        part = os.read(pipe, size - len(parts))
        if not part:
            return None
        parts += part
    return parts


def _receive(pipe: int, orders: SimpleQueue[Order]) -> None:
    while (head := _read_exactly(pipe, LENGTH.size)) is not None:
        body = _read_exactly(pipe, *LENGTH.unpack(head))
        if body is None:
            break
        orders.put(msgspec.json.decode(body, type=Order))
    # The application is gone. It may have gone while a decoder hangs, so leave without waiting for that.
    os._exit(0)


def _answer(reader: ReadsTags, memory: mmap.mmap, order: Order) -> Answer:
    pixels = np.frombuffer(memory, np.uint8, order.width * order.height)
    grey = pixels.reshape(order.height, order.width)
    try:
        tags = reader.read(grey, **order.wishes)
    except (VisionError, ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
        return Answer(order.ticket, failure=f"{type(error).__name__}: {error}")
    return Answer(order.ticket, tags)


def main(orders: str, answers: str, memory_file: str, reader_name: str) -> None:
    """Serve until the application closes its end: two pipes and the shared memory, by their numbers.

    `reader_name` is module:callable, called to get a reader.
    """
    orders_in, answers_out = int(orders), int(answers)
    asked: SimpleQueue[Order] = SimpleQueue()
    threading.Thread(target=_receive, args=(orders_in, asked), daemon=True).start()
    module, _, name = reader_name.partition(":")
    reader = cast("ReadsTags", getattr(importlib.import_module(module), name)())
    memory = mmap.mmap(int(memory_file), 0, prot=mmap.PROT_READ)
    os.write(answers_out, pack(Answer(0)))
    while True:
        message = pack(_answer(reader, memory, asked.get()))
        while message:
            message = message[os.write(answers_out, message) :]
