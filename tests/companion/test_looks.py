"""What a game pictures, said for the screens."""

from __future__ import annotations

from companion.players import default_players
from companion.texts import Texts
from companion.viewmodels.looks import say_board
from companion.viewmodels.voice import Voice
from rules.core.picture import Board, Lattice
from rules.core.value import SeatRef


def test_several_boards_have_names_and_a_single_one_needs_none() -> None:
    voice = Voice(Texts("en"), default_players("Ana", "Bia"))
    cities = tuple(Lattice(area=f"city{seat}", text=SeatRef(seat)) for seat in (0, 1))
    said = say_board(Board(lattices=(*cities, Lattice(area="river"))), voice)
    assert [(area, lattice.text) for area, lattice in said.lattices] == [
        ("city0", "Ana"),
        ("city1", "Bia"),
        ("river", ""),
    ]
