"""Looks whether all is well with the box on the table, and says how to mend what is not."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from companion.cameras import camera_spec
from companion.config import Config, evenings_dir, load_config, packs_dir
from companion.display import display
from companion.errors import message_of
from companion.games import BrokenGame, discover
from companion.program import program
from companion.store import Store
from rules.core.value import Arg, Msg, Value, msg

if TYPE_CHECKING:
    from vision.meter import Measured

Status = Literal["green", "amber", "red"]
LOW_MB, TIGHT_MB = 50, 300
SMALL_MEMORY_MB = 900
BORN = 1_735_689_600
"""A clock before 2025 has not been set."""
SOFT = 30
"""Focus, of 100, under which a picture of a table with anything on it is not sharp: a blur of 1.5 pixels."""
LIBRARIES = ("kivy", "opencv-python", "zxing-cpp", "pyzbar", "gpiozero", "msgspec")
WAIT_S = 5.0
GPIO = Path("/dev/gpiochip0")


class Check(Value, frozen=True):
    """One thing looked at."""

    check: str
    status: Status
    found: Msg
    mend: Msg | None = None


def green(check: str, key: str, **args: Arg) -> Check:
    """Report that something is well."""
    return Check(check, "green", msg(f"core.doctor.{key}", **args))


def amber(check: str, key: str, **args: Arg) -> Check:
    """Report what the evening can do without, and the mend."""
    return Check(check, "amber", msg(f"core.doctor.{key}", **args), msg(f"core.doctor.{key}.mend", **args))


def red(check: str, key: str, **args: Arg) -> Check:
    """Report what has to be mended, and how."""
    return Check(check, "red", msg(f"core.doctor.{key}", **args), msg(f"core.doctor.{key}.mend", **args))


def examine(config: Config | None = None, roles: int = 0) -> tuple[Check, ...]:
    """Look at everything; takes a few seconds where there is a camera.

    ``roles`` counts the buttons and lights that the caller holds open itself, and that nobody else can open now.
    """
    config = config or load_config()[0]
    looks: tuple[Callable[[], Iterable[Check]], ...] = (
        check_versions,
        check_games,
        lambda: check_packs(config),
        lambda: check_camera(camera_spec(config)),
        check_lens,
        lambda: (green("gpio", "gpio", count=roles),) if roles else check_gpio(),
        lambda: (
            check_display(os.environ),
            check_disk(evenings_dir()),
            check_evenings(Store(evenings_dir())),
        ),
        lambda: (check_clock(time.time()), check_memory(Path("/proc/meminfo")), check_power()),
    )
    return tuple(check for look in looks for check in look())


# ---- software -----------------------------------------------------------------------------
def check_versions() -> Iterable[Check]:
    """Name the versions, and libraries that are missing."""
    missing = []
    for name in LIBRARIES:
        try:
            version(name)
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        yield red("versions", "missing", libraries=", ".join(missing))
    else:
        kivy, opencv = version("kivy"), version("opencv-python")
        python = platform.python_version()
        yield green("versions", "versions", app=app_version(), python=python, kivy=kivy, opencv=opencv)
    if (problem := load_config()[1]) is not None:
        yield Check("config", "amber", problem, Msg("core.doctor.config.mend"))


def app_version() -> str:
    """Return the program's version."""
    try:
        return version("tabletop-companion")
    except PackageNotFoundError:
        return "?"


def check_games() -> Iterable[Check]:
    """Name games whose data cannot be used."""
    found = discover()
    broken = [each for each in found if isinstance(each, BrokenGame)]
    for each in broken:
        mend = msg("core.doctor.game.mend", companion=program())
        yield Check("games", "red", message_of(each.error), mend)
    if not broken:
        yield green("games", "games", count=len(found))


def check_packs(config: Config) -> Iterable[Check]:
    """Look whether the folder for owner packs is there, where one was chosen."""
    if config.packs and not packs_dir().is_dir():
        yield amber("packs", "no_packs", folder=str(packs_dir()))


def check_lens() -> Iterable[Check]:
    """Look whether the camera's lens can be read, where one was calibrated."""
    from companion.lenses import own_lens
    from vision.errors import LensError

    try:
        own_lens()
    except LensError as error:
        yield Check("lens", "amber", message_of(error), Msg("core.doctor.lens.mend"))


# ---- camera -------------------------------------------------------------------------------
def check_camera(spec: str) -> Iterable[Check]:
    """Take a picture, and look whether it is light and sharp enough."""
    if not spec:
        yield amber("camera", "no_camera")
        return
    from vision.errors import VisionError
    from vision.source import open_source

    try:
        source = open_source(spec)
    except VisionError as error:
        yield Check("camera", "red", message_of(error), msg("core.doctor.camera.mend", camera=spec))
        return
    try:
        frame = source.read(WAIT_S)
    except VisionError as error:
        yield Check("camera", "red", message_of(error), msg("core.doctor.camera.mend", camera=spec))
        return
    finally:
        source.close()
    if frame is None:
        yield red("camera", "silent_camera", camera=spec)
        return
    height, width = frame.grey.shape
    yield green("camera", "camera", camera=spec, width=width, height=height)
    from vision.meter import measure

    yield from check_picture(measure(frame.grey))


def check_picture(found: Measured) -> Iterable[Check]:
    """Judge a picture by its light and its focus."""
    if found.light == "good":
        yield green("light", "light")
    else:
        yield amber("light", found.light)
    sharpness = found.focus or 0
    make = amber if sharpness < SOFT else green
    yield make("focus", "soft" if sharpness < SOFT else "focus", sharpness=sharpness)


# ---- the box ------------------------------------------------------------------------------
def check_gpio() -> Iterable[Check]:
    """Open the buttons and lights."""
    from hardware.errors import HardwareError, PinsError
    from hardware.panel import open_panel
    from hardware.pins import find_pins, load_pins

    try:
        with open_panel(load_pins(find_pins(os.environ))) as panel:
            yield green("gpio", "gpio", count=len(panel.roles))
    except HardwareError as error:
        cause = (
            "pins" if isinstance(error, PinsError) else why_no_gpio(GPIO, has_lgpio=bool(find_spec("lgpio")))
        )
        yield Check("gpio", "amber", message_of(error), Msg(f"core.doctor.gpio.{cause}.mend"))


def why_no_gpio(chip: Path, *, has_lgpio: bool) -> str:
    """Tell why no pin can be had: "machine" has none, "lgpio" is missing, wrong "group", or somebody has them."""
    if not chip.exists():
        return "machine"
    if not has_lgpio:
        return "lgpio"
    return "busy" if os.access(chip, os.R_OK | os.W_OK) else "group"


def check_display(environ: Mapping[str, str]) -> Check:
    """Look for something to draw on."""
    if name := display(environ):
        return green("display", "display", display=name)
    return red("display", "no_display", companion=program())


def check_disk(folder: Path) -> Check:
    """Look for room, and write a small file where evenings are kept."""
    place = next((each for each in (folder, *folder.parents) if each.exists()), Path("/"))
    try:
        with tempfile.TemporaryFile(dir=place) as file:
            file.write(b"\0" * 4096)
            file.flush()
            os.fsync(file.fileno())
        free = shutil.disk_usage(place).free // 2**20
    except OSError as error:
        return red("disk", "unwritable", folder=str(folder), problem=error.strerror or "")
    if free < LOW_MB:
        return red("disk", "full", folder=str(folder), free=free)
    if free < TIGHT_MB:
        return amber("disk", "tight", folder=str(folder), free=free)
    return green("disk", "disk", folder=str(folder), free=free)


def check_evenings(store: Store) -> Check:
    """Look for evenings that cannot be opened as they are."""
    kept = store.evenings(thorough=True)
    bad = [each.id for each in kept if each.problem]
    if bad:
        return amber("evenings", "bad_evenings", evenings=", ".join(bad), evening=bad[0], companion=program())
    return green("evenings", "evenings", count=len(kept))


def check_clock(now: float) -> Check:
    """Look whether the clock has been set; nothing but the dates on the list depends on it."""
    if now < BORN:
        return amber("clock", "clock_unset", year=time.gmtime(now).tm_year)
    return green("clock", "clock", now=time.strftime("%Y-%m-%d %H:%M", time.localtime(now)))


def check_memory(meminfo: Path) -> Check:
    """Look how much memory the machine has."""
    try:
        fields = dict(line.split(":", 1) for line in meminfo.read_text("ascii").splitlines() if ":" in line)
        total = int(fields["MemTotal"].split()[0]) // 1024
    except (OSError, KeyError, ValueError):
        return amber("memory", "memory_unknown")
    if total < SMALL_MEMORY_MB:
        return amber("memory", "memory_small", total=total)
    return green("memory", "memory", total=total)


def check_power() -> Check:
    """Ask a Raspberry Pi whether its power has ever sagged; other machines have no such question."""
    path = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
    try:
        sagged = int(path.read_text("ascii").strip(), 16) & 0x10001
    except (OSError, ValueError):
        return green("power", "power_unknown")
    return amber("power", "power_low") if sagged else green("power", "power")


def worst(checks: Iterable[Check]) -> Status:
    """Return the worst status of all."""
    order: tuple[Status, ...] = ("green", "amber", "red")
    return max((check.status for check in checks), key=order.index, default="green")
