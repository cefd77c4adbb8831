"""`majlis best`: a question in one JSON line, the computer's turn in another."""

import json
from typing import Any

from bot.computer.chances import chances
from bot.computer.choice import Level, pick
from bot.question import Question, final_text, json_object, read_question
from rules.errors import Malformed
from rules.notation import turn_text
from rules.turns import kinds, legal_steps

_PLACES = 4


def best_line(line: str) -> str:
    """Answer `{"preset","position","dice","level"}` with `{"final","turn","equity"}`, or with `{"error"}`.

    `final` is the position after the turn, mover first, with ` = ` and the ending where the game ends;
    `turn` is turn text, empty where the turn passes; `equity` is in points a game for the mover. Whatever
    the line holds, nothing is raised.
    """
    try:
        data = json_object(line)
        answer = _best(read_question(data), _level(data.get("level")))
    except Malformed as error:
        answer = {"error": str(error)}
    return json.dumps(answer)


def _level(name: object) -> Level:
    try:
        return Level(str(name))
    except ValueError:
        raise Malformed(f"level is one of {', '.join(Level)}") from None


def _best(asked: Question, level: Level) -> dict[str, Any]:
    ruleset, position = asked.ruleset, asked.position
    if not legal_steps(position, asked.left, ruleset):
        return {
            "final": str(position),
            "turn": "",
            "equity": round(-chances(position.turned(), ruleset).equity, _PLACES),
        }
    chosen = pick(position, asked.left, ruleset, level)
    turn = chosen.turn
    text = turn_text(turn.steps, kinds(position, turn.steps, ruleset))
    return {"final": final_text(turn), "turn": text, "equity": round(chosen.equity, _PLACES)}
