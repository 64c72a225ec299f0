"""What can go wrong with buttons and lights, each error with a message key and named arguments."""

from collections.abc import Mapping
from types import MappingProxyType

ENGLISH: Mapping[str, str] = MappingProxyType(
    {
        "hardware.pins.unreadable": "{file}: cannot be read: {reason}",
        "hardware.pins.syntax": "{file}: is not TOML: {reason}",
        "hardware.pins.value": "{file}: {path}: {reason}",
        "hardware.pins.range": "{file}: {path}: GPIO {gpio} does not exist on the header; use {low} to {high}",
        "hardware.pins.role": "{file}: {path}: unknown role; known here: {known}",
        "hardware.pins.duplicate": "{file}: {path}: GPIO {gpio} is already taken by {other} ({other_file})",
        "hardware.gpio.missing": "no GPIO on this machine: {reason}",
        "hardware.gpio.lost": "the panel stopped answering: {reason}",
    }
)


class HardwareError(Exception):
    """Report a fault of the panel; `key` and `named` let a screen say it in its own language.

    `str()` is the same fact as one English line, for logs and the command line.
    """

    def __init__(self, key: str, **named: object) -> None:
        super().__init__(key)
        self.key = key
        self.named: Mapping[str, object] = MappingProxyType(named)

    def __str__(self) -> str:
        return ENGLISH[self.key].format(**self.named).replace("\n", " ")


class PinsError(HardwareError, ValueError):
    """Refuse a wiring file, naming the file and the path of the key."""


class NoGpioError(HardwareError, OSError):
    """Say that this machine has no usable GPIO; the screen panel takes over."""


class PanelLostError(HardwareError, OSError):
    """Say that a panel that was open no longer obeys; the screen panel takes over."""
