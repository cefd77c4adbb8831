"""A scene as the bytes of a picture file. Safe from any thread, and meant to be called off the event loop.

Pillow lets other threads run while it encodes into a real file, not while it fills a BytesIO; so a JPEG goes
through a file in memory. zlib lets others run by itself.
"""

import io
import os
import struct
import tempfile
import zlib
from pathlib import Path
from threading import local

from PIL import Image, JpegImagePlugin, features

from render.canvas import drawn
from render.scene import Scene

QUALITY = 80
COARSER = 4.5
"""How much coarser than the standard for this quality the finest waves of light are kept.

Wood stays as smooth as it is; the many long edges of a board weigh a third less, and on a phone it is truer
than at any plain quality of that weight. Colours weigh little, and saturated checkers need them whole.
"""

PNG_LEVEL = 1
"""Four times as fast as zlib's own choice and a tenth larger."""

if features.check_feature("libjpeg_turbo"):
    # Pillow keeps an RGB pixel in four bytes and libjpeg-turbo reads them so: the same file without repacking.
    JpegImagePlugin.RAWMODE["RGB"] = "RGBX"


def _tables() -> tuple[list[int], list[int]]:
    """Give the steps of light and colour, eight rows of eight: libjpeg's own, those of light growing."""
    sample = io.BytesIO()
    Image.new("RGB", (8, 8)).save(sample, "JPEG", quality=QUALITY)
    sample.seek(0)
    tables = JpegImagePlugin.JpegImageFile(sample).quantization
    fineness = [(across + down) / 14 for down in range(8) for across in range(8)]
    light = [round(step * (1 + COARSER * fine)) for step, fine in zip(tables[0], fineness, strict=True)]
    return light, tables[1]


TABLES = _tables()

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PALETTE_8_BIT = (8, 3, 0, 0, 0)


def jpeg(scene: Scene) -> bytes:
    """Encode as a JPEG."""
    with drawn(scene, "RGB") as picture:
        return jpeg_of(picture)


def png(scene: Scene) -> bytes:
    """Encode as a PNG in the theme's 256 colours."""
    with drawn(scene, "P") as picture:
        return png_of(picture)


def jpeg_of(picture: Image.Image) -> bytes:
    """Encode a ready RGB picture as a JPEG."""
    with os.fdopen(_memory(), "r+b", buffering=0, closefd=False) as file:
        file.seek(0)
        picture.save(file, "JPEG", qtables=TABLES, subsampling="4:2:0")
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


class _Memory:
    """A file in memory that a thread keeps: its pages need not be asked for again with every picture."""

    def __init__(self) -> None:
        if hasattr(os, "memfd_create"):
            self.number = os.memfd_create("majlis-picture")
        else:
            self.number, name = tempfile.mkstemp()
            Path(name).unlink()

    def __del__(self) -> None:
        os.close(self.number)


_kept = local()


def _memory() -> int:
    """Give the number of this thread's open file."""
    if not hasattr(_kept, "memory"):
        _kept.memory = _Memory()
    memory: _Memory = _kept.memory
    return memory.number
