"""Dominion: Guilds, with the base game."""

from rules.core.game import Game, OptionSpec
from rules.games.dominion_guilds.correct import correct
from rules.games.dominion_guilds.correctables import correctables
from rules.games.dominion_guilds.cut import cut
from rules.games.dominion_guilds.data import FILES, DominionBox
from rules.games.dominion_guilds.describe import describe
from rules.games.dominion_guilds.effects import FullDesk
from rules.games.dominion_guilds.ending import count_up
from rules.games.dominion_guilds.explain import explain
from rules.games.dominion_guilds.facts import facts, invariants
from rules.games.dominion_guilds.keep import keep_turn
from rules.games.dominion_guilds.load import load
from rules.games.dominion_guilds.model import Table
from rules.games.dominion_guilds.observe import observe
from rules.games.dominion_guilds.picture import LOOK
from rules.games.dominion_guilds.policy import sensible
from rules.games.dominion_guilds.scoring import score
from rules.games.dominion_guilds.setup import lay, next_script, set_up
from rules.games.dominion_guilds.tabletop import DominionTabletop
from rules.games.dominion_guilds.turn import play_turn
from rules.games.dominion_guilds.views import VIEWS

GAME: Game[Table] = Game(
    id="dominion_guilds",
    code="DG",
    version=2,
    seats=(2, 6),
    names=(("en", "Dominion: Guilds"), ("pt_BR", "Dominion: Guilds")),
    table_type=Table,
    box_type=DominionBox,
    files=FILES,
    load=load,
    lay=lay,
    desk=FullDesk,
    scripts={"setup": set_up, "turn": play_turn, "keep": keep_turn, "count": count_up},
    next_script=next_script,
    score=score,
    observe=observe,
    correctables=correctables,
    correct=correct,
    cut=cut,
    facts=facts,
    invariants=invariants,
    tabletop=DominionTabletop,
    explain=explain,
    sensible=sensible,
    describe=describe,
    look=LOOK,
    options=(
        OptionSpec(
            "boxes",
            (
                "guilds_second",
                "guilds_first",
                "guilds_all",
                "newer_second",
                "newer_all",
                "guilds",
                "second",
                "first",
            ),
        ),
        OptionSpec("rules", ("2013", "2021")),
        OptionSpec("need", ("any", "actions", "buys", "both")),
        OptionSpec("costs", ("any", "spread")),
        OptionSpec("attacks", ("any", "some", "none")),
        OptionSpec("scores", ("hidden", "open")),
        OptionSpec("taxman", ("3", "2")),
    ),
    views=VIEWS,
)
