"""Positions as kernels read them, many at a time."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rules.position import Position

_BYTES = 13
"""A packed side is 26 nibbles."""
_BITS = np.int64(1) << np.arange(26, dtype=np.int64)

Boards = NDArray[np.int8]
Pins = NDArray[np.int64]


def boards_of(positions: Sequence[Position]) -> tuple[Boards, Pins]:
    """Boards int8[N, 2, 26] and pins int64[N, 2] of positions, `own` first."""
    packed = b"".join(
        side.to_bytes(_BYTES, "little") for position in positions for side in (position.own, position.rival)
    )
    masks = b"".join(
        mask.to_bytes(_BYTES, "little")
        for position in positions
        for mask in (position.own_pinned, position.rival_pinned)
    )
    return _nibbles(packed).astype(np.int8), _nibbles(masks) @ _BITS


def _nibbles(packed: bytes) -> NDArray[np.int64]:
    pairs = np.frombuffer(packed, np.uint8).reshape(-1, 2, _BYTES, 1)
    return np.concatenate([pairs & 15, pairs >> 4], axis=3).reshape(-1, 2, 26).astype(np.int64)
