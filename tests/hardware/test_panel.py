"""The panel on pins: gpiozero's mock pins stand in for the header, a hand-set clock for time."""

import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from hardware.errors import HardwareError, NoGpioError, PanelLostError
from hardware.events import Held, Pressed, Released
from hardware.lights import duties
from hardware.panel import GpioPanel, driven_pin, mock_factory, open_panel
from hardware.pins import BASES, ButtonPin, LightPins, Pins, load_pins
from hardware.ports import Panel, PinFactory
from hardware.roles import BUZZER, DRAW, OK, UNDO, Role, light, next_button
from hardware.signals import ORANGE, WHITE, Glow, Rhythm, Signal

ROOT = Path(__file__).parents[2]


class Bench:
    """A panel on mock pins, and the fingers and eyes of the test."""

    def __init__(self, pins: Pins | None = None, factory: PinFactory | None = None) -> None:
        self.pins = pins or load_pins()
        self.factory = factory or mock_factory()
        self.now = 1.0
        self.panel = open_panel(self.pins, factory=self.factory, clock=lambda: self.now, ordinals=count(10))
        self._gpio: dict[Role, int] = {button.role: button.gpio for button in self.pins.buttons}

    def push(self, role: Role, at: float) -> None:
        self.now = at
        driven_pin(self.factory, self._gpio[role]).drive_low()

    def lift(self, role: Role, at: float) -> None:
        self.now = at
        driven_pin(self.factory, self._gpio[role]).drive_high()

    def levels(self, *gpios: int) -> list[float]:
        return [float(self.factory.pin(f"GPIO{gpio}").state) for gpio in gpios]


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.panel.close()


def test_a_bouncing_finger_on_a_pin_is_one_press(bench: Bench) -> None:
    for n in range(4):
        bench.push(OK, 2.0 + n * 0.002)
        bench.lift(OK, 2.001 + n * 0.002)
    bench.push(OK, 2.008)
    bench.lift(OK, 2.1)
    assert bench.panel.poll(3.0) == (Pressed(OK, 10, 2.008), Released(OK, 10, 2.1))
    assert bench.panel.poll(3.1) == ()


def test_events_have_the_time_of_their_edges_not_of_the_look(bench: Bench) -> None:
    bench.push(next_button(2), 2.0)
    bench.lift(next_button(2), 4.0)
    assert bench.panel.poll(60.0) == (
        Pressed(next_button(2), 10, 2.0),
        Held(next_button(2), 10, 2.8),
        Released(next_button(2), 10, 4.0),
    )


def test_presses_of_several_buttons_come_in_order_with_ordinals_of_their_own(bench: Bench) -> None:
    bench.push(DRAW, 2.0)
    bench.push(UNDO, 2.001)
    bench.lift(DRAW, 2.2)
    bench.lift(UNDO, 2.3)
    events = bench.panel.poll(3.0)
    assert [(type(event), event.role) for event in events] == [
        (Pressed, DRAW),
        (Pressed, UNDO),
        (Released, DRAW),
        (Released, UNDO),
    ]
    assert {event.ordinal for event in events if event.role == DRAW} != {
        event.ordinal for event in events if event.role == UNDO
    }


def test_edges_may_come_from_another_thread(bench: Bench) -> None:
    def tap() -> None:
        for n in range(50):
            bench.push(OK, 2.0 + n)
            bench.lift(OK, 2.5 + n)

    finger = Thread(target=tap)
    finger.start()
    finger.join()
    events = bench.panel.poll(100.0)
    assert [event.time for event in events if isinstance(event, Pressed)] == [2.0 + n for n in range(50)]


def test_a_lost_edge_is_noticed_by_looking_at_the_level(bench: Bench) -> None:
    pin: Any = bench.factory.pin("GPIO19")
    listener, pin.when_changed = pin.when_changed, None
    bench.push(OK, 2.0)
    pin.when_changed = listener
    assert bench.panel.poll(2.0) == ()
    assert bench.panel.poll(2.03) == ()
    assert bench.panel.poll(2.06) == (Pressed(OK, 10, 2.03),)


def test_a_spike_seen_by_one_look_is_no_press(bench: Bench) -> None:
    pin: Any = bench.factory.pin("GPIO19")
    listener, pin.when_changed = pin.when_changed, None
    bench.push(OK, 2.0)
    assert bench.panel.poll(2.0) == ()
    bench.lift(OK, 2.01)
    pin.when_changed = listener
    assert [bench.panel.poll(2.03 + n / 30) for n in range(30)] == [()] * 30


def test_a_button_held_down_while_the_panel_opens_is_silent_until_let_go() -> None:
    factory = mock_factory()
    factory.pin("GPIO19").pull = "up"
    driven_pin(factory, 19).drive_low()

    class Jammed:
        """Keeps the contact closed against the pull-up, as a leaning elbow does."""

        def pin(self, name: str) -> Any:
            made: Any = factory.pin(name)
            if name == "GPIO19":
                made._set_pull = lambda _value: None
            return made

        def close(self) -> None:
            factory.close()

    bench = Bench(factory=Jammed())
    assert bench.panel.poll(60.0) == ()
    driven_pin(factory, 19).drive_high()
    assert bench.panel.poll(61.0) == ()
    bench.push(OK, 62.0)
    assert bench.panel.poll(62.1) == (Pressed(OK, 10, 62.0),)
    bench.panel.close()


def test_a_single_led_blinks_in_the_rhythm_of_its_signal(bench: Bench) -> None:
    bench.panel.show({light(0): Signal(Rhythm.WAITING)})
    assert bench.levels(23, 24) == [0.0, 0.0]
    seen = []
    for n in range(8):
        bench.panel.tick(5.0 + n * 0.25 + 0.1 * (n > 0))
        seen.append(bench.levels(23, 24))
    assert [lit for lit, _ in seen] == [1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    assert all(other == 0.0 for _, other in seen)


def test_an_rgb_led_gives_the_colour() -> None:
    rgb = Bench(load_pins(BASES["rgb"]))
    rgb.panel.show({light(1): Signal(Rhythm.STEADY, ORANGE)})
    rgb.panel.tick(1.0)
    assert rgb.levels(12, 16, 20) == list(duties(Glow(ORANGE, is_lit=True)))
    rgb.panel.close()


def test_a_light_wired_the_other_way_round_is_lit_by_low() -> None:
    wired = (LightPins(light(0), (23,)), LightPins(light(1), (12, 16, 20)))
    bench = Bench(Pins(lights=wired, lights_on_high=False))
    bench.panel.tick(1.0)
    assert bench.levels(23, 12, 16, 20) == [1.0] * 4
    bench.panel.show({light(0): Signal(Rhythm.STEADY), light(1): Signal(Rhythm.STEADY, WHITE)})
    bench.panel.tick(1.1)
    assert bench.levels(23, 12, 16, 20) == [0.0] * 4
    bench.panel.close()


def test_the_buzzer_sounds_once(bench: Bench) -> None:
    bench.panel.show({BUZZER: Signal(Rhythm.TURN)})
    bench.panel.tick(1.0)
    assert bench.levels(21) == [1.0]
    for n in range(100):
        bench.panel.tick(1.2 + n / 20)
        assert bench.levels(21) == [0.0]


def test_a_pin_is_written_only_when_it_changes(bench: Bench) -> None:
    pin: Any = bench.factory.pin("GPIO23")
    written: list[float] = []
    pin._set_state = written.append
    bench.panel.show({light(0): Signal(Rhythm.TURN)})
    for n in range(60):
        bench.panel.tick(1.0 + n / 30)
    assert written == [1.0, 0.0]


def was_lit_and_is_off(bench: Bench) -> None:
    for gpio in (23, 21):
        pin: Any = bench.factory.pin(f"GPIO{gpio}")
        assert [state for _, state in pin.states][-2:] == [1.0, 0.0]
        assert pin.function == "input"


def light_up(bench: Bench) -> None:
    bench.panel.show({light(0): Signal(Rhythm.STEADY), BUZZER: Signal(Rhythm.ERROR)})
    bench.panel.tick(1.0)


def test_everything_is_off_after_close_and_closing_twice_is_fine(bench: Bench) -> None:
    light_up(bench)
    bench.panel.close()
    bench.panel.close()
    was_lit_and_is_off(bench)


def test_everything_is_off_after_an_exception(bench: Bench) -> None:
    def fail() -> None:
        with bench.panel:
            light_up(bench)
            raise RuntimeError("the app fell over")

    with pytest.raises(RuntimeError, match="fell over"):
        fail()
    was_lit_and_is_off(bench)


def test_everything_is_off_when_the_program_dies_of_an_exception() -> None:
    program = """
import atexit
from hardware.panel import mock_factory, open_panel
from hardware.pins import load_pins
from hardware.roles import light
from hardware.signals import Rhythm, Signal
factory = mock_factory()
pin = factory.pin("GPIO23")
atexit.register(lambda: print([state for _, state in pin.states][-2:], pin.function))
panel = open_panel(load_pins(), factory=factory)
panel.show({light(0): Signal(Rhythm.STEADY)})
panel.tick(1.0)
raise SystemError("the app fell over")
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert ran.stdout == "[1.0, 0.0] input\n"


class BrokenPins:
    """Mock pins of a header that comes loose: from `break_off` on, every write and read fails."""

    def __init__(self) -> None:
        self.mock = mock_factory()

    def pin(self, name: str) -> Any:
        return self.mock.pin(name)

    def break_off(self, *gpios: int) -> None:
        def fail(*_: object) -> float:
            raise OSError("GPIO gone")

        for gpio in gpios:
            pin: Any = self.mock.pin(f"GPIO{gpio}")
            pin._set_state = pin._get_state = fail

    def close(self) -> None:
        self.mock.close()


def test_a_panel_that_no_longer_obeys_says_so_and_leaves_the_rest_dark() -> None:
    broken = BrokenPins()
    bench = Bench(factory=broken)
    bench.panel.show({light(seat): Signal(Rhythm.STEADY) for seat in range(6)})
    bench.panel.tick(1.0)
    broken.break_off(24)
    bench.panel.show({})
    with pytest.raises(PanelLostError, match="stopped answering: GPIO gone") as caught:
        bench.panel.tick(2.0)
    assert caught.value.key == "hardware.gpio.lost"
    assert isinstance(caught.value, HardwareError)
    assert isinstance(caught.value, OSError)
    assert bench.levels(23, 25, 12, 16, 20, 21) == [0.0] * 6


def test_a_button_that_cannot_be_read_is_a_lost_panel() -> None:
    broken = BrokenPins()
    bench = Bench(factory=broken)
    broken.break_off(19)
    with pytest.raises(PanelLostError):
        bench.panel.poll(2.0)


def test_a_pin_in_use_is_no_gpio_and_gives_back_what_was_taken() -> None:
    broken = BrokenPins()
    broken.break_off(24)
    with pytest.raises(NoGpioError, match="no GPIO on this machine: GPIO gone"):
        open_panel(load_pins(), factory=broken)
    assert broken.mock.pin("GPIO17").when_changed is None
    assert broken.mock.pin("GPIO23").function == "input"


def test_a_machine_without_gpio_says_so() -> None:
    if Path("/dev/gpiochip0").exists():
        pytest.skip("this machine has GPIO")
    with pytest.raises(NoGpioError) as caught:
        open_panel(load_pins())
    assert isinstance(caught.value, OSError)
    assert str(caught.value).startswith("no GPIO on this machine: ")


def test_a_panel_has_only_what_is_wired() -> None:
    bench = Bench(Pins(buttons=(ButtonPin(OK, 2),)))
    bench.panel.show({light(0): Signal(Rhythm.TURN), BUZZER: Signal(Rhythm.TURN)})
    bench.panel.tick(1.0)
    assert bench.panel.roles == {OK}
    assert bench.panel.frame.lights == ()
    bench.panel.close()


def test_a_closed_panel_is_not_kept_until_the_exit() -> None:
    bench = Bench()
    kept = weakref.ref(bench.panel)
    bench.panel.close()
    del bench
    gc.collect()
    assert kept() is None


def test_a_panel_closes_the_factory_it_owns_and_no_other() -> None:
    for owns in (True, False):
        factory: Any = mock_factory()
        panel = GpioPanel(load_pins(), factory, lambda: 1.0, count(), owns_factory=owns)
        panel.close()
        assert bool(factory.pins) is not owns


def test_the_pin_library_is_loaded_only_when_a_panel_opens() -> None:
    program = """
import sys
import hardware.panel, hardware.screen_panel
assert not {"gpiozero", "lgpio", "kivy"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


def test_the_panel_fills_its_seam(bench: Bench) -> None:
    panel: Panel = bench.panel
    assert isinstance(panel, GpioPanel)
    assert OK in panel.roles
