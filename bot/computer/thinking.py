"""The nets at work: read once, a desk for each thread, and kernels that are compiled before anybody waits for them.

Until `ready` nothing here is asked; choices are then made by sense (bot.computer.sense).
"""

import logging
import threading
from collections.abc import Sequence
from functools import cache
from importlib.resources import as_file, files
from pickle import UnpicklingError
from typing import NamedTuple

import numpy as np

from bot.computer import jit
from bot.computer.boards import Pins, boards_of
from bot.computer.net import Desk, Nets
from bot.computer.nets import desk, load
from bot.computer.search import AT_ONCE, Effort, look_deeper, tell_boards, tell_rolls
from bot.computer.stakes import utility
from bot.computer.states import ENDINGS, Rules, numbers
from bot.computer.told import OUTPUTS, Floats
from rules.dice import ROLLS
from rules.position import Position
from rules.ruleset import PRESETS, Direction, Game, Mother, Ruleset
from rules.turns import Turn, start_position

_MAHBUSA = {
    Mother.NONE: "mahbusa_none",
    Mother.WIN: "mahbusa_win",
    Mother.WIN_IF_OWN_START_CLEAR: "mahbusa_win_if_clear",
}
_TAWLA31 = {Direction.SAME: "tawla31_same", Direction.OPPOSITE: "tawla31_opposite"}

_FAMILIES = (*_MAHBUSA.values(), *_TAWLA31.values(), "sheesh_besh")

log = logging.getLogger(__name__)

_here = threading.local()
_compiled = threading.Event()


def family(ruleset: Ruleset) -> str:
    """Whose nets judge a game: one family for each way of playing it that needs other plans."""
    if ruleset.game is Game.MAHBUSA:
        return _MAHBUSA[ruleset.mother]
    return _TAWLA31[ruleset.direction] if ruleset.game is Game.TAWLA31 else "sheesh_besh"


@cache
def nets_of(name: str) -> Nets:
    """A family's nets, from the package."""
    with as_file(files("bot.computer") / "weights" / f"{name}.npz") as path:
        return load(path)


class Mind(NamedTuple):
    """What one thread needs to judge one ruleset's boards."""

    nets: Nets
    rules: Rules
    desk: Desk


@cache
def _rules(ruleset: Ruleset) -> Rules:
    return numbers(ruleset)


def mind(ruleset: Ruleset) -> Mind:
    """This thread's."""
    if not hasattr(_here, "desk"):
        _here.desk = desk()
    return Mind(nets_of(family(ruleset)), _rules(ruleset), _here.desk)


def ready() -> bool:
    """Whether kernels are compiled in this process."""
    return _compiled.is_set()


def compile_now() -> None:
    """Compile every kernel that judging needs, or read it from the cache; takes half a minute the first time.

    Raises OSError or ValueError where a family's nets cannot be read: later would be in somebody's game.
    """
    if ready():
        return
    for name in _FAMILIES:
        nets_of(name)
    try:
        _think_once()
    except (EOFError, UnpicklingError):
        log.warning("the kept kernels cannot be read and are compiled anew")
        jit.forget()
        _think_once()
    _compiled.set()


def _think_once() -> None:
    ruleset = PRESETS["mahbusa"]
    turn = Turn((), start_position(ruleset.game), None)
    look_at([turn], ruleset, utility(ruleset), AT_ONCE)
    tell_each_roll(turn.position, ruleset, utility(ruleset))


def look_at(turns: Sequence[Turn], ruleset: Ruleset, worth: Floats, effort: Effort) -> tuple[Floats, Pins]:
    """The five chances after each turn, [N, OUTPUTS], and how many plies deep each was looked at, [N]."""
    nets, rules, desk = mind(ruleset)
    boards, pins = boards_of([turn.position for turn in turns])
    endings = np.array([ENDINGS.index(turn.ending) for turn in turns])
    told = np.empty((len(turns), OUTPUTS), np.float32)
    tell_boards(boards, pins, endings, nets, desk, rules, told)
    return told, look_deeper(boards, pins, endings, told, nets, desk, rules, worth, effort)


def tell_each_roll(position: Position, ruleset: Ruleset, worth: Floats) -> Floats:
    """The five chances [21, OUTPUTS] after the best play of each roll, for the side about to roll."""
    nets, rules, desk = mind(ruleset)
    boards, pins = boards_of([position])
    told = np.empty((len(ROLLS), OUTPUTS), np.float32)
    tell_rolls(boards[0], pins[0], nets, desk, rules, worth, told)
    return told
