"""The chances over a match as a plot: below the line the lower side's share, above it the upper side's.

The shares have the colours of the checkers, light against dark, and the sides' marks have different shapes, so
that nothing depends on telling colours apart. Measures are of a picture 1024 px wide; right to left mirrors it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from render.cards import Player
from render.scene import WIDTH, Box, Digits, Side, Theme
from render.text import FSI, LRI, LRM, PDI

TITLE, PLATE, HEAD, PLOT, FOOT = 84, 76, 54, 440, 58
HEIGHT = TITLE + PLATE + HEAD + PLOT + FOOT + PLATE
EDGE, SCALE = 24, 104
"""Free at the trailing end, and for the scale's numbers at the leading one."""

GAP = 18
"""Between two games."""

TICK_ROOM = 110
"""What a turn's number needs, centre to centre."""

MARK, AWAY = 26, 52
"""A mark's half size, and how far from its place on the line it stands."""

STEPS = (5, 10, 20, 50, 100, 200, 500)
SAMPLES = 12
"""So many chances of a game are told in words."""


class Mark(NamedTuple):
    """A place on the line that is worth looking at: `at` counts the game's chances from 0."""

    game: int
    at: int
    side: Side
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The plot of a match, in finished strings.

    `games` are the lower side's chances from 0 to 1, game by game, `labels` the games' names. A player's score
    stands at the end of its plate. Raises ValueError where there is nothing to plot or a chance is none.
    """

    games: tuple[tuple[float, ...], ...]
    lower: Player
    upper: Player
    title: str = ""
    labels: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    theme: Theme = Theme.WOOD
    digits: Digits = Digits.LATIN
    right_to_left: bool = False
    width: int = WIDTH

    def __post_init__(self) -> None:
        if not any(self.games) or any(not 0 <= chance <= 1 for game in self.games for chance in game):
            raise ValueError("a chart needs chances, and those are from 0 to 1")


def size(chart: Chart) -> tuple[int, int]:
    """Width and height of the picture in pixels."""
    return chart.width, HEIGHT * chart.width // WIDTH


class Point(NamedTuple):
    """A place on the picture, in pixels."""

    x: float
    y: float


def plot_box(chart: Chart) -> Box:
    """Where the shares are drawn."""
    near, far = px(chart, SCALE), chart.width - px(chart, EDGE)
    left, right = (chart.width - far, chart.width - near) if chart.right_to_left else (near, far)
    top = px(chart, TITLE + PLATE + HEAD)
    return Box(left, top, right, top + px(chart, PLOT))


Lines = tuple[tuple[Point, ...], ...]
"""The line of each game; a game of which nothing is known has none."""


def lines(chart: Chart) -> Lines:
    """The line of each game: time runs the way the language is read, certainty for the lower side is at the top.

    A single chance is a line as long as one turn.
    """
    box = plot_box(chart)
    gap = px(chart, GAP)
    spans = [max(len(game) - 1, min(len(game), 1)) for game in chart.games]
    room = box.right - box.left - gap * (sum(span > 0 for span in spans) - 1)
    pitch = room / sum(spans)
    found, begins = [], 0.0
    for game, span in zip(chart.games, spans, strict=True):
        chances = game * 2 if len(game) == 1 else game
        found.append(
            tuple(_point(chart, box, begins + at * pitch, chance) for at, chance in enumerate(chances))
        )
        begins += span * pitch + gap * (span > 0)
    return tuple(found)


def _point(chart: Chart, box: Box, along: float, chance: float) -> Point:
    x = box.right - along if chart.right_to_left else box.left + along
    return Point(x, box.bottom - chance * (box.bottom - box.top))


def px(chart: Chart, measure: float) -> int:
    """Scale a measure of a picture 1024 px wide; never less than one pixel."""
    return max(1, round(measure * chart.width / WIDTH))


def turns_apart(chart: Chart, drawn: Lines) -> int:
    """Choose how many turns lie between two numbers."""
    longest = max(drawn, key=len)
    if len(longest) < 2:  # noqa: PLR2004 a single chance has no length
        return STEPS[-1]
    pitch = abs(longest[1].x - longest[0].x)
    return next((step for step in STEPS if step * pitch >= px(chart, TICK_ROOM)), STEPS[-1])


def placed(chart: Chart, drawn: Lines) -> Iterator[tuple[Mark, Point, Point]]:
    """Give each mark its place off the line, inside the plot and clear of the others, and its foot on the line."""
    box = plot_box(chart)
    half, away = px(chart, MARK), px(chart, AWAY)
    taken: list[Point] = []
    for mark in chart.marks:
        foot = drawn[mark.game][mark.at]
        x = min(max(foot.x, box.left + half), box.right - half)
        towards = 1 if foot.y < (box.top + box.bottom) / 2 else -1
        y = foot.y + towards * away
        while any(abs(x - other.x) < 2 * half + 2 and abs(y - other.y) < 2 * half + 2 for other in taken):
            y += towards * 2
        place = Point(x, min(max(y, box.top + half), box.bottom - half))
        taken.append(place)
        yield mark, place, foot


def chart_text(chart: Chart) -> str:
    """Write the plot in words: whose chances, and how they went game by game, at most SAMPLES numbers each."""
    marks = {(mark.game, mark.at): mark for mark in chart.marks}
    rows = [_isolated(chart.title), f"{_isolated(chart.lower.name)} – {_isolated(chart.upper.name)}"]
    for number, game in enumerate(chart.games):
        label = chart.labels[number] if number < len(chart.labels) else str(number + 1)
        told = [
            f"{game[at]:.0%}" + (f" ({marks[number, at].label})" if (number, at) in marks else "")
            for at in range(len(game))
            if at % max(1, -(-len(game) // SAMPLES)) == 0 or at == len(game) - 1 or (number, at) in marks
        ]
        rows.append(f"{_isolated(label)}: {' '.join(told)}")
    return "\n".join(f"{LRM}{LRI}{row}{PDI}" for row in rows if row)


def _isolated(word: str) -> str:
    return f"{FSI}{word}{PDI}" if word else ""
