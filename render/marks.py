"""What is to be shown on each column: stacks, and the marks of steps, as values without pixels."""

from collections.abc import Iterable
from typing import NamedTuple

from render.geometry import ROW, Layout, layout_of, own_point, place_box, sector, slot
from render.scene import Box, Colour, Kind, Scene, Side, Step, facing
from rules.position import BAR, OFF, START, count, places


class Ghost(NamedTuple):
    """Checkers of a colour have left for a direction (sprites.sector)."""

    colour: Colour
    direction: int
    number: int


class Pile(NamedTuple):
    """All that one column or half of the bar shows; the key of its tile.

    `pinned` lies under the others. `halo` is what the step that arrived here did.
    """

    colour: Colour | None = None
    number: int = 0
    pinned: Colour | None = None
    ghost: Ghost | None = None
    halo: Kind | None = None
    movable: bool = False
    danger: bool = False
    lit: bool = False


EMPTY = Pile()

Spot = tuple[int, bool]
"""A column 0…11 (ROW: the bar) and whether it is in the upper half."""


def paths(steps: Iterable[Step]) -> list[Step]:
    """Join the steps one checker made in a row; a step that hit or pinned on the way stays by itself."""
    joined: list[Step] = []
    for step in steps:
        for at, path in enumerate(joined):
            if (path.side, path.target, path.kind) == (step.side, step.source, Kind.PLAIN):
                joined[at] = path._replace(target=step.target, kind=step.kind)
                break
        else:
            joined.append(step)
    return joined


def shown_paths(scene: Scene) -> list[Step]:
    """Choose the steps to mark: those of this turn, or while there are none those of the last."""
    return paths(scene.steps or scene.last)


def spot(scene: Scene, side: Side, place: int) -> Spot:
    """Find the column of a side's point or of its half of the bar."""
    if place == BAR:
        return ROW, side is Side.RIVAL
    return slot(own_point(scene, side, place), scene.home)


def piles(scene: Scene) -> dict[Spot, Pile]:
    """Give every column that shows anything."""
    found = _stacks(scene)
    for place, pile in _ghosts(scene).items():
        found[place] = found.get(place, EMPTY)._replace(ghost=pile)
    for path in shown_paths(scene):
        if path.target != OFF:
            place = spot(scene, path.side, path.target)
            found[place] = found.get(place, EMPTY)._replace(halo=path.kind)
    mover = scene.turn or Side.OWN
    for point in scene.movable:
        place = spot(scene, mover, point)
        found[place] = found.get(place, EMPTY)._replace(movable=True)
    for side in scene.danger:
        place = spot(scene, side, START)
        found[place] = found.get(place, EMPTY)._replace(danger=True)
    for point in scene.lit:
        place = spot(scene, Side.OWN, point)
        found[place] = found.get(place, EMPTY)._replace(lit=True)
    return found


def _stacks(scene: Scene) -> dict[Spot, Pile]:
    own, own_pinned, rival, _ = scene.position
    ours, theirs = scene.colour, scene.colour.other
    home, same_direction = scene.home, scene.same_direction
    found: dict[Spot, Pile] = {}
    for place in places(own):
        if place != OFF:
            at = (ROW, False) if place == BAR else slot(place, home)
            found[at] = Pile(ours, count(own, place))
    for place in places(rival):
        if place == OFF:
            continue
        point = place if place == BAR else facing(place, same_direction=same_direction)
        at = (ROW, True) if place == BAR else slot(point, home)
        number = count(rival, place)
        if at not in found:
            found[at] = Pile(theirs, number)
        elif count(own_pinned, point):
            found[at] = Pile(theirs, number, ours)
        else:
            found[at] = Pile(ours, found[at].number, theirs)
    return found


def _ghosts(scene: Scene) -> dict[Spot, Ghost]:
    """Put a ghost where each path began, pointing to where its first one ended."""
    plan = layout_of(scene)
    found: dict[Spot, Ghost] = {}
    for path in shown_paths(scene):
        place = spot(scene, path.side, path.source)
        if place in found:
            found[place] = found[place]._replace(number=found[place].number + 1)
            continue
        source, target = (_aim(plan, scene, path.side, at) for at in (path.source, path.target))
        direction = sector(target[0] - source[0], target[1] - source[1])
        found[place] = Ghost(scene.colour_of(path.side), direction, 1)
    return found


def _aim(plan: Layout, scene: Scene, side: Side, place: int) -> tuple[float, float]:
    """Find the middle of a place; of a column the foot's side counts, so that arrows along a row lie flat."""
    box: Box = place_box(scene, side, place)
    if place not in (OFF, BAR):
        return (box.left + box.right) / 2, (box.top if box.top < plan.middle else box.bottom)
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2
