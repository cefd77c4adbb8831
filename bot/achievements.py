"""What is worth telling of a match, each thing once in a player's life: what it is called, and when it is achieved."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from bot.phrases import Phrases
from rules.match import Match
from rules.position import CHECKERS, OFF, count
from rules.ruleset import Scoring
from rules.seat import Seat

STREAK = 10
HUNDRED = 100
EVENING_POINTS = 31
EVENING_MS = 6 * 3600 * 1000
GIANT = 200
"""How much stronger the rival of a giant-killer is rated, at least."""

SWEEP = 3
"""The shortest match in which it is worth telling that the rival had no point."""

BEHIND = 3
"""Games that the winner of a comeback still needed when the rival needed one."""


class Award(StrEnum):
    """Everything that can be achieved, in the order in which it is listed."""

    FIRST_WIN = "first_win"
    MARS = "mars"
    MOTHER = "mother"
    ESCAPE = "escape"
    HAIR = "hair"
    SWEEP = "sweep"
    COMEBACK = "comeback"
    RACE = "race"
    EVENING = "evening"
    STREAK = "streak"
    GAMES = "games"
    EXPERT = "expert"
    GIANT = "giant"
    HUNDRED = "hundred"


class Facts(NamedTuple):
    """One player's side of a finished match that was not given up at once, and of what came before it.

    `rated`: against another person. `expert`: against the computer at its best. `mars`, `mothers` and `escapes` are games
    of this match; `wins` (rated ones in all), `streak` (of matches against people), `evening` (points won of people in
    the last EVENING_MS, where a game is worth one or two) and `games` (different ones won of people) count this match
    in. `ahead` is by how much the rival was rated higher, 0 where either is not rated surely.
    """

    match: Match
    seat: Seat
    rated: bool
    expert: bool
    mars: int
    mothers: int
    escapes: int
    wins: int
    streak: int
    evening: int
    games: int
    ahead: float


def achieved(facts: Facts) -> Iterator[Award]:
    """Everything that the match shows, whether or not it had been achieved before."""
    checks = {
        Award.MARS: facts.mars > 0,
        Award.MOTHER: facts.mothers > 0,
        Award.ESCAPE: facts.escapes > 0,
        Award.EVENING: facts.rated and facts.evening >= EVENING_POINTS,
    }
    verdict = facts.match.verdict
    if verdict and verdict.winner is facts.seat:
        checks |= _won(facts)
    yield from (award for award in Award if checks.get(award))


def _won(facts: Facts) -> dict[Award, bool]:
    match, rival = facts.match, facts.seat.other
    target, counted = match.ruleset.target, match.ruleset.scoring is Scoring.CHECKERS_LEFT
    reached = match.score[facts.seat] >= target
    return {
        Award.FIRST_WIN: facts.rated,
        Award.HAIR: reached and _by_a_hair(facts),
        Award.SWEEP: reached and target >= SWEEP and not match.score[rival],
        Award.COMEBACK: reached and not counted and _came_back(facts),
        Award.RACE: reached and counted and target >= EVENING_POINTS,
        Award.STREAK: facts.streak >= STREAK,
        Award.GAMES: facts.games >= 3,  # noqa: PLR2004 all there are
        Award.EXPERT: facts.expert and reached,
        Award.GIANT: facts.rated and facts.ahead >= GIANT,
        Award.HUNDRED: facts.wins >= HUNDRED,
    }


def _by_a_hair(facts: Facts) -> bool:
    """Whether both sides had but one more checker to bear off in the last game, until the winner did."""
    game = facts.match.game
    mine, theirs = (game.seen_by(seat).own for seat in (facts.seat, facts.seat.other))
    return count(mine, OFF) == CHECKERS and count(theirs, OFF) == CHECKERS - 1


def _came_back(facts: Facts) -> bool:
    """Whether the rival once needed a single point, and the winner BEHIND or more."""
    target, score = facts.match.ruleset.target, [0, 0]
    for outcome in facts.match.outcomes:
        if outcome.winner is not None:
            score[outcome.winner] += outcome.points
        if score[facts.seat.other] == target - 1 and score[facts.seat] <= target - BEHIND:
            return True
    return False


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


_TOLD: dict[Award, tuple[str, str, str]] = {
    Award.FIRST_WIN: ("🌱", _t("First win"), _t("Won a match against somebody.")),
    Award.MARS: ("🔥", _t("First mars"), _t("Won a game before the rival bore off a checker.")),
    Award.MOTHER: ("👑", _t("First mother held"), _t("Won a game by holding the rival's mother.")),
    Award.ESCAPE: ("🗝", _t("Out of the cage"), _t("Won a game although the rival had pinned the mother.")),
    Award.HAIR: ("🪶", _t("By a hair"), _t("Won while the rival had a single checker left.")),
    Award.SWEEP: ("🧹", _t("Clean sweep"), _t("Won a match to 3 or more without giving a point.")),
    Award.COMEBACK: (
        "⛰",
        _t("Comeback"),
        _t("Won a match in which the rival needed one point and the winner three."),
    ),
    Award.RACE: ("🏁", _t("Thirty-one"), _t("Won a race to 31.")),
    Award.EVENING: ("🌙", _t("31 in one evening"), _t("Won 31 points against people within six hours.")),
    Award.STREAK: ("⚡", _t("Ten in a row"), _t("Won ten matches against people in a row.")),
    Award.GAMES: (
        "🎲",
        _t("All three games"),
        _t("Beat somebody in each: Mahbusa, Tawla 31 and Sheesh Besh."),
    ),
    Award.EXPERT: ("🤖", _t("Better than the machine"), _t("Won a match against the expert computer.")),
    Award.GIANT: ("🐘", _t("Giant-killer"), _t("Beat somebody rated 200 points higher.")),
    Award.HUNDRED: ("💯", _t("A hundred matches"), _t("Won a hundred matches against people.")),
}


def name(award: str, words: Phrases) -> str:
    """What an achievement is called, with its sign; empty for one that we do not know."""
    known = _known(award)
    return f"{_TOLD[known][0]} {words.t(_TOLD[known][1])}" if known else ""


def title(award: str, words: Phrases) -> str:
    """The same without its sign, for pictures, whose letters have none."""
    known = _known(award)
    return words.t(_TOLD[known][1]) if known else ""


def about(award: str, words: Phrases) -> str:
    """What it takes."""
    known = _known(award)
    return words.t(_TOLD[known][2]) if known else ""


def _known(award: str) -> Award | None:
    return next((each for each in Award if each == award), None)
