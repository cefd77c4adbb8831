"""A Sheesh Besh match as other programs read it: the text format `.mat`, as GNU Backgammon loads it.

The format has no cube here, and its readers count wins by themselves: 1, 2, and 3 for what is no triple with us. The
score before each game is ours and stands. What they would misread is written so that they do not:

- a win that they would count three, in a match that goes on: without its last turn, given up for two points;
- a turn that was never finished, of a game given up or lost by the clock: not at all;
- a match that somebody left: a game given up for all the points that were missing;
- a match to more points than they know: an endless one.

A comment before the match says so where it has happened. Of a game given up before anybody's first turn they see the
score alone. Read in gnubg's import.c: comments stand only there, a colon in
a name ends it, and a comma before a number begins a rating.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from rules.errors import Malformed
from rules.match import Ended, Match
from rules.notation import turn_text
from rules.position import BAR, count
from rules.ruleset import Game, Ruleset, Scoring
from rules.scoring import Outcome, Why
from rules.seat import Seat
from rules.story import Turn, story
from rules.turns import kinds

LONGEST_MATCH = 64
"""Points; gnubg knows no longer matches."""

LONGEST_NAME = 31
"""Bytes of a name in UTF-8."""

_COLUMN = 36
_FARTHEST = 19
"""From here on, in the loser's numbers, a checker makes a mars a triple elsewhere."""


class Pages(NamedTuple):
    """What is known of a match beside its log; `players` first seat first, `date` such as 2026.11.30 or empty."""

    players: tuple[str, str]
    code: str = ""
    date: str = ""


class _Game(NamedTuple):
    """One game as written: the score before it, its turns, who won how much; `left`: a match was left in it."""

    number: int
    score: tuple[int, int]
    turns: tuple[Turn, ...]
    winner: Seat | None = None
    points: int = 0
    left: bool = False
    cut: Turn | None = None
    """The last turn where it is left out, lest three points be counted."""


def mat(ruleset: Ruleset, log: Iterable[Any], pages: Pages) -> str:
    """The match as text. Raises Malformed for another game than Sheesh Besh, and for a log that breaks the rules."""
    if ruleset.game is not Game.SHEESH_BESH:
        raise Malformed("only Sheesh Besh can be written as .mat")
    told = story(ruleset, log)
    games = _games(told.turns, told.match)
    names = tuple(_name(name, seat) for seat, name in zip(Seat, pages.players, strict=True))
    short = ruleset.target <= LONGEST_MATCH
    head = [*_header(pages), *_comments(games, told.match, names)]
    lines = [f"; {line}" for line in head] + [f"{ruleset.target if short else 0} point match"]
    for game in games:
        lines += [
            "",
            *_written(game, names, ruleset, last=game is games[-1] and told.match.verdict is not None),
        ]
    return "\n".join(lines) + "\n"


def _name(name: str, seat: Seat) -> str:
    plain = " ".join(name.replace(":", " ").replace(",", " ").split())
    cut = plain.encode()[:LONGEST_NAME].decode("utf-8", "ignore").strip()
    return cut or f"Player {seat + 1}"


def _games(turns: tuple[Turn, ...], match: Match) -> tuple[_Game, ...]:
    played = {number: tuple(those) for number, those in groupby(turns, key=lambda turn: turn.game)}
    games, score = list[_Game](), (0, 0)
    for number in range(1, match.number + 1):
        whole = tuple(turn for turn in played.get(number, ()) if turn.passed or turn.after is not None)
        outcome = match.outcomes[number - 1] if number <= len(match.outcomes) else None
        game = _Game(number, score, whole)
        if outcome and outcome.winner is not None:
            game = game._replace(winner=outcome.winner, points=outcome.points)
            score = _added(score, outcome.winner, outcome.points)
            if _counts_three(outcome, whole[-1:], match.ruleset) and number < match.number:
                game = game._replace(turns=whole[:-1], cut=whole[-1])
        games.append(game)
    return (*games[:-1], *_end(games[-1], score, match))


def _added(score: tuple[int, int], winner: Seat, points: int) -> tuple[int, int]:
    return score[0] + points * (winner == 0), score[1] + points * (winner == 1)


def _end(last: _Game, score: tuple[int, int], match: Match) -> tuple[_Game, ...]:
    """The last game; of a match that was left, with the points that were missing, in a game of their own if need be."""
    verdict = match.verdict
    if verdict is None or verdict.why is Ended.TARGET:
        return (last,)
    missing = match.ruleset.target - score[verdict.winner]
    if match.game.outcome is None:
        return (last._replace(winner=verdict.winner, points=missing, left=True),)
    return last, _Game(last.number + 1, score, (), verdict.winner, missing, left=True)


def _counts_three(outcome: Outcome, last: tuple[Turn, ...], ruleset: Ruleset) -> bool:
    if outcome.why is not Why.BORNE_OFF or not outcome.mars or ruleset.scoring is not Scoring.MARS:
        return False
    after = last[0].after if last else None
    return after is not None and any(count(after.rival, place) for place in range(_FARTHEST, BAR + 1))


def _header(pages: Pages) -> Iterator[str]:
    yield '[Site "Majlis"]'
    if pages.code:
        yield f'[Match ID "{pages.code}"]'
    if pages.date:
        yield f'[EventDate "{pages.date}"]'
    yield '[Variation "Backgammon"]'


def _comments(games: tuple[_Game, ...], match: Match, names: tuple[str, ...]) -> Iterator[str]:
    ruleset = match.ruleset
    if ruleset.target > LONGEST_MATCH:
        yield f"A match to {ruleset.target} points."
    if ruleset.scoring is Scoring.CHECKERS_LEFT:
        yield "A win is worth the checkers that the loser has left; the score before each game is right."
    for game in games:
        if game.cut:
            yield (
                f"In game {game.number} the last turn, {_turn(game.cut, ruleset)}, is left out: "
                "a mars is worth two points here, however far behind the loser is."
            )
        if game.left and game.winner is not None:
            yield f"{names[game.winner.other]} left the match; game {game.number} is written as given up."


def _written(game: _Game, names: tuple[str, ...], ruleset: Ruleset, *, last: bool) -> Iterator[str]:
    yield f" Game {game.number}"
    first, second = (f"{name} : {points}" for name, points in zip(names, game.score, strict=True))
    yield f" {first.ljust(_COLUMN + 4)} {second}"
    rows = _rows(game.turns)
    for number, row in enumerate(rows, 1):
        left, right = ("" if turn is None else _turn(turn, ruleset) for turn in row)
        yield f"{number:3}) {left.ljust(_COLUMN)} {right}".rstrip()
    if game.winner is not None:
        points = f"Wins {game.points} point{'s' * (game.points != 1)}{' and the match' * last}"
        yield f"{' ' * 6}{' ' * _COLUMN * game.winner}{points}"


def _rows(turns: tuple[Turn, ...]) -> list[tuple[Turn | None, Turn | None]]:
    """Both sides' turns beside each other, the first seat's to the left; each side plays in turn."""
    leading = [None] if turns and turns[0].seat is Seat.SECOND else []
    each = [*leading, *turns, None]
    return list(zip(each[::2], each[1::2], strict=False))


def _turn(turn: Turn, ruleset: Ruleset) -> str:
    steps = " ".join(
        turn_text([step], [kind])
        for step, kind in zip(turn.steps, kinds(turn.position, turn.steps, ruleset), strict=True)
    )
    return f"{turn.dice[0]}{turn.dice[1]}: {steps}".rstrip()
