"""What people do, whatever platform they are on: mostly play, sometimes anything else, and not always what they should."""

import asyncio
import random
import re
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from tests.storm.house import House
from tests.storm.witness import Witness

PAYLOAD = re.compile(r"([A-Z2-9]{6}):([0-9a-z]+):([a-z][a-z0-9._]*)$")
TURN = re.compile(r"m\d|[crp]$")
"""Verbs that take a match further."""

WEIGHTS = {
    "u": 0.5,
    "d": 0.3,
    "q": 0.05,
    "k": 3,
    "x": 1,
    "s": 9,
    "j": 3,
    "h": 0.03,
    "g": 5,
    "t": 0.1,
    "a": 2,
    "z": 0.05,
    "l": 0.2,
}
"""How gladly people press what takes no match further, by the first letter of its verb; a turn's buttons count 10."""

REMEMBERED = 6


class Board(NamedTuple):
    """What somebody sees of a table: the payloads on it, and where they are."""

    payloads: tuple[str, ...]
    where: object
    mine: bool = True
    """Whether it waits for who looks."""

    @property
    def turn(self) -> list[str]:
        return [one for one in self.payloads if TURN.match(one.rpartition(":")[2])]


@dataclass
class Storm:
    """What all players share."""

    house: House
    witness: Witness
    pause_s: float
    """How long people think, on average."""
    presses: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    invitations: deque[str] = field(default_factory=lambda: deque(maxlen=40))
    """Codes and keys of tables where somebody is awaited."""
    over: bool = False
    here: int = 0
    """Who is at it just now."""

    def pressed(self, kind: str) -> None:
        self.presses += 1
        self.counts[kind] += 1


class Player(Protocol):
    """Somebody on one platform."""

    name: str
    rng: random.Random
    lost: tuple[type[Exception], ...]
    """What is raised where nobody answers."""

    async def boards(self) -> Sequence[Board]:
        """The tables in sight."""

    async def press(self, board: Board, payload: str) -> None:
        """Press a button and witness its answer."""

    async def press_twice(self, board: Board, payload: str) -> None:
        """Two taps at once."""

    async def forge(self, board: Board, payload: str) -> None:
        """Send what no button says."""

    async def fidget(self) -> None:
        """Anything else: open a table, sit down at one, say something, look at something."""


async def live(player: Player, storm: Storm) -> None:
    """Somebody's whole storm."""
    old: deque[tuple[Board, str]] = deque(maxlen=REMEMBERED)
    while not storm.over:
        await asyncio.sleep(player.rng.expovariate(1 / storm.pause_s))
        await storm.house.open()
        if storm.over:
            return
        storm.here += 1
        try:
            await act(player, storm, old)
        except player.lost:
            storm.counts["unanswered"] += 1
        except Exception as error:  # noqa: BLE001 a long storm goes on, and is not called calm
            storm.witness.complain(f"{player.name} found what nobody expected: {error!r}")
        finally:
            storm.here -= 1


async def act(player: Player, storm: Storm, old: deque[tuple[Board, str]]) -> None:
    """One thing that somebody does."""
    rng = player.rng
    boards = await player.boards()
    for board in boards:
        for payload in board.payloads:
            storm.witness.saw(payload)
    playable = [board for board in boards if board.turn and (board.mine or rng.random() < 0.02)]
    if old and rng.random() < 0.03:
        storm.counts["stale"] += 1
        await player.press(*rng.choice(old))
    elif playable and rng.random() < 0.95:
        await play(player, storm, rng.choice(playable), old)
    elif (others := [board for board in boards if wanted(board, rng)]) and rng.random() < 0.5:
        board = rng.choice(others)
        await player.press(board, rng.choices(board.payloads, [weight(one) for one in board.payloads])[0])
    elif rng.random() < 0.25:
        await player.fidget()


async def play(player: Player, storm: Storm, board: Board, old: deque[tuple[Board, str]]) -> None:
    rng = player.rng
    payload = rng.choice(board.turn) if rng.random() < 0.95 else rng.choice(board.payloads)
    old.append((board, payload))
    what = rng.random()
    if what < 0.05:
        storm.counts["doubled"] += 1
        await player.press_twice(board, payload)
    elif what < 0.08:
        storm.counts["forged"] += 1
        await player.forge(board, forged(payload, rng))
    else:
        await player.press(board, payload)


def wanted(board: Board, rng: random.Random) -> bool:
    return any(weight(one) > 0 for one in board.payloads) and (board.mine or rng.random() < 0.2)


def weight(payload: str) -> float:
    verb = payload.rpartition(":")[2]
    return 10 if TURN.match(verb) else WEIGHTS.get(verb[0], 0)


def forged(payload: str, rng: random.Random) -> str:
    """What no button of this table says: another stamp, a step of one's own, another table, or plain nonsense."""
    code, stamp, _ = payload.split(":")
    return rng.choice([
        f"{code}:{stamp}:m{rng.randint(1, 25)}.{rng.randint(1, 6)}",
        f"{code}:{int(stamp, 36) + 1:x}:c",
        f"{code}:zzzz:r",
        f"ABCDEF:{stamp}:c",
        f"{code}:{stamp}:xg",
        "~c:gift.ABCDEF.shisha",
        "drop table tables",
        "\u202e:::",
    ])  # fmt: skip
