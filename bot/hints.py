"""A hint: the turn the computer would play, and why, in a sentence."""

from collections.abc import Iterator

from bot.because import because
from bot.choosing import needs_of
from bot.computer import Rated, rank
from bot.computer.analysis import UNIT
from bot.phrases import Phrases, ltr
from bot.refusals import refusal
from bot.table import Against, No, Stage, Table
from rules import notation
from rules import turns as legal
from rules.game import Game

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


def hint(table: Table, words: Phrases) -> str:
    """The best turn at this score for whoever is to move, and why; empty where there is nothing to choose. Takes milliseconds."""
    match = table.match
    if (
        table.stage is not Stage.PLAYING
        or match is None
        or match.game.to_move is None
        or not match.game.steps
    ):
        return ""
    game = match.game
    rated = rank(game.position, game.left, game.ruleset, plies=2, needs=needs_of(table))
    steps = notation.in_order(game.position, rated[0].turn.steps, game.ruleset)
    turn = ltr(notation.turn_text(steps, legal.kinds(game.position, steps, game.ruleset)))
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
    if best.turn.ending is None and best.equity - rated[1].equity >= CLEAR * UNIT[game.ruleset.scoring]:
        yield words.t("Every other turn is clearly worse.")
