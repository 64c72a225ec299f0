"""What belongs to one seat alone, to be looked at again: whose, the screen handed over, what there is to read."""

from __future__ import annotations

from companion.session import Session
from companion.viewmodels.actions import Back, Do, Go
from companion.viewmodels.around import SecretView, hand_over
from companion.viewmodels.ask import AskView
from companion.viewmodels.parts import PRIMARY, Bar, Button, Mark
from companion.viewmodels.scene import Scene
from rules.core.value import Msg


def owners(session: Session) -> tuple[int, ...]:
    """Return the seats at which somebody sits with something to look at."""
    return tuple(
        seat
        for seat, player in enumerate(session.players)
        if player.here and session.referee.secrets(session.state, seat)
    )


def way(scene: Scene) -> Button:
    """Offer to look, in the game's own words."""
    return Button(_title(scene), Go("owners"), mark=Mark("mask", "accent"))


def whose(scene: Scene, seats: tuple[int, ...]) -> AskView:
    """Ask who wants to look."""
    say = scene.voice
    rows = tuple(Button(say.seat(seat), Go("owner", str(seat)), mark=say.seat_mark(seat)) for seat in seats)
    return AskView(screen="ask", bar=Bar(_title(scene), Mark("mask", "accent")), rows=rows)


def before(scene: Scene, seat: int) -> SecretView:
    """Ask to hand the screen over to whoever wants to look."""
    return hand_over(scene, seat, Do("look", str(seat)))


def shown(scene: Scene, seat: int, secrets: tuple[Msg, ...]) -> AskView:
    """Show a seat what is its own, large, until it has been read."""
    say = scene.voice
    return AskView(
        screen="ask",
        bar=Bar(say.seat(seat), say.seat_mark(seat), scene.leads),
        ok=Back(),
        seat=seat,
        kind="confirm",
        statement="\n".join(map(say.say, secrets)),
        buttons=(Button(say("app.ask.seen"), Back(), PRIMARY, mark=Mark("check")),),
    )


def _title(scene: Scene) -> str:
    return scene.voice(f"{scene.game.id}.secrets")
