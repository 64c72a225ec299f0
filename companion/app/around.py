"""Around the game: beginning, going on, seats, names, settings, evenings kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from companion.app import evening, joining
from companion.config import OFF, save_config
from companion.errors import InputError, JournalError, message_of
from companion.files import write_whole
from companion.session import Session
from companion.texts import Texts
from companion.viewmodels import setup
from companion.viewmodels.correct import Mending
from companion.viewmodels.draft import Draft
from rules.core.value import SeatRef, msg

if TYPE_CHECKING:
    from companion.app.director import Director
    from companion.doctor import Check
    from companion.players import Player

Do = Callable[["Director", str], None]


def enter(director: Director, screen: str, about: str) -> None:
    """Make ready what a screen needs to begin with."""
    if screen in ENTERS:
        ENTERS[screen](director, about)


def _enter_correct(director: Director, _about: str) -> None:
    director.mending = Mending()


def _enter_pieces(director: Director, _about: str) -> None:
    director.draft = Draft()


def _enter_seats(director: Director, _about: str) -> None:
    director.swapping = None
    _kept_people(director)


def _enter_picker(director: Director, _about: str) -> None:
    director.picked = None


def _enter_score(director: Director, _about: str) -> None:
    director.score_seat = None


def _enter_decks(director: Director, about: str) -> None:
    director.deck, director.deck_card = about or director.deck, ""


def _enter_settings(director: Director, _about: str) -> None:
    director.found_cameras = director.cameras(director.prefs)


def _enter_name(director: Director, about: str) -> None:
    director.typed = name_of(director, int(about))


def _enter_what(director: Director, _about: str) -> None:
    if director.eyes is not None and director.session is not None:
        views = director.session.game.views
        evening.start_eyes(director, next((view.id for view in views if view.layout != "lattice"), ""))


def name_of(director: Director, seat: int) -> str:
    """Return the name at a seat; an invented one is not worth rubbing out."""
    if director.form is not None:
        name = director.form.players[seat].name
        return "" if setup.is_invented(director.voice, name) else name
    return director.session.players[seat].name if director.session else ""


# ---- beginning and going on ------------------------------------------------------------------
def new(director: Director, game_id: str) -> None:
    """Begin to set a game up, with the people of last time."""
    loaded = director.loaded(game_id)
    if loaded is None:
        return
    last = next(filter(None, _kept_people(director)), ())
    director.form = setup.begin(director.voice, loaded, last)
    director.push("setup", game_id)


def _kept_people(director: Director) -> tuple[tuple[Player, ...], ...]:
    """Return who played each evening, the newest first, and remember the names to be offered.

    Evenings are read here, when people are about to be named, not with every letter: each has a file to be opened.
    """
    kept = tuple(each.players for each in director.store.evenings())
    director.known = tuple(dict.fromkeys(player.name for players in kept for player in players))
    return kept


def again(director: Director, _about: str) -> None:
    """Set the same game up for the same people."""
    if director.session is None:
        return
    game_id, old, players = director.session.game.id, director.session.setup, director.session.players
    evening.leave(director)
    _kept_people(director)
    here = tuple(msgspec.structs.replace(player, here=True) for player in players)
    director.form = setup.Form(game_id, players=here, options=old.options, level=old.level)
    director.push("setup", game_id)


def start(director: Director, _about: str) -> None:
    """Begin the evening that has been set up."""
    form = director.form
    loaded = director.loaded(form.game) if form else None
    if form is None or loaded is None:
        return
    running = form.running
    session = Session.start(
        director.store, loaded, form.setup, form.players, language=director.texts.language
    )
    evening.sit_down(director, session)
    if running:
        joining.begin(director)


def resume(director: Director, evening_id: str, *, from_checkpoint: bool = False) -> None:
    """Go on with a kept evening; one that cannot be read opens the recovery screen."""
    kept = next((each for each in director.store.evenings() if each.id == evening_id), None)
    loaded = director.loaded(kept.game) if kept else None
    try:
        session = Session.resume(director.store, evening_id, loaded=loaded, from_checkpoint=from_checkpoint)
    except JournalError as error:
        director.error = error
        director.push("recovery", evening_id)
        return
    evening.sit_down(director, session)


def checkpoint(director: Director, evening_id: str) -> None:
    """Go on from the last checkpoint that still means what it meant."""
    director.pop()
    resume(director, evening_id, from_checkpoint=True)


def recover(director: Director, evening_id: str) -> None:
    """Go on with a copy of what is good of a damaged evening."""
    director.pop()
    resume(director, director.store.recover(evening_id))


def export(director: Director, evening_id: str) -> None:
    """Write an evening as JSON lines beside the others."""
    folder = director.folder or director.store.folder or None
    if folder is None:
        return
    path = folder / f"{evening_id}.jsonl"
    text = "".join(f"{line.rstrip()}\n" for line in director.store.export(evening_id))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    except OSError as error:
        problem = error.strerror or str(error)
        raise InputError("app.evening.not_exported", file=str(path), problem=problem) from error
    director.notice = msg("app.evening.exported", file=str(path))


def delete(director: Director, evening_id: str) -> None:
    """Throw an evening away."""
    director.store.delete(evening_id)
    director.stack = [each for each in director.stack if each.screen not in {"delete", "evening"}]


# ---- the form and the seats -------------------------------------------------------------------
def add(director: Director, _about: str) -> None:
    """Add a seat to the form."""
    if director.form is not None:
        director.form = setup.add(director.voice, director.form)


def remove(director: Director, seat: str) -> None:
    """Take a seat off the form."""
    if director.form is not None:
        director.form = setup.remove(director.form, int(seat))


def remark(director: Director, seat: str) -> None:
    """Give a seat another mark."""
    if director.form is not None:
        director.form = setup.remark(director.form, int(seat))


def named(director: Director, _about: str) -> None:
    """Take the typed name over."""
    seat, name = int(director.stack[-1].about), director.typed.strip()
    if director.form is not None:
        director.form = setup.rename(director.form, seat, name)
    elif director.session is not None and name != director.session.players[seat].name:
        director.session.rename(seat, name)
    director.pop()


def swap(director: Director, seat: str) -> None:
    """Take the first of two who change places, then the second."""
    if director.session is None:
        return
    first, director.swapping = director.swapping, None
    if first is None:
        director.swapping = int(seat)
    elif first != int(seat):
        session = director.session
        session.swap(first, int(seat))
        if any(session.referee.secrets(session.state, at) for at in (first, int(seat))):
            director.notice = msg("app.seats.look_again", one=SeatRef(first), other=SeatRef(int(seat)))


def leave(director: Director, seat: str) -> None:
    """Let somebody go home."""
    director.pop()
    if director.session is not None:
        director.session.leave(int(seat))


def join(director: Director, seat: str) -> None:
    """Let somebody take an empty seat; the name can be changed at once."""
    if director.session is not None:
        director.session.join(int(seat), director.session.players[int(seat)])


def draw_pick(director: Director, _about: str) -> None:
    """Pick somebody by chance."""
    people = director.form.players if director.form else director.session.players if director.session else ()
    if people:
        director.picked = director.dice.randrange(len(people))


def use_pick(director: Director, _about: str) -> None:
    """Let whoever was picked begin, where a game is being set up."""
    if director.form is not None and director.picked is not None:
        director.form = setup.choose(director.form, "first", director.picked)
    director.pop()


def reveal(director: Director, seat: str) -> None:
    """Show one seat's secret question, on its own screen."""
    director.secret_seat = int(seat)
    ask = next((ask for ask in director.scene.asks if ask.secret and ask.id.seat == int(seat)), None)
    director.pop()
    if ask is not None:
        director.secret_seat = int(seat)
        director.push("ask", str(ask.id.n))


def look(director: Director, seat: str) -> None:
    """Show a seat what is its own, in place of the screen that was handed over."""
    director.pop()
    director.push("own", seat)


def back(director: Director, _about: str) -> None:
    """Leave the screen on top."""
    director.pop()


def examine(director: Director, _about: str) -> None:
    """Look in the background how the box does."""

    def done(checks: tuple[Check, ...]) -> None:
        director.checks = checks
        director.changed()

    def look() -> tuple[Check, ...]:
        from companion.doctor import Check

        try:
            return director.examine()
        except Exception as error:  # noqa: BLE001 - whatever is wrong with the box is what is looked for
            return (Check("examine", "red", msg("app.health.failed", problem=message_of(error))),)

    director.checks = None
    director.background(look, done)


def clock(director: Director, _about: str) -> None:
    """Start the clock, or pause it."""
    if director.session is not None:
        director.session.run_clock(not director.session.clock().running)


def prefer(director: Director, field: str, value: int | str) -> None:
    """Change one of the owner's choices, and keep it; where it cannot be kept, it holds for now and that is said."""
    kind = type(getattr(director.prefs, field))
    director.prefs = msgspec.structs.replace(director.prefs, **{field: kind(value)})
    if director.settings is not None:
        director.notice = save_config({field: kind(value)}, director.settings)
    if field == "language":
        director.texts = Texts(str(value), [game for game in director.games if hasattr(game, "folder")])
        if director.session is not None:
            director.session.set_language(str(value))
    if field == "camera" and director.session is not None:
        director.open_eyes(director.session.loaded)
    if field in {"language", "text"}:
        director.language_changed()


def set_up_stand(director: Director, _about: str) -> None:
    """Begin to measure what the camera sees, or begin anew."""
    if director.stand is None and director.prefs.camera != OFF:
        director.stand = director.make_stand(director.prefs)
    if director.stand is not None:
        director.stand.start()


ENTERS: dict[str, Do] = {
    "correct": _enter_correct,
    "pieces": _enter_pieces,
    "seats": _enter_seats,
    "picker": _enter_picker,
    "score": _enter_score,
    "decks": _enter_decks,
    "settings": _enter_settings,
    "health": examine,
    "stand": set_up_stand,
    "name": _enter_name,
    "what": _enter_what,
}
DOES: dict[str, Do] = {
    "new": new,
    "again": again,
    "start": start,
    "resume": resume,
    "checkpoint": checkpoint,
    "recover": recover,
    "export": export,
    "delete": delete,
    "add": add,
    "remove": remove,
    "remark": remark,
    "named": named,
    "swap": swap,
    "leave": leave,
    "join": join,
    "draw_pick": draw_pick,
    "use_pick": use_pick,
    "reveal": reveal,
    "look": look,
    "back": back,
    "examine": examine,
    "stand": set_up_stand,
    "clock": clock,
    "join_enter": joining.begin_again,
    "join_take": joining.take,
    "join_next": joining.go_on,
    "join_touch": joining.tell,
    "join_back": joining.go_back,
    "join_done": joining.done,
}
