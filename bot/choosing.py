"""The computer's turns, found off the event loop; when many wait for one, nobody is looked at twice."""

import asyncio
import os

from bot.computer import Level, choose
from bot.metrics import THINKING_SECONDS
from bot.table import Table, needs_of
from rules.turns import Step

CROWD = 12
"""Turns being found, for each processor, from which on experts do not look ahead: a wait of a few tenths of a second."""

STAND_IN = Level.HARD
"""How the computer plays for an absent player."""


def level(table: Table) -> Level:
    """How well the computer plays for whoever is to move: as was chosen, or as it does for people."""
    mover = table.match.game.to_move if table.match else None
    return table.setup.level if mover is not None and table.is_computer(mover) else STAND_IN


class Choosing:
    """Finds turns in threads and counts how many it is asked for."""

    def __init__(self, crowd: int = CROWD * (os.cpu_count() or 1)) -> None:
        self._crowd = crowd
        self._asked = 0

    async def __call__(self, table: Table, level: Level) -> tuple[Step, ...]:
        """The computer's turn for whoever is to move; no steps where there is no game."""
        if table.match is None:
            return ()
        game = table.match.game
        self._asked += 1
        try:
            with THINKING_SECONDS.labels(level).time():
                turn = await asyncio.to_thread(
                    choose,
                    game.position,
                    game.left,
                    game.ruleset,
                    level,
                    needs=needs_of(table),
                    hurried=self._asked > self._crowd,
                )
        finally:
            self._asked -= 1
        return turn.steps
