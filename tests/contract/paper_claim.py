"""A paper game: others may interrupt the seat whose turn it is, and the seat nearest in turn order goes first.

It stands for Alhambra with its standing offers. After each interrupt all who still can are offered it again.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.core.asks import Ask, Confirm, One
from rules.core.commands import Correct, Picked
from rules.core.desk import Desk, Script, picked
from rules.core.game import Correctable, Facts, Game, ViewSpec
from rules.core.score import ScoreRow, ScoreSheet
from rules.core.sighting import Ambiguous, Move, Observation, Reading, Sighting, Wait
from rules.core.state import Setup
from rules.core.value import Choice, Msg, PieceRef, SeatRef, Value, Word, msg
from tests.contract.paper import HEADER, PaperBox, load
from tests.contract.paper_city.scoring import sheet
from tests.contract.paper_tables import ClaimTable

FILES = {"box.toml": b"pieces = { amber = 3, cloth = 2, fish = 1, salt = 1, silk = 3, wine = 2 }" + HEADER}
MARKET, SPENT = "market", "spent"
FIRST, LATER = Word("paper_claim.first.yes"), Word("paper_claim.first.no")


class Trader(Value, frozen=True):
    claims: int = 2
    monuments: int = 0
    points: int = 0


class Table(Value, frozen=True):
    level: str
    owners: tuple[tuple[str, str], ...]
    """Each good and where it is: the market, spent, or a seat's number."""
    traders: tuple[Trader, ...]
    active: int
    turns: int = 0
    outcome: Msg | None = None

    def goods(self, where: str | int) -> tuple[str, ...]:
        return tuple(good for good, owner in self.owners if owner == str(where))

    def move(self, piece: str, where: str | int) -> Table:
        moved = tuple((good, str(where) if good == piece else owner) for good, owner in self.owners)
        return replace(self, owners=moved)

    def trader(self, seat: int, **new: object) -> Table:
        changed = replace(self.traders[seat], **new)
        return replace(self, traders=(*self.traders[:seat], changed, *self.traders[seat + 1 :]))


class ClaimDesk(Desk[Table]):
    box: PaperBox

    def refs(self, where: str | int) -> tuple[PieceRef, ...]:
        return tuple(map(PieceRef, self.table.goods(where)))

    def after(self, seat: int) -> list[int]:
        """Return the others who can interrupt, the nearest in turn order first."""
        order = [*range(seat + 1, len(self.table.traders)), *range(seat)]
        return [other for other in order if self.table.traders[other].claims]

    def take(self, seat: int, pick: Choice | None) -> None:
        if isinstance(pick, PieceRef):
            self.table = self.table.move(pick.id, seat)
            self.tell("paper_claim.took", seat, piece=pick)
        if not self.table.goods(MARKET):
            self.finish()

    def finish(self) -> None:
        outcome = msg("paper_claim.over")
        self.end(outcome, replace(self.table, outcome=outcome))


def play_turn(desk: ClaimDesk) -> Script[None]:
    me = desk.table.active
    take, build = desk.name(me, "paper_claim.take"), desk.name(me, "paper_claim.build")
    claims = {seat: desk.name(seat, "paper_claim.claim") for seat in desk.after(me)}

    def asks() -> Iterator[Ask]:
        yield One(take, options=desk.refs(MARKET), view="market")
        if len(desk.table.goods(me)) > 1:
            yield Confirm(build, blocks=False)
        yield from (Confirm(claims[seat], blocks=False) for seat in desk.after(me) if seat in claims)

    replies = yield from desk.gather(lambda: tuple(asks()))
    while replies and take not in replies:
        if build in replies:
            build = desk.name(me, "paper_claim.build")
            yield from build_monument(desk, me)
        for seat in [seat for seat, name in claims.items() if name in replies]:
            claims[seat] = desk.name(seat, "paper_claim.claim")
            yield from interrupt(desk, me, seat)
        replies = yield from desk.gather(lambda: tuple(asks()))
    desk.take(me, next(iter(picked(replies.get(take))), None))
    desk.table = replace(desk.table, active=(me + 1) % len(desk.table.traders))


def build_monument(desk: ClaimDesk, me: int) -> Script[None]:
    paid = yield from desk.some(me, "paper_claim.pay", lambda: desk.refs(me), 2, 2)
    for each in paid:
        if isinstance(each, PieceRef):
            desk.table = desk.table.move(each.id, SPENT)
    if paid:
        desk.table = desk.table.trader(me, monuments=desk.table.traders[me].monuments + 1)


def interrupt(desk: ClaimDesk, me: int, caller: int) -> Script[None]:
    for nearer in desk.after(me):
        if nearer == caller:
            break
        if (yield from desk.one(nearer, "paper_claim.first", lambda: (FIRST, LATER))) == FIRST:
            caller = nearer
            break
    desk.table = desk.table.trader(caller, claims=max(0, desk.table.traders[caller].claims - 1))
    pick = yield from desk.one(caller, "paper_claim.claimed", lambda: desk.refs(MARKET), optional=True)
    desk.take(caller, pick)


def tally(desk: ClaimDesk) -> Script[None]:
    me = desk.table.active
    points = yield from desk.number(me, "paper_claim.points", lambda: (0, 200))
    table = desk.table.trader(me, points=desk.table.traders[me].points + points)
    desk.table = replace(table, active=(me + 1) % len(table.traders), turns=table.turns + 1)
    if desk.table.turns >= 2 * len(table.traders):
        desk.finish()


def lay(box: PaperBox, setup: Setup) -> Table:
    owners = tuple((each.id, MARKET) for each in box.pieces)
    return Table(setup.level, owners, (Trader(),) * setup.seats, setup.first)


def next_script(table: Table) -> str:
    if table.outcome:
        return ""
    return "turn" if table.level == "guided" else "tally"


def score(box: PaperBox, table: Table) -> ScoreSheet:
    rows = []
    for seat, trader in enumerate(table.traders):
        goods = table.goods(seat)
        rows += [ScoreRow(seat, msg("paper_claim.goods"), sum(map(box.value, goods)), goods)]
        rows += [ScoreRow(seat, msg("paper_claim.monuments"), 5 * trader.monuments)]
        rows += [ScoreRow(seat, msg("paper_claim.counted"), trader.points)]
    ties = tuple(trader.claims for trader in table.traders)
    return sheet(rows, ties, table.outcome, msg("paper_claim.more_claims"))


def observe(_box: PaperBox, table: Table, asks: tuple[Ask, ...], sighting: Sighting) -> Observation:
    """Read a picture of the market: what is missing was taken."""
    ask = next((ask for ask in asks if ask.view == sighting.view), None)
    seen = [each.piece for each in sighting.seen]
    gone = [good for good in table.goods(MARKET) if good not in seen]
    if ask is None or not gone:
        return Wait()
    moves = [Move(ask.id.seat, ask.id.key, Picked((PieceRef(good),))) for good in gone]
    texts = [msg("paper_claim.took", piece=PieceRef(good)) for good in gone]
    return Ambiguous(tuple(Reading(text, (move,)) for text, move in zip(texts, moves, strict=True)))


def correctables(_box: PaperBox, table: Table) -> tuple[Correctable, ...]:
    seats = range(len(table.traders))
    held = tuple((str(seat), msg("paper_claim.held", seat=SeatRef(seat))) for seat in seats)
    places = ((MARKET, msg("paper_claim.market")), (SPENT, msg("paper_claim.spent")), *held)
    levels = tuple((level, msg(f"core.level.{level}")) for level in ("guided", "scorekeeper"))
    return (
        *(
            Correctable(f"claims.{n}", msg("paper_claim.claims"), table.traders[n].claims, 0, 2)
            for n in seats
        ),
        *(Correctable(good, msg("paper_claim.good"), where, words=places) for good, where in table.owners),
        Correctable("level", msg("core.level"), table.level, words=levels),
    )


def correct(_box: PaperBox, table: Table, command: Correct) -> Table:
    if command.key == "level":
        return replace(table, level=command.value)
    if command.key.startswith("claims."):
        return table.trader(int(command.key.removeprefix("claims.")), claims=command.value)
    return table.move(command.key, command.value)


def facts(_box: PaperBox, table: Table) -> Facts:
    return dict(table.owners)


def invariants(box: PaperBox, table: Table) -> tuple[str, ...]:
    where = [MARKET, SPENT, *map(str, range(len(table.traders)))]
    lost = [good for good, owner in table.owners if owner not in where]
    return (*lost, *(["goods"] if [each.id for each in box.pieces] != [g for g, _ in table.owners] else []))


GAME = Game(
    id="paper_claim",
    code="PC",
    version=1,
    seats=(2, 4),
    names=(("en", "Paper Claim"), ("pt_BR", "Papel Disputado")),
    table_type=Table,
    box_type=PaperBox,
    files=("box.toml",),
    load=load,
    lay=lay,
    desk=ClaimDesk,
    scripts={"turn": play_turn, "tally": tally},
    next_script=next_script,
    score=score,
    observe=observe,
    correctables=correctables,
    correct=correct,
    cut=lambda _box, table, _seat: table,
    facts=facts,
    invariants=invariants,
    tabletop=ClaimTable,
    views=(ViewSpec("market", 300.0, 60.0),),
)
