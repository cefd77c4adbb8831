"""A match as a moving picture, from its exported log: each roll, each step, each result."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from bot.phrases import Phrases
from bot.picture import Style
from bot.table import COMPUTER, Against, Seated, Setup, Stage, Table
from bot.view import board
from render.replay import Frame
from rules import match as matches
from rules import record
from rules.actions import Confirm, Move, OpeningRoll, Roll, Undo
from rules.errors import Malformed, Refused
from rules.match import Match, NextGame
from rules.ruleset import PRESETS, from_json
from rules.seat import Seat

STEP_MS, ROLL_MS, TURN_MS, RESULT_MS = 500, 700, 400, 4_000


def frames(exported: dict[str, Any], words: Phrases, style: Style) -> tuple[Frame, ...]:
    """The frames of an exported match (bot.tools.export), seen from the first seat. Raises Malformed.

    Steps taken back are left out. Whoever has no name there is the computer.
    """
    try:
        table = _table(exported)
        log = [record.read_entry(entry) for entry in exported["log"]]
    except (KeyError, TypeError, ValueError) as error:
        raise Malformed(f"this is no exported match ({error})") from error
    shown = (
        # Who could have moved is no part of the story, and would change with every frame.
        Frame(replace(board(at, None, words, style=style), movable=()), milliseconds)
        for at, milliseconds in _moments(table, log)
    )
    return tuple(shown)


def _table(exported: dict[str, Any]) -> Table:
    ruleset = from_json(exported["ruleset"])
    like = (name for name, usual in PRESETS.items() if replace(usual, target=ruleset.target) == ruleset)
    first, second = (
        Seated(seat + 1 if name else COMPUTER, str(name), ready=True)
        for seat, name in enumerate(exported["players"])
    )
    return Table(
        id=0,
        code=str(exported["code"]),
        setup=Setup(ruleset, next(like, ""), Against.FRIEND),
        host=0,
        commitment=str(exported["commitment"]),
        seats=(first, second),
        stage=Stage.PLAYING,
        match=matches.new(ruleset),
    )


def _moments(table: Table, log: Iterable[tuple[Seat | None, matches.Action]]) -> Iterator[tuple[Table, int]]:
    """The table at each moment worth seeing, and for how long."""
    match: Match = table.match or matches.new(table.setup.ruleset)
    turn: list[tuple[Table, int]] = []
    for number, (seat, action) in enumerate(log, 1):
        try:
            match, _ = matches.apply(match, seat, action)
        except Refused as refused:
            raise Malformed(f"entry {number} of the log is refused: {refused.reason}") from refused
        now = replace(table, match=match)
        match action:
            case Undo():
                turn.pop()
            case Move():
                turn.append((now, STEP_MS))
            case OpeningRoll() | Roll() | NextGame():
                yield now, ROLL_MS
            case Confirm() if not match.game.outcome:
                yield from turn
                turn = []
            case _:
                yield from turn
                turn = []
                if match.game.outcome or match.verdict:
                    yield now, RESULT_MS
    yield from turn
