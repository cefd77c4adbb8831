"""Matches as plain JSON values: a snapshot to go on from, and a log that replays and can be checked.

A log entry is `[seat, name, *numbers]`; seat is null for the house: `[null,"roll",6,5]`, `[0,"move",24,5]`.
"""

from collections.abc import Iterable
from reprlib import repr as brief
from typing import Any

from rules import match as matches
from rules.actions import Confirm, Move, OpeningRoll, Resign, Roll, Timeout, Undo
from rules.errors import Malformed, Refused
from rules.field import Ending
from rules.game import Game, Played, Taking
from rules.match import Action, Ended, GoOn, Leave, Match, MoreTime, NextGame, Pause, Verdict
from rules.position import parse
from rules.ruleset import Ruleset, from_json
from rules.scoring import Outcome, Why
from rules.seat import Seat
from rules.turns import FACES, Kind, Step

Entry = list[Any]

_NAMES: dict[str, type[Any]] = {
    "open": OpeningRoll,
    "roll": Roll,
    "move": Move,
    "undo": Undo,
    "confirm": Confirm,
    "resign": Resign,
    "timeout": Timeout,
    "next": NextGame,
    "leave": Leave,
    "pause": Pause,
    "go_on": GoOn,
    "more_time": MoreTime,
}
_NAME_OF = {kind: name for name, kind in _NAMES.items()}
_OF_THE_HOUSE = (OpeningRoll, Timeout, NextGame)


def entry(seat: Seat | None, action: Action) -> Entry:
    """An action as a log entry."""
    return [None if seat is None else int(seat), _NAME_OF[type(action)], *(int(n) for n in action)]


def read_entry(data: Any) -> tuple[Seat | None, Action]:
    """Read a log entry. Raises Malformed, also for faces no die has or a house's action by a seat."""
    try:
        seat, name, *numbers = data
        kind = _NAMES[name]
        action: Action = Leave(bool(*numbers)) if kind is Leave else kind(*numbers)
        if any(type(n) is not int for n in numbers) or type(seat) not in (int, type(None)):
            raise _unreadable(data)
        if (seat is not None and kind in _OF_THE_HOUSE) or not _possible(action):
            raise _unreadable(data)
        return None if seat is None else Seat(seat), action
    except (TypeError, ValueError, KeyError) as error:
        raise _unreadable(data) from error


def _unreadable(data: Any) -> Malformed:
    return Malformed(f"{brief(data)} is no log entry")


def _possible(action: Action) -> bool:
    """Whether dice can fall so, the larger first in a roll: what the rules themselves take for granted."""
    match action:
        case OpeningRoll(first, second):
            return first in FACES and second in FACES
        case Roll(high, low):
            return high in FACES and low in FACES and high >= low
    return True


def replay(ruleset: Ruleset, log: Iterable[Any]) -> Match:
    """The match a log leads to. Raises Malformed where an entry cannot be read or was not allowed."""
    match = matches.new(ruleset)
    for number, data in enumerate(log, 1):
        seat, action = read_entry(data)
        try:
            match, _ = matches.apply(match, seat, action)
        except Refused as refused:
            raise Malformed(f"entry {number}, {brief(data)}, is refused: {refused.reason}") from refused
    return match


def dump(match: Match) -> dict[str, Any]:
    """A match as plain JSON values."""
    return {
        "ruleset": match.ruleset.to_json(),
        "game": _dump_game(match.game),
        "number": match.number,
        "score": match.score,
        "outcomes": [_dump_outcome(outcome) for outcome in match.outcomes],
        "idle": match.idle,
        "verdict": match.verdict and [int(match.verdict.winner), match.verdict.why],
    }


def load(data: dict[str, Any]) -> Match:
    """Read what dump wrote. Raises Malformed for a ruleset of a newer version."""
    ruleset = from_json(data["ruleset"])
    verdict = data["verdict"]
    return Match(
        ruleset=ruleset,
        game=_load_game(data["game"], ruleset),
        number=data["number"],
        score=_pair(data["score"]),
        outcomes=tuple(_load_outcome(outcome) for outcome in data["outcomes"]),
        idle=_pair(data["idle"]),
        verdict=verdict and Verdict(Seat(verdict[0]), Ended(verdict[1])),
    )


def _pair(data: Any) -> tuple[int, int]:
    first, second = data
    return first, second


def _dump_outcome(outcome: Outcome) -> list[Any]:
    winner = None if outcome.winner is None else int(outcome.winner)
    return [winner, outcome.why, outcome.points, outcome.mars]


def _load_outcome(data: list[Any]) -> Outcome:
    winner, why, points, mars = data
    return Outcome(None if winner is None else Seat(winner), Why(why), points, mars)


def _dump_game(game: Game) -> dict[str, Any]:
    return {
        "position": str(game.position),
        "to_move": None if game.to_move is None else int(game.to_move),
        "dice": game.dice,
        "left": game.left,
        "taken": [[str(taking.before), *taking.step, taking.kind] for taking in game.taken],
        "ending": game.ending,
        "rolls": game.rolls,
        "turns": game.turns,
        "timeouts": game.timeouts,
        "late": game.late,
        "opening": game.opening,
        "recent": [[int(p.seat), p.dice, p.steps, p.kinds, p.late] for p in game.recent],
        "outcome": game.outcome and _dump_outcome(game.outcome),
    }


def _load_game(data: dict[str, Any], ruleset: Ruleset) -> Game:
    return Game(
        ruleset=ruleset,
        position=parse(data["position"]),
        to_move=None if data["to_move"] is None else Seat(data["to_move"]),
        dice=data["dice"] and _pair(data["dice"]),
        left=tuple(data["left"]),
        taken=tuple(_load_taking(taking) for taking in data["taken"]),
        ending=data["ending"] and Ending(data["ending"]),
        rolls=data["rolls"],
        turns=_pair(data["turns"]),
        timeouts=_pair(data["timeouts"]),
        late=data.get("late", False),  # the first versions did not note it
        opening=data["opening"] and _pair(data["opening"]),
        recent=tuple(_load_played(played) for played in data["recent"]),
        outcome=data["outcome"] and _load_outcome(data["outcome"]),
    )


def _load_taking(data: list[Any]) -> Taking:
    before, source, die, kind = data
    return Taking(parse(before), Step(source, die), Kind(kind))


def _load_played(data: list[Any]) -> Played:
    seat, dice, steps, kinds, *late = data
    steps = tuple(Step(*step) for step in steps)
    return Played(Seat(seat), _pair(dice), steps, tuple(Kind(kind) for kind in kinds), any(late))
