"""What the command line's pure tools do: `majlis turns`, `majlis verify` and `majlis export`.

Each is a function from text or values to text or values; files and exit codes are the command line's. These
tools are for developers and doubters and speak English.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from reprlib import repr as brief
from typing import Any, NamedTuple

from bot.question import final_text, json_object, read_question
from rules import match as matches
from rules import record
from rules.actions import OpeningRoll, Roll
from rules.dice import Dice, clean_word
from rules.dice import commitment as committed
from rules.errors import Malformed, Refused
from rules.match import Match
from rules.record import Entry
from rules.ruleset import Ruleset, from_json
from rules.turns import legal_turns

FORMAT = "majlis-match"
VERSION = 1
"""Of the export format; rises when a field changes its meaning."""

_SIDES = 2


def turns_line(line: str) -> str:
    """Answer one line of `majlis turns`: all a roll can leave, sorted, or what is wrong with the line.

    `{"preset", "position", "dice": [a, b]}` gives `{"finals": ["<position>[ = <ending>]", …]}`, anything else
    `{"error": "…"}`; whatever the line holds, nothing is raised.
    """
    try:
        asked = read_question(json_object(line))
        turns = legal_turns(asked.position, asked.dice, asked.ruleset)
        answer: dict[str, Any] = {"finals": sorted(final_text(turn) for turn in turns)}
    except Malformed as error:
        answer = {"error": str(error)}
    return json.dumps(answer)


def export(
    match: Match,
    log: Iterable[Entry],
    *,
    commitment: str,
    seed: bytes,
    words: tuple[str, str],
    players: tuple[str, str],
    code: str,
) -> dict[str, Any]:
    """A match as plain values for `majlis verify`; its seed only once it is over, for it holds every roll to come."""
    plain = record.dump(match)
    return {
        "format": FORMAT,
        "version": VERSION,
        "code": code,
        "players": list(players),
        "ruleset": plain["ruleset"],
        "commitment": commitment,
        "seed": seed.hex() if match.verdict else None,
        "words": list(words),
        "log": list(log),
        "score": list(match.score),
        "verdict": plain["verdict"],
        "outcomes": plain["outcomes"],
    }


class Flaw(StrEnum):
    """What can be wrong with an exported match."""

    UNREADABLE = "unreadable"
    COMMITMENT = "commitment"
    ROLL = "roll"
    LOG = "log"
    SCORE = "score"
    OUTCOMES = "outcomes"
    VERDICT = "verdict"


_RESULT = (Flaw.SCORE, Flaw.OUTCOMES, Flaw.VERDICT)


class Problem(NamedTuple):
    """One flaw: what the file has, and what it should have. `game` (from 1) and `roll` (from 0) belong to a roll."""

    flaw: Flaw
    found: Any
    expected: Any = None
    game: int = 0
    roll: int = 0

    def __str__(self) -> str:
        match self.flaw:
            case Flaw.UNREADABLE:
                return f"This is no exported match: {self.found}."
            case Flaw.COMMITMENT:
                return f"The seed's SHA-256 is {self.expected}, but the commitment was {self.found[:64]!a}."
            case Flaw.ROLL:
                where = f"Game {self.game}, roll {self.roll}"
                return f"{where}: the log has {_faces(self.found)}, the seed gives {_faces(self.expected)}."
            case Flaw.LOG:
                return f"The log breaks the rules: {self.found}."
        return f"The {self.flaw} should be {brief(self.expected)}, not {brief(self.found)}."


def _faces(faces: tuple[int, int]) -> str:
    return f"{faces[0]}-{faces[1]}"


_SHOWN = 10
"""How many problems are told one by one; a wrong seed changes every roll."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What `verify` found. `rolls` were compared with the seed; without a seed (`sealed`) none could be."""

    rolls: int
    problems: tuple[Problem, ...] = ()
    sealed: bool = False

    @property
    def ok(self) -> bool:
        """Whether everything that could be checked is right."""
        return not self.problems

    @property
    def unreadable(self) -> bool:
        """Whether there was no exported match to check."""
        return any(problem.flaw is Flaw.UNREADABLE for problem in self.problems)

    def lines(self) -> tuple[str, ...]:
        """The result in English, a line for each thing found."""
        told = [str(problem) for problem in self.problems[:_SHOWN]]
        if len(self.problems) > _SHOWN:
            told.append(f"And {len(self.problems) - _SHOWN} more like these.")
        if self.sealed:
            told.append("The match is not over and its seed not shown yet: only the log was checked.")
        elif self.ok:
            told.append(f"The seed has the commitment and all {self.rolls} rolls are its own.")
        if self.ok:
            told.append("The log follows the rules and leads to this result.")
        return tuple(told)


class _Exported(NamedTuple):
    """An exported match, read as far as its parts are of the right kind."""

    ruleset: Ruleset
    commitment: str
    dice: Dice | None
    log: list[Any]
    result: dict[str, Any]


def verify(text: str) -> Verified:
    """Check an exported match: seed against commitment, rolls against seed, log against rules, result against log.

    Raises nothing: a text that is no exported match is a Verified with one problem.
    """
    try:
        exported = _read_export(json_object(text))
    except Malformed as error:
        return Verified(0, (Problem(Flaw.UNREADABLE, str(error)),))
    rolls, problems = _check_log(exported)
    return Verified(rolls, (*_check_seed(exported), *problems), sealed=exported.dice is None)


def _read_export(data: dict[str, Any]) -> _Exported:
    if (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        raise Malformed(f"its format should be {FORMAT}, version {VERSION}")
    if not isinstance(data.get("commitment"), str) or not isinstance(data.get("log"), list):
        raise Malformed("it has no commitment or no log")
    return _Exported(
        ruleset=from_json(data.get("ruleset")),
        commitment=data["commitment"],
        dice=_read_dice(data.get("seed"), data.get("words")),
        log=data["log"],
        result={flaw.value: data.get(flaw) for flaw in _RESULT},
    )


def _read_dice(seed: Any, words: Any) -> Dice | None:
    if not isinstance(words, list) or len(words) != _SIDES:
        raise Malformed("words are two texts, first seat first")
    if any(not isinstance(word, str) or clean_word(word) != word for word in words):
        raise Malformed("a word is not in the form that is mixed into the dice")
    if seed is None:
        return None
    try:
        return Dice(bytes.fromhex(seed), (words[0], words[1]))
    except (TypeError, ValueError):
        raise Malformed("the seed is not hexadecimal") from None


def _check_seed(exported: _Exported) -> Iterator[Problem]:
    if exported.dice and committed(exported.dice.seed) != exported.commitment:
        yield Problem(Flaw.COMMITMENT, exported.commitment, committed(exported.dice.seed))


def _check_log(exported: _Exported) -> tuple[int, list[Problem]]:
    """How many rolls were compared, and everything wrong with rolls, log and result."""
    match = matches.new(exported.ruleset)
    rolls, problems = 0, list[Problem]()
    for number, data in enumerate(exported.log, 1):
        try:
            seat, action = record.read_entry(data)
            if exported.dice and isinstance(action, OpeningRoll | Roll):
                rolls += 1
                problems += _check_roll(match, action, exported.dice)
            match, _ = matches.apply(match, seat, action)
        except (Malformed, Refused) as error:
            return rolls, [*problems, Problem(Flaw.LOG, f"entry {number}, {error}")]
    return rolls, [*problems, *_check_result(match, exported.result)]


def _check_roll(match: Match, found: OpeningRoll | Roll, dice: Dice) -> Iterator[Problem]:
    number = match.game.rolls
    expected = matches.next_roll(match, dice.roll(match.number, number))
    if found != expected:
        yield Problem(Flaw.ROLL, tuple(found), tuple(expected), match.number, number)


def _check_result(match: Match, found: dict[str, Any]) -> Iterator[Problem]:
    plain = json.loads(json.dumps(record.dump(match)))
    for flaw in _RESULT:
        if found[flaw] != plain[flaw]:
            yield Problem(flaw, found[flaw], plain[flaw])
