"""A lesson: what is told and shown of a finished match, the same on every platform.

A platform asks the School (bot.school) for it, and draws its pictures as any other (bot.easel).
"""

from dataclasses import dataclass
from typing import NamedTuple

from bot import teacher
from bot.computer.analysis import Analysis, Decision
from bot.phrases import Phrases
from bot.picture import Style
from bot.table import Against, Table
from bot.teacher import Correction, Names, Report
from render.cards import Player
from render.chart import Chart, Mark, chart_text
from render.comparison import Comparison, comparison_text
from render.kit import in_digits
from render.scene import Colour, Die, Kind, Plate, Scene, Side, Step
from rules import turns as legal
from rules.position import Position
from rules.ruleset import Direction, Game
from rules.seat import Seat

FEW = 3
"""So many games are named on the plot; of more the numbers have to do."""

_KINDS = {legal.Kind.HIT: Kind.HIT, legal.Kind.PIN: Kind.PIN}


class Class(NamedTuple):
    """Who is taught: the seats' names as on plates, who of them are people, and from which seat it is looked at.

    Mistakes are told of the seat that looks; where nobody does, of every person, or of both sides if there is none.
    """

    names: Names
    people: tuple[bool, bool] = (True, True)
    seat: Seat | None = None

    @property
    def taught(self) -> tuple[Seat, ...]:
        """The seats whose mistakes are told."""
        if self.seat is not None:
            return (self.seat,)
        return tuple(seat for seat in Seat if self.people[seat]) or tuple(Seat)


class Shown(NamedTuple):
    """A picture with what is said below it, and what it shows in words."""

    picture: Chart | Comparison
    caption: str
    alt: str


class Lesson(NamedTuple):
    """All of a lesson, in one language. `corrections` belong to the `mistakes`; `losses` lists all that cost something."""

    title: str
    reports: tuple[Report, Report]
    plot: Shown
    mistakes: tuple[Shown, ...]
    corrections: tuple[Correction, ...]
    losses: tuple[str, ...]

    @property
    def caption(self) -> str:
        """What goes with the pictures where they are sent together: both sides, then the mistakes, a line each."""
        reports = (report.text for report in self.reports)
        return "\n".join((self.title, *reports, *(shown.caption for shown in self.mistakes)))

    @property
    def pictures(self) -> tuple[Shown, ...]:
        """The plot and the mistakes."""
        return (self.plot, *self.mistakes)


def class_of(table: Table, seat: Seat | None, words: Phrases) -> Class:
    """Who is taught at a table; two at one screen are taught together."""
    names = [
        words.t("Computer") if table.is_computer(side) else table.called(side, words) or words.t("Guest")
        for side in Seat
    ]
    people = [not table.is_computer(side) for side in Seat]
    looks = None if table.setup.against is Against.LOCAL else seat
    return Class((names[0], names[1]), (people[0], people[1]), looks)


def lesson(analysis: Analysis, taught: Class, words: Phrases, style: Style) -> Lesson:
    """Make the lesson of an analysis. Takes a tenth of a second: call it off the event loop."""
    made = _Lesson(analysis, taught, words, style)
    worst = analysis.worst(taught.taught)
    first, second = (teacher.report(analysis, seat, taught.names[seat], words) for seat in Seat)
    corrections = tuple(teacher.correction(one, analysis, taught.names, words) for one in worst)
    return Lesson(
        words.t("Analysis of the match"),
        (first, second),
        made.plot(worst, (first, second)),
        tuple(
            made.mistake(number, one, corrected)
            for number, (one, corrected) in enumerate(zip(worst, corrections, strict=True), 1)
        ),
        corrections,
        tuple(teacher.losses(analysis, taught.taught, taught.names, words)),
    )


@dataclass(frozen=True, slots=True)
class _Lesson:
    """What every picture of a lesson depends on."""

    analysis: Analysis
    taught: Class
    words: Phrases
    style: Style

    @property
    def _bottom(self) -> Seat:
        return self.taught.seat or Seat.FIRST

    def _number(self, value: int) -> str:
        return in_digits(str(value), self.style.digits)

    def plot(self, worst: tuple[Decision, ...], reports: tuple[Report, Report]) -> Shown:
        """The chances over the match, with the mistakes' numbers on the line."""
        words, low = self.words, self._bottom
        chances = self.analysis.chances()
        players = [
            Player(report.name, report.grade, _colour(seat))
            for seat, report in zip(Seat, reports, strict=True)
        ]
        few = len(chances) <= FEW
        chart = Chart(
            chances if low is Seat.FIRST else tuple(tuple(1 - each for each in game) for game in chances),
            players[low],
            players[low.other],
            words.t("Chances to win"),
            tuple(
                words.t("Game {number}", number=self._number(game)) if few else self._number(game)
                for game in range(1, len(chances) + 1)
            ),
            tuple(
                Mark(
                    decision.turn.game - 1,
                    decision.turn.number - 1,
                    Side.OWN if decision.turn.seat is low else Side.RIVAL,
                    self._number(number),
                )
                for number, decision in enumerate(worst, 1)
            ),
            self.style.theme,
            self.style.digits,
            words.right_to_left,
            self.style.width,
        )
        return Shown(chart, chart.title, chart_text(chart))

    def mistake(self, number: int, decision: Decision, corrected: Correction) -> Shown:
        """What was played above what was better, both seen by whoever played."""
        played, better = teacher.both(decision, self.analysis.ruleset)
        pair = Comparison(
            self._board(decision, played, decision.played.position),
            self._board(decision, better, decision.best.position),
            (corrected.played, corrected.better),
        )
        caption = f"{self._number(number)}. {corrected.text}"
        return Shown(pair, caption, f"{caption}\n{comparison_text(pair)}")

    def _board(self, decision: Decision, steps: tuple[legal.Step, ...], after: Position) -> Scene:
        turn, ruleset = decision.turn, self.analysis.ruleset
        kinds = legal.kinds(turn.position, steps, ruleset)
        dice = turn.dice * 2 if turn.dice[0] == turn.dice[1] else turn.dice
        return Scene(
            position=after,
            colour=_colour(turn.seat),
            same_direction=ruleset.direction is Direction.SAME,
            has_bar=ruleset.game is Game.SHEESH_BESH,
            dice=tuple(Die(value, Side.OWN) for value in dice),
            steps=tuple(
                Step(Side.OWN, step.source, step.target, _KINDS.get(kind, Kind.PLAIN))
                for step, kind in zip(steps, kinds, strict=True)
            ),
            pip_word=self.words.t("pips"),
            own=Plate(self.taught.names[turn.seat]),
            rival=Plate(self.taught.names[turn.seat.other]),
            theme=self.style.theme,
            home=self.style.home,
            digits=self.style.digits,
            right_to_left=self.words.right_to_left,
            width=self.style.width,
        )


def _colour(seat: Seat) -> Colour:
    return Colour.LIGHT if seat is Seat.FIRST else Colour.DARK
