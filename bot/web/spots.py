"""Where the picture can be tapped: each checker that may move, as a button named for those who do not see it."""

from collections.abc import Iterable
from typing import NamedTuple

from bot import intents
from bot.grid import FACES
from bot.phrases import Phrases, ltr
from bot.table import Stage, Table
from bot.written import place_name
from render import geometry
from render.scene import Scene
from rules.position import BAR
from rules.turns import Step

_WHOLE = 10_000


class Play(NamedTuple):
    """One step a tap can take."""

    label: str
    payload: str


class Spot(NamedTuple):
    """A place on the picture: left, top, width and height in ten-thousandths of it, and what a tap does."""

    label: str
    box: tuple[int, int, int, int]
    plays: tuple[Play, ...]


def spots(table: Table, player: int, scene: Scene, words: Phrases) -> tuple[Spot, ...]:
    """The places whose checkers this player may move now, the furthest from home first."""
    match = table.match
    if table.stage is not Stage.PLAYING or table.paused or match is None:
        return ()
    if match.game.to_move is not table.seat_of(player):
        return ()
    steps: dict[int, list[Step]] = {}
    for step in match.game.steps:
        steps.setdefault(step.source, []).append(step)
    boxes = {spot.place: spot.box for spot in geometry.hot_spots(scene)}
    size = geometry.size(scene)
    return tuple(
        Spot(_label(source, found, words), _share(boxes[source], size), tuple(_plays(table, found, words)))
        for source, found in sorted(steps.items(), reverse=True)
        if source in boxes
    )


def _plays(table: Table, steps: Iterable[Step], words: Phrases) -> Iterable[Play]:
    for step in sorted(steps, key=lambda step: -step.die):
        label = ltr(f"{FACES[step.die]} {place_name(step.source, words)}→{place_name(step.target, words)}")
        yield Play(label, intents.encode(table.code, table.stamp, intents.Step(*step)))


def _label(source: int, steps: list[Step], words: Phrases) -> str:
    dice = ltr(" ".join(str(step.die) for step in sorted(steps, key=lambda step: -step.die)))
    if source == BAR:
        return words.t("Enter from the bar with {dice}", dice=dice)
    return words.t("Play from point {point} with {dice}", point=source, dice=dice)


def _share(box: tuple[int, int, int, int], size: tuple[int, int]) -> tuple[int, int, int, int]:
    left, top, right, bottom = box
    across, down = size
    return (
        left * _WHOLE // across,
        top * _WHOLE // down,
        (right - left) * _WHOLE // across,
        (bottom - top) * _WHOLE // down,
    )
