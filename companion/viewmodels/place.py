"""Where a piece goes: first which piece, then which cell of the picture."""

from __future__ import annotations

import msgspec

from companion.viewmodels import ask as asks
from companion.viewmodels import draft as drafts
from companion.viewmodels.actions import Give, PickCell, PickPiece, Turn
from companion.viewmodels.draft import Draft
from companion.viewmodels.looks import Face
from companion.viewmodels.parts import PRIMARY, Button, Lattice, Mark, Spot, View
from companion.viewmodels.scene import Scene
from rules.core.asks import Place
from rules.core.grid import bounds


class PlaceView(View, frozen=True):
    """The screen of one placement."""

    help: str = ""
    step: str = "piece"
    """"piece" while the piece is not known, then "cell"."""
    rows: tuple[Button, ...] = ()
    groups: tuple[Button, ...] = ()
    letters: tuple[Button, ...] = ()
    face: Face = Face("")
    lattice: Lattice = Lattice()
    buttons: tuple[Button, ...] = ()


def view(scene: Scene, ask: Place, draft: Draft) -> PlaceView:
    """Show the list of pieces, or the picture with the cells that are legal for the piece."""
    piece = drafts.piece_of(draft, ask)
    made = _pieces(scene, ask, draft) if not piece else _cells(scene, ask, draft, piece)
    give = made.buttons[0].action if made.step == "cell" else None
    return msgspec.structs.replace(
        made,
        ok=give,
        seat=ask.id.seat,
        notice=scene.voice.say(draft.refusal) if draft.refusal else "",
    )


def _pieces(scene: Scene, ask: Place, draft: Draft) -> PlaceView:
    pieces = drafts.pieces_of(ask)
    faces = tuple(scene.face(piece) for piece in pieces)
    groups, told = asks.group_buttons(scene, faces, draft), scene.voice("app.place.which")
    rows = tuple(
        Button(
            face.name, PickPiece(pieces[at]), mark=face.mark if face.mark.shape else face.kind, note=face.note
        )
        for at, _ in asks.kept_rows(faces, draft, merge=True)
        for face in (faces[at],)
    )
    return PlaceView(
        screen="place",
        bar=asks.bar(scene, ask, told if groups else ""),
        help="" if groups else told,
        rows=rows,
        groups=groups,
        letters=asks.letter_buttons(faces, draft),
        buttons=asks.side_buttons(scene, ask),
    )


def _cells(scene: Scene, ask: Place, draft: Draft, piece: str) -> PlaceView:
    say = scene.voice
    ready = drafts.reply(draft, ask) is not None
    give = Button(say("app.place.put"), Give() if ready else None, PRIMARY, mark=Mark("check"))
    others = len(drafts.pieces_of(ask)) > 1
    another = (Button(say("app.place.another"), PickPiece(), mark=Mark("cards")),) if others else ()
    turn = (
        (Button(say("app.place.turn"), Turn(), mark=Mark("turn")),)
        if len(drafts.turns_of(ask, piece)) > 1
        else ()
    )
    return PlaceView(
        screen="place",
        bar=asks.bar(scene, ask),
        help=say("app.place.ready" if ready else "app.place.where"),
        step="cell",
        face=scene.face(piece),
        lattice=_lattice(scene, ask, draft, piece),
        buttons=(give, *turn, *another, *asks.side_buttons(scene, ask)),
    )


def _lattice(scene: Scene, ask: Place, draft: Draft, piece: str) -> Lattice:
    groups = drafts.groups_of(ask, piece)
    areas = {group.area for group in groups}
    board = scene.board
    base = next((lattice for area, lattice in board.lattices if area in areas), Lattice())
    cells = tuple(dict.fromkeys(cell for group in groups for cell in group.cells))
    spots = tuple(Spot(cell, "", PickCell(cell), chosen=cell == draft.cell) for cell in cells)
    ends = (base.low, base.high) if base.low != base.high else ()
    low, high = bounds((*(tile.cell for tile in base.tiles), *ends, *cells))
    refused = draft.refused if draft.refusal else None
    return msgspec.structs.replace(base, spots=spots, low=low, high=high, refused=refused)
