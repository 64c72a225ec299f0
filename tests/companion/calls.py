"""Calls of the command line, for its tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main
from companion.games import find
from companion.players import default_players
from companion.session import Session
from companion.store import Store
from rules.core.commands import Answer
from rules.core.state import Setup


def call(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    try:
        code = main([str(each) for each in arguments])
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    said = capsys.readouterr()
    return code, said.out, said.err


def as_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    code, out, err = call(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def evening(home: Path, steps: int = 12) -> str:
    session = Session.start(
        Store(home / "evenings"), find("prestige"), Setup(2), default_players("Ana", "Bia"), 3
    )
    for _ in range(steps):
        ask = session.asks()[0]
        session.dispatch(Answer(ask.id, next(ask.replies())))
    session.close()
    return session.id
