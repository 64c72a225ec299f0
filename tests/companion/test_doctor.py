"""The doctor: every finding with its colour, and with the mend where it is not green."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import doctor
from companion.cameras import camera_spec
from companion.cli.main import main
from companion.config import Config
from companion.store import Store
from companion.texts import LANGUAGES, Texts


def statuses(checks: object) -> list[tuple[str, str]]:
    assert isinstance(checks, tuple | list)
    return [(each.check, each.status) for each in checks]


def picture(folder: Path, pixels: object) -> str:
    folder.mkdir()
    cv2.imwrite(str(folder / "frame.png"), np.asarray(pixels, np.uint8))
    return f"folder:{folder}"


def test_a_camera_with_a_light_sharp_picture_is_green(tmp_path: Path) -> None:
    spec = picture(tmp_path / "sharp", np.random.default_rng(1).integers(0, 255, (240, 320)))
    found = list(doctor.check_camera(spec))
    assert statuses(found) == [("camera", "green"), ("light", "green"), ("focus", "green")]
    assert dict(found[0].found.args)["width"] == 320


@pytest.mark.parametrize(("grey", "key"), [(5, "core.doctor.dark"), (250, "core.doctor.bright")])
def test_a_dark_or_washed_out_picture_is_amber(tmp_path: Path, grey: int, key: str) -> None:
    found = list(doctor.check_camera(picture(tmp_path / "flat", np.full((240, 320), grey))))
    assert statuses(found) == [("camera", "green"), ("light", "amber"), ("focus", "amber")]
    assert found[1].found.key == key


def test_a_camera_that_does_not_open_is_red_and_none_at_all_is_amber(tmp_path: Path) -> None:
    assert statuses(list(doctor.check_camera(f"folder:{tmp_path / 'nowhere'}"))) == [("camera", "red")]
    assert statuses(list(doctor.check_camera("carrier pigeon"))) == [("camera", "red")]
    assert statuses(list(doctor.check_camera(""))) == [("camera", "amber")]


def test_the_chosen_camera_goes_before_the_first_there_is() -> None:
    assert camera_spec(Config(camera="url:http://phone/video")) == "url:http://phone/video"


def test_a_folder_that_cannot_be_written_is_red(tmp_path: Path) -> None:
    assert doctor.check_disk(tmp_path / "evenings" / "new").status == "green"
    assert doctor.check_disk(Path("/proc/evenings")).status == "red"


def test_a_clock_that_was_never_set_is_amber() -> None:
    assert doctor.check_clock(0).status == "amber"
    assert doctor.check_clock(1.9e9).status == "green"


def test_little_memory_is_amber(tmp_path: Path) -> None:
    (tmp_path / "meminfo").write_text("MemTotal:  500000 kB\n")
    assert doctor.check_memory(tmp_path / "meminfo").status == "amber"
    (tmp_path / "meminfo").write_text("MemTotal: 4000000 kB\n")
    assert doctor.check_memory(tmp_path / "meminfo").status == "green"
    assert doctor.check_memory(tmp_path / "nowhere").status == "amber"


def test_a_damaged_evening_is_amber_and_named(tmp_path: Path) -> None:
    assert doctor.check_evenings(Store(tmp_path)).status == "green"
    (tmp_path / "0001-prestige.db").write_bytes(b"no database")
    found = doctor.check_evenings(Store(tmp_path))
    assert found.status == "amber"
    assert dict(found.found.args)["evenings"] == "0001-prestige"


def test_a_display_is_found_by_its_name() -> None:
    assert doctor.check_display({"DISPLAY": ":3"}).status == "green"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_is_said_in_whole_sentences(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    (tmp_path / "config.toml").write_text("language = ")
    texts = Texts(language)
    checks = doctor.examine()
    for each in checks:
        assert "{" not in texts.say(each.found)
        assert (each.mend is None) == (each.status == "green")
        if each.mend:
            texts.say(each.mend)
    assert list(texts.missing) == []
    assert os.environ["COMPANION_HOME"] == str(tmp_path)


def test_a_place_for_evenings_that_is_no_folder_is_red(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for folder in (tmp_path / "file", tmp_path / "file" / "evenings"):
        assert doctor.check_disk(folder).status == "red"


def test_a_folder_for_packs_that_is_not_there_is_amber(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    (tmp_path / "config.toml").write_text("packs = 'pakcs'")
    found = list(doctor.check_packs(Config(packs="pakcs")))
    assert statuses(found) == [("packs", "amber")]
    (tmp_path / "pakcs").mkdir()
    assert list(doctor.check_packs(Config(packs="pakcs"))) == []


def test_the_mend_for_missing_buttons_fits_the_cause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chip = tmp_path / "gpiochip0"
    assert doctor.why_no_gpio(chip, has_lgpio=False) == "machine"
    chip.touch()
    assert doctor.why_no_gpio(chip, has_lgpio=False) == "lgpio"
    assert doctor.why_no_gpio(chip, has_lgpio=True) == "busy"
    if os.geteuid():
        chip.chmod(0)
        assert doctor.why_no_gpio(chip, has_lgpio=True) == "group"
    (tmp_path / "pins.toml").write_text("schema = ")
    monkeypatch.setenv("COMPANION_PINS", str(tmp_path / "pins.toml"))
    (found,) = doctor.check_gpio()
    assert found.mend is not None
    assert found.mend.key == "core.doctor.gpio.pins.mend"
    for language in LANGUAGES:
        texts = Texts(language)
        causes = ("machine", "lgpio", "group", "busy", "pins")
        assert len({texts.say(f"core.doctor.gpio.{cause}.mend") for cause in causes}) == len(causes)
        assert list(texts.missing) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_check_has_a_name_in_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    checks = doctor.examine()
    main(["--language", language, "doctor"])
    out = capsys.readouterr().out
    texts = Texts(language)
    assert all(texts.say(f"core.doctor.name.{each.check}") in out for each in checks)
    assert "[" not in out
    main(["--language", language, "doctor", "--json"])
    assert {each["check"] for each in json.loads(capsys.readouterr().out)} == {each.check for each in checks}


def test_commands_that_mend_run_as_they_are_printed(tmp_path: Path) -> None:
    (tmp_path / "0001-prestige.db").write_bytes(b"no database")
    found = doctor.check_evenings(Store(tmp_path))
    assert found.mend is not None
    said = Texts("en").say(found.mend)
    typed = shlex.split(said[: said.index(" recover")])
    done = subprocess.run([*typed, "--help"], capture_output=True, text=True, check=True)
    assert "recover" in done.stdout
