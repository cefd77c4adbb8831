"""A cache with a hard bound in bytes, shared by threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from PIL import Image

_BYTES = {"RGB": 4, "RGBA": 4, "L": 1, "P": 1}
"""What Pillow keeps for a pixel."""


def weight(image: Image.Image) -> int:
    """Count the bytes of an image's pixels and of the object around them."""
    return image.width * image.height * _BYTES[image.mode] + 1024


class Cache:
    """Images by key; what was not asked for the longest goes first when `limit` bytes are passed."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.bytes = 0
        self._images: OrderedDict[Hashable, Image.Image] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._images)

    def get(self, key: Hashable, build: Callable[[], Image.Image]) -> Image.Image:
        """Give the image under a key, built when it is not there. Callers must not change it.

        Two threads may build the same image at once; both are equal, one is kept.
        """
        with self._lock:
            found = self._images.get(key)
            if found is not None:
                self._images.move_to_end(key)
                return found
        built = build()
        with self._lock:
            if key not in self._images:
                self._images[key] = built
                self.bytes += weight(built)
                while self.bytes > self.limit and len(self._images) > 1:
                    self.bytes -= weight(self._images.popitem(last=False)[1])
        return built

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._images.clear()
            self.bytes = 0
