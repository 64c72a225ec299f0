"""What every test stands on: a home of its own, one language, and how hard hypothesis tries."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Before anything is imported: Kivy, platformdirs and lgpio read these when they load, and no test may touch
# the evenings and settings of whoever runs it.
_HOME = Path(tempfile.mkdtemp(prefix="companion-tests-"))
atexit.register(shutil.rmtree, _HOME, ignore_errors=True)
for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "KIVY_HOME", "LG_WD"):
    folder = _HOME / name.lower()
    folder.mkdir()
    os.environ[name] = str(folder)
for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
    os.environ.pop(name, None)
os.environ |= {
    "LANG": "pt_BR.UTF-8",
    "GPIOZERO_PIN_FACTORY": "mock",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_NO_FILELOG": "1",
}

settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("full", settings.get_profile("ci"), derandomize=False, max_examples=1000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--full", action="store_true", help="the long forms too, and hypothesis tries much harder"
    )


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("full" if config.getoption("--full") else "ci")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--full"):
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="long: runs with --full"))


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether to run the long form of a test that has two."""
    return bool(request.config.getoption("--full"))
