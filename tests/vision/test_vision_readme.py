"""The README's table and example are true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bench.bench_heights import HEIGHTS_CM
from vision.camera import CAMERAS

README = Path(__file__).resolve().parents[2] / "vision" / "README.md"
STICKERS_MM = (10, 12, 15, 20, 25)
ROW = re.compile(r"\| ([\w-]+) \| (still|video) (\d+)x(\d+) \| (\d+) cm \| (\d+) x (\d+) cm \|(.*)\|")


def test_the_table_of_pixels_a_module_is_what_the_cameras_give() -> None:
    rows = ROW.findall(README.read_text())
    assert len(rows) > 10
    for name, mode, width, height, up_cm, wide_cm, deep_cm, figures in rows:
        camera, still, up_mm = CAMERAS[name], mode == "still", 10 * float(up_cm)
        assert camera.size(still=still) == (int(width), int(height))
        assert [round(side / 10) for side in camera.field_mm(up_mm)] == [int(wide_cm), int(deep_cm)]
        told = [float(figure.strip(" *")) for figure in figures.split("|")[: len(STICKERS_MM)]]
        true = [round(camera.px_per_module(up_mm, sticker, still=still), 1) for sticker in STICKERS_MM]
        assert told == true, name


def test_what_is_read_from_each_height_stands_in_the_table_for_every_row_that_the_bench_measures() -> None:
    rows = ROW.findall(README.read_text())
    assert {(name, mode == "still", int(up)) for name, mode, _, _, up, _, _, _ in rows} == {
        (name, still, height) for (name, still), heights in HEIGHTS_CM.items() for height in heights
    }
    for *_, figures in rows:
        at_once, in_the_end = (float(share) for share in re.findall(r"(\d+) %", figures))
        assert 0 <= at_once <= in_the_end <= 100


def test_the_readme_s_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = README.read_text()
    block = text[text.index("    from vision.camera") :].split("\n\nWhat may")[0]
    code = "\n".join(line[4:] for line in block.splitlines())
    exec(compile(code, str(README), "exec"), {})
    assert capsys.readouterr().out.startswith("TC1AA01 ((")
