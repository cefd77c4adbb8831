"""Counting bits in one machine instruction, inside numba kernels; a mask is an int64 with bit p for place p."""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.cgutils import true_bit
from numba.extending import intrinsic

_WORD = ir.IntType(64)


@intrinsic
def lowest(_typing: Any, mask: Any) -> tuple[Any, Callable[..., Any]]:
    """The lowest place of a mask that is not empty."""

    def count(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], true_bit)

    del mask
    return types.int64(types.int64), count


@intrinsic
def highest(_typing: Any, mask: Any) -> tuple[Any, Callable[..., Any]]:
    """The highest place of a mask that is not empty."""

    def count(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.sub(ir.Constant(_WORD, 63), builder.ctlz(arguments[0], true_bit))

    del mask
    return types.int64(types.int64), count


@intrinsic
def many(_typing: Any, mask: Any) -> tuple[Any, Callable[..., Any]]:
    """How many places a mask holds."""

    def count(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    del mask
    return types.int64(types.int64), count


@intrinsic
def reversed_places(_typing: Any, mask: Any) -> tuple[Any, Callable[..., Any]]:
    """A mask with place p at 25 - p, for p from 1 to 24."""

    def turn(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.lshr(builder.bitreverse(arguments[0]), ir.Constant(_WORD, 38))

    del mask
    return types.int64(types.int64), turn
