"""A second reading of the rules, as literal and as slow as it likes to be: the referee of rules/turns.py.

A board is plain tuples of counts, a turn is found by trying every sequence of steps. It shares no code with
the packed search but the position text.
"""

from collections.abc import Iterator
from typing import NamedTuple

from rules.position import BAR, OFF, START, Position, count, pack
from rules.ruleset import Direction, Game, Mother, Ruleset, StartLock

Counts = tuple[int, ...]


class Board(NamedTuple):
    """Checkers on each place of 0 (off) to 25 (bar), each side in its own numbers, and the pinned points."""

    own: Counts
    rival: Counts
    own_pinned: frozenset[int]
    rival_pinned: frozenset[int]


def read(position: Position) -> Board:
    """A packed position as a plain board."""
    own, rival = (tuple(count(side, p) for p in range(BAR + 1)) for side in (position.own, position.rival))
    pins = (
        frozenset(p for p in range(1, BAR) if count(mask, p))
        for mask in (position.own_pinned, position.rival_pinned)
    )
    return Board(own, rival, *pins)


def packed(board: Board) -> Position:
    """A plain board as a packed position."""
    own, rival = (pack(dict(enumerate(side))) for side in board[:2])
    own_pinned, rival_pinned = (pack(dict.fromkeys(pins, 1)) for pins in board[2:])
    return Position(own, own_pinned, rival, rival_pinned)


def facing(point: int, ruleset: Ruleset) -> int:
    """§1: my point in the rival's numbers."""
    if ruleset.direction is Direction.OPPOSITE:
        return 25 - point
    return point + 12 if point <= 12 else point - 12


def _may_leave(board: Board, source: int, ruleset: Ruleset) -> bool:
    if not board.own[source] or source in board.own_pinned:
        return False
    if board.own[BAR] and source != BAR:
        return False
    if ruleset.start_lock is StartLock.NONE or board.own[START] != 14:
        return True
    arrived = 12 if ruleset.start_lock is StartLock.RIVAL_START_QUARTER else 6
    lead = next((point for point in range(1, START) if board.own[point]), OFF)
    return lead <= arrived or source == lead


def _may_land(board: Board, target: int, ruleset: Ruleset) -> bool:
    there = facing(target, ruleset)
    if ruleset.game is Game.TAWLA31:
        return board.rival[there] == 0
    return board.rival[there] <= 1 and target not in board.own_pinned


def _may_bear_off(board: Board, source: int, die: int) -> bool:
    higher = any(board.own[point] for point in range(source + 1, BAR + 1))
    at_home = not any(board.own[point] for point in range(7, BAR + 1))
    return at_home and not board.own_pinned and (source == die or (source < die and not higher))


def _forbidden_row(board: Board, ruleset: Ruleset) -> bool:
    held = {facing(point, ruleset) for point in range(1, 25) if board.own[point]}
    for lowest in range(1, 20):
        if held.issuperset(range(lowest, lowest + 6)) and not any(board.rival[:lowest]):
            return True
    return False


def play(board: Board, source: int, die: int, ruleset: Ruleset) -> Board | None:
    """The board after one step; None where the step is not legal by itself."""
    target = max(source - die, OFF)
    if not _may_leave(board, source, ruleset):
        return None
    if not (_may_land(board, target, ruleset) if target else _may_bear_off(board, source, die)):
        return None
    own, rival, pinned = list(board.own), list(board.rival), set(board.rival_pinned)
    own[source] -= 1
    own[target] += 1
    if source < BAR and own[source] == 0:
        pinned.discard(facing(source, ruleset))
    if target and rival[facing(target, ruleset)]:
        if ruleset.game is Game.SHEESH_BESH:
            rival[facing(target, ruleset)] -= 1
            rival[BAR] += 1
        else:
            pinned.add(facing(target, ruleset))
    reached = Board(tuple(own), tuple(rival), board.own_pinned, frozenset(pinned))
    if ruleset.prime_rule and _forbidden_row(reached, ruleset):
        return None
    return reached


def ending(board: Board, ruleset: Ruleset) -> str | None:
    """How the game has ended with this step, in the words of the contract."""
    if board.own[OFF] == 15:
        return "win_off"
    if START not in board.rival_pinned:
        return None
    if START in board.own_pinned:
        return "draw"
    clear = board.own[START] == 0
    held = ruleset.mother is Mother.WIN or (ruleset.mother is Mother.WIN_IF_OWN_START_CLEAR and clear)
    return "win_mother" if held else None


class _Line(NamedTuple):
    """A sequence of steps that cannot go on: what it leaves, its end, the dice it used."""

    board: Board
    end: str | None
    used: tuple[int, ...]


def _lines(
    board: Board, left: tuple[int, ...], used: tuple[int, ...], ruleset: Ruleset, seen: set[object]
) -> Iterator[_Line]:
    if (board, left) in seen:
        return
    seen.add((board, left))
    stuck = True
    for die in sorted(set(left)):
        rest = list(left)
        rest.remove(die)
        for source in range(1, BAR + 1):
            reached = play(board, source, die, ruleset)
            if reached is None:
                continue
            stuck = False
            end = ending(reached, ruleset)
            if end:
                yield _Line(reached, end, (*used, die, *rest))
            else:
                yield from _lines(reached, tuple(rest), (*used, die), ruleset, seen)
    if stuck:
        yield _Line(board, None, used)


def finals(position: Position, dice: tuple[int, int], ruleset: Ruleset) -> set[str]:
    """Everything a roll can leave, as the contract writes it: §2, as many dice as possible."""
    left = dice * 2 if dice[0] == dice[1] else dice
    lines = list(_lines(read(position), left, (), ruleset, set()))
    most = max(len(line.used) for line in lines)
    if most == 0:
        return set()
    longest = [line for line in lines if len(line.used) == most]
    if most == 1 and dice[0] != dice[1]:
        larger = max(line.used[0] for line in longest)
        longest = [line for line in longest if line.used[0] == larger]
    return {f"{packed(line.board)}{f' = {line.end}' if line.end else ''}" for line in longest}
