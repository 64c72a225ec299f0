"""Reads a game's TOML data into typed values; every error is one line with file and path."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from rules.core.errors import DataError
from rules.core.value import Arg, Value, Word, is_whole, msg

D = TypeVar("D")
SCHEMA = 1
PROVENANCES = ("published", "house", "owner")
MOST = 99
"""No count or amount of a data file is larger: a slip of the finger shows."""
_PLACE = re.compile(r"(?P<what>.*?)(?: - at `(?P<path>[^`]*)`)?")
_FAULTS = {
    "field_missing": re.compile(r"Object missing required field `(?P<field>.*)`"),
    "field_unknown": re.compile(r"Object contains unknown field `(?P<field>.*)`"),
    "kind": re.compile(
        r"Expected `(?P<wanted>array|bool|float|int|object|str)(?: \| null)?`, got `(?P<got>[a-z]+)`"
    ),
}
_KINDS = ("array", "bool", "float", "int", "object", "str")
_LINE = re.compile(r"line (\d+)")


class Header(Value, frozen=True):
    """What every data file says of itself."""

    schema: int
    edition: str
    source: str
    provenance: str


def read_toml(files: Mapping[str, bytes], name: str, kind: type[D]) -> D:
    """Read one file into its type.

    Raises ``DataError`` naming file and place: missing, not TOML, a wrong type or an unknown field, a
    newer schema, an unknown provenance. The type has a field ``header`` of type ``Header``.
    """
    if name not in files:
        raise DataError("core.data_missing", file=name)
    raw = _parse(name, files[name])
    check_header(name, raw)
    try:
        return msgspec.convert(raw, type=kind)
    except msgspec.ValidationError as error:
        place, fault = _fault(str(error))
        raise DataError("core.data_check", file=name, path=place, problem=fault) from error


def _parse(name: str, data: bytes) -> dict[str, object]:
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DataError("core.data_letters", file=name, line=line) from error
    except tomllib.TOMLDecodeError as error:
        told = _LINE.search(str(error))
        line = int(told[1]) if told else data.count(b"\n") + 1
        raise DataError("core.data_syntax", file=name, line=line) from error


def _fault(said: str) -> tuple[str, Arg]:
    """Put what the decoder says into a place and a reason; its own words where they are none that we know."""
    found = _PLACE.fullmatch(said)
    what, path = (found["what"], found["path"]) if found else (said, None)
    for key, form in _FAULTS.items():
        if told := form.fullmatch(what):
            args = {name: _kind(word) if key == "kind" else word for name, word in told.groupdict().items()}
            return path or "$", msg(f"core.fault.{key}", **args)
    return path or "$", what


def _kind(word: str) -> Arg:
    return Word(f"core.fault.kind.{word}") if word in _KINDS else word


def check_header(name: str, raw: Mapping[str, object]) -> None:
    """Raise ``DataError`` where the header is absent, newer than this program, or of unknown origin."""
    header = raw.get("header")
    if not isinstance(header, dict):
        raise DataError("core.data_header", file=name)
    schema = header.get("schema")
    if not is_whole(schema):
        raise DataError("core.data_header", file=name)
    if schema > SCHEMA:
        raise DataError("core.data_newer", file=name, schema=str(schema), known=SCHEMA)
    if header.get("provenance") not in PROVENANCES:
        raise DataError("core.data_provenance", file=name, value=str(header.get("provenance")))


def require(ok: bool, file: str, path: str, fault: str, /, **args: Arg) -> None:
    """Raise ``DataError`` with file, path and the fault's message unless a cross check holds."""
    if not ok:
        raise DataError("core.data_check", file=file, path=path, problem=msg(fault, **args))


def require_known(value: str, known: Iterable[str], file: str, path: str) -> None:
    """Require one of the words that are known here; the fault lists them."""
    words = tuple(known)
    listed = ", ".join(word for word in words if word)
    require(value in words, file, path, "core.fault.unknown", value=value, known=listed)


def require_within(value: int, low: int, high: int, file: str, path: str) -> None:
    """Require a number between two bounds, both included."""
    require(low <= value <= high, file, path, "core.fault.within", value=value, low=low, high=high)
