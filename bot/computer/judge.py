"""Judging: all finals of one roll, each by what it changes in the hidden layer's sums."""

import numpy as np
from numpy.typing import NDArray

from bot.computer.bearoff import tell_bearoff
from bot.computer.bits import lowest, many
from bot.computer.features import BAR_AT, INPUTS, OFF_AT, PINNED_AT, RAW, SIDE, meeting, signs
from bot.computer.jit import kernel
from bot.computer.net import Desk, Net, Nets, Noted, activate, add_noted, note
from bot.computer.racing import race_signs
from bot.computer.states import ENDING, HITTING, HOLDING, STANDS, Rules, checkers, facing, occupied
from bot.computer.told import FIFTEENTH, Floats, tell_ending
from rules.position import BAR, OFF

BEARING, RACING, MEETING = range(3)
"""What is still to be played: two bear off, they have passed each other, they may meet."""

_HOME = 127


@kernel
def _point(noted: Noted, m: int, at: int, was: int, now: int) -> int:
    """Let a point's inputs, from row `at`, go from `was` checkers to `now`."""
    for k in range(3):
        if (now > k) != (was > k):
            m = note(noted, m, at + k, 1.0 if now > k else -1.0)
    more = max(now - 3, 0) - max(was - 3, 0)
    return note(noted, m, at + 3, more * 0.25) if more else m


@kernel
def _side(noted: Noted, m: int, at: int, side: NDArray[np.int8], pins: int) -> int:
    """A whole side's raw inputs."""
    for place in range(1, 25):
        if side[place]:
            m = _point(noted, m, at + 4 * (place - 1), 0, int(side[place]))
    while pins:
        m = note(noted, m, at + PINNED_AT + lowest(pins) - 1, 1.0)
        pins &= pins - 1
    if side[OFF]:
        m = note(noted, m, at + OFF_AT, side[OFF] * FIFTEENTH)
    return note(noted, m, at + BAR_AT, side[BAR] * 0.5) if side[BAR] else m


@kernel
def _own_changes(noted: Noted, m: int, was: NDArray[np.int64], now: NDArray[np.int64]) -> int:
    for word in range(2):
        differ = was[word] ^ now[word]
        while differ:
            nibble = lowest(differ) >> 2
            differ &= ~(15 << 4 * nibble)
            before, after = was[word] >> 4 * nibble & 15, now[word] >> 4 * nibble & 15
            place = nibble + 16 * word
            if place == OFF:
                m = note(noted, m, OFF_AT, (after - before) * FIFTEENTH)
            elif place == BAR:
                m = note(noted, m, BAR_AT, (after - before) * 0.5)
            else:
                m = _point(noted, m, 4 * (place - 1), before, after)
    return m


@kernel
def _rival_changes(noted: Noted, m: int, was: NDArray[np.int64], now: NDArray[np.int64], same: int) -> int:
    hits = now[HITTING]
    if hits:
        m = note(noted, m, SIDE + BAR_AT, many(hits) * 0.5)
        hits = facing(hits, same)
        while hits:
            m = _point(noted, m, SIDE + 4 * (lowest(hits) - 1), 1, 0)
            hits &= hits - 1
    differ = was[HOLDING] ^ now[HOLDING]
    if differ:
        pinned = facing(now[HOLDING], same)
        differ = facing(differ, same)
        while differ:
            place = lowest(differ)
            differ &= differ - 1
            m = note(noted, m, SIDE + PINNED_AT + place - 1, 1.0 if pinned >> place & 1 else -1.0)
    return m


@kernel
def _signs_changed(noted: Noted, m: int, was: Floats, now: Floats) -> int:
    for k in range(now.size):
        change = now[k] - was[k]
        if change != 0:
            m = note(noted, m, RAW + k, change)
    return m


@kernel
def _base(
    net: Net, board: NDArray[np.int8], pins: NDArray[np.int64], seen: Floats, desk: Desk, total: Floats
) -> None:
    """The hidden layer's sums for the board before the turn, from which its finals differ in a few inputs."""
    m = _side(desk.noted, 0, 0, board[0], pins[0])
    m = _side(desk.noted, m, SIDE, board[1], pins[1])
    m = _signs_changed(desk.noted, m, desk.no_signs, seen)
    add_noted(net.into, net.into_bias, desk.noted, m, total[: net.into_bias.size])


@kernel
def _judge_one(
    net: Net,
    base: Floats,
    was: Floats,
    now: Floats,
    state: NDArray[np.int64],
    rules: Rules,
    desk: Desk,
    told: Floats,
) -> None:
    root, noted = desk.room.states[0], desk.noted
    m = _own_changes(noted, 0, root, state)
    m = _rival_changes(noted, m, root, state, rules.same)
    m = _signs_changed(noted, m, was, now)
    hidden = desk.hidden[: net.into_bias.size]
    add_noted(net.into, base, noted, m, hidden)
    activate(net.out, net.out_bias, hidden, told)


@kernel
def _phase(state: NDArray[np.int64], own_pins: int, rival: NDArray[np.int8], its: int, rules: Rules) -> int:
    """What is still to be played; `rival` as it stood before the turn, on the points `its`."""
    bar, rival_bar = checkers(state, BAR), int(rival[BAR]) + many(state[HITTING])
    if meeting(state[STANDS], state[HOLDING], own_pins, its, bar, rival_bar, rules.same):
        return MEETING
    return RACING if (state[STANDS] | its) & ~_HOME else BEARING


@kernel
def _judge_meeting(
    board: NDArray[np.int8],
    own_pins: int,
    state: NDArray[np.int64],
    net: Net,
    desk: Desk,
    rules: Rules,
    told: Floats,
) -> None:
    seen = net.into.shape[0] - RAW
    if seen:
        rival = board[1]
        signs(state, own_pins, rival, occupied(rival, 2), occupied(rival, 1), rules, desk.signs)
    _judge_one(net, desk.base, desk.root_signs[:seen], desk.signs[:seen], state, rules, desk, told)


@kernel
def _judge_racing(
    board: NDArray[np.int8], state: NDArray[np.int64], net: Net, desk: Desk, rules: Rules, told: Floats
) -> None:
    seen = net.into.shape[0] - RAW
    if seen:
        race_signs(state, board[1], desk.signs)
    _judge_one(net, desk.base_race, desk.root_race_signs[:seen], desk.signs[:seen], state, rules, desk, told)


@kernel
def judge(
    board: NDArray[np.int8], pins: NDArray[np.int64], n: int, nets: Nets, desk: Desk, rules: Rules
) -> None:
    """Tell of the n finals that `generate` left in desk.room for this board; desk.told[:n] is written."""
    room = desk.room
    based, based_race = False, False
    rival = board[1]
    its = occupied(rival, 1)
    for k in range(n):
        state = room.states[room.finals[k]]
        told = desk.told[k]
        if state[ENDING]:
            tell_ending(state[ENDING], int(rival[OFF]), told)
            continue
        phase = _phase(state, pins[0], rival, its, rules)
        if phase == MEETING:
            if not based:
                based = True
                seen = desk.root_signs[: nets.contact.into.shape[0] - RAW]
                if seen.size:
                    signs(room.states[0], pins[0], rival, occupied(rival, 2), its, rules, desk.root_signs)
                _base(nets.contact, board, pins, seen, desk, desk.base)
            _judge_meeting(board, pins[0], state, nets.contact, desk, rules, told)
        elif phase == RACING:
            if not based_race:
                based_race = True
                seen = desk.root_race_signs[: nets.race.into.shape[0] - RAW]
                if seen.size:
                    race_signs(room.states[0], rival, desk.root_race_signs)
                _base(nets.race, board, pins, seen, desk, desk.base_race)
            _judge_racing(board, state, nets.race, desk, rules, told)
        else:
            tell_bearoff(state, rival, desk.bearoff, told)


@kernel
def inputs(
    state: NDArray[np.int64],
    board: NDArray[np.int8],
    pins: NDArray[np.int64],
    rules: Rules,
    out: Floats,
) -> int:
    """Write a final's INPUTS to `out`; MEETING, RACING or, where no net is needed, BEARING."""
    for k in range(INPUTS):
        out[k] = 0.0
    rival = board[1]
    hits = facing(state[HITTING], rules.same) if state[HITTING] else 0
    for place in range(1, 25):
        _write_point(out, 4 * (place - 1), checkers(state, place))
        _write_point(out, SIDE + 4 * (place - 1), int(rival[place]) - (hits >> place & 1))
        out[PINNED_AT + place - 1] = pins[0] >> place & 1
    held = facing(state[HOLDING], rules.same)
    for place in range(1, 25):
        out[SIDE + PINNED_AT + place - 1] = held >> place & 1
    out[OFF_AT], out[SIDE + OFF_AT] = checkers(state, OFF) * FIFTEENTH, rival[OFF] * FIFTEENTH
    rival_bar = int(rival[BAR]) + many(hits)
    out[BAR_AT], out[SIDE + BAR_AT] = checkers(state, BAR) * 0.5, rival_bar * 0.5
    its = occupied(rival, 1)
    phase = _phase(state, pins[0], rival, its, rules)
    if phase == MEETING:
        signs(state, pins[0], rival, occupied(rival, 2), its, rules, out[RAW:])
    else:
        race_signs(state, rival, out[RAW:])
    return phase


@kernel
def _write_point(out: Floats, at: int, n: int) -> None:
    for k in range(min(n, 3)):
        out[at + k] = 1.0
    if n > 3:  # noqa: PLR2004 as _point
        out[at + 3] = (n - 3) * 0.25
