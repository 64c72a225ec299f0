"""The try-out prints what the panel sees."""

import io
from pathlib import Path

import pytest

from hardware.try_panel import main


class Stopwatch:
    """A clock that goes on only when somebody waits."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


def run(*argv: str, lines: str = "") -> tuple[int, list[str]]:
    out, watch = io.StringIO(), Stopwatch()
    code = main(list(argv), lines=io.StringIO(lines), out=out, clock=watch, sleep=watch.wait)
    return code, out.getvalue().splitlines()


def story(lines: list[str]) -> list[str]:
    return [line.split(maxsplit=1)[1] for line in lines if "#" in line]


def test_mock_fingers_press_what_the_lines_say() -> None:
    code, lines = run("--mock", "--seconds", "1e9", lines="seat1.next\n\nhold undo\n")
    assert code == 0
    assert story(lines) == [
        "#0  seat1.next  pressed",
        "#0  seat1.next  released",
        "#1  undo  pressed",
        "#1  undo  held",
        "#1  undo  released",
    ]
    assert "lights 1* 2. 3. 4. 5. 6." in lines
    assert "lights 1* 2. 3. 4. 5. 6.  beep" in lines


def test_a_line_that_names_no_button_is_answered_and_the_rest_goes_on() -> None:
    code, lines = run("--mock", "--seconds", "1e9", lines="seat9.next\nlight\nok\n")
    assert code == 0
    assert "unknown role 'seat9.next'" in lines
    assert story(lines) == ["#0  ok  pressed", "#0  ok  released"]


def test_end_ends_it_whatever_would_have_followed() -> None:
    code, lines = run("--mock", "--seconds", "1e9", lines="ok\nend\nundo\n")
    assert code == 0
    assert story(lines) == ["#0  ok  pressed", "#0  ok  released"]


def test_it_stops_when_its_seconds_are_over() -> None:
    code, lines = run("--mock", "--seconds", "0", lines="ok\n")
    assert code == 0
    assert story(lines) == []


def test_a_wrong_wiring_is_one_line_and_code_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("schema = 1\n[buttons]\nok = 99\n", encoding="utf-8")
    assert run("--mock", "--pins", str(path))[0] == 2
    assert (
        capsys.readouterr().err == f"{path}: buttons.ok: GPIO 99 does not exist on the header; use 2 to 27\n"
    )


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has GPIO")
def test_without_gpio_it_says_how_to_go_on_and_turning_off_is_done(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run()[0] == 2
    assert "no GPIO on this machine" in capsys.readouterr().err
    assert run("--off")[0] == 0
