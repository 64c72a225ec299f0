"""The table that is not there: real pieces, a documented camera and people's hands, drawn into frames.

    jitter   how crooked people lay a piece, always the same for the same piece on the same spot
    stand    how high the camera hangs over a view, and where it aims
    table    VirtualTable: what the camera would see now, as pictures of that camera

Nothing is imported here, so that a machine with a real camera pays for none of it.
"""
