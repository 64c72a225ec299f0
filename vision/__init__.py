"""Frames in, tags and their places out: payload strings and millimetres, never a game.

    frame      Frame(grey, time, still)
    source     Source (read, still, close), open_source("folder:..." | "v4l2:..." | "url:..." | "rpicam:")
    source_virtual  VirtualSource(render: Callable[[bool], ndarray], clock)
    watch      Watched(open, ...): a Source that notices stalls and reopens; .status
    tag        Tag(text, corners, module_px, decoder, problem): .centre .side .rotation_deg .scaled()
    decode     Decoder, Reader.read(grey, expected=(), thorough, still, places=()) -> tuple[Tag, ...]; wishes: its keywords
    cascade    Cascade.look(grey, seen, ...): what the first reader left, over the frames of a table at rest
    sampler    read_symbol(picture, pose, version) -> Symbol | None; refine: locate, fit; finders: outlines, candidates
    decode_process  DecoderProcess: decode(grey, ...), submit(...)/poll(), restarts, close()
    memory     Memory(decode).see(frame) -> Seen(tags, covered, decoded): only what has changed is decoded
    likeness   is_shown(tag, frame, photo): the same code at the same place
    steady     Steady.update(time, tags, covered) -> tuple[Appeared | Moved | Turned | Gone, ...]; Stillness
    lens       Lens(...).straight(tag), .bend(points), load_lens, save_lens; calibrate(pictures, size, code_mm) -> Lens
    layout     lattice(tags, Pitch, origin, known, lens) -> Layout(placed, untold, anchored); rows(tags)
    sizes      sized_lattice(...) -> (Layout, the stickers' side in mm where another size fits better, or None)
    areas      lattices(tags, areas, lens) -> one Layout an area, and what may belong to several
    board      read_board(tags, Board, lens) -> BoardLayout(spots in mm, layout) | None
    geometry   Homography, quads, rotations
    camera     CameraModel, CM3, CM3_WIDE, CM2, WEBCAM, CAMERAS
    render     Scene, Piece, View, render(scene, camera, view, seed, still) -> Picture
    annotate   Mark, annotate(grey, marks) -> RGB array, hints(grey, tags)
    meter      measure(grey, tags) -> Measured(focus, light, module_px, codes): for setting a stand up
    errors     VisionError and its kinds: key and arguments

Nothing is imported here, so that a decoder's child process starts quickly.
"""
