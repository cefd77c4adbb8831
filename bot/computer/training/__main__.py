"""`python -m bot.computer.training FAMILY`: train a family's nets; stopped, it goes on where it was (docs/training.md)."""

import argparse
import csv
from pathlib import Path

import numpy as np
from tqdm import tqdm

from bot.computer.boards import boards_of
from bot.computer.net import Nets
from bot.computer.nets import desk, expert_nets, games_learnt, load, raw_nets, save
from bot.computer.search import AT_ONCE
from bot.computer.stakes import utility
from bot.computer.states import numbers
from bot.computer.training.arena import Player, duel
from bot.computer.training.course import COURSES, RAW, Course, rate_at
from bot.computer.training.selfplay import play_and_learn
from bot.computer.training.tutoring import by_gnubg, by_looking_ahead, tutor
from rules.turns import start_position

CHUNK = 5_000
"""Games between two saves."""
_MEASURED = 5
"""Chunks between two measurements."""
_PAIRS = 1_000
_WEIGHTS = Path(__file__).parents[1] / "weights"


def train(course: Course, file: Path, raw: bool, against: Path | None) -> None:
    """Play the games of a course that are still to be played; nets go to `file`, the curve to a CSV beside it."""
    ruleset = course.ruleset
    rules, points = numbers(ruleset), utility(ruleset)
    start = boards_of([start_position(ruleset.game)])[0][0]
    here, deeper = desk(), desk()
    nets, done = _begin(course, file, raw)
    for first in tqdm(
        range(done, course.games, CHUNK), file.stem, initial=done // CHUNK, total=course.games // CHUNK
    ):
        # The seed is the number of games: a run that was stopped goes on as if it had not been.
        play_and_learn(start, CHUNK, first + 1, rate_at(course, first), nets, here, rules, points)
        save(file, nets, first + CHUNK, np.float32)
        if against and against.exists() and (first // CHUNK + 1) % _MEASURED == 0:
            one, other = Player(nets, AT_ONCE), Player(load(against), AT_ONCE)
            won = duel(start, _PAIRS, 0, one, other, False, here, deeper, rules, points)
            _note(file.with_suffix(".csv"), first + CHUNK, float(won.mean()), float(won.std() / _PAIRS**0.5))


def tutored(course: Course, file: Path) -> None:
    """The lessons of a course that are still to be taken; the nets of `file` are taught on."""
    teachers = ((course.gnubg, by_gnubg), (course.ahead, by_looking_ahead(course.ruleset)))
    before = course.games
    for plan, teacher in teachers:
        nets, done = load(file), max(games_learnt(file) - before, 0)
        for round_ in tqdm(range(done, plan.rounds), f"{file.stem}, {teacher.__name__}"):
            error = tutor(course.ruleset, nets, teacher, plan, round_)
            # Rounds of lessons are counted on after the games.
            save(file, nets, before + round_ + 1, np.float32)
            tqdm.write(f"round {round_ + 1}: chances to win were off by {error:.4f}")
        before += plan.rounds


def _begin(course: Course, file: Path, raw: bool) -> tuple[Nets, int]:
    if file.exists():
        return load(file), games_learnt(file)
    if course.start:
        return load(file.with_name(f"{course.start}.npz")), 0
    return (raw_nets(course.contact, 1) if raw else expert_nets(course.contact, course.race, 1)), 0


def _note(curve: Path, games: int, points: float, error: float) -> None:
    with curve.open("a", newline="") as file:
        csv.writer(file).writerow([games, f"{points:.4f}", f"{error:.4f}"])


def main() -> None:
    """Read the command line and train."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("family", choices=COURSES)
    options.add_argument("--raw", action="store_true", help="the baseline of raw inputs")
    options.add_argument("--out", type=Path, default=Path("nets"), help="where nets and curves are kept")
    options.add_argument("--games", type=int, help="other than the course's")
    options.add_argument("--against", type=Path, help="nets to be measured against every few thousand games")
    options.add_argument(
        "--ship", action="store_true", help="only copy the nets into the package, at half precision"
    )
    asked = options.parse_args()
    course = (RAW if asked.raw else COURSES)[asked.family]
    if asked.games:
        course = course._replace(games=asked.games)
    asked.out.mkdir(parents=True, exist_ok=True)
    file = asked.out / f"{'raw_' if asked.raw else ''}{asked.family}.npz"
    if asked.ship:
        save(_WEIGHTS / file.name, load(file), games_learnt(file))
        return
    train(course, file, asked.raw, asked.against)
    tutored(course, file)


if __name__ == "__main__":
    main()
