"""Paper City: all seats place at once, each may take it back, and any may end taking part at any moment.

It stands for My City. Buildings are turned up by people; every city is a grid round a town hall that is printed on
it. The folder holds all that a game needs, to be copied as a beginning.
"""

from rules.core.game import Game, OptionSpec

from .correct import correct, correctables, invariants
from .cut import cut
from .data import FILE, CityBox, load
from .desk import CityDesk
from .facts import facts
from .model import Table, lay
from .observe import observe
from .picture import LOOK
from .scoring import score
from .tabletop import CityTable
from .turn import count_points, next_script, play_round
from .views import VIEWS

GAME: Game[Table] = Game(
    id="paper_city",
    code="PA",
    version=1,
    seats=(2, 4),
    names=(("en", "Paper City"), ("pt_BR", "Cidade de Papel")),
    table_type=Table,
    box_type=CityBox,
    files=(FILE,),
    load=load,
    lay=lay,
    desk=CityDesk,
    scripts={"round": play_round, "count": count_points},
    next_script=next_script,
    score=score,
    observe=observe,
    correctables=correctables,
    correct=correct,
    cut=cut,
    facts=facts,
    invariants=invariants,
    tabletop=CityTable,
    look=LOOK,
    options=(OptionSpec("passing", ("costs", "free")),),
    views=VIEWS,
)
