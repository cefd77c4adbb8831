"""How kernels are compiled: once for a machine, kept in its cache, without the interpreter's lock.

numba looks at a function's own file to tell whether what it has kept is still good, not at those it calls. So the
cache is a folder named by a digest of all sources that run for users: when one line changes, everything is compiled anew.
"""

import os
import tempfile
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def _digest() -> str:
    sources = sorted(Path(__file__).parent.glob("*.py")) + sorted(Path(__file__).parent.glob("sense/*.py"))
    return blake2b(b"".join(source.read_bytes() for source in sources), digest_size=8).hexdigest()


def _folders() -> list[Path]:
    """Where kernels may be kept, the best place first."""
    named = [os.environ.get("NUMBA_CACHE_DIR"), os.environ.get("XDG_CACHE_HOME")]
    home = Path("~/.cache").expanduser()
    return [*(Path(name) for name in named if name), home, Path(tempfile.gettempdir())]


def _cache() -> Path | None:
    for folder in _folders():
        kept = folder / "majlis-kernels" / _digest()
        try:
            kept.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=kept):
                return kept
        except (OSError, RuntimeError):
            continue
    return None


_KEPT = _cache()
if _KEPT:
    numba.config.CACHE_DIR = str(_KEPT)


def kept() -> bool:
    """Whether kernels of these sources have been compiled on this machine before."""
    return _KEPT is not None and any(_KEPT.rglob("*.nbi"))


def kernel(function: Kernel) -> Kernel:
    """A function as machine code."""
    return numba.njit(function, cache=_KEPT is not None, nogil=True)


def sums(function: Kernel) -> Kernel:
    """A function as machine code that may add floats in any order, several at a time."""
    return numba.njit(function, cache=_KEPT is not None, nogil=True, fastmath=True)
