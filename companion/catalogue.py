"""Reads a gettext catalogue (.po) at run time: quick, and no compile step between a translator and the table."""

from __future__ import annotations

import ast
import gettext
from collections.abc import Callable, Iterator

from rules.core.value import Value

DEFAULT_PLURALS = "nplurals=2; plural=(n != 1);"


class CatalogueError(ValueError):
    """A catalogue that cannot be read; says file and line."""


class Catalogue(Value, frozen=True):
    """Texts by key; a text with plural forms has one for each."""

    texts: dict[str, tuple[str, ...]]
    plurals: str = DEFAULT_PLURALS

    def chooser(self) -> Callable[[int], int]:
        """Return the function from a count to the number of its form."""
        rule = self.plurals.partition("plural=")[2].rstrip("; ") or "n != 1"
        return gettext.c2py(rule)


def read_catalogue(text: str, file: str = "") -> Catalogue:
    """Read a catalogue; entries without a translation and fuzzy ones are left out."""
    texts: dict[str, tuple[str, ...]] = {}
    plurals = DEFAULT_PLURALS
    for fuzzy, entry in _entries(text, file):
        key, forms = entry.pop("msgid", ""), tuple(entry[name] for name in sorted(entry) if "msgstr" in name)
        if not key:
            plurals = _header(forms[0] if forms else "").get("plural-forms", plurals)
        elif forms and all(forms) and not fuzzy:
            texts[key] = forms
    return Catalogue(texts, plurals)


def _entries(text: str, file: str) -> Iterator[tuple[bool, dict[str, str]]]:
    """Yield each entry's fields by name: msgid, msgid_plural, msgstr or msgstr[0]..."""
    entry: dict[str, str] = {}
    fuzzy, marked, field = False, False, ""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if line.startswith("#"):
            marked = marked or (line.startswith("#,") and "fuzzy" in line)
        elif line.startswith('"'):
            entry[field] = entry.get(field, "") + _unquote(line, file, number)
        elif line:
            field, _, quoted = line.partition(" ")
            if field == "msgid":
                yield fuzzy, entry
                entry, fuzzy, marked = {}, marked, False
            entry[field] = _unquote(quoted.strip(), file, number)
    yield fuzzy, entry


def _unquote(quoted: str, file: str, number: int) -> str:
    if len(quoted) < 2 or quoted[0] != '"' or quoted[-1] != '"':
        raise CatalogueError(f"{file}:{number}: a text in double quotes is expected")
    if "\\" not in quoted:
        return quoted[1:-1]
    try:
        return str(ast.literal_eval(quoted))
    except (ValueError, SyntaxError) as error:
        raise CatalogueError(f"{file}:{number}: {error}") from error


def _header(text: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in text.splitlines() if ":" in line)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}
