"""A sentence for every refusal."""

from bot.phrases import Phrases
from bot.table import No
from rules.errors import Reason


def refusal(reason: str, words: Phrases) -> str:
    """The sentence for a refusal (rules.errors.Reason or bot.table.No)."""
    return words.t(_REFUSALS[reason])


def broken(words: Phrases) -> str:
    """What is said where it is no refusal but a fault of ours."""
    return words.t("Something went wrong on our side. Nothing of your game is lost.")


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


_REFUSALS: dict[str, str] = {
    Reason.NOT_YOUR_TURN: _t("It is not your turn."),
    Reason.NOT_SEATED: _t("Only the players at this table can do that."),
    Reason.ILLEGAL_STEP: _t("That step is not legal now."),
    Reason.NOTHING_TO_UNDO: _t("There is nothing to undo."),
    Reason.TURN_UNFINISHED: _t("Play all the dice you can first."),
    Reason.ROLL_FIRST: _t("Roll the dice first."),
    Reason.ALREADY_ROLLED: _t("The dice are already rolled."),
    Reason.GAME_OVER: _t("This game is over."),
    Reason.GAME_RUNNING: _t("The game is still running."),
    Reason.MATCH_OVER: _t("This match is over."),
    No.STALE: _t("The table has moved on. Here it is as it stands."),
    No.SPECTATOR: _t("You are watching; only the players can do that."),
    No.NOT_INVITED: _t("This invitation is for somebody else."),
    No.SEAT_TAKEN: _t("Somebody else has just taken that seat."),
    No.ALREADY_SEATED: _t("You already sit at this table."),
    No.NOT_HOST: _t("Only the one who opened the table can close it."),
    No.NOT_STARTED: _t("The match has not begun yet."),
    No.STARTED: _t("The match has already begun."),
    No.CLOSED: _t("This table is closed."),
    No.NOT_FINISHED: _t("The match is not over yet."),
    No.NOTHING_PLAYED: _t("No dice have been rolled in this match."),
    No.NOT_ASKED: _t("That question is no longer open."),
    No.NO_ONLY_TURN: _t("There is more than one way to play this turn."),
    No.KEPT_OUT: _t("This house does not let you play now."),
    No.BUSY: _t("The house is very busy just now. Please try again in a moment."),
    No.TOOK_TOO_LONG: _t("That took too long just now. Please try again in a moment."),
    No.CLOSING: _t("The house is restarting. Nothing is lost; please try again in a moment."),
    No.NOT_ENOUGH_PEARLS: _t("You do not have enough pearls for this stake."),
    No.RIVAL_LACKS_PEARLS: _t("The other player does not have enough pearls for this stake."),
    No.NO_STAKES_YET: _t("New guests of the page play for nothing in their first days."),
    No.STAKED_ENOUGH: _t(
        "The two of you have played for enough pearls today. Play for nothing, or go on tomorrow."
    ),
    No.NO_SUCH_TABLE: _t("There is no table with this code."),
    No.TOO_MANY_GUESSES: _t(
        "So many codes, and none of them leads to a table. Please wait a moment and try again."
    ),
    No.NO_SPECTATORS: _t("The players of this table play without spectators."),
    No.TOO_MANY_INVITATIONS: _t("You have many invitations waiting already. Close one of them first."),
    No.TOO_MANY_TABLES: _t("You sit at many tables already. Finish or close one of them first."),
    No.NO_SUCH_BUTTON: _t("This button does not belong to the table."),
    No.WORD_TOO_LONG: _t("That word is too long; 64 characters are enough."),
    No.NO_SEAT_FOR_YOU: _t("You cannot play at this table; there are others."),
    No.TAKES_NO_CHALLENGE: _t("This player takes no challenges just now."),
    No.NOBODY_TO_TALK_TO: _t("There is nobody to talk to at this table."),
    No.NOT_PASSED_ON: _t("Nothing can be passed on at this table just now."),
    No.NOTHING_SAID: _t("There was nothing to read in that."),
    No.TOO_MUCH_TALK: _t("That was a lot at once. Give the dice a moment."),
    No.PAUSED: _t("The game is paused. Go on first."),
    No.NO_CLOCK: _t("No clock is running here that could be stopped or set."),
    No.OWN_TURN: _t("Only the one who waits can give more time."),
    No.GIVEN_ENOUGH: _t("Three minutes more are enough for one turn."),
    No.NOBODY_TO_SHOW: _t("This person is not known here, or has not finished a match yet."),
    No.PAUSED_ENOUGH: _t("There have been enough pauses in this match."),
    No.TOO_FEW_FOR_GIFT: _t("You do not have enough pearls for this gift."),
}
