"""A question shown large: one of, some of, an order, a number, a go-on."""

from __future__ import annotations

import unicodedata

from companion.viewmodels import draft as drafts
from companion.viewmodels.actions import Action, Back, Decline, Filter, Give, Nudge, Open, Pick, Send
from companion.viewmodels.draft import Draft
from companion.viewmodels.looks import Face
from companion.viewmodels.parts import PRIMARY, QUIET, Bar, Button, Mark, View
from companion.viewmodels.scene import Scene
from rules.core.asks import Ask, Confirm, Number, One, Order, Some
from rules.core.commands import Amount, Answer, Done
from rules.core.value import Choice, PieceRef, SeatRef

LONG = 9
"""From this many options on, the list can be filtered."""
MANY = 40
"""A list of more than so many can be narrowed to one letter."""


class AskView(View, frozen=True):
    """The screen of one question."""

    kind: str = ""
    statement: str = ""
    """What is only to be read, large."""
    help: str = ""
    rows: tuple[Button, ...] = ()
    groups: tuple[Button, ...] = ()
    letters: tuple[Button, ...] = ()
    figure: str = ""
    nudges: tuple[Button, ...] = ()
    numbers: tuple[Button, ...] = ()
    """Every number there is, where they are few: one touch answers."""
    buttons: tuple[Button, ...] = ()
    """What sends or leaves, the main one first."""


def view(scene: Scene, ask: Ask, draft: Draft) -> AskView:
    """Show a question and what has been touched for it."""
    say = scene.voice
    faces = faces_of(scene, drafts.options(ask))
    kept = kept_rows(faces, draft, merge=isinstance(ask, One))
    groups, told = group_buttons(scene, faces, draft), help_text(scene, ask, draft)
    give = give_button(scene, ask, draft)
    return AskView(
        screen="ask",
        bar=bar(scene, ask, told if groups and not isinstance(ask, One) else ""),
        ok=give.action if give else None,
        seat=ask.id.seat,
        notice=say.say(draft.refusal) if draft.refusal else "",
        kind=type(ask).__name__.lower(),
        statement=say.say(ask.text) if isinstance(ask, Confirm) else "",
        help="" if groups else told,
        rows=tuple(_row(faces[at], at, count, ask, draft) for at, count in kept),
        groups=groups,
        letters=letter_buttons(faces, draft),
        figure=str(drafts.amount_of(draft, ask)) if isinstance(ask, Number) and not is_short(ask) else "",
        nudges=_nudges(ask, draft) if isinstance(ask, Number) and not is_short(ask) else (),
        numbers=_numbers(ask) if is_short(ask) else (),
        buttons=tuple(button for button in (give, *side_buttons(scene, ask)) if button),
    )


def bar(scene: Scene, ask: Ask, told: str = "") -> Bar:
    """Head a question with whose it is, and with what is to be done where a long list needs the room below."""
    mark = scene.voice.seat_mark(ask.id.seat)
    who = scene.voice.seat(ask.id.seat)
    if isinstance(ask, Confirm):
        # What is to be read stands large below; above it is only whose it is.
        return Bar(who, mark if mark.shape else Mark("people", "accent"), scene.leads)
    mark = mark if mark.shape else Mark("cards", "accent")
    return Bar(scene.voice.say(ask.text), mark, scene.asked(ask.id.seat, told))


def faces_of(scene: Scene, choices: tuple[Choice, ...]) -> tuple[Face, ...]:
    """Picture every choice."""
    return tuple(_face(scene, choice) for choice in choices)


def _face(scene: Scene, choice: Choice) -> Face:
    match choice:
        case PieceRef(id=piece):
            return scene.face(piece)
        case SeatRef(seat=seat):
            return Face(scene.voice.seat(seat), mark=scene.voice.seat_mark(seat))
        case _:
            return Face(scene.voice.label(choice))


def kept_rows(faces: tuple[Face, ...], draft: Draft, *, merge: bool = False) -> tuple[tuple[int, int], ...]:
    """Return the places to show, each with how many it stands for; a long list goes by name.

    ``merge`` shows equal pieces once: by touch nobody can tell one copy from another.
    """
    found: dict[object, list[int]] = {}
    for at, face in enumerate(faces):
        if draft.group not in {"", face.group} or draft.letter not in {"", initial(face)}:
            continue
        found.setdefault((face.name, face.group, face.note) if merge else at, []).append(at)
    rows = [(places[0], len(places)) for places in found.values()]
    if len(faces) >= LONG:
        rows.sort(key=lambda row: plain(faces[row[0]].name))
    return tuple(rows)


def plain(name: str) -> str:
    """Return a name without accents and capitals, for sorting."""
    split = unicodedata.normalize("NFD", name.casefold())
    return "".join(letter for letter in split if not unicodedata.combining(letter))


def initial(face: Face) -> str:
    """Return the letter that a face is filed under."""
    return plain(face.name)[:1].upper()


def _row(face: Face, at: int, count: int, ask: Ask, draft: Draft) -> Button:
    chosen = at in draft.picks
    badge = str(draft.picks.index(at) + 1) if chosen and isinstance(ask, Order) else ""
    if count > 1:
        badge = f"x{count}"
    mark = face.mark if face.mark.shape else face.kind
    weight = _weight(ask, at)
    note = face.note
    return Button(face.name, Pick(at), mark=mark, note=note, chosen=chosen, badge=badge or weight)


def _weight(ask: Ask, at: int) -> str:
    return str(ask.weights[at]) if isinstance(ask, Some) and ask.weights else ""


def group_buttons(scene: Scene, faces: tuple[Face, ...], draft: Draft) -> tuple[Button, ...]:
    """Offer to show one group only, where there are several in a long list."""
    groups = {face.group: face for face in faces if face.group}
    if len(faces) < LONG or len(groups) < 2:
        return ()
    ordered = sorted(groups.values(), key=lambda face: plain(face.group_text))
    everything = Button(scene.voice("app.ask.all"), Filter(), QUIET, chosen=not draft.group)
    return (
        everything,
        *(
            Button(
                face.group_text,
                Filter(group=face.group),
                QUIET,
                mark=face.mark,
                chosen=draft.group == face.group,
            )
            for face in ordered
        ),
    )


def letter_buttons(faces: tuple[Face, ...], draft: Draft) -> tuple[Button, ...]:
    """Offer to show the names of one letter only, in a list that is still long."""
    pool = [face for face in faces if not draft.group or face.group == draft.group]
    letters = sorted({initial(face) for face in pool})
    if len(pool) <= MANY or len(letters) < 2:
        return ()
    return tuple(
        Button(
            letter,
            Filter(draft.group, "" if draft.letter == letter else letter),
            QUIET,
            chosen=draft.letter == letter,
        )
        for letter in letters
    )


def help_text(scene: Scene, ask: Ask, draft: Draft) -> str:
    """Say what is to be done with the list, and how far it is."""
    say = scene.voice
    match ask:
        case Some(low=low, high=high):
            return _some_text(scene, ask, low, high, len(draft.picks))
        case Order(options=options):
            return say("app.ask.order", done=len(draft.picks), count=len(options))
        case Number(low=low, high=high) if not is_short(ask):
            return say("app.ask.number", low=low, high=high)
        case One() if ask.trusted:
            return say("app.ask.trusted")
        case One(optional=True):
            return say("app.ask.optional")
        case _:
            return ""


def _some_text(scene: Scene, ask: Some, low: int, high: int, done: int) -> str:
    say = scene.voice
    if ask.predicate:
        return say(f"app.ask.{ask.predicate}", bound=ask.bound, done=done)
    if low == high:
        return say("app.ask.exactly", count=high, done=done)
    return say("app.ask.between", low=low, high=high, done=done)


def give_button(scene: Scene, ask: Ask, draft: Draft) -> Button | None:
    """Return the button that sends the answer; greyed, with the reason, while it does not fit."""
    if isinstance(ask, One) or is_short(ask):
        return None
    made = drafts.reply(draft, ask)
    read = "app.ask.seen" if ask.secret else "app.ask.go_on"
    text = scene.voice(read if isinstance(ask, Confirm) else "app.ask.done")
    return Button(text, Give() if made is not None else None, PRIMARY, mark=Mark("check"))


def side_buttons(scene: Scene, ask: Ask) -> tuple[Button, ...]:
    """Return the ways to answer otherwise: by camera, with nothing, or by a go-on that stands beside the question."""
    say = scene.voice
    scan = Button(say("app.ask.scan"), Open(ask.id.n, scan=True), mark=Mark("camera"))
    decline: Action = Decline() if ask.blocks else Back()
    nothing = Button(say("app.ask.nothing"), decline, mark=Mark("close"))
    declines = drafts.may_decline(ask) and not (isinstance(ask, Some) and ask.low == 0)
    ways = ((scan, bool(ask.view) and scene.has_eyes), (nothing, declines))
    return (*(button for button, offered in ways if offered), *_beside(scene, ask))


def _beside(scene: Scene, ask: Ask) -> tuple[Button, ...]:
    """Return the go-ons that somebody may give in place of an answer, as for paying nothing more."""
    if not ask.blocks:
        return ()
    return tuple(
        Button(scene.voice.say(each.text), Send(Answer(each.id, Done())))
        for each in scene.offers
        if isinstance(each, Confirm) and each.id.seat == ask.id.seat
    )


def is_short(ask: Ask) -> bool:
    """Tell whether a question is for one of so few numbers that each can be a button."""
    return isinstance(ask, Number) and ask.high - ask.low < LONG


def _numbers(ask: Ask) -> tuple[Button, ...]:
    if not isinstance(ask, Number):
        return ()
    return tuple(
        Button(str(value), Send(Answer(ask.id, Amount(value)))) for value in range(ask.low, ask.high + 1)
    )


def _nudges(ask: Number, draft: Draft) -> tuple[Button, ...]:
    now = drafts.amount_of(draft, ask)
    steps = (-5, -1, 1, 5) if ask.high - ask.low > 8 else (-1, 1)
    return tuple(
        Button(
            f"{step:+d}".replace("-", "\N{MINUS SIGN}"),
            Nudge(step) if ask.low <= now + (step // abs(step)) <= ask.high else None,
        )
        for step in steps
    )
