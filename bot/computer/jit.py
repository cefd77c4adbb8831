"""How kernels are compiled: once for a machine, kept in its cache, without the interpreter's lock.

numba looks at a function's own file to tell whether what it has kept is still good, not at those it calls. So the
cache is a folder named by a digest of all sources that run for users: when one line changes, everything is compiled anew.
"""

import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import numba

OLD_S = 30 * 24 * 3600.0
"""How long kernels are kept that nobody uses, such as an earlier version's."""

_DIGEST = re.compile(r"[0-9a-f]{16}")

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def _digest() -> str:
    sources = sorted(Path(__file__).parent.glob("*.py")) + sorted(Path(__file__).parent.glob("sense/*.py"))
    return blake2b(b"".join(source.read_bytes() for source in sources), digest_size=8).hexdigest()


def _named() -> Path | None:
    named = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    return Path(named) if named else None


def _home() -> Path:
    return Path("~/.cache").expanduser()


def _shared() -> Path:
    """A folder of our own where everybody may write: what is kept is run, so it has to be ours alone."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"majlis-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and folder.lstat().st_uid != user:
        raise PermissionError(f"{folder} is somebody else's")
    return folder


def _cache() -> Path | None:
    """Where kernels are kept, the best place first; None where there is no place at all."""
    for place in (_named, _home, _shared):
        try:
            folder = place()
            if folder is None:
                continue
            kept = folder / "majlis-kernels" / _digest()
            kept.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=kept):
                return kept
        except (OSError, RuntimeError):  # no place, or, for a user without a home, not even a name of one
            continue
    return None


def _forget_old(kept: Path) -> None:
    """Throw away what no version has been started with for a month; another one may be running beside this one."""
    with suppress(OSError):
        os.utime(kept)
        for other in kept.parent.iterdir():
            if _DIGEST.fullmatch(other.name) and time.time() - other.stat().st_mtime > OLD_S:
                shutil.rmtree(other, ignore_errors=True)


_KEPT = _cache()
if _KEPT:
    numba.config.CACHE_DIR = str(_KEPT)
    _forget_old(_KEPT)


def kept() -> bool:
    """Whether kernels of these sources have been compiled on this machine before."""
    return _KEPT is not None and any(_KEPT.rglob("*.nbi"))


def forget() -> None:
    """Throw away what has been kept: a file that a power cut left half written is never read right again."""
    if _KEPT:
        shutil.rmtree(_KEPT, ignore_errors=True)
        _KEPT.mkdir(parents=True, exist_ok=True)


def kernel(function: Kernel) -> Kernel:
    """A function as machine code."""
    return numba.njit(function, cache=_KEPT is not None, nogil=True)


def sums(function: Kernel) -> Kernel:
    """A function as machine code that may add floats in any order, several at a time."""
    return numba.njit(function, cache=_KEPT is not None, nogil=True, fastmath=True)
