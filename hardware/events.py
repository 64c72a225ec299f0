"""What happened at the panel: presses, holds and releases, each told once."""

from msgspec import Struct

from hardware.roles import Role


class Pressed(Struct, frozen=True, tag="pressed"):
    """A finger went down; `ordinal` is unique to this press, `time` is when the contact closed (s)."""

    role: Role
    ordinal: int
    time: float


class Held(Struct, frozen=True, tag="held"):
    """The finger of press `ordinal` stayed down past the hold threshold, reached at `time` (s)."""

    role: Role
    ordinal: int
    time: float


class Released(Struct, frozen=True, tag="released"):
    """The finger of press `ordinal` went up at `time` (s)."""

    role: Role
    ordinal: int
    time: float


PanelEvent = Pressed | Held | Released
