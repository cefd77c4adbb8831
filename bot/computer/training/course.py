"""What each family of nets is trained on, and for how long."""

from typing import NamedTuple

import numpy as np

from bot.computer.told import Floats
from bot.computer.training.tutoring import Plan
from rules.ruleset import PRESETS, Ruleset

NO_LESSONS = Plan(0, 0, 1.0, 1.0)


class Course(NamedTuple):
    """One family's training."""

    preset: str
    games: int
    """Of self-play."""
    contact: int = 192
    race: int = 64
    """Hidden cells."""
    first_rate: float = 0.03
    last_rate: float = 0.002
    """Learning rates; from one to the other in equal ratios."""
    start: str = ""
    """The family whose nets it begins with: the plans are alike."""
    gnubg: Plan = NO_LESSONS
    """Lessons of GNU Backgammon, after self-play."""
    ahead: Plan = NO_LESSONS
    """Lessons of the nets' own judgement a roll further, after those."""

    weigh: tuple[float, ...] = (1, 1, 1, 1, 1)
    """How much each chance counts in batches; what the family's points do not ask for may count little."""

    @property
    def weights(self) -> Floats:
        """The same as an array, [OUTPUTS]."""
        return np.array(self.weigh, np.float32)

    @property
    def ruleset(self) -> Ruleset:
        """The customs it plays by."""
        return PRESETS[self.preset]


AHEAD = Plan(4, 40_000, 0.004, 0.001, games=2_000)

COURSES = {
    "mahbusa_none": Course("majlis_mahbusa", 260_000),
    "mahbusa_win": Course("mahbooseh", 80_000, first_rate=0.01, start="mahbusa_none"),
    "mahbusa_win_if_clear": Course("mahbusa", 80_000, first_rate=0.01, start="mahbusa_none"),
    "tawla31_same": Course("majlis_tawla31", 160_000, ahead=AHEAD, weigh=(2, 1, 1, 0.1, 0.1)),
    "tawla31_opposite": Course("race31", 160_000, ahead=AHEAD, weigh=(1, 0.3, 0.3, 3, 3)),
    "sheesh_besh": Course(
        "majlis_sheesh_besh",
        20_000,
        contact=320,
        last_rate=0.03,
        gnubg=Plan(20, 400_000, 0.04, 0.002, games=2_000),
    ),
}

RAW_HIDDEN = 128
RAW = {
    name: course._replace(
        games=750_000, contact=RAW_HIDDEN, last_rate=0.003, start="", gnubg=NO_LESSONS, ahead=NO_LESSONS
    )
    for name, course in COURSES.items()
}
"""The baseline of each family: one net of raw inputs for everything, TD(0)."""


def rate_at(course: Course, done: int) -> float:
    """The learning rate after so many games."""
    return float(course.first_rate * (course.last_rate / course.first_rate) ** (done / course.games))
