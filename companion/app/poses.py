"""Every picture worth taking: its name, and how a gallery gets there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.app.gallery import Gallery
from companion.viewmodels import actions as a

Pose = tuple[str, Callable[[], object]]


def poses(at: Gallery) -> Iterator[Pose]:
    """Yield every picture's name and how to get there."""
    for part in (_before, _table, _asked, _joined, _scored, _around):
        yield from part(at)


def _before(at: Gallery) -> tuple[Pose, ...]:
    return (
        ("home", at.leave),
        ("past", lambda: at.at_home("past")),
        ("evening", lambda: at.kept("evening")),
        ("delete", lambda: at.kept("delete")),
        ("setup-players", lambda: at.form("players")),
        ("setup-rules", lambda: at.form("rules")),
        ("setup-start", lambda: at.form("start")),
        ("name", at.named),
        ("settings", lambda: at.on("action", "settings")),
        ("health", lambda: at.on("action", "health")),
        ("stand", lambda: at.stand(2.0, 0.6)),
        ("stand-soft", lambda: at.stand(0.8, 2.2)),
        ("stand-none", at.stand),
    )


def _table(at: Gallery) -> tuple[Pose, ...]:
    return (
        ("table-setup", lambda: at.sit("setup")),
        ("table-secret", lambda: at.sit("secret")),
        ("table", lambda: at.sit("action")),
        ("table-offers", lambda: at.on("action", "offers")),
        ("table-cards", lambda: at.sit("cards")),
        ("table-event", lambda: at.sit("event")),
        ("table-over", lambda: at.sit("over")),
        ("event", at.event),
        ("event-held", lambda: at.event("held")),
        ("card", at.card),
        ("pieces", lambda: at.on("action", "pieces")),
        ("city", lambda: at.on("action", "city")),
        ("decks", at.drawn),
        ("decks-card", at.put_back),
    )


def _asked(at: Gallery) -> tuple[Pose, ...]:
    return (
        ("secret", at.secret),
        ("secret-ask", at.secret_ask),
        ("owners", lambda: at.on("action", "owners")),
        ("owner", lambda: at.on("action", "owner", "1")),
        ("own", at.own),
        ("own-two", lambda: at.own("pair")),
        ("ask-one", lambda: at.ask("unit")),
        ("ask-number", lambda: at.ask("discard", a.Nudge(1))),
        ("place-card", lambda: at.ask("place")),
        ("place-cell", at.place_cell),
        ("place-refused", at.refused),
        ("scan", at.scan),
        ("scan-missing", lambda: at.scan("covered")),
        ("scan-mismatch", lambda: at.scan("wrong")),
        ("scan-astray", lambda: at.scan("astray")),
    )


def _joined(at: Gallery) -> tuple[Pose, ...]:
    return (
        ("join", at.join),
        ("join-hidden", at.join_hidden),
        ("join-city", at.join_city),
        ("join-cell", at.join_cell),
        ("join-units", at.join_units),
        ("join-numbers", at.join_numbers),
    )


def _scored(at: Gallery) -> tuple[Pose, ...]:
    return (
        ("photo", at.photo),
        ("score", lambda: at.on("action", "score")),
        ("score-final", at.final),
        ("score-fallen", lambda: at.on("fallen", "score")),
        ("code", lambda: at.on("over", "code")),
    )


def _around(at: Gallery) -> tuple[Pose, ...]:
    return (
        ("log", lambda: at.on("cards", "log")),
        ("correct", lambda: at.on("action", "correct")),
        ("correct-fact", at.mended),
        ("more", lambda: at.on("action", "more")),
        ("seats", lambda: at.on("action", "seats")),
        ("again", lambda: at.on("action", "again")),
        ("picker", at.picked),
    )
