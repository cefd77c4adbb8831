"""The text twin of a picture: what it shows, for alt texts, screen readers and chats without pictures.

     X Sam 0 (305)
     13 14 15 16 17 18 | 19 20 21 22 23 24
      .  X  X  .  . O2 |  .  O  .  .  . O6
            o          |
     O3 X2  .  .  .  . | O2 X2  .  .  . X9
     12 11 10  9  8  7 |  6  5  4  3  2  1
    >O Ram 1 (263)
     O [4 4]

O are OWN's checkers, X the rival's; a small letter under a stack is the checker it pins.
"""

from collections.abc import Iterable, Iterator

from render.geometry import QUARTER, ROW, slot, written
from render.marks import EMPTY, Pile, paths, piles
from render.scene import Colour, Kind, Scene, Side, Step
from rules.position import BAR, OFF, POINTS, count, pips

LRM, LRI, FSI, PDI = "\u200e", "\u2066", "\u2068", "\u2069"
_LETTER = {Side.OWN: "O", Side.RIVAL: "X"}
_SIGN = {Kind.PLAIN: "", Kind.HIT: "*", Kind.PIN: "^"}


def board_text(scene: Scene) -> str:
    """Write a scene for a monospaced block, at most 38 columns of board.

    Every line is a left-to-right isolate and the board's lines are equally long, so that the columns stand
    under each other in a right-to-left chat too. Digits are Latin: others would change the order.
    """
    lines = [
        *_heading(scene),
        _player(scene, Side.RIVAL),
        *_half(scene, top=True),
        *_half(scene, top=False),
        _player(scene, Side.OWN),
        *_turn(scene),
        *_result(scene),
    ]
    return "\n".join(f"{LRM}{LRI}{line}{PDI}" for line in lines)


def _heading(scene: Scene) -> Iterator[str]:
    words = [_isolated(word) for word in (scene.title, scene.target, scene.stake) if word]
    if words:
        yield " · ".join(words)


def _player(scene: Scene, side: Side) -> str:
    plate = scene.plate_of(side)
    packed = scene.seen_by(side).own
    words = [
        f"{'>' if scene.turn is side else ' '}{_LETTER[side]}",
        *(_isolated(word) for word in (plate.name, plate.score, plate.pearls, plate.clock) if word),
        *((f"({pips(packed)})",) if scene.pips else ()),
        *(
            f"{word}{count(packed, place)}"
            for word, place in (("bar", BAR), ("off", OFF))
            if count(packed, place)
        ),
    ]
    return " ".join(words)


def _half(scene: Scene, *, top: bool) -> list[str]:
    numbers, stacks, pinned = ([""] * ROW for _ in range(3))
    shown = piles(scene)
    for point in range(1, POINTS + 1):
        column, upper = slot(point, scene.home)
        if upper == top:
            numbers[column] = str(written(scene, point))
            stacks[column], pinned[column] = _cell(scene, shown.get((column, top), EMPTY))
    rows = [numbers, stacks, *([pinned] if any(pinned) else [])]
    return [_row(row) for row in (rows if top else rows[::-1])]


def _cell(scene: Scene, pile: Pile) -> tuple[str, str]:
    if pile.colour is None or not pile.number:
        return ".", ""
    number = str(pile.number) if pile.number > 1 else ""
    return _letter(scene, pile.colour) + number, _letter(scene, pile.pinned).lower() if pile.pinned else ""


def _letter(scene: Scene, colour: Colour) -> str:
    return _LETTER[Side.OWN if colour is scene.colour else Side.RIVAL]


def _row(cells: list[str]) -> str:
    text = "".join(f"{cell:>3}" for cell in cells)
    return f"{text[: 3 * QUARTER]} |{text[3 * QUARTER :]}"


def _turn(scene: Scene) -> Iterator[str]:
    """Write dice (used ones in brackets), the steps marked on the picture, and what may still move."""
    for side in Side:
        dice = [f"({die.value})" if die.used else str(die.value) for die in scene.dice if die.side is side]
        if dice:
            yield f" {_LETTER[side]} [{' '.join(dice)}]"
    for steps in (scene.last, scene.steps):
        if steps:
            yield f" {_LETTER[steps[0].side]} {steps_text(paths(steps))}"
    if scene.movable:
        yield f" {_LETTER[scene.turn or Side.OWN]} {' '.join('bar' if p == BAR else str(p) for p in scene.movable)} ?"
    for side in scene.danger:
        yield f" {_LETTER[side]} 24 !"


def steps_text(steps: Iterable[Step]) -> str:
    """Write steps in the backgammon manner: `24/18*`, `bar/20`, `6/off`, `13/7^`."""
    names = {BAR: "bar", OFF: "off"}
    return " ".join(
        f"{names.get(step.source, step.source)}/{names.get(step.target, step.target)}{_SIGN[step.kind]}"
        for step in steps
    )


def _result(scene: Scene) -> Iterator[str]:
    if scene.banner is not None:
        yield from (_isolated(line) for line in (scene.banner.title, *scene.banner.lines) if line)


def _isolated(word: str) -> str:
    """Keep a word's direction to itself and its lines in one, whatever it holds."""
    plain = "".join(c for c in word if c.isprintable() and c not in "\u202a\u202b\u202c\u202d\u202e")
    return f"{FSI}{plain}{PDI}"
