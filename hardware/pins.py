"""Which role hangs on which pin: the typed wiring file, the documented default, the user's own."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from hardware.debounce import Timing
from hardware.errors import PinsError
from hardware.roles import BUTTONS, BUZZER, LIGHTS, TABLE, Role

LOWEST: Final = 2
HIGHEST: Final = 27
"""GPIO 0 and 1 belong to the HAT's memory; the 40-pin header has none above 27."""
BASES: Final = {
    "default": Path(__file__).with_name("pins.toml"),
    "rgb": Path(__file__).with_name("pins_rgb.toml"),
}
MACHINE: Final = Path("/etc/companion/pins.toml")
"""Where a machine keeps its wiring: the kiosk, and whoever tries its buttons or asks after them, go by the same."""


Value = TypeVar("Value")


class ButtonPin(Struct, frozen=True):
    """Hold the pin of one button, wired to ground."""

    role: Role
    gpio: int


class LightPins(Struct, frozen=True):
    """Hold the pins of one light: one for a single LED; red, green and blue for an RGB one."""

    role: Role
    gpios: tuple[int, ...]


class Pins(Struct, frozen=True):
    """Hold a whole checked wiring."""

    buttons: tuple[ButtonPin, ...] = ()
    lights: tuple[LightPins, ...] = ()
    buzzer: int | None = None
    lights_on_high: bool = True
    timing: Timing = Timing()

    @property
    def roles(self) -> frozenset[Role]:
        """Name what is wired."""
        buzzer = () if self.buzzer is None else (BUZZER,)
        return frozenset((*(b.role for b in self.buttons), *(w.role for w in self.lights), *buzzer))


class RgbPins(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the three pins of an RGB light, as a file writes them."""

    red: int
    green: int
    blue: int


class TimingTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the times of a file, in milliseconds; None leaves the base's."""

    press_ms: Annotated[float, Meta(ge=0, le=50)] | None = None
    release_ms: Annotated[float, Meta(ge=5, le=200)] | None = None
    hold_ms: Annotated[float, Meta(ge=300, le=5000)] | None = None


class WiringFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold a wiring file as written; pins are checked one by one, so that errors can name them."""

    schema: Literal[1]
    source: str = ""
    extends: Literal["default", "rgb", "nothing"] = "default"
    lights_on: Literal["high", "low"] | None = None
    buzzer: object = None
    buttons: dict[str, object] = {}
    lights: dict[str, object] = {}
    timing: TimingTable = TimingTable()


class Claim(Struct, frozen=True):
    """Note which file asks for which pins, and where in it; no pins means: not there."""

    role: Role
    file: str
    path: str
    gpios: tuple[int, ...]


def find_pins(environ: Mapping[str, str], machine: Path = MACHINE) -> Path | None:
    """Return the user's own wiring file: the one that COMPANION_PINS names, else this machine's, if it is there."""
    path = Path(environ.get("COMPANION_PINS", "") or machine)
    return path if path.exists() else None


def load_pins(path: Path | None = None) -> Pins:
    """Read the wiring: the documented default, or the user's file on top of the base it extends.

    Raises PinsError, one line, naming the file and the path of the key.
    """
    if path is None:
        files = [(BASES["default"], _read(BASES["default"]))]
    else:
        files = [(path, _read(path))]
        base = BASES.get(files[0][1].extends)
        files = files if base is None else [(base, _read(base)), *files]
    claims = {claim.role: claim for file, written in files for claim in _claims(file, written)}
    _refuse_duplicates(sorted(claims.values(), key=lambda claim: claim.file == str(path)))
    return _build(claims, [written for _, written in files])


def _read(path: Path) -> WiringFile:
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise PinsError("hardware.pins.unreadable", file=path, reason=error.strerror or error) from error
    except ValueError as error:
        raise PinsError("hardware.pins.syntax", file=path, reason=error) from error
    return _convert(written, WiringFile, path, "")


def _convert(written: object, to: type[Value], file: Path, path: str) -> Value:
    try:
        return msgspec.convert(written, to)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at `$")
        whole = (path + where.rstrip("`")).strip(".") or "the file"
        raise PinsError("hardware.pins.value", file=file, path=whole, reason=reason) from error


def _claims(file: Path, written: WiringFile) -> list[Claim]:
    claims = []
    for table, entries in (("buttons", written.buttons), ("lights", written.lights)):
        known = {_name(role): role for role in (BUTTONS if table == "buttons" else LIGHTS)}
        for name, value in entries.items():
            at = f"{table}.{name}"
            if name not in known:
                raise PinsError("hardware.pins.role", file=file, path=at, known=", ".join(known))
            claims.append(Claim(known[name], str(file), at, _gpios(value, file, at, table == "lights")))
    if written.buzzer is not None:
        claims.append(Claim(BUZZER, str(file), "buzzer", _gpios(written.buzzer, file, "buzzer", False)))
    return claims


def _name(role: Role) -> str:
    return str(role.kind) if role.seat == TABLE else f"seat{role.seat + 1}"


def _gpios(value: object, file: Path, path: str, may_be_rgb: bool) -> tuple[int, ...]:
    if value is False:
        return ()
    if may_be_rgb and isinstance(value, dict):
        parts = msgspec.structs.asdict(_convert(value, RgbPins, file, path))
        at = {f"{path}.{part}": gpio for part, gpio in parts.items()}
    else:
        at = {path: _convert(value, int, file, path)}
    for where, gpio in at.items():
        if not LOWEST <= gpio <= HIGHEST:
            raise PinsError("hardware.pins.range", file=file, path=where, gpio=gpio, low=LOWEST, high=HIGHEST)
    return tuple(at.values())


def _refuse_duplicates(claims: list[Claim]) -> None:
    taken: dict[int, Claim] = {}
    for claim in claims:
        for gpio in claim.gpios:
            other = taken.setdefault(gpio, claim)
            if other is not claim or claim.gpios.count(gpio) > 1:
                raise PinsError(
                    "hardware.pins.duplicate",
                    file=claim.file,
                    path=claim.path,
                    gpio=gpio,
                    other=other.path,
                    other_file=other.file,
                )


def _build(claims: dict[Role, Claim], files: list[WiringFile]) -> Pins:
    wired = {role: claims[role].gpios for role in sorted(claims) if claims[role].gpios}
    lights_on = [written.lights_on for written in files if written.lights_on is not None]
    return Pins(
        buttons=tuple(ButtonPin(role, wired[role][0]) for role in BUTTONS if role in wired),
        lights=tuple(LightPins(role, wired[role]) for role in LIGHTS if role in wired),
        buzzer=wired[BUZZER][0] if BUZZER in wired else None,
        lights_on_high="low" not in lights_on[-1:],
        timing=_timing([written.timing for written in files]),
    )


def _timing(tables: list[TimingTable]) -> Timing:
    chosen: dict[str, float] = {}
    for table in tables:
        for name, milliseconds in msgspec.structs.asdict(table).items():
            if milliseconds is not None:
                chosen[name.removesuffix("_ms")] = milliseconds / 1000
    return Timing(**chosen)
