"""Prestige: A City Building Game."""

from rules.core.game import Game, OptionSpec
from rules.games.prestige.correct import correct
from rules.games.prestige.correctables import correctables
from rules.games.prestige.cut import cut, secrets
from rules.games.prestige.data import SEATS, PrestigeBox
from rules.games.prestige.describe import describe
from rules.games.prestige.desk import PrestigeDesk
from rules.games.prestige.ending import keep_turn, reveal
from rules.games.prestige.explain import explain
from rules.games.prestige.facts import facts, invariants
from rules.games.prestige.joining import JOINING, joining_ask
from rules.games.prestige.load import FILES, load
from rules.games.prestige.model import Table
from rules.games.prestige.observe import observe
from rules.games.prestige.picture import LOOK
from rules.games.prestige.policy import sensible
from rules.games.prestige.scoring import score
from rules.games.prestige.setup import lay, next_script, set_up
from rules.games.prestige.tabletop import PrestigeTabletop
from rules.games.prestige.turn import play_turn
from rules.games.prestige.views import VIEWS, lies_in

GAME: Game[Table] = Game(
    id="prestige",
    code="PR",
    version=2,
    seats=SEATS,
    names=(("en", "Prestige: A City Building Game"), ("pt_BR", "Prestige: A City Building Game")),
    table_type=Table,
    box_type=PrestigeBox,
    files=FILES,
    load=load,
    lay=lay,
    desk=PrestigeDesk,
    scripts={"setup": set_up, "turn": play_turn, "keep": keep_turn, "reveal": reveal},
    next_script=next_script,
    score=score,
    observe=observe,
    correctables=correctables,
    correct=correct,
    cut=cut,
    secrets=secrets,
    facts=facts,
    invariants=invariants,
    tabletop=PrestigeTabletop,
    explain=explain,
    sensible=sensible,
    describe=describe,
    look=LOOK,
    options=(
        OptionSpec("identities", ("cards", "app")),
        OptionSpec("events", ("cards", "digital")),
        OptionSpec("discarded_units", ("out", "count")),
        OptionSpec("board", ("normal", "hard")),
    ),
    views=VIEWS,
    lies_in=lies_in,
    joining=JOINING,
    joining_ask=joining_ask,
)
