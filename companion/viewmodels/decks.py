"""Decks: what has been drawn, what was looked at, and how people put right what happened on the table."""

from __future__ import annotations

from companion.viewmodels.actions import Go, Send, Set
from companion.viewmodels.looks import say_face
from companion.viewmodels.parts import PRIMARY, QUIET, Bar, Button, Deck, Line, Mark, View
from companion.viewmodels.scene import Scene
from rules.core.commands import Correct
from rules.core.game import Correctable

TOP, BOTTOM, UNSEEN = "top", "bottom", "unseen"


class DecksView(View, frozen=True):
    """One deck open, the others to be picked."""

    decks: tuple[Button, ...] = ()
    empty: str = ""
    history: tuple[Button, ...] = ()
    """Every card that has been drawn, the newest first; touching one shows it."""
    title: str = ""
    top: tuple[Line, ...] = ()
    """What is known of the pile."""
    picked: str = ""
    buttons: tuple[Button, ...] = ()


def view(scene: Scene, key: str = "", piece: str = "") -> DecksView:
    """Show the decks; ``key`` is the open one, ``piece`` a card of it that has been picked."""
    say, decks = scene.voice, scene.board.decks
    deck = next((each for each in decks if each.key == key), decks[0] if decks else None)
    bar = Bar(say("app.decks.title"), Mark("cards", "accent"))
    if deck is None:
        return DecksView(screen="decks", bar=bar, empty=say("app.decks.none"))
    facts = {fact.key: fact for fact in scene.game.correctables(scene.box, scene.table)}
    known = piece in (*deck.drawn, *deck.seen)
    return DecksView(
        screen="decks",
        bar=bar,
        decks=tuple(_tab(each, chosen=each is deck) for each in decks),
        empty="" if deck.drawn else say("app.decks.nothing"),
        history=tuple(_card(scene, each, piece) for each in reversed(deck.drawn)),
        title=say("app.decks.left", count=deck.left),
        top=_top(scene, deck),
        picked=scene.voice.piece(piece) if known else "",
        buttons=_of_card(scene, deck, piece, facts) if known else _of_pile(scene, deck, facts),
    )


def _tab(deck: Deck, *, chosen: bool) -> Button:
    badge = str(deck.left)
    return Button(deck.text, Set("deck", deck.key), QUIET, mark=deck.mark, chosen=chosen, badge=badge)


def _card(scene: Scene, piece: str, picked: str) -> Button:
    face = say_face(scene.look.face(scene.box, piece), scene.voice)
    note = " \N{MIDDLE DOT} ".join(line.text for line in face.lines[:2])
    return Button(face.name, Set("deck_card", piece), note=note, mark=face.mark, chosen=piece == picked)


def _top(scene: Scene, deck: Deck) -> tuple[Line, ...]:
    return tuple(
        Line(
            scene.voice("app.decks.on_top" if not at else "app.decks.then", card=scene.voice.piece(piece)),
            Mark("eye", "accent"),
        )
        for at, piece in enumerate(deck.seen)
    )


def _of_pile(scene: Scene, deck: Deck, facts: dict[str, Correctable]) -> tuple[Button, ...]:
    """Offer to look at the next card, and what may be done with one that was looked at."""
    say, look, top = scene.voice, facts.get(f"seen.{deck.key}"), deck.seen[:1]
    buttons = []
    if look is not None and int(look.value) < look.high:
        more = Correct(look.key, int(look.value) + 1)
        buttons.append(
            Button(say("app.decks.peek"), Send(more), note=say("app.decks.logged"), mark=Mark("eye"))
        )
    if top and (back := facts.get(f"back.{top[0]}")) is not None and BOTTOM in dict(back.words):
        text = say("app.decks.bottom")
        buttons.append(
            Button(text, Send(Correct(back.key, BOTTOM)), note=say.piece(top[0]), mark=Mark("down"))
        )
    return tuple(buttons)


def _of_card(scene: Scene, deck: Deck, piece: str, facts: dict[str, Correctable]) -> tuple[Button, ...]:
    """Offer what may be done with a card that has been drawn: read it, put it back, say that it was another one."""
    say, back = scene.voice, facts.get(f"back.{piece}")
    words = dict(back.words) if back else {}
    places = tuple(
        Button(
            say(f"app.decks.{word}"),
            Send(Correct(f"back.{piece}", word)),
            note=say("app.decks.logged"),
            mark=mark,
        )
        for word, mark in ((TOP, Mark("up")), (BOTTOM, Mark("down")), (UNSEEN, Mark("pencil")))
        if word in words and piece in deck.drawn
    )
    return (Button(say("app.decks.read"), Go("card", piece), PRIMARY, mark=Mark("cards")), *places)
