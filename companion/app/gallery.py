"""Moments worth a picture: played evenings, each stopped where a screen has something to show."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import msgspec

from companion.app import around, evening, joining
from companion.app.director import Director
from companion.app.staging import (
    Moment,
    StillEyes,
    StillStand,
    beside_the_rules,
    camera_report,
    stand_report,
)
from companion.demo import NONE, Evening, Plan
from companion.doctor import Check, check_clock, check_picture, green
from companion.eyes_protocol import EyesReport
from companion.games import LoadedGame
from companion.players import Player
from companion.session import Session
from companion.store import Store
from companion.viewmodels import actions as a
from companion.viewmodels import draft as drafts
from companion.viewmodels import looks
from rules.core.asks import Ask, Place
from rules.core.commands import Answer, Correct, Picked
from rules.core.sighting import Sighting
from rules.core.state import Setup
from rules.core.value import TABLE, Cell, Word
from vision.meter import Measured

GAME, SEATS = "prestige", 3
SEED, FALLEN = 4, 3
"""An evening that is won, and one with two seats that is lost."""
ASKEW_DEG = 40.0
"""How a card lies of which nobody could say in which cell."""
ENOUGH = 14
"""Placements after which a city is worth looking at."""
Stop = Callable[[Session, Ask], bool]


def play_until(loaded: LoadedGame, store: Store, plan: Plan, stop: Stop) -> Moment:
    """Let robots play by touch until a question comes up where it is worth stopping, or to the end."""
    run = Evening.begin(plan, loaded, store)
    session, tabletop = run.session, run.tabletop
    while not session.is_over():
        asks = session.asks()
        ask = next(ask for ask in asks if ask.blocks)
        if stop(session, ask):
            break
        session.dispatch(Answer(ask.id, tabletop.act(ask, asks)))
    return Moment(session, tabletop)


def grown(session: Session) -> bool:
    """Tell whether the city is worth looking at."""
    from companion.texts import Texts
    from companion.viewmodels.scene import look_at

    scene = look_at(session, Texts("en"))
    return bool(scene.board.lattices) and len(scene.board.lattices[0][1].tiles) >= ENOUGH


def by_key(*endings: str) -> Stop:
    """Stop at a question of one of these kinds, once the city is grown."""
    return lambda session, ask: ask.id.key.rpartition(".")[2] in endings and grown(session)


def examined() -> tuple[Check, ...]:
    """Return what a box says of itself that is well but for its light, and for a clock that was never set."""
    return (
        green("games", "games", count=1),
        *check_picture(Measured(focus=80, light="dark", module_px=None, codes=0)),
        green("gpio", "gpio", count=15),
        green("disk", "disk", free=9120, folder="~"),
        check_clock(0.0),
        green("power", "power"),
    )


class Gallery:
    """The moments, and how each is shown."""

    def __init__(self, director: Director, loaded: LoadedGame) -> None:
        """Play every evening that the pictures need."""
        self.director, self.loaded = director, loaded
        director.eyes = StillEyes(EyesReport())
        director.prefs = msgspec.structs.replace(director.prefs, motion=False)
        director.examine = examined
        digital = (("events", "digital"), ("identities", "app"))
        plan = Plan(GAME, SEATS, SEED, camera=NONE, options=digital)
        cards = replace(plan, options=())
        self.moments = {
            "setup": self._play(plan, lambda _session, _ask: True),
            "secret": self._play(plan, lambda _session, ask: ask.secret),
            "pair": self._play(replace(plan, seats=2), lambda _session, ask: ask.secret),
            "action": self._play(plan, by_key("action")),
            "place": self._play(plan, by_key("place")),
            "unit": self._play(plan, by_key("unit")),
            "discard": self._choose(self._play(plan, by_key("action")), "discard"),
            "event": self._play(plan, lambda session, _ask: self._has_struck(session) and grown(session)),
            "held": self._play(plan, lambda session, _ask: self._was_turned_away(session)),
            "cards": self._play(cards, by_key("action")),
            "over": self._play(plan, lambda _session, _ask: False),
            "fallen": self._play(replace(plan, seats=2, seed=FALLEN), lambda _session, _ask: False),
        }
        self._mend(self.moments["cards"].session)
        self._reports: dict[tuple[str, str], EyesReport] = {}

    def _play(self, plan: Plan, stop: Stop) -> Moment:
        return play_until(self.loaded, self.director.store, plan, stop)

    @staticmethod
    def _choose(moment: Moment, word: str) -> Moment:
        """Take an option that robots would not."""
        ask = next(ask for ask in moment.session.asks() if ask.blocks)
        option = next(
            each for each in drafts.options(ask) if isinstance(each, Word) and each.key.endswith(f".{word}")
        )
        moment.session.dispatch(Answer(ask.id, Picked((option,))))
        return moment

    @staticmethod
    def _shown(session: Session) -> str:
        return looks.find(session.game).shown(session.box, session.last_events)

    def _has_struck(self, session: Session) -> bool:
        """Tell whether a card has been turned up that gives hands something to do."""
        events = session.last_events
        return bool(self._shown(session)) and any(
            event.kind == "do" and event.seat == TABLE for event in events
        )

    @staticmethod
    def _was_turned_away(session: Session) -> bool:
        """Tell whether an event has just come to nothing."""
        return any(event.text.key.endswith(".event.cancelled") for event in session.last_events)

    @staticmethod
    def _mend(session: Session) -> None:
        """Leave a correction and an undone step in the log."""
        fact = next(
            each for each in session.game.correctables(session.box, session.referee.table(session.state))
        )
        session.dispatch(Correct(fact.key, fact.low + 1 if fact.value == fact.low else int(fact.value) - 1))
        asks = session.asks()
        ask = next(ask for ask in asks if ask.blocks)
        session.dispatch(Answer(ask.id, ask.sample(random.Random(SEED))))  # noqa: S311 - a picture, no secret
        session.undo()

    # ---- posing --------------------------------------------------------------------------
    def sit(self, name: str) -> Session:
        """Show the table of a moment."""
        director, session = self.director, self.moments[name].session
        director.clear()
        director.eyes = StillEyes(EyesReport())
        director.session = session
        director.to_table()
        return session

    def leave(self) -> None:
        """Show the home screen."""
        self.director.clear()
        self.director.session = None
        self.director.stack = self.director.stack[:1]
        self.director.watch()

    def at_home(self, screen: str, about: str = "") -> None:
        """Show a screen on top of the home screen."""
        self.leave()
        self.director.push(screen, about)

    def form(self, step: str) -> None:
        """Show a step of setting up."""
        self.leave()
        around.new(self.director, GAME)
        self.director.act(a.Set("step", step))

    def on(self, moment: str, screen: str, about: str = "") -> None:
        """Show a screen on top of a moment's table."""
        self.sit(moment)
        self.director.act(a.Go(screen, about))

    def ask(self, moment: str, *touches: a.Action) -> None:
        """Show the open question of a moment, touched so far."""
        self.sit(moment)
        ask = self.director.scene.blocking[0]
        evening.open_ask(self.director, ask.id.n)
        for touch in touches:
            self.director.act(touch)

    def place_cell(self) -> None:
        """Show a placement with the card and a cell picked."""
        self.ask("place")
        ask = evening.top_ask(self.director)
        if isinstance(ask, Place):
            group = max(ask.groups, key=lambda each: len(each.cells))
            self.director.act(a.PickPiece(group.pieces[0]))
            self.director.act(a.PickCell(drafts.groups_of(ask, group.pieces[0])[0].cells[0]))

    def scan(self, how: str = "whole") -> None:
        """Show the camera's screen over what the virtual camera sees."""
        self.sit("action")
        ask = self.director.scene.blocking[0]
        self.director.eyes = StillEyes(self.report("action", how, ask.view))
        evening.open_ask(self.director, ask.id.n, scan=True)
        evening.look(self.director)

    def report(self, moment: str, how: str, view: str = "city") -> EyesReport:
        """Look at a moment's table: the whole of it, two stickers covered, a card where it may not lie, or askew."""
        if (moment, how) not in self._reports:
            played = self.moments[moment]
            lying = played.tabletop.picture(view)
            pieces = tuple(each.piece for each in lying if each.piece and each.face_up)
            spec = next(each for each in self.loaded.game.views if each.id == view)
            covered = pieces[1:3] if how == "covered" else ()
            is_odd = how in {"wrong", "astray"}
            more = beside_the_rules(played.session, played.tabletop, spec) if is_odd else ()
            if how == "astray":
                more = tuple(msgspec.structs.replace(each, angle_deg=ASKEW_DEG) for each in more)
            seen = camera_report(self.loaded, played, view, pieces, covered=covered, more=more)
            # Each comes from a camera of its own, and a screen takes the same number for the same picture.
            self._reports[moment, how] = replace(seen, serial=1 + len(self._reports))
        return self._reports[moment, how]

    def join(self) -> None:
        """Show a table being taken over by the camera."""
        moment = self.moments["cards"]
        self._take_over(StillEyes(self.report("cards", "whole")), moment.session.players)
        evening.look(self.director)

    def join_hidden(self) -> None:
        """Show a table being taken over with the piece out of sight that all cells are counted from."""
        self.join()
        report = self.report("cards", "whole")
        hidden = next(view.origin for view in self.loaded.game.views if view.id == "city")
        lying = tuple(each for each in report.outlines if each.piece and each.piece != hidden)
        unsure = Sighting("city", (), tuple(str(each.piece) for each in lying))
        self.director.eyes = StillEyes(replace(report, outlines=lying, sighting=unsure))
        self.director.eyes.start("city")
        evening.look(self.director)

    def join_numbers(self) -> None:
        """Show the numbers of a table being taken over."""
        self.join_city()
        for _ in joining.views(self.director):
            self.director.act(a.Do("join_next"))
        for pile in range(3):
            self.director.act(a.Set(f"number.pile.{pile}", 9))
        self.director.act(a.Do("join_done"))

    def join_city(self) -> None:
        """Show a city being told card by card."""
        self._take_over(None, self.moments["cards"].session.players)

    def join_cell(self) -> None:
        """Show where a card of the city lies being told."""
        self.join_city()
        ask = joining.ask_now(self.director)
        if isinstance(ask, Place):
            self.director.act(a.PickPiece(drafts.pieces_of(ask)[0]))

    def join_units(self) -> None:
        """Show the units being told."""
        self.join_city()
        self.director.act(a.Do("join_next"))

    def _take_over(self, eyes: StillEyes | None, players: tuple[Player, ...]) -> None:
        self.leave()
        director = self.director
        session = Session.start(Store(None), self.loaded, Setup(len(players)), players)
        director.session, director.eyes = session, eyes
        director.to_table()
        joining.begin(director)

    def photo(self) -> None:
        """Show the picture that the score was read from."""
        self.sit("over")
        self.director.photo = self.report("over", "whole")
        self.director.push("photo")

    def final(self) -> None:
        """Show the final score with the picture that proves it."""
        self.sit("over")
        self.director.photo = self.report("over", "whole")
        self.director.push("score")

    def event(self, moment: str = "event") -> None:
        """Show the event that has just been drawn."""
        session = self.sit(moment)
        self.director.push("event", self._shown(session))

    def drawn(self) -> str:
        """Show the deck that most cards have been drawn from; return the one drawn last."""
        self.on("event", "decks")
        deck = max(self.director.scene.board.decks, key=lambda deck: len(deck.drawn))
        self.director.act(a.Set("deck", deck.key))
        return deck.drawn[-1]

    def put_back(self) -> None:
        """Show what may be done with a card that has been drawn."""
        self.director.act(a.Set("deck_card", self.drawn()))

    def secret_ask(self) -> None:
        """Show somebody's secret question."""
        self.sit("secret")
        seat = self.director.scene.hidden[0].id.seat
        self.director.act(a.Go("secret", str(seat)))
        self.director.act(a.Do("reveal", str(seat)))

    def own(self, moment: str = "action") -> None:
        """Show somebody looking again at what is theirs alone."""
        self.on(moment, "owner", "1")
        self.director.act(a.Do("look", "1"))

    def picked(self) -> None:
        """Show somebody picked by chance."""
        self.on("action", "picker")
        self.director.picked = 1

    def named(self) -> None:
        """Show a name half typed."""
        self.form("players")
        self.director.act(a.Go("name", "0"))
        self.director.typed = "Ana Lu"

    def mended(self) -> None:
        """Show a fact being corrected."""
        self.on("action", "correct")
        scene = self.director.scene
        fact = scene.game.correctables(scene.box, scene.table)[0]
        self.director.act(a.Set("mend", fact.key))
        self.director.act(
            a.Set("mend_value", int(fact.value) + 1 if int(fact.value) < fact.high else fact.low)
        )

    def refused(self) -> None:
        """Show a placement that the rules refuse."""
        self.place_cell()
        for tile in self.director.scene.board.lattices[0][1].tiles:
            x, y = tile.cell.x, tile.cell.y
            for cell in (Cell(x, y - 1), Cell(x - 1, y), tile.cell):
                self.director.act(a.PickCell(cell))
                if self.director.notice is not None and self.director.notice.key != "core.not_there":
                    return

    def stand(self, *blurs: float) -> None:
        """Show the camera's stand being set up, the lens turned through these blurs; without any, no camera."""
        self.leave()
        stand = StillStand(stand_report(self.loaded, *blurs)) if blurs else None
        self.director.make_stand = lambda _config: stand
        self.director.act(a.Go("stand"))
        self.director.look()

    def secret(self) -> None:
        """Show that somebody has a secret question."""
        session = self.moments["secret"].session
        seat = next(ask.id.seat for ask in session.asks() if ask.secret)
        self.on("secret", "secret", str(seat))

    def card(self) -> None:
        """Show a card that there is something to say about."""
        box, describe = self.loaded.box, self.loaded.game.describe
        self.on("action", "card", next(piece.id for piece in box.pieces if describe(box, piece.id)))

    def kept(self, screen: str) -> None:
        """Show a screen about an evening that was kept."""
        self.at_home(screen, self.moments["over"].session.id)
