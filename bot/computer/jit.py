"""How kernels are compiled: once for a machine where its cache can be written, without the interpreter's lock."""

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def kernel(function: Kernel) -> Kernel:
    """A function as machine code."""
    return _compiled(function, fast=False)


def sums(function: Kernel) -> Kernel:
    """A function as machine code that may add floats in any order, several at a time."""
    return _compiled(function, fast=True)


def _compiled(function: Kernel, *, fast: bool) -> Kernel:
    try:
        return njit(function, cache=True, nogil=True, fastmath=fast)
    except RuntimeError:  # nowhere to keep it: compiled anew at every start
        return njit(function, nogil=True, fastmath=fast)
