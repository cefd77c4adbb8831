"""How soon a tap on Telegram is answered: the whole program as its own process, over real sockets.

One group alone, then twenty at once, pictures included; beside it the floor, a tap on data that is no button's and
goes through no door. Milliseconds from the tap to its answer at the server. `python -m tests.bench.telegram` prints JSON.
"""

import asyncio
import json
import statistics
import sys
import tempfile
from pathlib import Path

from tests.servers.telegram import Limits, Person, Seen, TelegramServer
from tests.telegram.bot import moves, wants_more
from tests.telegram.test_program import Program

GROUPS = 20
PRESSES = 10
PATIENCE_S = 30.0
NO_LIMITS = Limits(
    group_per_minute=10**9, private_per_second=10.0**9, private_burst=10**9, overall_per_second=10**9
)


async def taps(server: TelegramServer, number: int) -> list[float]:
    """A few presses at a table of a group's own; seconds until each was answered."""
    ali, sara = server.user(f"Ali {number}"), server.user(f"Sara {number}")
    group = server.group(f"Group {number}", ali, sara)
    await ali.writes(group, "/play")
    board = await ali.awaits(group, lambda seen: "Take the other seat" in seen.labels, patience=PATIENCE_S)
    taken = [(await sara.taps(board, "Take the other seat", patience=PATIENCE_S)).seconds]
    for _ in range(PRESSES):
        board = await ali.awaits(group, lambda seen, old=board: _newer(seen, old), patience=PATIENCE_S)
        mover = ali if f"👉 \u2068{ali.user.first_name}\u2069" in board.text else sara
        taken.append((await mover.taps(board, wants_more(moves(board)), patience=PATIENCE_S)).seconds)
    return taken


def _newer(seen: Seen, old: Seen) -> bool:
    return bool(moves(seen)) and moves(seen) != moves(old)


async def floor(person: Person) -> list[float]:
    await person.writes(person.private, "/language")
    panel = await person.awaits(person.private, lambda seen: seen.labels, patience=PATIENCE_S)
    return [(await person.forges(panel, "no button")).seconds for _ in range(PRESSES * 5)]


def figures(taken: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(taken, n=100)
    return {"median_ms": round(cuts[49] * 1000, 1), "p99_ms": round(cuts[98] * 1000, 1), "taps": len(taken)}


async def measure() -> dict[str, dict[str, float]]:
    with tempfile.TemporaryDirectory() as folder:
        async with TelegramServer(limits=NO_LIMITS) as server:
            program = Program(Path(folder) / "majlis.db", server, MAJLIS_LOG="warning")
            await program.start()
            try:
                bare = await floor(server.user("Huda"))
                alone = await taps(server, 0)
                together = await asyncio.gather(*(taps(server, 1 + number) for number in range(GROUPS)))
            finally:
                await program.stop()
    return {
        "floor, no door": figures(bare),
        "one group": figures(alone),
        f"{GROUPS} groups at once": figures([seconds for group in together for seconds in group]),
    }


if __name__ == "__main__":
    json.dump(asyncio.run(measure()), sys.stdout, indent=1)
