"""Files that the program writes, whole or not at all; and what it reads: nothing that would not end."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import InputError
from rules.core.value import Msg, msg

if TYPE_CHECKING:
    from numpy.typing import NDArray

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
"""How a system says that there is no room."""
LARGEST_TEXT = 2**26
"""Bytes of an exported evening; one of a whole day has 2**22."""
LARGEST_SETTINGS = 2**20
"""Bytes of what people write by hand."""
MEMORY = Path("/dev/shm")  # noqa: S108 - not a guessable name: a folder of our own is made in it
"""Where a system keeps files in memory."""
MARGIN = 2**20
"""Bytes that are left over where temporary files lie."""


# ---- writing -------------------------------------------------------------------------------
def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file by way of a draft beside it, synced and renamed; raise ``OSError`` with nothing left behind.

    A power cut leaves the old file or the new one. A device is written to as it is, and a link stays a link.
    """
    data = content.encode() if isinstance(content, str) else content
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    draft = path.with_name(f"{path.name}.new")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, draft)
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def write_output(path: Path, content: str | bytes) -> None:
    """Write a file that people asked for, whole or not at all; raise ``InputError`` naming it and the way on."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise _unwritten(path, error) from error


def write_picture(path: Path, picture: NDArray[Any]) -> None:
    """Write grey or RGB pixels as PNG; raise ``InputError`` where that cannot be."""
    import cv2

    shown = picture if picture.ndim == 2 else picture[:, :, ::-1]
    write_output(path, cv2.imencode(".png", shown)[1].tobytes())


def make_folder(folder: Path) -> None:
    """Make a folder for what people asked for; raise ``InputError`` where that cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritten(folder, error) from error


def scratch_folder(room: int = 0) -> tempfile.TemporaryDirectory[str]:
    """Make a folder for so many bytes that goes once it is left: in memory where the disk has no room for it.

    A disk that is full must not keep anybody from what lies on it. Raises ``OSError`` where there is no memory either.
    """
    place = MEMORY if MEMORY.is_dir() and not _has_room(room) else None
    return tempfile.TemporaryDirectory(prefix="companion-", dir=place)


def _has_room(room: int) -> bool:
    try:
        # To look for the usual folder writes into it.
        return shutil.disk_usage(tempfile.gettempdir()).free > room + MARGIN
    except OSError:
        return False


def keep_others(path: Path, head: bytes) -> None:
    """Raise ``InputError`` where a file with something in it would be lost that does not begin like ours."""
    if not is_file(path):
        return
    with suppress(OSError), path.open("rb") as file:
        if file.read(len(head)) in {b"", head}:
            return
    raise InputError("core.output_other", file=str(path))


def _unwritten(path: Path, error: OSError) -> InputError:
    if error.errno in FULL:
        return InputError("core.output_full", file=str(path))
    return InputError("core.sheet_unwritten", file=str(path), problem=error.strerror or str(error))


# ---- reading -------------------------------------------------------------------------------
def is_file(path: Path) -> bool:
    """Tell whether a file lies there; where a name is too long for any, none does (``Path.is_file`` raises)."""
    return os.path.isfile(path)  # noqa: PTH113


def is_folder(path: Path) -> bool:
    """Tell alike whether a folder lies there."""
    return os.path.isdir(path)  # noqa: PTH112


def obstacle(path: Path, largest: int) -> Msg | None:
    """Say why a file is better not read: it has no end (a device, a pipe), or is far too large.

    Raises ``OSError`` where there is none.
    """
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        return msg("core.file.irregular")
    if found.st_size > largest:
        return msg("core.file.too_large", high=largest // 2**20)
    return None


def read_text(path: Path, largest: int, key: str = "core.unreadable") -> str:
    """Read a text, with or without a byte order mark; raise ``InputError`` of that key naming the file."""
    try:
        if (problem := obstacle(path, largest)) is not None:
            raise InputError(key, file=str(path), problem=problem)
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise InputError(key, file=str(path), problem=error.strerror or "") from error
    except UnicodeDecodeError as error:
        raise InputError(key, file=str(path), problem=str(error)) from error
