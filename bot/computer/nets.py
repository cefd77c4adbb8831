"""Where nets are kept: fresh ones to train, files of half-precision weights, and the desk to judge at."""

from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from bot.computer.bearoff import bearoff
from bot.computer.features import EXPERT, INPUTS, RAW
from bot.computer.net import Desk, Net, Nets, Noted
from bot.computer.racing import RACE
from bot.computer.states import ROWS, room
from bot.computer.told import OUTPUTS, Floats

WIDEST = 512
"""Hidden cells a desk has room for."""
_SPREAD = 0.1
_UNLIKELY = -1.5

_PARTS = ("contact", "race")


def fresh(inputs: int, hidden: int, seed: int) -> Net:
    """A net that knows nothing yet."""
    random = np.random.default_rng(seed)
    return Net(
        (random.standard_normal((inputs, hidden)) * _SPREAD).astype(np.float32),
        np.zeros(hidden, np.float32),
        np.zeros((OUTPUTS, hidden), np.float32),
        np.array([0, *[_UNLIKELY] * (OUTPUTS - 1)], np.float32),
    )


def raw_nets(hidden: int, seed: int) -> Nets:
    """One net of raw inputs for everything: the baseline that others are measured against."""
    net = fresh(RAW, hidden, seed)
    return Nets(net, net)


def expert_nets(contact: int, race: int, seed: int) -> Nets:
    """Nets that see signs: those of meeting, and those of a race."""
    return Nets(fresh(INPUTS, contact, seed), fresh(RAW + RACE, race, seed + 1))


def desk() -> Desk:
    """A desk for one thread, about three megabytes."""
    return Desk(
        room(),
        base=_floats(WIDEST),
        base_race=_floats(WIDEST),
        hidden=_floats(WIDEST),
        signs=_floats(EXPERT),
        root_signs=_floats(EXPERT),
        root_race_signs=_floats(EXPERT),
        no_signs=_floats(EXPERT),
        seen=_floats(INPUTS),
        bearoff=bearoff(),
        noted=Noted(np.zeros(2 * INPUTS, np.int64), _floats(2 * INPUTS)),
        told=_floats(ROWS, OUTPUTS),
    )


def _floats(*shape: int) -> Floats:
    return np.zeros(shape, np.float32)


def save(path: Path, nets: Nets, games: int, kind: type[np.float16 | np.float32] = np.float16) -> None:
    """Write nets to a file, whole or not at all, and how many games they have learnt from."""
    alone = nets.contact is nets.race
    arrays = {
        f"{part}_{name}": value.astype(kind)
        for part, net in zip(_PARTS[: 1 if alone else 2], nets, strict=False)
        for name, value in net._asdict().items()
    }
    partial = path.with_suffix(".partial.npz")
    np.savez_compressed(partial, allow_pickle=False, games=np.int64(games), **arrays)
    partial.replace(path)


def load(path: Path) -> Nets:
    """Nets from a file. Raises OSError or ValueError where there are none in it."""
    try:
        with path.open("rb") as file, np.load(file) as arrays:
            parts = [
                Net(*(arrays[f"{part}_{name}"].astype(np.float32) for name in Net._fields))
                for part in _PARTS
                if f"{part}_into" in arrays
            ]
    except (EOFError, KeyError, BadZipFile):
        parts = []
    if not parts or any(not RAW <= net.into.shape[0] <= INPUTS for net in parts):
        raise ValueError(f"{path.name} holds no nets for this program")
    return Nets(parts[0], parts[-1])


def games_learnt(path: Path) -> int:
    """How many games the nets of a file have learnt from."""
    with np.load(path) as arrays:
        return int(arrays["games"])
