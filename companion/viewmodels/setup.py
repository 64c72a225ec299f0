"""Setting a game up: who plays, by which rules, who begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, islice

import msgspec

from companion import around
from companion.games import LoadedGame
from companion.players import Player
from companion.theme import COLOURS as PAINTS
from companion.theme import SHAPES
from companion.viewmodels.actions import Back, Do, Go, Set, Type
from companion.viewmodels.parts import PRIMARY, QUIET, Bar, Button, Mark, View
from companion.viewmodels.voice import Voice
from rules.core.game import OptionSpec
from rules.core.state import Setup
from rules.core.value import Value

COLOURS = tuple(PAINTS)
STEPS = ("players", "rules", "start")
LONGEST_NAME = 14
KNOWN = 5
"""So many names of past games are offered."""
KEYS = ("abcdefghijklmnopqrstuvwxyz", "áâãéêíóôõúç-'", "1234567890")


class Form(Value, frozen=True):
    """What has been filled in."""

    game: str
    step: str = "players"
    players: tuple[Player, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    level: str = "guided"
    first: int = 0
    running: bool = False
    """True where the game has already begun without us: its state is entered by hand."""

    @property
    def setup(self) -> Setup:
        """What the rules are told."""
        return Setup(len(self.players), self.options, self.level, self.first)


class Choices(Value, frozen=True):
    """One switch with the words it may take."""

    title: str
    buttons: tuple[Button, ...]
    help: str = ""


class SetupView(View, frozen=True):
    """One step of setting up."""

    step: str = "players"
    steps: tuple[Button, ...] = ()
    rows: tuple[tuple[Button, ...], ...] = ()
    """For each seat: mark, name, and the button that takes it away."""
    choices: tuple[Choices, ...] = ()
    starters: tuple[Button, ...] = ()
    help: str = ""
    buttons: tuple[Button, ...] = ()


class NameView(View, frozen=True):
    """Typing a name."""

    text: str = ""
    rows: tuple[tuple[Button, ...], ...] = ()
    known: tuple[Button, ...] = ()
    buttons: tuple[Button, ...] = ()


def begin(say: Voice, loaded: LoadedGame, known: tuple[Player, ...]) -> Form:
    """Return a form filled in with the last group, or with one seat more than the fewest."""
    low, high = loaded.game.seats
    if low <= len(known) <= high:
        return Form(loaded.id, players=tuple(msgspec.structs.replace(player, here=True) for player in known))
    seats = min(high, max(low, 3))
    return Form(loaded.id, players=tuple(_newcomer(say, seat) for seat in range(seats)))


def _newcomer(say: Voice, seat: int) -> Player:
    return Player(say("app.setup.player", number=seat + 1), COLOURS[seat], SHAPES[seat])


def add(say: Voice, form: Form) -> Form:
    """Add a seat with a mark that nobody has yet."""
    taken = {player.colour for player in form.players}
    at = next(at for at, colour in enumerate(COLOURS) if colour not in taken)
    names = {player.name for player in form.players}
    name = next(name for name in _invented(say) if name not in names)
    return msgspec.structs.replace(form, players=(*form.players, Player(name, COLOURS[at], SHAPES[at])))


def _invented(say: Voice) -> Iterator[str]:
    return (say("app.setup.player", number=number) for number in count(1))


def is_invented(say: Voice, name: str) -> bool:
    """Tell whether nobody has typed a name."""
    return name in islice(_invented(say), 2 * len(COLOURS))


def remove(form: Form, seat: int) -> Form:
    """Take a seat away; whoever was to begin still does, else the next one."""
    players = tuple(player for at, player in enumerate(form.players) if at != seat)
    first = form.first - 1 if seat < form.first else form.first
    return msgspec.structs.replace(form, players=players, first=min(first, len(players) - 1))


def remark(form: Form, seat: int) -> Form:
    """Give a seat the next mark that nobody has."""
    taken = {player.colour for player in form.players}
    start = COLOURS.index(form.players[seat].colour)
    order = [(start + ahead) % len(COLOURS) for ahead in range(1, len(COLOURS))]
    at = next((at for at in order if COLOURS[at] not in taken), start)
    return _change(
        form, seat, msgspec.structs.replace(form.players[seat], colour=COLOURS[at], shape=SHAPES[at])
    )


def rename(form: Form, seat: int, name: str) -> Form:
    """Call a seat by another name; raise ``RuleError`` for one that nobody can read, or that another has."""
    return msgspec.structs.replace(form, players=around.rename(form.players, seat, name).players)


def _change(form: Form, seat: int, player: Player) -> Form:
    players = tuple(player if at == seat else other for at, other in enumerate(form.players))
    return msgspec.structs.replace(form, players=players)


def choose(form: Form, field: str, value: int | str) -> Form:
    """Set a field: the step, the level, the start player, or a switch of the rules."""
    match field:
        case "step" | "level":
            return msgspec.structs.replace(form, **{field: str(value)})
        case "first":
            return msgspec.structs.replace(form, first=int(value))
        case "running":
            return msgspec.structs.replace(form, running=bool(value))
        case _:
            switches = {**dict(form.options), field.removeprefix("option."): str(value)}
            return msgspec.structs.replace(form, options=tuple(switches.items()))


def view(say: Voice, loaded: LoadedGame, form: Form) -> SetupView:
    """Show one step."""
    at = STEPS.index(form.step)
    last = at == len(STEPS) - 1
    on = Do("start") if last else Set("step", STEPS[at + 1])
    text = say("app.setup.start") if last else say("app.setup.next")
    return SetupView(
        screen="setup",
        bar=Bar(
            loaded.game.name(say.texts.language),
            Mark("cards", "accent"),
            back=Button("", Back() if at == 0 else Set("step", STEPS[at - 1]), QUIET, mark=Mark("back")),
        ),
        ok=on,
        step=form.step,
        steps=tuple(
            Button(
                f"{number}. " + say(f"app.setup.{step}"), Set("step", step), QUIET, chosen=step == form.step
            )
            for number, step in enumerate(STEPS, 1)
        ),
        rows=_rows(say, loaded, form) if form.step == "players" else (),
        choices=_rules(say, loaded, form) if form.step == "rules" else (),
        starters=_starters(say, form) if last else (),
        help=_asked(say, loaded.id, form),
        buttons=(
            *_extra(say, loaded, form),
            Button(text, on, PRIMARY, mark=Mark("play" if last else "next")),
        ),
    )


def _rows(say: Voice, loaded: LoadedGame, form: Form) -> tuple[tuple[Button, ...], ...]:
    spare = len(form.players) > loaded.game.seats[0]
    return tuple(
        (
            Button("", Do("remark", str(seat)), mark=Mark(player.shape, player.colour)),
            Button(
                player.name, Go("name", str(seat)), note=say("app.setup.rename"), mark=Mark("pencil", "muted")
            ),
            Button("", Do("remove", str(seat)) if spare else None, QUIET, mark=Mark("close")),
        )
        for seat, player in enumerate(form.players)
    )


def _extra(say: Voice, loaded: LoadedGame, form: Form) -> tuple[Button, ...]:
    if form.step == "players":
        more = len(form.players) < loaded.game.seats[1]
        return (Button(say("app.setup.add"), Do("add") if more else None, mark=Mark("plus")),)
    if form.step == "start":
        return (Button(say("app.setup.draw"), Go("picker"), mark=Mark("dice")),)
    return ()


def _rules(say: Voice, loaded: LoadedGame, form: Form) -> tuple[Choices, ...]:
    levels = loaded.game.levels
    return (
        choices(
            say("app.setup.level"),
            "level",
            ((word, say(f"core.level.{word}")) for word in levels),
            form.level,
        ),
        *(_switch(say, loaded.id, spec, form) for spec in loaded.game.options),
        choices(
            say("app.setup.running"),
            "running",
            ((0, say("app.setup.running.no")), (1, say("app.setup.running.yes"))),
            int(form.running),
            say("app.setup.running.help"),
        ),
    )


def _switch(say: Voice, game: str, spec: OptionSpec, form: Form) -> Choices:
    name = f"{game}.option.{spec.key}"
    words = ((word, say(f"{name}.{word}")) for word in spec.words)
    chosen = dict(form.options).get(spec.key, spec.words[0])
    return choices(say(name), f"option.{spec.key}", words, chosen, _help(say, f"{name}.help"))


def choices(
    title: str, field: str, words: Iterable[tuple[int | str, str]], chosen: int | str, help_text: str = ""
) -> Choices:
    """Offer the values that a field may take, each with its text."""
    buttons = tuple(Button(text, Set(field, value), chosen=value == chosen) for value, text in words)
    return Choices(title, buttons, help_text)


def _asked(say: Voice, game: str, form: Form) -> str:
    """Say what a step is for; who begins, as the game's own rules have it."""
    if form.step == "start" and form.running:
        return say("app.setup.start.running")
    own = _help(say, f"{game}.start.help") if form.step == "start" else ""
    return own or say(f"app.setup.{form.step}.help")


def _help(say: Voice, key: str) -> str:
    return say(key) if say.has(key) else ""


def _starters(say: Voice, form: Form) -> tuple[Button, ...]:
    return tuple(
        Button(
            player.name, Set("first", seat), mark=Mark(player.shape, player.colour), chosen=seat == form.first
        )
        for seat, player in enumerate(form.players)
    )


def recased(text: str) -> str:
    """Return the text with its last letter small instead of large, or the other way round."""
    return text[:-1] + text[-1:].swapcase()


def name(say: Voice, text: str, mark: Mark, known: tuple[str, ...], *, upper: bool) -> NameView:
    """Show the keyboard for a name."""
    done = Do("named") if text.strip() else None
    keys = tuple(
        tuple(
            Button(key.upper() if upper else key, Type(key.upper() if upper else key), QUIET) for key in row
        )
        for row in KEYS[:2]
    )
    extra = (
        *(Button(key, Type(key), QUIET) for key in KEYS[2]),
        Button("aA", Set("typed", recased(text)) if text[-1:].isalpha() else None, QUIET),
        Button("", Type(" "), QUIET, mark=Mark("space")),
        Button("", Type("<"), QUIET, mark=Mark("rub")),
    )
    return NameView(
        screen="name",
        bar=Bar(say("app.name.title"), mark),
        ok=done,
        text=text,
        rows=(*keys, extra),
        known=tuple(
            Button(say("app.name.known", who=each), Set("typed", each), QUIET, chosen=each == text)
            for each in known[:KNOWN]
        ),
        buttons=(Button(say("app.ask.done"), done, PRIMARY, mark=Mark("check")),),
    )
