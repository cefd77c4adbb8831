"""The command that measures."""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from bot.commands.common import CannotDo, say

BENCHES = ("rules", "computer", "render", "storage", "lists", "press", "scale", "telegram", "discord", "load")


def bench(arguments: argparse.Namespace) -> int:
    """Run the benchmarks, each in a process of its own, and print their figures as one JSON object."""
    home = Path(__file__).parent.parent.parent
    if not (home / "tests" / "bench").is_dir():
        raise CannotDo("the benchmarks live in Majlis's repository; run this from a checkout")
    unknown = [name for name in arguments.only if name not in BENCHES]
    if unknown:
        raise CannotDo(f"{unknown[0]!r} is no benchmark; there are {', '.join(BENCHES)}")
    figures = {}
    for name in arguments.only or BENCHES:
        done = subprocess.run(  # noqa: S603 our own modules, no shell
            [sys.executable, "-m", f"tests.bench.{name}"],
            cwd=home,
            capture_output=True,
            text=True,
            check=False,
        )
        figures[name] = json.loads(done.stdout) if done.returncode == 0 else {"failed": done.stderr[-500:]}
    say(json.dumps(figures, indent=1))
    return 1 if any("failed" in figure for figure in figures.values()) else 0
