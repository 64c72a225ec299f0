"""What tests of the command line share: a home of their own, the game, and a picture with stickers in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import LoadedGame, find
from companion.stickers import choose_pieces, write_sheets


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(scope="module")
def prestige() -> LoadedGame:
    return find("prestige")


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory, prestige: LoadedGame) -> Path:
    """A picture of some city cards: the sticker sheet itself, rasterised."""
    import pypdfium2

    folder = tmp_path_factory.mktemp("photo")
    pieces = choose_pieces(prestige, "city")[:12]
    write_sheets(prestige, pieces, folder / "city.pdf", "en")
    document = pypdfium2.PdfDocument(folder / "city.pdf")
    document[0].render(scale=2, grayscale=True).to_pil().save(folder / "city.png")
    document.close()
    return folder / "city.png"
