"""The table: whose turn, what may be done now, how things stand."""

from __future__ import annotations

import msgspec

from companion.naming import CORRECTION, bare, brief
from companion.viewmodels import draft as drafts
from companion.viewmodels.actions import Action, Go, Home, Open, Redo, Send, Undo
from companion.viewmodels.ask import AskView, faces_of, kept_rows
from companion.viewmodels.draft import Draft
from companion.viewmodels.looks import Board
from companion.viewmodels.parts import PLAIN, PRIMARY, QUIET, Bar, Button, Lattice, Line, Mark, View
from companion.viewmodels.scene import Scene
from companion.viewmodels.voice import Voice
from rules.core.asks import Ask, Confirm, One, Place
from rules.core.commands import Answer, Done, Picked
from rules.core.event import Event
from rules.core.picture import named
from rules.core.value import TABLE, Msg, SeatRef

INLINE = 6
"""So many options fit on the table's own screen."""
TOLD = 2
DO = "do"
"""The kind of what hands must do: never left out."""
UNDONE = 3
"""Steps taken back that are named."""
LONGEST_STEP = 40
TONES = {"good": Mark("up", "good"), "bad": Mark("down", "bad")}


class TableView(View, frozen=True):
    """The main screen of an evening."""

    question: str = ""
    main: tuple[Button, ...] = ()
    """The next thing to do, where one stands out."""
    buttons: tuple[Button, ...] = ()
    """What else may be done now."""
    offers: tuple[Button, ...] = ()
    """What may be done or left alone: one thing by itself, or the way to a list of them."""
    answers: tuple[Button, ...] = ()
    """All of these together, where there is something to choose from."""
    before: tuple[Line, ...] = ()
    """What hands must still do of somebody else's step."""
    hands: tuple[Line, ...] = ()
    """What hands must do on the real table now."""
    told: tuple[Line, ...] = ()
    """What has come about for everybody, where neither hands nor whose turn it is say so."""
    starts_asked: bool = False
    """True where the question says what hands do all that for, or how the game has ended."""
    board: Board = Board()
    lattice: Lattice = Lattice()
    has_lattice: bool = False


def view(scene: Scene, clock: str = "") -> TableView:
    """Show the table as it is now."""
    board = scene.board
    buttons = _buttons(scene)
    main = tuple(button for button in buttons if button.kind == PRIMARY)
    others = tuple(button for button in buttons if button.kind != PRIMARY)
    offered = _folded(scene)
    before, now = (scene.events, ()) if scene.undone else parted(scene)
    return TableView(
        screen="table",
        bar=table_bar(scene, clock),
        ok=next((button.action for button in buttons if button.kind == PRIMARY), None),
        seat=scene.seats[0] if len(scene.seats) == 1 else None,
        question=_question(scene),
        main=main,
        buttons=others,
        offers=offered,
        answers=(*main, *others, *offered) if others else (),
        before=(*_undone(scene), *_before(scene, before)),
        hands=tuple(_line(scene, event) for event in now if event.kind == DO),
        told=() if scene.is_over or scene.undone or any(event.kind == DO for event in now) else _told(scene),
        starts_asked=scene.is_over or (len(scene.blocking) == 1 and isinstance(scene.blocking[0], Confirm)),
        board=board,
        lattice=scene.lattice or Lattice(),
        has_lattice=bool(board.lattices),
    )


def table_bar(scene: Scene, clock: str = "") -> Bar:
    """Head the table: whose turn it is and who leads, the ways home and to the menu, and undo."""
    return Bar(
        title=title(scene),
        mark=turn_mark(scene),
        note=leading(scene),
        clock=clock,
        back=Button("", Home(), QUIET, mark=Mark("house")),
        buttons=(
            undo_button(scene),
            Button("", Go("more"), QUIET, mark=Mark("menu")),
        ),
        large=True,
    )


def short(say: Voice, step: Msg) -> str:
    """Name a step as a button holds it: without its question where that is too long, then cut between words."""
    name = say.say(bare(step)).rstrip(".")
    if len(name) > LONGEST_STEP:
        name = say.say(brief(bare(step))).rstrip(".")
    if len(name) <= LONGEST_STEP:
        return name
    return name[:LONGEST_STEP].rsplit(" ", 1)[0] + "\N{HORIZONTAL ELLIPSIS}"


def undo_button(scene: Scene) -> Button:
    """Offer to undo the last step, by its name."""
    say = scene.voice
    if scene.undo is None:
        return Button(say("app.undo"), None, QUIET, mark=Mark("undo"))
    key = "app.undo.correction" if scene.undo.key == CORRECTION else "app.undo.named"
    return Button(say(key, what=short(say, scene.undo)), Undo(), QUIET, mark=Mark("undo"))


def redo_button(scene: Scene) -> Button:
    """Offer to take the last undo back, by its name."""
    say = scene.voice
    if scene.redo is None:
        return Button(say("app.redo"), None, QUIET, mark=Mark("redo"))
    key = "app.redo.correction" if scene.redo.key == CORRECTION else "app.redo.named"
    return Button(say(key, what=short(say, scene.redo)), Redo(), QUIET, mark=Mark("redo"))


def leading(scene: Scene) -> str:
    """Say who leads, in the end who has won, with the figure."""
    if not scene.is_over:
        return scene.leads
    winners = [each for each in scene.sheet.standings if each.winner]
    if not winners:
        return scene.voice("app.table.nobody_won")
    names = scene.voice.label(named(SeatRef(each.seat) for each in winners))
    return scene.voice("app.table.won", who=names, figure=winners[0].total, count=len(winners))


def standing(scene: Scene) -> str:
    """Say whose turn it is and who leads, in one line."""
    return " \N{MIDDLE DOT} ".join(part for part in (title(scene), leading(scene)) if part)


def title(scene: Scene) -> str:
    """Say whose turn it is, or who answers on somebody else's."""
    say = scene.voice
    if scene.is_over:
        return say("app.table.over")
    if not scene.seats:
        return say("app.table.everyone")
    if len(scene.seats) == 1:
        return scene.acts(scene.seats[0])
    return say("app.table.several", who=", ".join(say.seat(seat) for seat in scene.seats))


def turn_mark(scene: Scene) -> Mark:
    """Mark whose turn it is, and at the end whether anybody has won."""
    if scene.is_over:
        has_won = any(each.winner for each in scene.sheet.standings)
        return Mark("trophy", "accent") if has_won else Mark("destroyed", "muted")
    return scene.voice.seat_mark(scene.seats[0]) if len(scene.seats) == 1 else Mark("people", "accent")


def _question(scene: Scene) -> str:
    say = scene.voice
    if scene.is_over:
        return say.say(scene.sheet.outcome) if scene.sheet.outcome else ""
    if len(scene.blocking) == 1:
        return say.say(scene.blocking[0].text)
    if scene.blocking or not scene.hidden:
        return say("app.table.choose")
    looks = all(isinstance(ask, Confirm) for ask in scene.hidden)
    return say("app.table.secret_look" if looks else "app.table.secret_wait")


def _buttons(scene: Scene) -> tuple[Button, ...]:
    if scene.is_over:
        return (Button(scene.voice("app.table.score"), Go("score"), PRIMARY, mark=Mark("trophy")),)
    waited = tuple(dict.fromkeys(ask.id.seat for ask in scene.hidden))
    hidden = tuple(_hidden(scene, seat, PRIMARY if len(waited) == 1 else PLAIN) for seat in waited)
    if len(scene.blocking) == 1 and not hidden:
        return _alone(scene, scene.blocking[0])
    return (*(_named(scene, ask) for ask in scene.blocking), *hidden)


def _hidden(scene: Scene, seat: int, kind: str) -> Button:
    say = scene.voice
    return Button(
        say("app.table.for_seat", who=say.seat(seat)),
        Go("secret", str(seat)),
        kind,
        mark=say.seat_mark(seat),
    )


def _named(scene: Scene, ask: Ask) -> Button:
    say = scene.voice
    return Button(say.say(ask.text), _action(ask), PLAIN, say.seat(ask.id.seat), say.seat_mark(ask.id.seat))


def _action(ask: Ask) -> Action:
    return Send(Answer(ask.id, Done())) if isinstance(ask, Confirm) else Open(ask.id.n)


def _alone(scene: Scene, ask: Ask) -> tuple[Button, ...]:
    """Offer the one open question's answers here if they fit, else the ways to answer it."""
    say = scene.voice
    scan = Button(
        say("app.ask.scan"),
        Open(ask.id.n, scan=True),
        PRIMARY if scene.has_eyes else PLAIN,
        mark=Mark("camera"),
    )
    scans = (scan,) if ask.view and scene.has_eyes else ()
    if isinstance(ask, Confirm):
        text = say("app.ask.done" if parted(scene)[1] else "app.ask.go_on")
        return (Button(text, _action(ask), PRIMARY, mark=Mark("check")), *scans)
    inline = _inline(scene, ask)
    if inline:
        return (*scans, *inline)
    text = say("app.table.place" if isinstance(ask, Place) else "app.table.pick")
    by_touch = Button(text, Open(ask.id.n), PLAIN if scans else PRIMARY, mark=Mark("hand"))
    nothing = Button(say("app.ask.nothing"), Send(Answer(ask.id, Picked())), mark=Mark("close"))
    return (*scans, by_touch, *((nothing,) if drafts.may_decline(ask) else ()))


def _inline(scene: Scene, ask: Ask) -> tuple[Button, ...]:
    if not isinstance(ask, One):
        return ()
    faces = faces_of(scene, ask.options)
    rows = kept_rows(faces, Draft(), merge=True)
    if len(rows) + ask.optional > INLINE:
        return ()
    picks = tuple(
        Button(
            faces[at].name,
            Send(Answer(ask.id, Picked((ask.options[at],)))),
            mark=faces[at].mark if faces[at].mark.shape else faces[at].kind,
            note=faces[at].note,
        )
        for at, _ in rows
    )
    nothing = Button(scene.voice("app.ask.nothing"), Send(Answer(ask.id, Picked())), mark=Mark("close"))
    return (*picks, nothing) if ask.optional else picks


def _offer(scene: Scene, ask: Ask) -> Button:
    seat = "" if ask.id.seat == TABLE else scene.voice.seat(ask.id.seat)
    return Button(scene.voice.say(ask.text), _action(ask), QUIET, seat, scene.voice.seat_mark(ask.id.seat))


def _folded(scene: Scene) -> tuple[Button, ...]:
    """Offer the one thing that may be left alone, or the way to the list of several."""
    if len(scene.offers) < 2:
        return tuple(_offer(scene, ask) for ask in scene.offers)
    text = scene.voice("app.table.more")
    return (Button(text, Go("offers"), QUIET, badge=str(len(scene.offers))),)


def offers(scene: Scene) -> AskView:
    """List what may be done besides, or left alone."""
    say = scene.voice
    return AskView(
        screen="ask",
        bar=Bar(say("app.table.more"), turn_mark(scene)),
        help=say("app.table.optional"),
        rows=tuple(_offer(scene, ask) for ask in scene.offers),
    )


def parted(scene: Scene) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """Part what happened into the step of somebody who is no longer asked, and what came of it since."""
    others = [at for at, event in enumerate(scene.events) if event.kind == DO and _is_past(scene, event)]
    cut = others[-1] + 1 if others else 0
    return scene.events[:cut], scene.events[cut:]


def _is_past(scene: Scene, event: Event) -> bool:
    return event.seat != TABLE and bool(scene.seats) and event.seat not in scene.seats


def _before(scene: Scene, events: tuple[Event, ...]) -> tuple[Line, ...]:
    lines = tuple(_line(scene, event) for event in events if event.kind == DO)
    if not lines:
        return ()
    first = scene.voice("app.table.before", what=lines[0].text)
    return (msgspec.structs.replace(lines[0], text=first), *lines[1:])


def _undone(scene: Scene) -> tuple[Line, ...]:
    """Say what was taken back: what it, and the step before it, asked of hands may have been done long ago or never."""
    if not scene.undone:
        return ()
    say = scene.voice
    named = [say.say(bare(step)).rstrip(".") for step in scene.undone[:UNDONE]]
    more = len(scene.undone) - len(named)
    what = "; ".join((*named, *((say("app.scan.more", count=more),) if more else ())))
    is_fix = all(step.key == CORRECTION for step in scene.undone)
    text = say("app.table.undone_fix" if is_fix else "app.table.undone", what=what)
    return (Line(text, Mark("undo", "accent")),)


def _line(scene: Scene, event: Event) -> Line:
    return Line(scene.voice.say(event.text), hand_mark(event))


def hand_mark(event: Event) -> Mark:
    """Mark what hands must do: an arrow up or down where it is good or bad news, else a hand."""
    return TONES.get(event.tone, Mark("hand", "accent"))


def _told(scene: Scene) -> tuple[Line, ...]:
    facts = [event for event in scene.events if event.kind == "fact" and event.seat not in scene.seats]
    return tuple(Line(scene.voice.say(fact.text), scene.voice.seat_mark(fact.seat)) for fact in facts[-TOLD:])
