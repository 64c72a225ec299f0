"""Files written whole, or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from companion.errors import InputError
from companion.files import (
    MEMORY,
    make_folder,
    read_text,
    scratch_folder,
    write_output,
    write_picture,
    write_whole,
)

FULL = Path("/dev/full")


def test_a_file_is_written_whole_over_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
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


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_said_with_the_file_and_leaves_no_half_picture(tmp_path: Path) -> None:
    path = tmp_path / "city.png"
    (tmp_path / "city.png.new").symlink_to(FULL)
    with pytest.raises(InputError) as caught:
        write_picture(path, np.zeros((20, 30), np.uint8))
    assert (caught.value.key, caught.value.args_by_name["file"]) == ("core.output_full", str(path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["no/such/folder/x", "file/x", "folder"])
def test_a_place_that_takes_no_file_is_named(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError) as caught:
        write_output(tmp_path / place, "text")
    assert caught.value.args_by_name["file"] == str(tmp_path / place)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError) as caught:
        make_folder(tmp_path / "file" / "out")
    assert caught.value.args_by_name["file"] == str(tmp_path / "file" / "out")


def test_a_link_and_the_rights_of_a_file_stay_when_it_is_written_anew(tmp_path: Path) -> None:
    path, link = tmp_path / "real.txt", tmp_path / "link.txt"
    path.write_text("old")
    path.chmod(0o600)
    link.symlink_to(path)
    write_whole(link, "new")
    assert link.is_symlink()
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o600)


def test_a_device_is_written_to_and_never_replaced() -> None:
    write_whole(Path("/dev/null"), "gone")
    assert Path("/dev/null").is_char_device()


def test_only_ordinary_files_of_a_sane_size_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("\ufeffabc", "utf-8")
    assert read_text(path, 6) == "abc"
    for file, largest in ((path, 5), (Path("/dev/zero"), 5), (tmp_path, 5), (tmp_path / "none", 5)):
        with pytest.raises(InputError) as caught:
            read_text(file, largest)
        assert caught.value.args_by_name["file"] == str(file)


@pytest.mark.skipif(not MEMORY.is_dir(), reason="this system keeps no files in memory")
def test_where_no_folder_takes_temporary_files_they_lie_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "none"))
    with scratch_folder() as folder:
        (Path(folder) / "a").write_text("a")
        assert MEMORY in Path(folder).parents
    assert not Path(folder).exists()


@pytest.mark.skipif(not MEMORY.is_dir(), reason="this system keeps no files in memory")
def test_where_the_usual_folder_is_too_small_temporary_files_lie_in_memory() -> None:
    with scratch_folder(2**62) as large, scratch_folder() as small:
        assert MEMORY in Path(large).parents
        assert Path(small).parent == Path(tempfile.gettempdir())


def test_the_window_needs_no_folder_for_temporary_files() -> None:
    script = "import tempfile; tempfile._candidate_tempdir_list = lambda: ['/dev/null']; import companion.app.window"
    done = subprocess.run([sys.executable, "-c", script], env=os.environ, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
