"""A scene as the bytes of a picture file. Safe from any thread, and meant to be called off the event loop.

Pillow lets other threads run while it encodes into a real file, not while it fills a BytesIO; so a JPEG goes
through a file in memory. zlib lets others run by itself.
"""

import os
import struct
import tempfile
import zlib
from typing import IO

from PIL import Image, JpegImagePlugin, features

from render import board
from render.scene import Scene

QUALITY = 85
PNG_LEVEL = 1
"""Four times as fast as zlib's own choice and a tenth larger."""

if features.check_feature("libjpeg_turbo"):
    # Pillow keeps an RGB pixel in four bytes and libjpeg-turbo reads them so: the same file without repacking.
    JpegImagePlugin.RAWMODE["RGB"] = "RGBX"

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PALETTE_8_BIT = (8, 3, 0, 0, 0)


def jpeg(scene: Scene) -> bytes:
    """Encode as a JPEG of quality 85."""
    return jpeg_of(board.draw(scene))


def png(scene: Scene) -> bytes:
    """Encode as a PNG in the theme's 256 colours."""
    return png_of(board.draw(scene, "P"))


def jpeg_of(picture: Image.Image) -> bytes:
    """Encode a ready RGB picture as a JPEG."""
    with _file() as file:
        picture.save(file, "JPEG", quality=QUALITY)
        return os.pread(file.fileno(), file.tell(), 0)


def png_of(picture: Image.Image) -> bytes:
    """Encode a ready picture of mode P as a PNG, rows unfiltered as suits a palette."""
    header = struct.pack(">II5B", *picture.size, *_PALETTE_8_BIT)
    # One column of zeros on the left is each row's filter byte: none.
    rows = picture.crop((-1, 0, *picture.size)).tobytes()
    chunks = (
        (b"IHDR", header),
        (b"PLTE", bytes(picture.getpalette() or ())),
        (b"IDAT", zlib.compress(rows, PNG_LEVEL)),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(_chunk(name, body) for name, body in chunks)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(body, zlib.crc32(name)))


def _file() -> IO[bytes]:
    """Open a file in memory; where the system has none, a temporary one."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("majlis-picture"), "w+b", buffering=0)
    return tempfile.TemporaryFile(buffering=0)
