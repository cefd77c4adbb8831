"""Positions and turns as text, so that the tests read like the rules."""

from rules.position import Position, parse
from rules.ruleset import Ruleset
from rules.turns import Step, Turn, check, legal_steps, legal_turns, take


def board(text: str, ruleset: Ruleset) -> Position:
    """A position that can stand in this game."""
    position = parse(text)
    check(position, ruleset)
    return position


def final(turn: Turn) -> str:
    """The position a turn leaves, mover first, and how it ended the game."""
    return f"{turn.position} = {turn.ending}" if turn.ending else str(turn.position)


def finals(text: str, dice: tuple[int, int], ruleset: Ruleset) -> set[str]:
    """Everything a roll can leave."""
    return {final(turn) for turn in legal_turns(board(text, ruleset), dice, ruleset)}


def own_finals(text: str, dice: tuple[int, int], ruleset: Ruleset) -> set[str]:
    """The mover's side of everything a roll can leave."""
    return {left.split(" / ")[0] for left in finals(text, dice, ruleset)}


def steps(text: str, dice: tuple[int, ...], ruleset: Ruleset) -> set[str]:
    """The steps that may come next, such as `24/18`."""
    found = legal_steps(board(text, ruleset), dice, ruleset)
    return {f"{step.source}/{step.target}" for step in found}


def after(text: str, source: int, die: int, ruleset: Ruleset) -> str:
    """The position one step leaves, and how it ended the game."""
    taken = take(board(text, ruleset), Step(source, die), ruleset)
    return f"{taken.position} = {taken.ending}" if taken.ending else str(taken.position)
