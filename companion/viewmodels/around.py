"""Around the game: the menu, seats, the start-player picker, a secret handed over, the city in large."""

from __future__ import annotations

from companion.clock import Clock
from companion.viewmodels import clock, join
from companion.viewmodels.actions import Back, Do, Go, Home
from companion.viewmodels.looks import Board
from companion.viewmodels.parts import PRIMARY, Bar, Button, Lattice, Line, Mark, View
from companion.viewmodels.scene import Scene
from companion.viewmodels.voice import Voice


class MoreView(View, frozen=True):
    """The menu of an evening."""

    buttons: tuple[Button, ...] = ()


class SeatsView(View, frozen=True):
    """Who sits where."""

    help: str = ""
    rows: tuple[tuple[Button, ...], ...] = ()
    buttons: tuple[Button, ...] = ()


class PickerView(View, frozen=True):
    """Somebody picked by chance."""

    help: str = ""
    name: str = ""
    mark: Mark = Mark("dice", "accent")
    buttons: tuple[Button, ...] = ()


class SecretView(View, frozen=True):
    """A screen to be handed to one person, with nothing on it yet."""

    text: str = ""
    buttons: tuple[Button, ...] = ()


class CityView(View, frozen=True):
    """The picture of the table in large, and the table in words."""

    lattice: Lattice = Lattice()
    board: Board = Board()
    lines: tuple[Line, ...] = ()


def more(scene: Scene, time: Clock, own: tuple[Button, ...] = ()) -> MoreView:
    """Show the menu; ``own`` is the way to what belongs to one seat alone."""
    say, decks = scene.voice, scene.board.decks
    return MoreView(
        screen="more",
        bar=Bar(say("app.more.title"), Mark("menu", "accent")),
        buttons=(
            Button(say("app.score.now"), Go("score"), mark=Mark("trophy", "accent")),
            Button(say("app.log.title"), Go("log"), mark=Mark("list", "accent")),
            Button(say("app.correct.title"), Go("correct"), mark=Mark("pencil", "accent")),
            *_enter(scene),
            Button(
                say("app.scan.what"), Go("what" if scene.has_eyes else "pieces"), mark=Mark("info", "accent")
            ),
            Button(say("app.seats.title"), Go("seats"), mark=Mark("people_swap", "accent")),
            *own,
            Button(say("app.picker.title"), Go("picker"), mark=Mark("dice", "accent")),
            Button(say("app.city.title"), Go("city"), mark=Mark("eye", "accent")),
            *((Button(say("app.decks.title"), Go("decks"), mark=Mark("cards", "accent")),) if decks else ()),
            clock.button(say, time),
            Button(say("app.settings.title"), Go("settings"), mark=Mark("gear", "accent")),
            Button(say("app.more.home"), Home(), note=say("app.more.kept"), mark=Mark("house", "accent")),
        ),
    )


def _enter(scene: Scene) -> tuple[Button, ...]:
    """Offer to enter the whole table anew, as where a game is joined that was begun without us."""
    if scene.is_over or not join.is_possible(scene):
        return ()
    return (Button(scene.voice("app.join.enter"), Do("join_enter"), mark=Mark("door", "accent")),)


def seats(scene: Scene, swapping: int | None, own: tuple[Button, ...] = ()) -> SeatsView:
    """Show who sits where, and what can be changed; ``own`` is the way to what belongs to one seat alone."""
    say = scene.voice
    rows = tuple(_seat_row(say, seat, swapping) for seat in range(len(say.players)))
    return SeatsView(
        screen="seats",
        bar=Bar(say("app.seats.title"), Mark("people_swap", "accent")),
        help=say("app.seats.swap_with", who=say.seat(swapping))
        if swapping is not None
        else say("app.seats.help"),
        rows=rows,
        buttons=(*own, Button(say("app.score.again"), Go("again"), mark=Mark("people"))),
    )


def _seat_row(say: Voice, seat: int, swapping: int | None) -> tuple[Button, ...]:
    player = say.players[seat]
    mark = Mark(player.shape, player.colour)
    name = Button(
        player.name, Go("name", str(seat)), note="" if player.here else say("app.seats.gone"), mark=mark
    )
    swap_text = say("app.seats.here") if swapping is not None and swapping != seat else say("app.seats.swap")
    swap = Button(swap_text, Do("swap", str(seat)), chosen=swapping == seat, mark=Mark("swap"))
    if player.here:
        leave = Button(say("app.seats.leave"), Go("leave", str(seat)), mark=Mark("door"))
    else:
        leave = Button(say("app.seats.join"), Do("join", str(seat)), mark=Mark("plus"))
    return name, swap, leave


def picker(say: Voice, people: tuple[Button, ...], picked: int | None, *, starts: bool = False) -> PickerView:
    """Show who was picked; ``people`` are their names and marks, ``starts`` says what for."""
    found = people[picked] if picked is not None and picked < len(people) else None
    again = say("app.picker.again") if found else say("app.picker.draw")
    use: tuple[Button, ...] = ()
    if found:
        text = say("app.picker.use", who=found.text) if starts else say("app.picker.done")
        use = (Button(text, Do("use_pick"), PRIMARY, mark=Mark("check")),)
    return PickerView(
        screen="picker",
        bar=Bar(say("app.picker.title"), Mark("dice", "accent")),
        ok=Do("use_pick") if found else Do("draw_pick"),
        help=say("app.picker.begins") if found else say("app.picker.help"),
        name=found.text if found else "",
        mark=found.mark if found else Mark("dice", "accent"),
        buttons=(*use, Button(again, Do("draw_pick"), PRIMARY if not found else "plain", mark=Mark("dice"))),
    )


def secret(scene: Scene, seat: int) -> SecretView:
    """Ask to hand the screen over before a secret question is on it."""
    return hand_over(scene, seat, Do("reveal", str(seat)))


def hand_over(scene: Scene, seat: int, show: Do) -> SecretView:
    """Ask to hand the screen to a seat before anything secret is on it; ``show`` puts it there."""
    say = scene.voice
    return SecretView(
        screen="secret",
        bar=Bar(say.seat(seat), say.seat_mark(seat), large=True),
        ok=show,
        seat=seat,
        text=say("app.secret.text", who=say.seat(seat)),
        buttons=(
            Button(say("app.secret.show", who=say.seat(seat)), show, PRIMARY, mark=Mark("eye")),
            Button(say("app.secret.later"), Back(), mark=Mark("back")),
        ),
    )


def city(scene: Scene) -> CityView:
    """Show the picture in large; the table can be read off in words."""
    board = scene.board
    lattice = scene.lattice or Lattice()
    values = [Line(track.text, track.mark, figure=str(track.value)) for track in board.tracks]
    counts = [Line(figure.text, figure.mark, figure=figure.figure) for figure in board.figures]
    return CityView(
        screen="city",
        bar=Bar(scene.voice("app.city.title"), Mark("eye", "accent")),
        lattice=lattice,
        board=board,
        lines=(board.leads, *values, *counts, *board.notes)
        if board.leads.text
        else (*values, *counts, *board.notes),
    )
