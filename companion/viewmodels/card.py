"""One card shown large: an event just drawn, or the answer to "what is this card"."""

from __future__ import annotations

import msgspec

from companion.viewmodels import ask as asks
from companion.viewmodels.actions import Back, Go
from companion.viewmodels.draft import Draft
from companion.viewmodels.looks import Face
from companion.viewmodels.parts import PRIMARY, Bar, Button, Line, Mark, View
from companion.viewmodels.scene import Scene
from companion.viewmodels.table import DO, hand_mark, table_bar
from rules.core.event import Event
from rules.core.value import PieceRef


class CardView(View, frozen=True):
    """A card as on a kiosk."""

    face: Face = Face("")
    lines: tuple[Line, ...] = ()
    hands: tuple[Line, ...] = ()
    """How the card came out, and what hands must do up to the last thing that it asks of them, in that order."""
    before: tuple[Line, ...] = ()
    """What hands must do of other things that came before the last word on it, and may be why it came to nothing."""
    besides: tuple[Line, ...] = ()
    """What hands must do of other things that came with it, such as a space on a track."""
    is_event: bool = False
    buttons: tuple[Button, ...] = ()


class PiecesView(View, frozen=True):
    """Every piece of the game, to look one up by touch."""

    rows: tuple[Button, ...] = ()
    groups: tuple[Button, ...] = ()
    letters: tuple[Button, ...] = ()


def view(scene: Scene, piece: str, *, is_event: bool = False) -> CardView:
    """Show one card large."""
    say = scene.voice
    face = scene.face(piece)
    came = _came_of(scene, piece) if is_event else ()
    own = tuple(event for event in came if _is_of(event, piece))
    hands = _in_order(came, piece)
    verdict = max((at for at, event in enumerate(came) if event in own), default=0)
    text = say("app.card.go_on" if is_event else "app.card.close")
    return CardView(
        screen="event" if is_event else "card",
        bar=table_bar(scene) if is_event else Bar(say("app.card.title"), Mark("cards", "accent")),
        ok=Back(),
        face=face,
        lines=() if _all_said(face, own) else _printed(scene, piece, besides=hands),
        hands=_lines(scene, hands),
        before=_lines(scene, tuple(event for event in came[:verdict] if event not in hands)),
        besides=_lines(scene, tuple(event for event in came[verdict:] if event not in hands)),
        is_event=is_event,
        buttons=(Button(text, Back(), PRIMARY, mark=Mark("check" if is_event else "close")),),
    )


def _printed(scene: Scene, piece: str, *, besides: tuple[Event, ...]) -> tuple[Line, ...]:
    """Say what stands on a card; below what came of it that is said to be so, for hands do nothing of it."""
    lines = scene.face(piece).lines or described(scene, piece)
    if not besides or not lines:
        return lines
    return (
        Line(scene.voice("app.card.printed"), Mark("info", "card_muted")),
        *(_quiet(line) for line in lines),
    )


def _quiet(line: Line) -> Line:
    return msgspec.structs.replace(line, strong=False)


def described(scene: Scene, piece: str) -> tuple[Line, ...]:
    """Say what a piece does in the game's own words."""
    return tuple(Line(scene.voice.say(line)) for line in scene.game.describe(scene.box, piece))


def _came_of(scene: Scene, piece: str) -> tuple[Event, ...]:
    return tuple(event for event in _since_shown(scene, piece) if event.kind in {"fact", DO})


def _is_of(event: Event, piece: str) -> bool:
    """Tell whether something came of the card, which its sentences name, and not only with it."""
    return PieceRef(piece) in dict(event.text.args).values()


def _in_order(came: tuple[Event, ...], piece: str) -> tuple[Event, ...]:
    """Return what came of the card, and what hands do before that: a marker moved twice must end where it belongs."""
    last = max((at for at, event in enumerate(came) if event.kind == DO and _is_of(event, piece)), default=-1)
    return tuple(event for at, event in enumerate(came) if at < last or _is_of(event, piece))


def _all_said(face: Face, own: tuple[Event, ...]) -> bool:
    """Tell whether gains and losses that hands are told of are all that the card does, one for each of its lines."""
    return bool(own) and len(own) == len(face.lines) and all(event.tone for event in own)


def _lines(scene: Scene, events: tuple[Event, ...]) -> tuple[Line, ...]:
    """Say how a card came out, then what hands must do."""
    say = scene.voice.say
    facts = tuple(Line(say(event.text), strong=True) for event in events if event.kind == "fact")
    return (*facts, *(Line(say(event.text), hand_mark(event)) for event in events if event.kind == DO))


def _since_shown(scene: Scene, piece: str) -> tuple[Event, ...]:
    """Return what has come of a card: all that was told after it was turned up, and before the next one was."""
    turned = scene.turned_up
    begin = max((at + 1 for at, card in turned if card == piece), default=0)
    end = min((at for at, _ in turned if at >= begin), default=len(scene.events))
    return scene.events[begin:end]


def pieces(scene: Scene, draft: Draft) -> PiecesView:
    """List every piece once."""
    say = scene.voice
    ids = tuple(piece.id for piece in scene.box.pieces if not piece.anonymous)
    faces = tuple(scene.face(piece) for piece in ids)
    return PiecesView(
        screen="pieces",
        bar=Bar(say("app.pieces.title"), Mark("cards", "accent"), say("app.pieces.help")),
        rows=tuple(_row(faces[at], ids[at], count) for at, count in asks.kept_rows(faces, draft, merge=True)),
        groups=asks.group_buttons(scene, faces, draft),
        letters=asks.letter_buttons(faces, draft),
    )


def _row(face: Face, piece: str, count: int) -> Button:
    mark = face.mark if face.mark.shape else face.kind
    row = Button(face.name, Go("card", piece), mark=mark, note=face.note)
    return msgspec.structs.replace(row, badge=f"x{count}") if count > 1 else row
