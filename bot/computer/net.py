"""Nets: one hidden layer over the inputs of bot.computer.features, the five chances of bot.computer.told out."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.computer.bearoff import Bearoff
from bot.computer.jit import kernel, sums
from bot.computer.states import Room
from bot.computer.told import OUTPUTS, Floats


class Net(NamedTuple):
    """Weights: inputs by hidden, hidden, OUTPUTS by hidden, OUTPUTS. A net of RAW inputs sees no signs."""

    into: Floats
    into_bias: Floats
    out: Floats
    out_bias: Floats


class Nets(NamedTuple):
    """One net while the sides can meet, one for when they have passed each other."""

    contact: Net
    race: Net


class Noted(NamedTuple):
    """A list of inputs that count."""

    rows: NDArray[np.int64]
    """Inputs by their row in `Net.into`."""
    times: Floats
    """How much of each."""


class Desk(NamedTuple):
    """Where a thread judges: room for a roll's states, the hidden layer, signs."""

    room: Room
    base: Floats
    base_race: Floats
    hidden: Floats
    signs: Floats
    root_signs: Floats
    root_race_signs: Floats
    no_signs: Floats
    seen: Floats
    bearoff: Bearoff
    noted: Noted
    told: Floats
    """[ROWS, OUTPUTS] what the net told of each final."""


@kernel
def note(noted: Noted, m: int, row: int, times: float) -> int:
    """Put an input on the list of m; how many are there now."""
    noted.rows[m] = row
    noted.times[m] = times
    return m + 1


@sums
def add_noted(into: Floats, base: Floats, noted: Noted, m: int, total: Floats) -> None:
    """Total = base + the m inputs on the list times their rows; four rows at a time keeps sums in registers."""
    rows, times = noted.rows, noted.times
    while m & 3:
        m = note(noted, m, 0, 0.0)
    for h in range(total.size):
        total[h] = base[h]
    for k in range(0, m, 4):
        one, two, three, four = into[rows[k]], into[rows[k + 1]], into[rows[k + 2]], into[rows[k + 3]]
        a, b, c, d = times[k], times[k + 1], times[k + 2], times[k + 3]
        for h in range(total.size):
            total[h] += a * one[h] + b * two[h] + c * three[h] + d * four[h]


@sums
def activate(out: Floats, bias: Floats, hidden: Floats, told: Floats) -> None:
    """Turn the hidden layer's sums into its activities, and those into what is told."""
    for h in range(hidden.size):
        x = hidden[h]
        hidden[h] = np.float32(0.5) + np.float32(0.5) * x / (np.float32(1) + abs(x))
    one, two, three, four, five = bias[0], bias[1], bias[2], bias[3], bias[4]
    for h in range(hidden.size):
        x = hidden[h]
        one += x * out[0, h]
        two += x * out[1, h]
        three += x * out[2, h]
        four += x * out[3, h]
        five += x * out[4, h]
    told[0], told[1], told[2], told[3], told[4] = one, two, three, four, five
    for k in range(OUTPUTS):
        told[k] = np.float32(1) / (np.float32(1) + np.exp(-told[k]))


@kernel
def _listed(inputs: int, seen: Floats, noted: Noted) -> int:
    m = 0
    for k in range(inputs):
        if seen[k] != 0:
            m = note(noted, m, k, seen[k])
    return m


@kernel
def tell(net: Net, seen: Floats, desk: Desk, out: Floats) -> None:
    """Outputs for inputs written by `inputs`; desk.hidden is left with the hidden layer's activities."""
    hidden = desk.hidden[: net.into_bias.size]
    m = _listed(net.into.shape[0], seen, desk.noted)
    add_noted(net.into, net.into_bias, desk.noted, m, hidden)
    activate(net.out, net.out_bias, hidden, out)


@sums
def learn(net: Net, seen: Floats, told: Floats, target: Floats, rate: float, desk: Desk) -> None:
    """One step down the cross entropy of `told`, just told of `seen`, towards `target`."""
    hidden, slope = desk.hidden[: net.into_bias.size], desk.base[: net.into_bias.size]
    for h in range(hidden.size):
        slope[h] = 0.0
    for k in range(OUTPUTS):
        error = np.float32(rate) * (target[k] - told[k])
        for h in range(hidden.size):
            slope[h] += error * net.out[k, h]
            net.out[k, h] += error * hidden[h]
        net.out_bias[k] += error
    for h in range(hidden.size):
        # With a = (1 + x / (1 + |x|)) / 2 the slope is (1 - |2a - 1|)^2 / 2.
        rest = np.float32(1) - abs(np.float32(2) * hidden[h] - np.float32(1))
        slope[h] *= np.float32(0.5) * rest * rest
        net.into_bias[h] += slope[h]
    for k in range(_listed(net.into.shape[0], seen, desk.noted)):
        row, times = net.into[desk.noted.rows[k]], desk.noted.times[k]
        for h in range(slope.size):
            row[h] += times * slope[h]
