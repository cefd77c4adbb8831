"""`majlis best`: a question in one JSON line, the computer's turn in another."""

import json
from typing import Any, NamedTuple

from bot.computer.choice import Level, choose
from bot.computer.sense import equity, worth
from rules.errors import Malformed
from rules.notation import turn_text
from rules.position import Position, parse
from rules.ruleset import PRESETS, Ruleset
from rules.turns import FACES, Kind, Step, check, legal_steps, take


class Question(NamedTuple):
    """A position, the dice of one roll and the rules to play them by."""

    ruleset: Ruleset
    position: Position
    dice: tuple[int, int]

    @property
    def left(self) -> tuple[int, ...]:
        """The dice to play: a double counts four times."""
        return self.dice * 2 if self.dice[0] == self.dice[1] else self.dice


def best_line(line: str) -> str:
    """Answer `{"preset","position","dice","level"}` with `{"final","turn","equity"}`, or with `{"error"}`.

    `final` is the position after the turn, mover first, with ` = ` and the ending where the game ends;
    `turn` is turn text, empty where the turn passes; `equity` is in points a game for the mover.
    """
    try:
        asked = read_object(line)
        answer = _best(read_question(asked), _level(asked.get("level")))
    except Malformed as error:
        answer = {"error": str(error)}
    return json.dumps(answer)


def read_object(line: str) -> dict[str, Any]:
    """The JSON object in a line. Raises Malformed for anything else."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Malformed("not a line of JSON") from error
    if not isinstance(asked, dict):
        raise Malformed("not a JSON object")
    return asked


def read_question(asked: dict[str, Any]) -> Question:
    """Preset, position and dice of a JSON object. Raises Malformed where one is missing or makes no sense."""
    preset, text, dice = asked.get("preset"), asked.get("position"), asked.get("dice")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Malformed(f"preset is one of {', '.join(PRESETS)}")
    if not isinstance(text, str):
        raise Malformed("position is a text such as '24x15 / 24x15'")
    if not isinstance(dice, list) or len(dice) != 2 or not all(_is_face(die) for die in dice):  # noqa: PLR2004 two dice
        raise Malformed("dice are two numbers from 1 to 6")
    position = parse(text)
    check(position, PRESETS[preset])
    return Question(PRESETS[preset], position, (dice[0], dice[1]))


def _is_face(die: object) -> bool:
    return type(die) is int and die in FACES


def _level(name: object) -> Level:
    try:
        return Level(str(name))
    except ValueError:
        raise Malformed(f"level is one of {', '.join(Level)}") from None


def _best(question: Question, level: Level) -> dict[str, str | float]:
    ruleset, position = question.ruleset, question.position
    if not legal_steps(position, question.left, ruleset):
        return {"final": str(position), "turn": "", "equity": round(equity(position, ruleset), 4)}
    turn = choose(position, question.left, ruleset, level)
    final = f"{turn.position} = {turn.ending}" if turn.ending else str(turn.position)
    text = turn_text(turn.steps, _kinds(position, turn.steps, ruleset))
    return {"final": final, "turn": text, "equity": round(worth(turn, ruleset), 4)}


def _kinds(position: Position, steps: tuple[Step, ...], ruleset: Ruleset) -> list[Kind]:
    kinds = []
    for step in steps:
        taken = take(position, step, ruleset)
        kinds.append(taken.kind)
        position = taken.position
    return kinds
