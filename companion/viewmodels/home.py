"""The first screen: go on, begin anew, look back; and the way out of an evening's file that is broken."""

from __future__ import annotations

from companion.errors import DamagedJournalError, DivergedError, JournalError
from companion.games import BrokenGame, LoadedGame
from companion.store import Evening
from companion.viewmodels.actions import Do, Go
from companion.viewmodels.parts import DANGER, PRIMARY, QUIET, Bar, Button, Line, Mark, View
from companion.viewmodels.voice import Voice

PAST = 30


class HomeView(View, frozen=True):
    """The first screen."""

    resume: tuple[Button, ...] = ()
    """The evening to go on with, if there is one."""
    games: tuple[Button, ...] = ()
    side: tuple[Button, ...] = ()


class PastView(View, frozen=True):
    """Past evenings."""

    rows: tuple[Button, ...] = ()
    empty: str = ""


class SureView(View, frozen=True):
    """A question about the app itself: what is the matter, and the ways on."""

    title: str = ""
    text: str = ""
    lines: tuple[Line, ...] = ()
    buttons: tuple[Button, ...] = ()


def view(
    say: Voice,
    found: tuple[LoadedGame | BrokenGame, ...] | None,
    evenings: tuple[Evening, ...],
) -> HomeView:
    """Show what can be played, and what was being played; ``found`` is None while the games are being loaded."""
    names = _names(say, found or ())
    open_ones = [
        evening
        for evening in evenings
        if not evening.over and not evening.problem and (found is None or evening.game in names)
    ]
    return HomeView(
        screen="home",
        bar=Bar(say("app.name"), Mark("cards", "accent"), back=None, large=True),
        ok=Do("resume", open_ones[0].id) if open_ones else None,
        resume=tuple(_resume(say, evening, names) for evening in open_ones[:1]),
        games=tuple(_game(say, game) for game in found or ()),
        side=_side(say, len(evenings)),
    )


def _side(say: Voice, kept: int) -> tuple[Button, ...]:
    note = say("app.home.past_count", count=kept) if kept else say("app.home.no_past")
    return (
        Button(say("app.home.past"), Go("past"), note=note, mark=Mark("list")),
        Button(say("app.settings.title"), Go("settings"), mark=Mark("gear")),
        Button(say("app.health.title"), Go("health"), mark=Mark("pulse")),
    )


def _names(say: Voice, found: tuple[LoadedGame | BrokenGame, ...]) -> dict[str, str]:
    return {game.id: game.game.name(say.texts.language) for game in found if isinstance(game, LoadedGame)}


def who(evening: Evening) -> str:
    """Name the people of an evening."""
    return ", ".join(player.name for player in evening.players)


def plays(say: Voice, evening: Evening) -> str:
    """Say how many plays an evening has."""
    return say("app.evening.steps", count=evening.steps) if evening.steps else say("app.evening.none")


def _resume(say: Voice, evening: Evening, names: dict[str, str]) -> Button:
    note = " \N{MIDDLE DOT} ".join(part for part in (names.get(evening.game, ""), who(evening)) if part)
    return Button(say("app.home.resume"), Do("resume", evening.id), PRIMARY, note, Mark("play"))


def _game(say: Voice, game: LoadedGame | BrokenGame) -> Button:
    if isinstance(game, BrokenGame):
        return Button(game.id, None, note=say.say(game.error.message), mark=Mark("warn", "bad"))
    low, high = game.game.seats
    return Button(
        game.game.name(say.texts.language),
        Do("new", game.id),
        note=say("app.home.seats", low=low, high=high),
        mark=Mark("plus", "accent"),
    )


def past(say: Voice, found: tuple[LoadedGame | BrokenGame, ...], evenings: tuple[Evening, ...]) -> PastView:
    """List the evenings, the newest first."""
    names = _names(say, found)
    return PastView(
        screen="past",
        bar=Bar(say("app.home.past"), Mark("list", "accent")),
        rows=tuple(_past_row(say, evening, names) for evening in evenings[:PAST]),
        empty="" if evenings else say("app.home.none_past"),
    )


def _past_row(say: Voice, evening: Evening, names: dict[str, str]) -> Button:
    name = names.get(evening.game, evening.game) or evening.id
    state = "app.home.broken" if evening.problem else "app.home.over" if evening.over else "app.home.open"
    when = say.date(evening.saved_at)
    steps = plays(say, evening)
    title = " \N{MIDDLE DOT} ".join(part for part in (when, say(state), steps) if part)
    note = " \N{MIDDLE DOT} ".join(part for part in (who(evening), name) if part)
    mark = Mark("warn", "bad") if evening.problem else Mark("trophy" if evening.over else "play", "accent")
    return Button(title, Go("evening", evening.id), note=note, mark=mark)


def evening(say: Voice, kept: Evening, name: str) -> SureView:
    """Show one kept evening and what can be done with it."""
    lines = (
        Line(who(kept), Mark("people", "accent")),
        Line(plays(say, kept), Mark("list", "accent")),
    )
    return SureView(
        screen="sure",
        bar=Bar(name, Mark("list", "accent")),
        ok=Do("resume", kept.id),
        title=say.date(kept.saved_at),
        lines=lines,
        buttons=(
            Button(
                say("app.evening.look" if kept.over else "app.home.resume"),
                Do("resume", kept.id),
                PRIMARY,
                mark=Mark("trophy" if kept.over else "play"),
            ),
            Button(say("app.evening.export"), Do("export", kept.id), mark=Mark("save")),
            Button(say("app.evening.delete"), Go("delete", kept.id), DANGER, mark=Mark("bin")),
        ),
    )


def sure(say: Voice, key: str, do: Do, mark: Mark) -> SureView:
    """Ask whether people mean it."""
    return SureView(
        screen="sure",
        bar=Bar(say(f"app.sure.{key}"), mark),
        text=say(f"app.sure.{key}.text"),
        buttons=(
            Button(say(f"app.sure.{key}.yes"), do, DANGER, mark=mark),
            Button(say("app.sure.no"), Do("back"), PRIMARY, mark=Mark("back")),
        ),
    )


def recovery(say: Voice, evening_id: str, error: JournalError) -> SureView:
    """Say what is wrong with an evening's file, and offer the ways on."""
    buttons: list[Button] = []
    if isinstance(error, DivergedError):
        buttons.append(
            Button(say("app.recovery.checkpoint"), Do("checkpoint", evening_id), PRIMARY, mark=Mark("play"))
        )
    if isinstance(error, DamagedJournalError) and error.good:
        text = say("app.recovery.good", count=error.good)
        buttons.append(Button(text, Do("recover", evening_id), PRIMARY, mark=Mark("play")))
    buttons += [
        Button(say("app.evening.export"), Do("export", evening_id), mark=Mark("save")),
        Button(say("app.recovery.later"), Do("back"), QUIET, mark=Mark("back")),
    ]
    return SureView(
        screen="sure",
        bar=Bar(say("app.recovery.title"), Mark("warn", "accent")),
        title=say("app.recovery.safe"),
        text=say.say(error.message),
        buttons=tuple(buttons),
    )
