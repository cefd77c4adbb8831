"""How messages are packed on the way: plainly, or as one stream of zlib or zstd over the whole connection."""

import struct
import zlib
from collections.abc import Callable

ZSTD_MAGIC = 0xFD2FB528
LARGEST_BLOCK = 1 << 17


def packer(compress: str | None) -> Callable[[str], str | bytes] | None:
    """What packs a connection's messages; None for a way that does not exist."""
    match compress:
        case None | "":
            return lambda text: text
        case "zlib-stream":
            return _zlib()
        case "zstd-stream":
            return _zstd()
    return None


def _zlib() -> Callable[[str], bytes]:
    stream = zlib.compressobj()
    return lambda text: stream.compress(text.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstd() -> Callable[[str], bytes]:
    """One frame that never ends, of blocks left as they are: true zstd, without a library."""
    head = struct.pack("<IBB", ZSTD_MAGIC, 0, 7 << 3)  # no sizes, no checksum; a window of 128 KiB

    def pack(text: str) -> bytes:
        nonlocal head
        data, begun = text.encode(), head
        head = b""
        blocks = [data[start : start + LARGEST_BLOCK] for start in range(0, len(data), LARGEST_BLOCK)]
        return begun + b"".join((len(block) << 3).to_bytes(3, "little") + block for block in blocks)

    return pack
