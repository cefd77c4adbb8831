"""A hint: the turn the computer would play, and why, in a sentence."""

from collections.abc import Iterator, Sequence

from bot.computer import Rated, rank
from bot.phrases import Phrases, ltr
from bot.table import Against, Stage, Table
from rules import danger, notation
from rules import turns as legal
from rules.game import Game
from rules.position import POINTS, count
from rules.turns import Kind

CLEAR = 0.25
"""Points a game by which a turn is clearly better than the next."""


def allowed(table: Table) -> bool:
    """Whether hints are fair here: where nobody plays for anything against another person."""
    return table.setup.against is not Against.FRIEND


def hint(table: Table, words: Phrases) -> str:
    """The best turn for whoever is to move, and why; empty where there is nothing to choose. Takes milliseconds."""
    match = table.match
    if (
        table.stage is not Stage.PLAYING
        or match is None
        or match.game.to_move is None
        or not match.game.steps
    ):
        return ""
    game = match.game
    rated = rank(game.position, game.left, game.ruleset)
    kinds = legal.kinds(game.position, rated[0].turn.steps, game.ruleset)
    turn = ltr(notation.turn_text(rated[0].turn.steps, kinds))
    reasons = " ".join(_why(game, rated, kinds, words))
    best = words.t("Best is {turn}.", turn=turn)
    return f"{best} {reasons}".strip()


def _why(game: Game, rated: list[Rated], kinds: Sequence[Kind], words: Phrases) -> Iterator[str]:
    best = rated[0]
    if best.turn.ending is not None:
        yield words.t("It ends the game on the spot.")
        return
    if len(rated) == 1:
        yield words.t("Nothing else is legal.")
        return
    done = {kind: kinds.count(kind) for kind in Kind}
    if done[Kind.PIN]:
        yield words.n("It pins {n} checker.", "It pins {n} checkers.", done[Kind.PIN])
    if done[Kind.HIT]:
        yield words.n("It hits {n} checker.", "It hits {n} checkers.", done[Kind.HIT])
    if done[Kind.OFF]:
        yield words.n("It bears off {n} checker.", "It bears off {n} checkers.", done[Kind.OFF])
    yield from _safety(game, best, words)
    ahead = best.equity - rated[1].equity
    if ahead >= CLEAR:
        yield words.t("Every other turn is clearly worse.")
    elif not any(kind is not Kind.PLAIN for kind in kinds):
        yield _shape(game, best, words)


def _safety(game: Game, best: Rated, words: Phrases) -> Iterator[str]:
    before = danger.pinning_rolls(game.position, game.ruleset)
    after = danger.pinning_rolls(best.turn.position, game.ruleset)
    if before and not after:
        yield words.t("It brings your mother out of danger.")
    elif after:
        yield words.n(
            "Your mother stays within reach of {n} roll of 36.",
            "Your mother stays within reach of {n} rolls of 36.",
            after,
        )


def _shape(game: Game, best: Rated, words: Phrases) -> str:
    closed_before, closed_after = _closed(game.position.own), _closed(best.turn.position.own)
    if closed_after > closed_before:
        return words.t("It closes one more point to your rival.")
    return words.t("It leaves you best placed for the rolls to come.")


def _closed(side: int) -> int:
    return sum(count(side, point) > 1 for point in range(1, POINTS + 1))
