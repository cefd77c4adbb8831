"""What holds in every position, turn and match."""

import json

from hypothesis import given

from rules import game as games
from rules import record
from rules.actions import Confirm, Move, Roll, Undo
from rules.errors import Refused
from rules.game import Game
from rules.notation import parse_turn, turn_text
from rules.position import BAR, Position, count, parse, pips
from rules.ruleset import Ruleset
from rules.seat import Seat
from rules.turns import Step, Turn, can_move, check, legal_steps, legal_turns, take
from tests.rules import plain
from tests.rules.reading import final
from tests.rules.strategies import boards, many, rolls, under_way


def fifteen(side: int) -> bool:
    return sum(count(side, place) for place in range(BAR + 1)) == 15


def rolled(position: Position, dice: tuple[int, int], ruleset: Ruleset) -> Game:
    """A game in which first has just rolled in this position."""
    game, _ = games.apply(Game(ruleset, position, Seat.FIRST), None, Roll(*dice))
    return game


@given(boards(), rolls)
@many
def test_a_turn_leaves_fifteen_checkers_a_side_that_can_stand_so(board, dice):
    position, ruleset = board
    check(position, ruleset)
    for turn in legal_turns(position, dice, ruleset):
        assert fifteen(turn.position.own)
        assert fifteen(turn.position.rival)
        check(turn.position, ruleset)


@given(boards(), rolls)
@many
def test_a_step_costs_its_die_or_less(board, dice):
    position, ruleset = board
    for turn in legal_turns(position, dice, ruleset):
        spent = sum(step.die for step in turn.steps)
        assert pips(position.own) - spent <= pips(turn.position.own) < pips(position.own)


@given(boards(), rolls)
@many
def test_the_plain_reading_of_the_rules_leaves_the_same_positions(board, dice):
    position, ruleset = board
    turns = legal_turns(position, dice, ruleset)
    found = {final(turn) for turn in turns}
    assert len(found) == len(turns)
    assert found == plain.finals(position, dice, ruleset)


def _walk(position: Position, left: tuple[int, ...], ruleset: Ruleset, done: set[str]) -> None:
    """Every final that legal_steps lead to, one step after another."""
    seen: set[tuple[Position, tuple[int, ...]]] = set()
    paths = [(position, left)]
    while paths:
        here, dice = paths.pop()
        if (here, dice) in seen:
            continue
        seen.add((here, dice))
        steps = legal_steps(here, dice, ruleset) if dice else ()
        if not steps and dice != left:
            done.add(str(here))
        for step in steps:
            taken = take(here, step, ruleset)
            rest = list(dice)
            rest.remove(step.die)
            if taken.ending:
                done.add(final(Turn((), taken.position, taken.ending)))
            else:
                paths.append((taken.position, tuple(rest)))


@given(boards(), rolls)
@many
def test_step_by_step_leads_exactly_where_whole_turns_lead(board, dice):
    position, ruleset = board
    done: set[str] = set()
    _walk(position, dice * 2 if dice[0] == dice[1] else dice, ruleset, done)
    assert done == {final(turn) for turn in legal_turns(position, dice, ruleset)}


@given(boards(), rolls)
@many
def test_a_finished_turn_cannot_be_extended(board, dice):
    position, ruleset = board
    for turn in legal_turns(position, dice, ruleset)[:4]:
        game = rolled(position, dice, ruleset)
        for step in turn.steps:
            game, _ = games.apply(game, Seat.FIRST, Move(*step))
        assert game.steps == ()
        assert games.actions(game, Seat.FIRST)[0] == Confirm()
        assert all(_refused(game, Move(source, die)) for source in range(1, 26) for die in set(dice))
        assert game.position == turn.position


def _refused(game: Game, move: Move) -> bool:
    try:
        games.apply(game, Seat.FIRST, move)
    except Refused:
        return True
    return False


@given(boards(), rolls)
@many
def test_undo_restores_the_value_before(board, dice):
    position, ruleset = board
    before = [rolled(position, dice, ruleset)]
    while before[-1].steps:
        after, _ = games.apply(before[-1], Seat.FIRST, Move(*before[-1].steps[-1]))
        before.append(after)
    game = before.pop()
    while before:
        game, _ = games.apply(game, Seat.FIRST, Undo())
        assert game == before.pop()


@given(under_way())
@many
def test_the_replayed_log_is_the_live_match_is_the_loaded_snapshot(played):
    match, log = played
    assert record.replay(match.ruleset, json.loads(json.dumps(log))) == match
    assert record.load(json.loads(json.dumps(record.dump(match)))) == match


@given(under_way())
@many
def test_a_match_under_way_keeps_fifteen_checkers_a_side(played):
    match, _ = played
    check(match.game.position, match.ruleset)
    for seat in Seat:
        assert fifteen(match.game.seen_by(seat).own)
        assert match.game.seen_by(seat) == match.game.seen_by(seat.other).turned()


@given(boards())
@many
def test_turned_twice_is_itself_and_can_stand_either_way(board):
    position, ruleset = board
    assert position.turned().turned() == position
    check(position.turned(), ruleset)


@given(boards())
@many
def test_position_text_round_trips(board):
    position, _ = board
    assert parse(str(position)) == position


@given(boards(), rolls)
@many
def test_turn_text_round_trips(board, dice):
    position, ruleset = board
    for turn in legal_turns(position, dice, ruleset)[:4]:
        kinds = _kinds(position, turn.steps, ruleset)
        text = turn_text(turn.steps, kinds)
        read = parse_turn(text, position, dice, ruleset)
        assert turn_text(read, _kinds(position, read, ruleset)) == text
        assert _reached(position, read, ruleset) == turn.position


def _kinds(position, steps: tuple[Step, ...], ruleset: Ruleset):
    for step in steps:
        taken = take(position, step, ruleset)
        position = taken.position
        yield taken.kind


def _reached(position: Position, steps: tuple[Step, ...], ruleset: Ruleset) -> Position:
    for step in steps:
        position = take(position, step, ruleset).position
    return position


@given(boards(), rolls)
@many
def test_who_can_move_at_all_can_move_some_roll(board, dice):
    position, ruleset = board
    if legal_turns(position, dice, ruleset):
        assert can_move(position, ruleset)
    if not can_move(position, ruleset):
        assert not legal_turns(position, dice, ruleset)
