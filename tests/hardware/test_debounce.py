"""A finger is one press, however the contact bounces and however seldom anybody looks."""

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import Debouncer, Timing
from hardware.events import Held, PanelEvent, Pressed, Released
from hardware.roles import OK

TIMING = Timing(press=0.005, release=0.03, hold=0.8)
Edges = list[tuple[float, bool]]


def feed(
    edges: Edges, *, until: float, ticks: tuple[float, ...] = (), down: bool = False
) -> list[PanelEvent]:
    button = Debouncer(OK, count(), TIMING, down=down)
    moments = [(time, 0, level) for time, level in edges] + [(time, 1, None) for time in ticks]
    events: list[PanelEvent] = []
    for time, _, level in sorted(moments, key=lambda moment: moment[:2]):
        events += button.tick(time) if level is None else button.edge(time, level)
    return [*events, *button.tick(until)]


@st.composite
def fingers(draw: st.DrawFn) -> tuple[list[tuple[float, float]], Edges]:
    """Presses (begin, end) and the edges they make, bouncing below 4 ms at both ends."""
    bounce = st.lists(st.floats(0.0002, 0.004), max_size=8)
    time, presses, edges = 1.0, [], []
    for _ in range(draw(st.integers(1, 5))):
        time += draw(st.floats(0.05, 3.0))
        edges.append((time, True))
        for gap in draw(bounce):
            edges += [(time + gap / 2, False), (time + gap, True)]
            time += gap
        begin = time
        time += draw(st.one_of(st.floats(0.04, 0.75), st.floats(0.85, 3.0)))
        edges.append((time, False))
        for gap in draw(bounce):
            edges += [(time + gap / 2, True), (time + gap, False)]
            time += gap
        presses.append((begin, time))
    return presses, edges


@given(fingers())
def test_a_bouncing_finger_is_one_press_and_one_release(
    made: tuple[list[tuple[float, float]], Edges],
) -> None:
    presses, edges = made
    events = feed(edges, until=100.0)
    pressed = [event for event in events if isinstance(event, Pressed)]
    released = [event for event in events if isinstance(event, Released)]
    assert [event.ordinal for event in pressed] == list(range(len(presses)))
    assert [event.ordinal for event in released] == list(range(len(presses)))
    for event, (begin, _) in zip(pressed, presses, strict=True):
        assert begin - 0.04 <= event.time <= begin


@given(fingers())
def test_only_a_finger_that_stays_is_held_and_once(made: tuple[list[tuple[float, float]], Edges]) -> None:
    presses, edges = made
    held = [event.ordinal for event in feed(edges, until=100.0) if isinstance(event, Held)]
    assert held == [n for n, (begin, end) in enumerate(presses) if end - begin > TIMING.hold]


@given(fingers(), st.lists(st.floats(0.0, 30.0), max_size=60))
def test_how_often_anybody_looks_changes_nothing(
    made: tuple[list[tuple[float, float]], Edges], ticks: list[float]
) -> None:
    _, edges = made
    assert feed(edges, until=100.0, ticks=tuple(ticks)) == feed(edges, until=100.0)


@given(st.lists(st.tuples(st.floats(0.031, 1.0), st.floats(0.0001, 0.0049)), max_size=30))
def test_spikes_shorter_than_a_finger_say_nothing(spikes: list[tuple[float, float]]) -> None:
    time, edges = 0.0, []
    for gap, width in spikes:
        edges += [(time + gap, True), (time + gap + width, False)]
        time += gap + width
    assert feed(edges, until=100.0) == []


@given(st.lists(st.tuples(st.floats(0.0, 10.0), st.booleans()), max_size=80))
def test_any_edges_whatever_give_press_then_hold_then_release(edges: Edges) -> None:
    kinds = [type(event).__name__ for event in feed(sorted(edges), until=100.0)]
    story = "".join(kind[0] for kind in kinds)
    for part in story.replace("R", "R ").split():
        assert part in {"PR", "PHR", "PH"}


def test_phantom_edges_that_repeat_a_level_change_nothing() -> None:
    clean: Edges = [(1.0, True), (1.5, False)]
    ghosts: Edges = [(0.5, False), (1.0, True), (1.2, True), (1.3, True), (1.5, False), (1.51, False)]
    assert feed(ghosts, until=9.0) == feed(clean, until=9.0) != []


def test_a_worn_contact_that_opens_under_the_finger_is_still_one_press() -> None:
    edges: Edges = [(1.0, True)]
    for n in range(20):
        edges += [(1.02 + n * 0.03, False), (1.03 + n * 0.03, True)]
    edges.append((1.7, False))
    assert [type(event) for event in feed(edges, until=9.0)] == [Pressed, Released]


def test_two_quick_taps_are_two_presses() -> None:
    edges: Edges = [(1.0, True), (1.06, False), (1.11, True), (1.17, False)]
    assert [type(event) for event in feed(edges, until=9.0)] == [Pressed, Released, Pressed, Released]


def test_a_hold_is_told_at_the_threshold_although_nobody_looked() -> None:
    events = feed([(1.0, True), (3.0, False)], until=9.0)
    assert events == [Pressed(OK, 0, 1.0), Held(OK, 0, 1.8), Released(OK, 0, 3.0)]


def test_a_hold_is_told_while_the_finger_is_still_down() -> None:
    assert feed([(1.0, True)], until=1.79) == [Pressed(OK, 0, 1.0)]
    assert feed([(1.0, True)], until=1.8) == [Pressed(OK, 0, 1.0), Held(OK, 0, 1.8)]


def test_a_button_jammed_at_the_start_is_silent_until_let_go() -> None:
    assert feed([], until=60.0, down=True) == []
    assert feed([(60.0, False), (61.0, True)], until=62.0, down=True)[:1] == [Pressed(OK, 0, 61.0)]


def test_a_clock_that_runs_backwards_is_taken_as_standing() -> None:
    button = Debouncer(OK, count(), TIMING)
    button.edge(5.0, down=True)
    assert button.tick(1.0) == ()
    assert button.tick(5.01) == (Pressed(OK, 0, 5.0),)
    assert button.edge(2.0, down=False) == ()
    assert button.tick(5.1) == (Released(OK, 0, 5.01),)
