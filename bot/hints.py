"""A hint: the turn the computer would play, and why, in a sentence."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Executor
from functools import lru_cache

from bot.because import because
from bot.computer import Needs, Rated, rank
from bot.computer.analysis import UNIT
from bot.phrases import Phrases, phrases
from bot.refusals import refusal
from bot.table import Against, No, Stage, Table, needs_of
from bot.written import turn_text
from rules import notation
from rules import turns as legal
from rules.game import Game
from rules.position import Position
from rules.ruleset import Ruleset
from rules.seat import Seat

CLEAR = 0.25
"""Points a game by which a turn is clearly better than the next."""


def allowed(table: Table) -> bool:
    """Whether hints are fair here: where nobody plays for anything against another person."""
    return table.setup.against is not Against.FRIEND


def unfit(table: Table, words: Phrases) -> str:
    """Why there is no hint now; empty where there is one."""
    game = table.match.game if table.match else None
    if not allowed(table):
        return words.t("Hints are for practice: against the computer, or both on one phone.")
    if game is None:
        return refusal(No.NOT_STARTED, words)
    if game.to_move is None or table.is_computer(game.to_move):
        return words.t("Wait for your turn.")
    return ""


def offered(table: Table) -> bool:
    """Whether a hint may be asked for now and one would come; a coached table gives it unasked."""
    game = _choosing(table)
    if game is None or table.setup.coached or not allowed(table):
        return False
    return game.to_move is not None and not table.is_computer(game.to_move)


async def answer(table: Table, words: Phrases, thinkers: Executor) -> str:
    """What whoever asks for a hint is told: the hint, found in a thread of `thinkers`, or why there is none."""
    if why_not := unfit(table, words):
        return why_not
    found = await asyncio.get_running_loop().run_in_executor(thinkers, hint, table, words)
    return found or words.t("There is nothing to choose now.")


def hint(table: Table, words: Phrases) -> str:
    """The best turn at this score for whoever is to move, and why; empty where there is nothing to choose. Takes milliseconds."""
    game = _choosing(table)
    return _advice(game, needs_of(table), words, plies=2) if game else ""


def coaching(table: Table, seat: Seat | None, words: Phrases, *, shared: bool) -> str:
    """The hint that a coached table gives unasked, to whoever is to move; empty at any other table or moment."""
    game = _choosing(table) if table.setup.coached else None
    if game is None or game.to_move is None or table.is_computer(game.to_move):
        return ""
    if not shared and seat is not game.to_move:
        return ""
    return f"💡 {_coached(game.position, game.left, game.ruleset, needs_of(table), words.language)}"


@lru_cache(maxsize=1024)
def _coached(
    position: Position, left: tuple[int, ...], ruleset: Ruleset, needs: Needs | None, language: str
) -> str:
    """The same board is looked at by many views; one ply deep it takes a millisecond or two the first time."""
    game = Game(ruleset, position, Seat.FIRST, left=left)
    return _advice(game, needs, phrases(language), plies=1)


def _choosing(table: Table) -> Game | None:
    """The game, where somebody has a step to choose."""
    if table.stage is not Stage.PLAYING or table.match is None:
        return None
    game = table.match.game
    return game if game.to_move is not None and game.steps else None


def _advice(game: Game, needs: Needs | None, words: Phrases, *, plies: int) -> str:
    rated = rank(game.position, game.left, game.ruleset, plies=plies, needs=needs)
    steps = notation.in_order(game.position, rated[0].turn.steps, game.ruleset)
    turn = turn_text(steps, legal.kinds(game.position, steps, game.ruleset), words)
    best = words.t("Best is {turn}.", turn=turn)
    return " ".join((best, *_why(game, rated, words)))


def _why(game: Game, rated: list[Rated], words: Phrases) -> Iterator[str]:
    best = rated[0]
    if len(rated) == 1:
        yield words.t("Nothing else is legal.")
        return
    # Against a turn of the middle, what the best one does better is what there is to learn.
    usual = rated[len(rated) // 2]
    yield from because(game.position, best.turn, usual.turn, game.ruleset, words)
    if best.turn.ending is None and best.worth - rated[1].worth >= CLEAR * UNIT[game.ruleset.scoring]:
        yield words.t("Every other turn is clearly worse.")
