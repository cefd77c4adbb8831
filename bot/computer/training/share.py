"""`python -m bot.computer.training.share`: all families that score mars get the race net of Sheesh Besh.

When the sides have passed each other every game is the same race, and that of Sheesh Besh has had the best teacher.
"""

import argparse
from pathlib import Path

import numpy as np

from bot.computer.net import Nets
from bot.computer.nets import games_learnt, load, save
from bot.computer.training.course import COURSES
from rules.ruleset import Scoring

TEACHER = "sheesh_besh"


def main() -> None:
    """Read the command line and share."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--out", type=Path, default=Path("nets"))
    asked = options.parse_args()
    race = load(asked.out / f"{TEACHER}.npz").race
    for family, course in COURSES.items():
        file = asked.out / f"{family}.npz"
        if course.ruleset.scoring is Scoring.MARS and file.exists():
            save(file, Nets(load(file).contact, race), games_learnt(file), np.float32)


if __name__ == "__main__":
    main()
