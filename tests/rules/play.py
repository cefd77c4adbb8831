"""Random play: rulesets, positions and whole matches from a seeded generator."""

from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any, NamedTuple

from rules import match as matches
from rules.actions import Confirm, Move, Resign, Timeout
from rules.game import actions, whole_turns
from rules.match import Leave, Match, NextGame
from rules.position import Position
from rules.record import Entry, entry
from rules.ruleset import Game, Ruleset, choices, options_of
from rules.seat import Seat
from rules.turns import Dice, Turn, is_dead, legal_turns, start_position


class Rolled(NamedTuple):
    """A position met in play, the roll that came up and its turns."""

    position: Position
    dice: Dice
    turns: list[Turn]


def throw(rng: Random) -> Dice:
    """Two dice, the larger first."""
    first, second = rng.randint(1, 6), rng.randint(1, 6)
    return max(first, second), min(first, second)


def one_game(ruleset: Ruleset, rng: Random) -> Iterator[Rolled]:
    """Every roll of one game in which both sides play any legal turn."""
    position = start_position(ruleset.game)
    while not is_dead(position, ruleset):
        dice = throw(rng)
        turns = legal_turns(position, dice, ruleset)
        yield Rolled(position, dice, turns)
        if turns:
            turn = rng.choice(turns)
            if turn.ending:
                return
            position = turn.position
        position = position.turned()


def games(ruleset: Ruleset, rng: Random) -> Iterator[Rolled]:
    """Rolls of one game after another, without end."""
    while True:
        yield from one_game(ruleset, rng)


def some_ruleset(rng: Random, longest: int) -> Ruleset:
    """Any options that go together; matches of up to `longest` points."""
    game = rng.choice(list(Game))
    chosen: dict[str, Any] = {name: _some_value(name, rng, longest) for name in options_of(game)}
    return Ruleset(game, **chosen)


def _some_value(name: str, rng: Random, longest: int) -> Any:
    if name == "target":
        return rng.randint(1, longest)
    if name == "prime_rule":
        return rng.random() < 0.5
    kind = next(type(field.default) for field in fields(Ruleset) if field.name == name)
    return kind(rng.choice(choices(name)))


def whole_match(ruleset: Ruleset, rng: Random) -> tuple[Match, list[Entry]]:
    """A match played to its end through the one door of the rules, and its log."""
    match, log = matches.new(ruleset), []

    def play(seat: Seat | None, action: matches.Action) -> None:
        nonlocal match
        match, _ = matches.apply(match, seat, action)
        log.append(entry(seat, action))

    while not match.verdict:
        if match.between:
            play(None, NextGame())
        elif matches.wants_roll(match):
            play(None, matches.next_roll(match, (rng.randint(1, 6), rng.randint(1, 6))))
        else:
            seat = match.game.to_move
            for step in rng.choice(whole_turns(match.game)).steps:
                play(seat, Move(*step))
            play(seat, Confirm())
    return match, log


def stroll(ruleset: Ruleset, rng: Random, length: int) -> tuple[Match, list[Entry]]:
    """A match after `length` actions of any kind, undone steps, clocks and resignations too, and its log."""
    match, log = matches.new(ruleset), []
    while len(log) < length and not match.verdict:
        seat, action = _some_action(match, rng)
        match, _ = matches.apply(match, seat, action)
        log.append(entry(seat, action))
    return match, log


def _some_action(match: Match, rng: Random) -> tuple[Seat | None, matches.Action]:
    if rng.random() < 0.003:
        return rng.choice(list(Seat)), Leave(absent=rng.random() < 0.5)
    if match.between:
        return None, NextGame()
    if rng.random() < 0.02 and match.game.to_move is not None:
        return None, Timeout()
    if matches.wants_roll(match):
        return None, matches.next_roll(match, (rng.randint(1, 6), rng.randint(1, 6)))
    seat = match.game.to_move if rng.random() < 0.99 else rng.choice(list(Seat))
    wishes = actions(match.game, seat or Seat.FIRST)
    likely = [wish for wish in wishes if not isinstance(wish, Resign)]
    action = rng.choice(likely or wishes)
    for_absent = isinstance(action, Move | Confirm) and rng.random() < 0.1
    return None if for_absent else seat, action
