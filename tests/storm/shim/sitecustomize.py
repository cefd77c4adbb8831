"""A clock that somebody else sets: in a process that finds this on its path, `time.time` is off by so many milliseconds.

`STORM_CLOCK` names a file of eight bytes with the offset, which may change at any moment.
"""

import mmap
import os
import struct
import time

if path := os.environ.get("STORM_CLOCK"):
    with open(path, "r+b") as file:  # noqa: PTH123 every start of Python comes through here
        _offset = mmap.mmap(file.fileno(), 8)
    _time_ns = time.time_ns

    def time_ns() -> int:
        return _time_ns() + struct.unpack("q", _offset[:8])[0] * 1_000_000

    def now() -> float:
        return time_ns() / 1e9

    time.time_ns, time.time = time_ns, now
