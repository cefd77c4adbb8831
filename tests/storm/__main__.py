"""`python -m tests.storm --minutes 120 --seed 1 --kills 200 --presses 20000`: the storm, and its summary."""

import argparse
import asyncio
import sys
from pathlib import Path

from tests.storm.storm import Plan, run


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.storm", description="A storm over the whole program."
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--presses", type=int, default=20_000)
    parser.add_argument("--minutes", type=float, default=120.0, help="at most")
    parser.add_argument("--people", type=int, default=240)
    parser.add_argument(
        "--folder", type=Path, help="for the database; a small file system of its own is really filled"
    )
    parser.add_argument("--webhook", action="store_true", help="let Telegram bring its updates")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--programs", type=int, default=2, help="how many share the PostgreSQL server")
    asked = vars(parser.parse_args())
    asked["programs"] = asked["programs"] if asked.pop("database") == "postgresql" else 0
    summary = asyncio.run(run(Plan(**asked)))
    for kind, trace in summary.traces.items():
        print(f"--- {kind}\n{trace}", file=sys.stderr)
    print("\n".join(summary.lines()))
    return 0 if summary.calm else 1


if __name__ == "__main__":
    sys.exit(main())
