"""The steps of an evening as a tree: undo walks to the parent, redo back, a new step starts a branch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from companion.players import Player
from companion.records import Act, Seating


@dataclass(eq=False, slots=True)
class Node:
    """One step; its state and events are worked out when needed."""

    seq: int
    parent: Node | None = field(repr=False)
    acts: tuple[Act, ...]
    sums: tuple[str, ...]
    """Checksum after each act; of the first node, the checksum at the start before them."""
    players: tuple[Player, ...]
    state: str = ""
    """For a node that starts anew from a checkpoint: the state's JSON."""

    @property
    def sum(self) -> str:
        """The checksum after the whole step."""
        return self.sums[-1]

    def line(self) -> Iterator[Node]:
        """Walk from this step back to the first."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent


@dataclass(slots=True)
class History:
    """Where in the tree the evening is, and what can be taken again."""

    root: Node
    head: Node
    nodes: list[Node] = field(default_factory=list)
    """All steps in the order they were taken, undone ones too."""
    undone: list[Node] = field(default_factory=list)

    def take(self, node: Node) -> None:
        """Go on with a new step; what was undone can no longer be redone."""
        self.nodes.append(node)
        self.head = node
        self.undone.clear()

    def undo(self) -> None:
        """Go to the parent; the first step has none."""
        if self.head.parent is None:
            raise IndexError("nothing to undo")
        self.undone.append(self.head)
        self.head = self.head.parent

    def redo(self) -> None:
        """Take the step again that was undone last."""
        self.head = self.undone.pop()

    def start_anew(self, node: Node) -> None:
        """Make a node without a parent the beginning of all that follows."""
        self.root = self.head = node
        self.nodes = [node]
        self.undone.clear()


def seated(players: tuple[Player, ...], acts: Iterable[Act]) -> tuple[Player, ...]:
    """Return who sits where after some acts."""
    for act in acts:
        if isinstance(act, Seating):
            players = act.players
    return players
