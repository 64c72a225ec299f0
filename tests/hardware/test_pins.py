"""A wiring file is checked whole; what is wrong is named by file and key, on one line."""

from pathlib import Path

import pytest

from hardware.debounce import Timing
from hardware.errors import HardwareError, PinsError
from hardware.pins import BASES, MACHINE, find_pins, load_pins
from hardware.roles import BUZZER, DRAW, LIGHTS, OK, ROLES, light, next_button


def write(folder: Path, text: str) -> Path:
    path = folder / "pins.toml"
    path.write_text(f"schema = 1\n{text}", encoding="utf-8")
    return path


def test_the_default_wires_every_role_to_its_own_pin() -> None:
    pins = load_pins()
    assert pins.roles == frozenset(ROLES)
    gpios = [b.gpio for b in pins.buttons] + [w.gpios[0] for w in pins.lights] + [pins.buzzer]
    assert len(set(gpios)) == 16
    assert pins.timing == Timing(press=0.005, release=0.03, hold=0.8)


def test_the_default_leaves_i2c_spi_and_uart_to_others() -> None:
    pins = load_pins()
    used = {b.gpio for b in pins.buttons} | {w.gpios[0] for w in pins.lights} | {pins.buzzer}
    assert not used & {2, 3, 7, 8, 9, 10, 11, 14, 15}


@pytest.mark.parametrize("base", BASES)
def test_every_shipped_light_is_dark_while_the_pi_starts(base: str) -> None:
    # GPIO 0-8 are pulled up until somebody claims them, the others down (BCM2835 ARM Peripherals, 6.2).
    pins = load_pins(BASES[base])
    assert all(gpio > 8 for wired in pins.lights for gpio in wired.gpios)
    assert pins.buzzer is not None
    assert pins.buzzer > 8


def test_the_rgb_wiring_serves_four_seats(tmp_path: Path) -> None:
    pins = load_pins(write(tmp_path, 'extends = "rgb"'))
    assert [len(wired.gpios) for wired in pins.lights] == [3, 3, 3, 3]
    assert next_button(3) in pins.roles
    assert next_button(4) not in pins.roles


def test_a_file_may_come_from_an_editor_that_marks_it(tmp_path: Path) -> None:
    path = write(tmp_path, "buzzer = false")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert load_pins(path).buzzer is None


def test_a_user_file_changes_only_what_it_names(tmp_path: Path) -> None:
    pins = load_pins(write(tmp_path, "[buttons]\nok = 18\n[timing]\nhold_ms = 1200\n"))
    assert {b.role: b.gpio for b in pins.buttons}[OK] == 18
    assert {b.role: b.gpio for b in pins.buttons}[DRAW] == 4
    assert pins.timing == Timing(press=0.005, release=0.03, hold=1.2)


def test_false_takes_a_role_away_and_frees_its_pin(tmp_path: Path) -> None:
    text = "buzzer = false\n[buttons]\nseat6 = false\n[lights]\nseat6 = false\nseat5 = 13\n"
    pins = load_pins(write(tmp_path, text))
    assert not {BUZZER, next_button(5), light(5)} & pins.roles
    assert {wired.role: wired.gpios for wired in pins.lights}[light(4)] == (13,)


def test_a_file_may_begin_from_nothing(tmp_path: Path) -> None:
    text = 'extends = "nothing"\nlights_on = "low"\n[lights]\nseat2 = { red = 2, green = 3, blue = 27 }\n'
    pins = load_pins(write(tmp_path, text))
    assert pins.roles == {LIGHTS[1]}
    assert pins.lights[0].gpios == (2, 3, 27)
    assert not pins.lights_on_high


@pytest.mark.parametrize(
    ("text", "key", "says"),
    [
        ("[buttons]\nseat7 = 5", "role", "buttons.seat7: unknown role; known here: seat1, seat2"),
        ("[lights]\nok = 5", "role", "lights.ok: unknown role"),
        ("[buttons]\nok = 28", "range", "buttons.ok: GPIO 28 does not exist on the header; use 2 to 27"),
        ("[buttons]\nok = -1", "range", "buttons.ok: GPIO -1 does not exist"),
        ("buzzer = 1", "range", "buzzer: GPIO 1 does not exist"),
        ("[lights]\nseat1 = {red = 2, green = 3, blue = 40}", "range", "lights.seat1.blue: GPIO 40"),
        ("[buttons]\nok = 23", "duplicate", "buttons.ok: GPIO 23 is already taken by lights.seat1 ("),
        ("[lights]\nseat1 = {red = 2, green = 3, blue = 2}", "duplicate", "lights.seat1: GPIO 2 is already"),
        ("[buttons]\nok = 2\nundo = 2", "duplicate", "GPIO 2 is already taken by"),
        ("[buttons]\nok = true", "value", "buttons.ok: Expected `int`, got `bool`"),
        ("[buttons]\nok = '17'", "value", "buttons.ok: Expected `int`, got `str`"),
        ("[buttons]\nok = {red = 1, green = 2, blue = 3}", "value", "buttons.ok: Expected `int`"),
        (
            "[lights]\nseat1 = {red = 2, green = 3}",
            "value",
            "lights.seat1: Object missing required field `blue`",
        ),
        ("[lights]\nseat1 = {red = 2, green = 3, blue = 'x'}", "value", "lights.seat1.blue: Expected `int`"),
        ("[timing]\nhold_ms = 5", "value", "timing.hold_ms: Expected `float` >= 300"),
        ("[button]\nok = 5", "value", "the file: Object contains unknown field `button`"),
        ("lights_on = 'up'", "value", "lights_on: Invalid enum value 'up'"),
        ("extends = 'mine'", "value", "extends: Invalid enum value 'mine'"),
        ("ok = [", "syntax", "is not TOML"),
    ],
)
def test_a_wrong_entry_is_one_line_with_file_and_key(tmp_path: Path, text: str, key: str, says: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(PinsError) as caught:
        load_pins(path)
    line = str(caught.value)
    assert caught.value.key == f"hardware.pins.{key}"
    assert caught.value.named["file"] in {path, str(path)}
    assert line.startswith(f"{path}: ")
    assert says in line
    assert "\n" not in line


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pins.toml"
    path.write_text("schema = 2\n", encoding="utf-8")
    with pytest.raises(PinsError, match="schema: Invalid enum value 2"):
        load_pins(path)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(PinsError, match=r"gone\.toml: cannot be read: No such file or directory"):
        load_pins(tmp_path / "gone.toml")
    (tmp_path / "latin.toml").write_bytes(b"source = 'caf\xe9'")
    with pytest.raises(PinsError, match=r"latin\.toml: is not TOML"):
        load_pins(tmp_path / "latin.toml")


def test_a_wrong_wiring_is_a_hardware_error_and_a_value_error(tmp_path: Path) -> None:
    for kind in (HardwareError, ValueError):
        with pytest.raises(kind):
            load_pins(tmp_path)


def test_the_users_file_is_where_the_environment_says_if_it_is_there(tmp_path: Path) -> None:
    path, none = write(tmp_path, ""), tmp_path / "none.toml"
    assert find_pins({"COMPANION_PINS": str(path)}, none) == path
    assert find_pins({"COMPANION_PINS": str(tmp_path / "gone.toml")}, none) is None
    assert find_pins({"COMPANION_PINS": ""}, none) is None
    assert find_pins({}, none) is None


def test_whoever_tries_the_buttons_by_hand_goes_by_the_wiring_of_the_machine(tmp_path: Path) -> None:
    machine = write(tmp_path, "")
    assert find_pins({}, machine) == machine
    assert find_pins({"COMPANION_PINS": ""}, machine) == machine
    assert find_pins({"COMPANION_PINS": str(tmp_path / "gone.toml")}, machine) is None
    assert Path("/etc/companion/pins.toml") == MACHINE
