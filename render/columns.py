"""One column or half of the bar as an opaque tile: its checkers and marks on a cut of the empty board."""

from PIL import Image, ImageDraw

from render import signs, sprites, words
from render.geometry import ROW, SECTORS, STACK, Layout
from render.kit import Kit
from render.marks import Ghost, Pile, Spot
from render.scene import Box, Colour, Kind


def tile(kit: Kit, place: Spot, pile: Pile) -> tuple[Image.Image, tuple[int, int]]:
    """Give the tile of a column with its place on the picture; columns of one kind share their tiles.

    A tile begins at the column's foot and is no higher than what stands there.
    """
    column, top = place
    box = kit.plan.bar_box(top=top) if column == ROW else kit.plan.column_box(column, top=top)
    kind = 2 if column == ROW else column % 2
    image = kit.tile((kind, top, pile), lambda: _draw(kit, place, pile))
    return image, (box.left, box.top if _from_top(place) else box.bottom - image.height)


def _from_top(place: Spot) -> bool:
    """Tell whether the foot is above: in the upper half, but on the bar piles grow from the middle outwards."""
    column, top = place
    return top != (column == ROW)


def _draw(kit: Kit, place: Spot, pile: Pile) -> Image.Image:
    column, top = place
    picture = kit.ground.crop(_sample(kit.plan, column, top=top))
    spots = positions(kit.plan, pile, from_top=_from_top(place))
    _checkers(kit, picture, pile, spots, counted=pile.number > 1 and column == ROW)
    _marks(kit, picture, pile, spots)
    if pile.lit:
        _point_out(kit, picture, top=top)
    if pile.lit or not spots:
        return picture
    edge = spots[-1][1]
    if not _from_top(place):
        return picture.crop((0, edge, picture.width, picture.height))
    below = edge + sprites.shadow(kit.plan.checker).height
    return picture.crop((0, 0, picture.width, min(below, picture.height)))


def _sample(plan: Layout, column: int, *, top: bool) -> Box:
    """Find the column all of its kind are cut from."""
    return plan.bar_box(top=top) if column == ROW else plan.column_box(column % 2, top=top)


def positions(plan: Layout, pile: Pile, *, from_top: bool) -> list[tuple[int, int]]:
    """Place the checkers that are drawn, from the foot up: pinned, others, ghost last; upper left corners.

    A pinned checker is seen whole; at most STACK places are used.
    """
    size = plan.checker
    room = plan.half
    places = STACK if pile.ghost is None else STACK - 1
    drawn = min(pile.number + (pile.pinned is not None), places) + (pile.ghost is not None)
    offsets: list[int] = []
    if pile.pinned is not None:
        first = size - plan.px(6)
        pitch = min(plan.pitch, (room - size - first) // (STACK - 2))
        offsets = [0] + [first + at * pitch for at in range(drawn - 1)]
    else:
        offsets = [at * plan.pitch for at in range(drawn)]
    left = (plan.column - size) // 2
    return [(left, offset if from_top else room - size - offset) for offset in offsets]


def _checkers(
    kit: Kit, picture: Image.Image, pile: Pile, spots: list[tuple[int, int]], *, counted: bool
) -> None:
    """Lay the checkers of a pile; its number stands on the top one where not all are drawn, or if `counted`."""
    size = kit.plan.checker
    if pile.ghost is not None:
        if not kit.look.flat:
            sprites.lay(picture, signs.ghost(kit.look, pile.ghost.colour, size), spots[-1])
        spots = spots[:-1]
    for at, corner in enumerate(spots):
        colour = pile.pinned if at == 0 and pile.pinned is not None else pile.colour
        if colour is not None:
            sprites.cast(picture, kit.look, size, corner)
            sprites.lay(picture, sprites.checker(kit.look, colour, size), corner)
    shown = len(spots) - (pile.pinned is not None)
    if pile.colour is not None and (counted or pile.number > shown):
        _count(kit, picture, pile.number, pile.colour, spots[-1])


def _count(kit: Kit, picture: Image.Image, number: int, colour: Colour, corner: tuple[int, int]) -> None:
    """Write how many checkers a stack has on its top one."""
    size = kit.plan.checker
    kind = kit.look.set_of(colour)
    middle = (corner[0] + size / 2, corner[1] + size / 2)
    sprites.lay(picture, sprites.blank(kit.look, colour, size), corner)
    write(picture, kit.number(number), round(size * 0.58), middle, kind.ink)


def write(
    picture: Image.Image, text: str, size: int, middle: tuple[float, float], ink: tuple[int, int, int]
) -> None:
    """Write a number with the middle of its ink at a place."""
    mask = words.strip(text, size, width=picture.width, bold=True)
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    at = (round(middle[0] - (left + right) / 2), round(middle[1] - (top + bottom) / 2))
    picture.paste(ink, at, mask)


def _marks(kit: Kit, picture: Image.Image, pile: Pile, spots: list[tuple[int, int]]) -> None:
    size = kit.plan.checker
    ghost = pile.ghost
    on = spots[:-1] if ghost is not None else spots
    top = on[-1] if on else None
    if top is not None and (pile.halo is not None or pile.movable):
        halo = signs.ring(kit.look, size, moved=pile.halo is not None, movable=pile.movable)
        sprites.lay(picture, halo, top)
    if pile.pinned is not None:
        _badge(picture, signs.pin(kit.look, pile.pinned, round(size * 0.56)), on[0], size, (0.5, 0.5))
    if top is not None and pile.halo is Kind.HIT:
        _badge(picture, signs.badge(kit.look, Kind.HIT, round(size * 0.5)), top, size, (0.5, 0.5))
    if on and pile.danger:
        _badge(picture, signs.badge(kit.look, "danger", round(size * 0.56)), on[0], size, (0.5, 0.5))
    if ghost is not None:
        _arrow(kit, picture, ghost, spots[-1])


def _badge(
    picture: Image.Image,
    sign: Image.Image,
    corner: tuple[int, int],
    size: int,
    share: tuple[float, float],
) -> None:
    """Lay a sign with its middle at shares of a checker's width and height."""
    left = corner[0] + round(size * share[0] - sign.width / 2)
    top = corner[1] + round(size * share[1] - sign.height / 2)
    sprites.lay(picture, sign, (left, top))


def _arrow(kit: Kit, picture: Image.Image, ghost: Ghost, corner: tuple[int, int]) -> None:
    size = kit.plan.checker
    sign = signs.arrow(kit.look, round(size * 0.72), ghost.direction)
    _badge(picture, sign, corner, size, (0.5, 0.5))
    if ghost.number > 1:
        spot = sprites.blank(kit.look, Colour.LIGHT, round(size * 0.4))
        _badge(picture, spot, corner, size, (0.8, 0.8))
        middle = (corner[0] + size * 0.8, corner[1] + size * 0.8)
        write(picture, kit.number(ghost.number), round(size * 0.32), middle, kit.look.light.ink)


def _point_out(kit: Kit, picture: Image.Image, *, top: bool) -> None:
    """Point at a column from the band, for lessons."""
    sign = signs.arrow(kit.look, round(picture.width * 0.6), 0 if top else SECTORS // 2)
    at = (picture.width - sign.width) // 2
    sprites.lay(picture, sign, (at, picture.height - sign.height if top else 0))
    wide = kit.plan.px(3)
    box = (0, 0, picture.width - 1, picture.height - 1)
    ImageDraw.Draw(picture).rectangle(box, outline=kit.look.mark, width=wide)
