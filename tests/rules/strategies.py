"""What the property tests draw: rulesets, positions that can stand in them, rolls, and matches under way.

`MAJLIS_EXAMPLES=50000 pytest tests/rules` looks longer, in the properties and in the random matches.
"""

import os
from dataclasses import fields
from enum import StrEnum
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from rules.dice import ROLLS
from rules.field import facing
from rules.match import Match
from rules.position import BAR, OFF, POINTS, START, Position, count, one, pack
from rules.record import Entry
from rules.ruleset import PRESETS, Game, Ruleset, options_of
from tests.rules.play import stroll

EXAMPLES = int(os.environ.get("MAJLIS_EXAMPLES", "1000"))

many = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
"""How long a property is looked for; no example is stored beside the code."""

HOME = 6

_DEFAULTS: dict[str, Any] = {field.name: field.default for field in fields(Ruleset)}


def _values(name: str) -> st.SearchStrategy[Any]:
    default = _DEFAULTS[name]
    if isinstance(default, StrEnum):
        return st.sampled_from(type(default))
    return st.booleans() if isinstance(default, bool) else st.integers(1, 9)


@st.composite
def any_options(draw: st.DrawFn, game: Game | None = None) -> Ruleset:
    """Any options that go together."""
    game = game or draw(st.sampled_from(Game))
    return Ruleset(game, **{name: draw(_values(name)) for name in options_of(game)})


rulesets = st.sampled_from(list(PRESETS.values())) | any_options()
rolls = st.sampled_from([dice for dice, _ in ROLLS])


@st.composite
def positions(draw: st.DrawFn, ruleset: Ruleset) -> Position:
    """Any position that can stand in the game, likely or not, in which nobody has finished."""
    bar = [BAR] if ruleset.game is Game.SHEESH_BESH else []
    own = _laid(draw(_fifteen([OFF, *range(1, POINTS + 1), *bar])))
    mine = facing(pack(own), ruleset.direction)
    free = [point for point in range(1, POINTS + 1) if not count(mine, point)]
    rival = _laid(draw(_fifteen([OFF, *free, *bar])))
    own_pins = rival_pins = 0
    if ruleset.game is Game.MAHBUSA:
        own_pins = _pinned(draw, own, rival)
        rival_pins = _pinned(draw, rival, own)
    return Position(pack(own), own_pins, pack(rival), rival_pins)


def _fifteen(places: list[int]) -> st.SearchStrategy[list[int]]:
    """Fifteen checkers, not all of them off: anywhere, all home, or most still on the start point."""
    pools = [places]
    home = [place for place in places if place <= HOME]
    if any(home):
        pools.append(home)
    if START in places:
        pools.append([START] * 60 + places)
    return st.sampled_from(pools).flatmap(_from_pool)


def _from_pool(pool: list[int]) -> st.SearchStrategy[list[int]]:
    return st.lists(st.sampled_from(pool), min_size=15, max_size=15).filter(any)


def _laid(checkers: list[int]) -> dict[int, int]:
    return {place: checkers.count(place) for place in set(checkers)}


def _pinned(draw: st.DrawFn, side: dict[int, int], top: dict[int, int]) -> int:
    """Pin some singles of a side: a checker of the other side comes down from a stack onto each."""
    pins = 0
    singles = [point for point, n in side.items() if n == 1 and point != OFF and not top.get(25 - point)]
    for point in draw(st.lists(st.sampled_from(singles), unique=True, max_size=6)) if singles else []:
        stack = max(top, key=lambda place: top[place])
        if top[stack] > 1 and stack != 25 - point:
            top[stack] -= 1
            top[25 - point] = 1
            pins |= one(point)
    return pins


@st.composite
def boards(draw: st.DrawFn) -> tuple[Position, Ruleset]:
    """A position and the ruleset it stands in."""
    ruleset = draw(rulesets)
    return draw(positions(ruleset)), ruleset


@st.composite
def under_way(draw: st.DrawFn) -> tuple[Match, list[Entry]]:
    """A match after some actions, and its log."""
    ruleset, seed, length = draw(st.tuples(rulesets, st.integers(0, 2**32), st.integers(0, 120)))
    return stroll(ruleset, Random(seed), length)
