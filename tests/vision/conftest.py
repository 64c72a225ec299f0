"""The clock that every test of this room may turn."""

from __future__ import annotations

import pytest

from tests.vision.staging import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()
