"""`python -m bot.computer.training.curves`: the curves of all trainings in a folder, as one picture."""

import argparse
import csv
from pathlib import Path

import matplotlib as mpl
from matplotlib import pyplot as plt

mpl.use("Agg")


def draw(folder: Path, picture: Path) -> None:
    """Points a game against the baseline, by games learnt from."""
    figure, axes = plt.subplots(figsize=(9, 5))
    for curve in sorted(folder.glob("*.csv")):
        rows = [tuple(map(float, row)) for row in csv.reader(curve.read_text().splitlines())]
        games, points, errors = zip(*rows, strict=True)
        axes.errorbar(games, points, errors, label=curve.stem, capsize=2)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xlabel("games learnt from")
    axes.set_ylabel("points a game against the raw baseline")
    axes.legend()
    figure.tight_layout()
    figure.savefig(picture, dpi=110)


def main() -> None:
    """Read the command line and draw."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--nets", type=Path, default=Path("nets"))
    options.add_argument("--out", type=Path, default=Path("docs/training.png"))
    asked = options.parse_args()
    draw(asked.nets, asked.out)


if __name__ == "__main__":
    main()
