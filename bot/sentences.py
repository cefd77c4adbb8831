"""What happened at a table and what matters now, in sentences."""

from typing import NamedTuple

from bot import customs, onward
from bot.phrases import Phrases, isolated
from bot.picture import Captions
from bot.table import Against, Stage, Table
from render.scene import Banner, Side
from rules import danger
from rules.game import Game
from rules.match import Ended, Match
from rules.scoring import Outcome, Why
from rules.seat import Seat


class Telling(NamedTuple):
    """A table, who is told of it, and in which language; `personal` says "you" to the seat."""

    table: Table
    seat: Seat | None
    words: Phrases
    personal: bool
    presses: bool = False
    """Whether the buttons of whoever is to move stand here too: a group's message, a shared screen."""

    @property
    def plain_names(self) -> tuple[str, str]:
        """The seats' names as pictures show them."""
        return _plain(self, Seat.FIRST), _plain(self, Seat.SECOND)

    def name(self, seat: Seat) -> str:
        """A seat's name within a sentence."""
        return isolated(_plain(self, seat))

    def is_you(self, seat: Seat | None) -> bool:
        """Whether the seat is addressed."""
        return self.personal and seat is not None and seat is self.seat


def is_personal(table: Table, seat: Seat | None, *, shared: bool) -> bool:
    """Whether one person alone reads it, who sits there; two at one screen are called by their names."""
    return seat is not None and not shared and table.setup.against is not Against.LOCAL


def bottom(table: Table, seat: Seat | None) -> Seat:
    """Who is at the lower edge of the picture; it stays so for a whole match."""
    return Seat.FIRST if seat is None or table.setup.against is Against.LOCAL else seat


def _plain(told: Telling, seat: Seat) -> str:
    table, t = told.table, told.words.t
    if table.is_computer(seat):
        return t("Computer")
    if table.seats[seat] is None:
        return t("free seat")
    return table.called(seat, told.words) or t("Guest")


def title(told: Telling) -> str:
    """The game and the length of the match."""
    setup, words = told.table.setup, told.words
    name = customs.preset_name(setup.preset, words)
    if setup.evening:
        number, games = setup.evening.number + 1, len(onward.EVENING)
        return words.t("{game} · evening, game {number} of {games}", game=name, number=number, games=games)
    if setup.ruleset.target == 1:
        return name
    return words.t("{game} · match to {target}", game=name, target=setup.ruleset.target)


def headline(told: Telling) -> str:
    """Whose turn it is, what is awaited, or how it ended: one short sentence."""
    table, t = told.table, told.words.t
    match = table.match
    if table.stage is Stage.CLOSED:
        return t("This table is closed.")
    if match is None:
        return _awaited(told)
    if match.verdict:
        return _match_won(told, match)
    if match.game.outcome:
        return _game_over(told, match.game.outcome)
    if table.paused:
        return t("The game is paused.")
    return _whose_turn(told, match.game)


def _awaited(told: Telling) -> str:
    table, t = told.table, told.words.t
    if None not in table.seats:
        return t("Ready for the first roll.")
    if told.seat is None:
        host = next((seat for seat in Seat if table.seats[seat]), Seat.FIRST)
        return t("{name} invites you to play.", name=told.name(host))
    return t("Waiting for somebody to take the other seat.")


def _whose_turn(told: Telling, game: Game) -> str:
    table, t = told.table, told.words.t
    mover = game.to_move
    if mover is None:
        return t("The opening roll decides who begins.")
    if told.is_you(mover):
        if game.dice and not game.steps:
            return t("Your turn is played: confirm it or undo.")
        return t("Your turn.") if game.dice else t("Your turn: roll.")
    if table.is_computer(mover):
        return t("The computer is thinking…")
    if told.presses and game.dice and not game.steps:
        return t("{name}: the turn is played, confirm it or undo.", name=told.name(mover))
    return t("{name} to move.", name=told.name(mover))


def _game_over(told: Telling, outcome: Outcome) -> str:
    words = told.words
    if outcome.winner is None:
        return words.t("The game is a draw.")
    points = words.n("{n} point", "{n} points", outcome.points)
    if told.is_you(outcome.winner):
        return words.t("You win the game: {points}.", points=points)
    return words.t("{name} wins the game: {points}.", name=told.name(outcome.winner), points=points)


def _match_won(told: Telling, match: Match) -> str:
    t = told.words.t
    winner = match.verdict.winner if match.verdict else Seat.FIRST
    if match.ruleset.target == 1:
        return t("You win!") if told.is_you(winner) else t("{name} wins.", name=told.name(winner))
    if told.is_you(winner):
        return t("You win the match!")
    return t("{name} wins the match.", name=told.name(winner))


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


_WHY = {
    Why.BORNE_OFF: _t("{winner} has borne off every checker."),
    Why.MOTHER: _t("{winner} holds the mother of {loser}."),
    Why.RESIGNED: _t("{loser} gave up the game."),
    Why.OUT_OF_TIME: _t("{loser} ran out of time."),
}
_WHY_YOU_WON = {
    Why.BORNE_OFF: _t("You have borne off every checker."),
    Why.MOTHER: _t("You hold the mother of {loser}."),
}
_WHY_YOU_LOST = {
    Why.MOTHER: _t("{winner} holds your mother."),
    Why.RESIGNED: _t("You gave up the game."),
    Why.OUT_OF_TIME: _t("You ran out of time."),
}


def why(told: Telling, outcome: Outcome) -> str:
    """Why a game is over, in a sentence."""
    t = told.words.t
    if outcome.winner is None:
        reason = (
            t("Both mothers are pinned: nobody could ever bear off.")
            if outcome.why is Why.BOTH_MOTHERS
            else t("Nobody can ever move again.")
        )
        again = t("The game is played again.")
        return f"{reason} {again}"
    winner, loser = outcome.winner, outcome.winner.other
    yours = _WHY_YOU_WON if told.is_you(winner) else _WHY_YOU_LOST if told.is_you(loser) else _WHY
    message = yours.get(outcome.why, _WHY[outcome.why])
    sentence = t(message, winner=told.name(winner), loser=told.name(loser))
    mars = t("Mars!")
    return f"{sentence} {mars}" if outcome.mars and outcome.why is Why.BORNE_OFF else sentence


def match_why(told: Telling, match: Match) -> str:
    """Why a match is over, in a sentence; empty where the score says it."""
    t = told.words.t
    if match.verdict is None or match.verdict.why is Ended.TARGET:
        return ""
    loser = match.verdict.winner.other
    left = match.verdict.why is Ended.LEFT
    if told.is_you(loser):
        return t("You left the match.") if left else t("You did not come back.")
    name = told.name(loser)
    return t("{loser} left the match.", loser=name) if left else t("{loser} did not come back.", loser=name)


def warning(told: Telling) -> str:
    """A mother who would stand alone within the rival's reach, before the turn is confirmed."""
    match = told.table.match
    if match is None or match.verdict or match.game.outcome or not match.game.dice or match.game.steps:
        return ""
    game = match.game
    if game.ending or (told.personal and not told.is_you(game.to_move)):
        return ""
    rolls = danger.pinning_rolls(game.position, game.ruleset)
    if not rolls:
        return ""
    return told.words.n(
        "⚠ Your mother stands alone: {n} roll of 36 pins her.",
        "⚠ Your mother stands alone: {n} rolls of 36 pin her.",
        rolls,
    )


def captions(told: Telling) -> Captions:
    """The words on the table's picture."""
    preset = customs.preset_name(told.table.setup.preset, told.words)
    match = told.table.match
    mover = match.game.to_move if match and told.presses else None
    return Captions(told.plain_names, preset, banner(told), mover)


def banner(told: Telling) -> Banner | None:
    """The result across the picture, once a game has ended."""
    match = told.table.match
    if match is None or not (match.game.outcome or match.verdict):
        return None
    winner = match.verdict.winner if match.verdict else match.game.outcome and match.game.outcome.winner
    reasons = [why(told, match.game.outcome)] if match.game.outcome else []
    if match.verdict and match.verdict.why is not Ended.TARGET:
        reasons = [match_why(told, match)]
    low = bottom(told.table, told.seat)
    side = None if winner is None else Side.OWN if winner is low else Side.RIVAL
    return Banner(headline(told), tuple(reasons), side)
