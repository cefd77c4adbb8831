"""What the line-by-line tools are asked: a position, the dice of one roll, and the rules to play them by."""

import json
from typing import Any, NamedTuple

from rules.errors import Malformed
from rules.position import Position, parse
from rules.ruleset import PRESETS, Ruleset
from rules.turns import FACES, Dice, Turn, check


class Question(NamedTuple):
    """`{"preset","position","dice":[a,b]}`, read and found possible."""

    ruleset: Ruleset
    position: Position
    dice: Dice

    @property
    def left(self) -> tuple[int, ...]:
        """The dice to play: a double counts four times."""
        return self.dice * 2 if self.dice[0] == self.dice[1] else self.dice


def json_object(text: str) -> dict[str, Any]:
    """The JSON object that a text is. Raises Malformed for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed("not a JSON object") from None
    if not isinstance(data, dict):
        raise Malformed("not a JSON object")
    return data


def read_question(data: dict[str, Any]) -> Question:
    """Preset, position and dice of an object. Raises Malformed where one is missing or makes no sense."""
    preset, position, dice = data.get("preset"), data.get("position"), data.get("dice")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Malformed(f"preset is one of {', '.join(PRESETS)}")
    if not isinstance(position, str):
        raise Malformed("position is a text such as '24x15 / 24x15'")
    if not isinstance(dice, list) or len(dice) != 2 or not all(_is_face(die) for die in dice):  # noqa: PLR2004 two dice
        raise Malformed("dice are two numbers from 1 to 6")
    board = parse(position)
    check(board, PRESETS[preset])
    return Question(PRESETS[preset], board, (dice[0], dice[1]))


def _is_face(die: object) -> bool:
    return type(die) is int and die in FACES


def final_text(turn: Turn) -> str:
    """The position a turn leaves, mover first, with its ending where the game ends."""
    return f"{turn.position} = {turn.ending}" if turn.ending else str(turn.position)
