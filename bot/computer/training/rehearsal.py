"""Self-play noted down to be learnt in batches: boards after turns, and what the rest of their game said of them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.computer.jit import kernel
from bot.computer.judge import MEETING, inputs, judge
from bot.computer.kernels import generate
from bot.computer.net import Desk, Nets
from bot.computer.search import best, tell_passed
from bot.computer.states import ENDING, Rules, leave
from bot.computer.told import OUTPUTS, Floats, turn_over
from bot.computer.training.selfplay import LONGEST

_NOWHERE = -1


class Notes(NamedTuple):
    """Boards in which the sides can meet, as the contact net sees them, and what it should tell of them."""

    seen: Floats
    """[N, INPUTS]"""
    said: Floats
    """[N, OUTPUTS]"""


class _Game(NamedTuple):
    """One game, turn by turn."""

    told: Floats
    """[LONGEST, OUTPUTS] of the best board of each turn."""
    strayed: NDArray[np.bool_]
    """Where another was played."""
    noted: NDArray[np.int64]
    """The row of its notes, or _NOWHERE."""


def game() -> _Game:
    """Room for one game."""
    return _Game(
        np.zeros((LONGEST, OUTPUTS), np.float32), np.zeros(LONGEST, np.bool_), np.zeros(LONGEST, np.int64)
    )


@kernel
def _play(
    start: NDArray[np.int8],
    astray: float,
    nets: Nets,
    desk: Desk,
    rules: Rules,
    utility: Floats,
    seen: Floats,
    filled: int,
    game: _Game,
) -> tuple[int, int]:
    """One game, until it is over, the sides have passed each other or `seen` is full; its turns, and rows filled then."""
    board, pins = start.copy(), np.zeros(2, np.int64)
    after, after_pins = board.copy(), pins.copy()
    for turn in range(LONGEST):
        n = generate(board, pins, np.random.randint(1, 7), np.random.randint(1, 7), desk.room, rules)
        over, chosen = False, 0
        game.strayed[turn], game.noted[turn] = False, _NOWHERE
        if n:
            judge(board, pins, n, nets, desk, rules)
            chosen = best(n, desk, utility)
            game.told[turn] = desk.told[chosen]
            if turn and np.random.random() < astray:
                chosen, game.strayed[turn] = np.random.randint(0, n), True
        else:
            over = tell_passed(board, pins, nets, desk, rules, game.told[turn])
        state = desk.room.states[desk.room.finals[chosen] if n else 0]
        if over or state[ENDING] or filled == seen.shape[0]:
            return turn + 1, filled
        if inputs(state, board, pins, rules, seen[filled]) != MEETING:
            return turn + 1, filled
        game.noted[turn] = filled
        filled += 1
        leave(board, pins[0], state, rules, after, after_pins)
        board[:], pins[:] = after, after_pins
    return LONGEST, filled


@kernel
def _look_back(game: _Game, turns: int, trust: float, said: Floats) -> None:
    """From the last turn to the first: what a turn should have told is what the next one told, and what came of that."""
    came, turned = game.told[turns - 1].copy(), np.zeros(OUTPUTS, np.float32)
    for turn in range(turns - 2, -1, -1):
        # What came after a turn chosen by chance says nothing of the better one.
        share = np.float32(0.0 if game.strayed[turn + 1] else trust)
        for k in range(OUTPUTS):
            came[k] = game.told[turn + 1, k] * (1 - share) + came[k] * share
        turn_over(came, turned)
        came[:] = turned
        if game.noted[turn] != _NOWHERE:
            said[game.noted[turn]] = came


@kernel
def rehearse(
    start: NDArray[np.int8],
    seed: int,
    trust: float,
    astray: float,
    nets: Nets,
    desk: Desk,
    rules: Rules,
    utility: Floats,
    game: _Game,
    notes: Notes,
) -> int:
    """Fill notes with games of the nets against themselves; how many games that took.

    What is said of a board is its lambda-return (Sutton 1988), `trust` being lambda. A part `astray` of the turns is
    chosen by chance, so that odd boards are met too. The last board noted may be left as it was.
    """
    np.random.seed(seed)
    filled, games = 0, 0
    while filled < notes.seen.shape[0]:
        turns, filled = _play(start, astray, nets, desk, rules, utility, notes.seen, filled, game)
        _look_back(game, turns, trust, notes.said)
        games += 1
    return games
