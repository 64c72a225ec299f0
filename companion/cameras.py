"""Which cameras there are, and which of them is used."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from companion.config import OFF, Config, data_dir
from rules.core.value import Arg, Msg, Value, msg

DEVICES = Path("/sys/class/video4linux")
PI = "rpicam:"
PICTURES = "pictures"
"""A folder beside the evenings; pictures laid there are looked at as if a camera took them."""
NOT_CAMERAS = ("bcm2835", "pispbe", "rp1-cfe", "unicam", "rpi-", "rpivid")
"""Beginnings of the names of a Raspberry Pi's own codecs, which are no cameras; its camera speaks to rpicam."""
RECEIVERS = ("unicam", "rp1-cfe")
"""Those that are there only where a camera is plugged into the Raspberry Pi; rpicam's programs are there always."""


class Camera(Value, frozen=True):
    """A camera that can be chosen."""

    spec: str
    """As ``vision.source`` reads it."""
    name: Msg


def camera_spec(config: Config, devices: Path = DEVICES) -> str:
    """Return the camera to use: the chosen one, else the first there is; empty where there is none."""
    if config.camera == OFF:
        return ""
    if config.camera:
        return config.camera
    unasked = ("folder:",) if _has_receiver(devices) else ("folder:", PI)
    found = next((camera for camera in _found(devices) if not camera.spec.startswith(unasked)), None)
    return found.spec if found else ""


def cameras(config: Config | None = None, devices: Path = DEVICES) -> tuple[Camera, ...]:
    """Return the cameras there are, and the chosen one even where it is not there now."""
    found = list(_found(devices))
    chosen = config.camera if config else ""
    if chosen not in {"", OFF, *(camera.spec for camera in found)}:
        found.append(_named("other", chosen, name=chosen))
    return tuple(found)


def _found(devices: Path) -> Iterator[Camera]:
    own = [_named("pi", PI)] if shutil.which("rpicam-vid") else []
    is_there = _has_receiver(devices)
    if is_there:
        yield from own
    for node in _nodes(devices):
        name = _line(node / "name")
        # A camera has further nodes for what is not pictures.
        if _line(node / "index") in {"", "0"} and not name.startswith(NOT_CAMERAS):
            yield _named("device", f"v4l2:{node.name.removeprefix('video')}", name=name or node.name)
    if not is_there:
        yield from own
    pictures = data_dir() / PICTURES
    if pictures.is_dir():
        yield _named("folder", f"folder:{pictures}")


def _has_receiver(devices: Path) -> bool:
    return any(_line(node / "name").startswith(RECEIVERS) for node in _nodes(devices))


def _nodes(devices: Path) -> list[Path]:
    """Return the video devices; sensors, radios and teletext, which lie among them, give no pictures."""
    nodes = devices.glob("video*")
    return sorted(nodes, key=lambda node: (len(node.name), node.name))


def _named(key: str, spec: str, **args: Arg) -> Camera:
    return Camera(spec, msg(f"core.camera.{key}", **args))


def _line(file: Path) -> str:
    try:
        return file.read_text("utf-8", errors="replace").strip()
    except OSError:
        return ""
