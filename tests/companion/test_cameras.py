"""Which cameras can be chosen, and which one is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cameras import PICTURES, camera_spec, cameras
from companion.config import Config


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    for node, name, index in (
        ("video0", "HD Webcam", "0"),
        ("video1", "HD Webcam", "1"),
        ("video10", "bcm2835-codec-decode", "0"),
        ("video2", "Document Camera", "0"),
        ("v4l-subdev0", "imx708 10-001a", "0"),
    ):
        folder = tmp_path / "devices" / node
        folder.mkdir(parents=True)
        (folder / "name").write_text(f"{name}\n")
        (folder / "index").write_text(f"{index}\n")
    return tmp_path / "devices"


def specs(devices: Path, config: Config | None = None) -> list[str]:
    return [camera.spec for camera in cameras(config, devices)]


def test_every_camera_is_named_once_and_no_codec(devices: Path) -> None:
    assert [(each.spec, dict(each.name.args)) for each in cameras(None, devices)] == [
        ("v4l2:0", {"name": "HD Webcam"}),
        ("v4l2:2", {"name": "Document Camera"}),
    ]


@pytest.fixture
def programs(devices: Path) -> Path:
    """Install the camera programs of a Raspberry Pi, as its system does, whatever is plugged in."""
    program = devices.parent / "bin" / "rpicam-vid"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return devices


@pytest.mark.parametrize("receiver", ["unicam-image", "rp1-cfe-csi2_ch0"])
def test_the_camera_of_a_raspberry_pi_goes_first(programs: Path, receiver: str) -> None:
    (programs / "video20").mkdir()
    (programs / "video20" / "name").write_text(f"{receiver}\n")
    assert specs(programs) == ["rpicam:", "v4l2:0", "v4l2:2"]
    assert camera_spec(Config(), programs) == "rpicam:"


def test_a_raspberry_pi_without_its_own_camera_uses_the_webcam(programs: Path) -> None:
    assert specs(programs) == ["v4l2:0", "v4l2:2", "rpicam:"]
    assert camera_spec(Config(), programs) == "v4l2:0"
    assert camera_spec(Config(camera="rpicam:"), programs) == "rpicam:"


def test_a_raspberry_pi_without_any_camera_is_played_by_touch(programs: Path, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    assert specs(nothing) == ["rpicam:"]
    assert camera_spec(Config(), nothing) == ""


def test_a_folder_of_pictures_can_be_chosen_but_is_never_taken_unasked(devices: Path, tmp_path: Path) -> None:
    pictures = tmp_path / "home" / PICTURES
    pictures.mkdir(parents=True)
    assert specs(devices)[-1] == f"folder:{pictures}"
    assert specs(tmp_path / "nothing") == [f"folder:{pictures}"]
    assert "folder" not in camera_spec(Config())


def test_a_chosen_camera_that_is_not_there_now_stays_on_the_list(devices: Path) -> None:
    assert specs(devices, Config(camera="url:http://phone/video"))[-1] == "url:http://phone/video"
    assert specs(devices, Config(camera="v4l2:2")) == specs(devices, Config(camera="off")) == specs(devices)


def test_a_camera_that_is_off_is_none() -> None:
    assert camera_spec(Config(camera="off")) == ""
