"""Makes the view of each screen from what the director holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from companion.app import evening, joining
from companion.app.first_views import FIRST, Make, show_home
from companion.app.names import starts_word
from companion.clock import Clock
from companion.viewmodels import (
    around,
    ask,
    card,
    correct,
    decks,
    join,
    log,
    own,
    place,
    scan,
    score,
    settings,
    setup,
    stand,
    table,
)
from companion.viewmodels.parts import Button, Mark, View
from rules.core.asks import Place

if TYPE_CHECKING:
    from companion.app.director import Director


def _setup(director: Director, about: str) -> View:
    loaded, form = director.loaded(about), director.form
    if loaded is None or form is None:
        return show_home(director, about)
    return setup.view(director.voice, loaded, form)


def _name(director: Director, about: str) -> View:
    seat = int(about)
    people = director.form.players if director.form else director.session.players if director.session else ()
    mark = Mark(people[seat].shape, people[seat].colour)
    taken = {player.name for at, player in enumerate(people) if at != seat}
    names = tuple(name for name in director.known if name not in taken)
    return setup.name(director.voice, director.typed, mark, names, upper=starts_word(director.typed))


def _table(director: Director, _about: str) -> View:
    return table.view(director.scene, director.clock_text())


def _offers(director: Director, _about: str) -> View:
    return table.offers(director.scene)


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
    return score.view(director.scene, director.score_seat, director.score_group, director.photo)


def _photo(director: Director, _about: str) -> View:
    return scan.photo(director.scene, director.photo)


def _code(director: Director, _about: str) -> View:
    return score.code(director.scene)


def _log(director: Director, _about: str) -> View:
    steps = director.session.log() if director.session else ()
    return log.view(director.scene, steps)


def _correct(director: Director, _about: str) -> View:
    return correct.view(director.scene, director.mending)


def _more(director: Director, _about: str) -> View:
    time = director.session.clock() if director.session else Clock()
    return around.more(director.scene, time, _way_to_own(director))


def _seats(director: Director, _about: str) -> View:
    return around.seats(director.scene, director.swapping, _way_to_own(director))


def _picker(director: Director, _about: str) -> View:
    people = director.form.players if director.form else director.session.players if director.session else ()
    buttons = tuple(Button(player.name, None, mark=Mark(player.shape, player.colour)) for player in people)
    return around.picker(director.voice, buttons, director.picked, starts=director.form is not None)


def _secret(director: Director, about: str) -> View:
    return around.secret(director.scene, int(about))


def _way_to_own(director: Director) -> tuple[Button, ...]:
    return (own.way(director.scene),) if director.session and own.owners(director.session) else ()


def _owners(director: Director, _about: str) -> View:
    return own.whose(director.scene, own.owners(director.session) if director.session else ())


def _owner(director: Director, about: str) -> View:
    return own.before(director.scene, int(about))


def _own(director: Director, about: str) -> View:
    seat, session = int(about), director.session
    return own.shown(director.scene, seat, session.referee.secrets(session.state, seat) if session else ())


def _city(director: Director, _about: str) -> View:
    return around.city(director.scene)


def _decks(director: Director, _about: str) -> View:
    return decks.view(director.scene, director.deck, director.deck_card)


def _join(director: Director, _about: str) -> View:
    scene, asked = director.scene, joining.ask_now(director)
    if isinstance(asked, Place):
        return join.on_grid(scene, place.view(scene, asked, director.draft))
    if asked is not None:
        return ask.view(scene, asked, director.draft)
    view = joining.view_now(director)
    if view:
        return join.scan(scene, view, director.report, director.settled, joining.changes(director))
    has_views = bool(joining.views(director))
    return join.numbers(scene, director.numbers, director.notice, has_views=has_views)


def _settings(director: Director, _about: str) -> View:
    level = str(evening.fact(director, "level")) if director.session else ""
    levels = director.session.game.levels if director.session else ()
    may = levels if level in levels else ()
    return settings.view(director.voice, director.prefs, director.found_cameras, may, level)


def _health(director: Director, _about: str) -> View:
    return settings.health(director.voice, director.checks)


def _stand(director: Director, _about: str) -> View:
    return stand.view(director.voice, director.stand_report, has_camera=director.stand is not None)


VIEWS: dict[str, Make] = {
    **FIRST,
    "setup": _setup,
    "name": _name,
    "table": _table,
    "offers": _offers,
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
    "owners": _owners,
    "owner": _owner,
    "own": _own,
    "city": _city,
    "decks": _decks,
    "join": _join,
    "settings": _settings,
    "health": _health,
    "stand": _stand,
}
