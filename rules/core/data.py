"""Reads a game's TOML data into typed values; every error is one line with file and path."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from rules.core.errors import DataError
from rules.core.value import Value, is_whole

D = TypeVar("D")
SCHEMA = 1
PROVENANCES = ("published", "house", "owner")


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
    try:
        raw = tomllib.loads(files[name].decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError("core.data_syntax", file=name, problem=str(error)) from error
    check_header(name, raw)
    try:
        return msgspec.convert(raw, type=kind)
    except msgspec.ValidationError as error:
        raise DataError("core.data_field", file=name, problem=str(error)) from error


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


def require(ok: bool, file: str, path: str, problem: str) -> None:
    """Raise ``DataError`` with file and path unless a cross check holds."""
    if not ok:
        raise DataError("core.data_check", file=file, path=path, problem=problem)
