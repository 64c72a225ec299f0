"""The lens of the owner's camera: found out from pictures, kept beside the settings, undone before cells are told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.config import Config, config_dir
from vision.calibrate import calibrate
from vision.camera import STICKER_MM, code_side_mm
from vision.decode import Reader
from vision.errors import LensError
from vision.image import load_image
from vision.lens import Lens, load_lens

FILE = "lens.toml"


def lens_path() -> Path:
    """Return where the lens of the owner's camera is kept."""
    return config_dir() / FILE


def own_lens() -> Lens | None:
    """Return the lens that was calibrated, None where none was. Raises ``LensError`` for a file that is spoilt."""
    path = lens_path()
    return load_lens(path) if path.exists() else None


def own_code_mm(config: Config) -> float:
    """Return the side of the codes on the owner's stickers."""
    return code_side_mm(config.sticker_mm or STICKER_MM)


def lens_from(images: Sequence[Path]) -> Lens:
    """Find out the lens from pictures of a sticker sheet; raise ``LensError`` or ``ImageError`` for what is wrong.

    The stickers must be of one size, whichever: a lens bends alike what is near and small.
    """
    reader, pictures, sizes = Reader(), [], []
    for path in images:
        grey = load_image(path)
        height, width = grey.shape
        sizes.append((width, height))
        if sizes[-1] != sizes[0]:
            raise LensError("vision.lens.sizes", path=str(path))
        pictures.append(reader.read(grey, thorough=True))
    return calibrate(pictures, sizes[0], code_side_mm())
