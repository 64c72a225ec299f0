"""Files written whole, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.files import write_whole

FULL = Path("/dev/full")


def test_a_file_is_written_with_the_folders_that_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.txt"
    write_whole(path, "Muralha à vista\n")
    write_whole(path, "Poço\n")
    assert path.read_text("utf-8") == "Poço\n"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
def test_a_full_disk_leaves_the_old_file_and_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    path.write_text("old", "utf-8")
    (tmp_path / "kept.txt.new").symlink_to(FULL)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new")
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
