"""Makes the view of each screen from what the director holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from companion.app.names import starts_word
from companion.clock import Clock
from companion.errors import JournalError
from companion.viewmodels import (
    around,
    ask,
    card,
    correct,
    home,
    log,
    place,
    scan,
    score,
    settings,
    setup,
    table,
)
from companion.viewmodels.actions import Do
from companion.viewmodels.parts import Button, Mark, View
from rules.core.asks import Place

if TYPE_CHECKING:
    from companion.app.director import Director

Make = Callable[["Director", str], View]


def _home(director: Director, _about: str) -> View:
    return home.view(director.voice, director.games, director.store.evenings(), director.say_notice())


def _past(director: Director, _about: str) -> View:
    return home.past(director.voice, director.games, director.store.evenings())


def _evening(director: Director, about: str) -> View:
    kept = next((each for each in director.store.evenings() if each.id == about), None)
    if kept is None:
        return _past(director, about)
    loaded = director.loaded(kept.game)
    name = loaded.game.name(director.texts.language) if loaded else kept.game
    return _noticed(director, home.evening(director.voice, kept, name))


def _recovery(director: Director, about: str) -> View:
    error = director.error
    if not isinstance(error, JournalError):
        return _past(director, about)
    return _noticed(director, home.recovery(director.voice, about, error))


def _noticed(director: Director, view: View) -> View:
    return (
        msgspec.structs.replace(view, notice=director.say_notice(), notice_kind="good")
        if director.notice
        else view
    )


def _sure(key: str, what: str, shape: str) -> Make:
    def make(director: Director, about: str) -> View:
        return home.sure(director.voice, key, Do(what, about), Mark(shape, "accent"))

    return make


def _setup(director: Director, about: str) -> View:
    loaded, form = director.loaded(about), director.form
    if loaded is None or form is None:
        return _home(director, about)
    return setup.view(director.voice, loaded, form, director.say_notice())


def _name(director: Director, about: str) -> View:
    seat = int(about)
    people = director.form.players if director.form else director.session.players if director.session else ()
    known = {player.name: None for each in director.store.evenings() for player in each.players}
    mark = Mark(people[seat].shape, people[seat].colour)
    taken = {player.name for at, player in enumerate(people) if at != seat}
    names = tuple(name for name in known if name not in taken)
    return setup.name(director.voice, director.typed, mark, names, upper=starts_word(director.typed))


def _table(director: Director, _about: str) -> View:
    return table.view(director.scene, director.say_notice(), director.clock_text())


def _ask(director: Director, about: str) -> View:
    found = director.scene.ask(int(about))
    if found is None:
        return _table(director, about)
    if director.notice is not None:
        director.draft = msgspec.structs.replace(director.draft, ask=found.id.n, refusal=director.notice)
    if isinstance(found, Place):
        return place.view(director.scene, found, director.draft)
    return ask.view(director.scene, found, director.draft)


def _scan(director: Director, about: str) -> View:
    found = director.scene.ask(int(about)) if about else None
    return scan.view(director.scene, found, director.report, director.made)


def _card(director: Director, about: str) -> View:
    return card.view(director.scene, about)


def _event(director: Director, about: str) -> View:
    return card.view(director.scene, about, is_event=True)


def _pieces(director: Director, _about: str) -> View:
    return card.pieces(director.scene, director.draft)


def _score(director: Director, _about: str) -> View:
    return score.view(
        director.scene,
        director.score_seat,
        director.score_group,
        has_photo=director.photo.picture is not None,
    )


def _photo(director: Director, _about: str) -> View:
    return scan.photo(director.scene, director.photo)


def _code(director: Director, _about: str) -> View:
    return score.code(director.scene)


def _log(director: Director, _about: str) -> View:
    steps = director.session.log() if director.session else ()
    return log.view(director.scene, steps)


def _correct(director: Director, _about: str) -> View:
    return _noticed(director, correct.view(director.scene, director.mending))


def _more(director: Director, _about: str) -> View:
    return around.more(director.scene, director.session.clock() if director.session else Clock())


def _seats(director: Director, _about: str) -> View:
    return _noticed(director, around.seats(director.scene, director.swapping))


def _picker(director: Director, _about: str) -> View:
    people = director.form.players if director.form else director.session.players if director.session else ()
    buttons = tuple(Button(player.name, None, mark=Mark(player.shape, player.colour)) for player in people)
    return around.picker(director.voice, buttons, director.picked)


def _secret(director: Director, about: str) -> View:
    return around.secret(director.scene, int(about))


def _city(director: Director, _about: str) -> View:
    return around.city(director.scene)


def _settings(director: Director, _about: str) -> View:
    levels = director.session.game.levels if director.session else ()
    level = director.scene.level if director.session else ""
    return settings.view(
        director.voice, director.prefs, director.found_cameras, levels, level, director.say_notice()
    )


def _health(director: Director, _about: str) -> View:
    return settings.health(director.voice, director.checks)


VIEWS: dict[str, Make] = {
    "home": _home,
    "past": _past,
    "evening": _evening,
    "recovery": _recovery,
    "delete": _sure("delete", "delete", "bin"),
    "leave": _sure("leave", "leave", "door"),
    "again": _sure("again", "again", "people"),
    "setup": _setup,
    "name": _name,
    "table": _table,
    "ask": _ask,
    "place": _ask,
    "scan": _scan,
    "what": _scan,
    "card": _card,
    "event": _event,
    "pieces": _pieces,
    "score": _score,
    "code": _code,
    "photo": _photo,
    "log": _log,
    "correct": _correct,
    "more": _more,
    "seats": _seats,
    "picker": _picker,
    "secret": _secret,
    "city": _city,
    "settings": _settings,
    "health": _health,
}
