"""What one kind of picture is drawn with: its layout, its look, and its opaque tiles, kept within bounds.

A kit is one of (theme, width, bar, digits, mode). In mode P every tile is already in the theme's palette, so
that a picture for PNG or GIF is put together without counting colours again.
"""

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from PIL import Image

from render.backdrop import backdrop
from render.cache import Cache
from render.geometry import Layout, layout
from render.palette import palette
from render.scene import Digits, Scene, Theme
from render.theme import FLAT, LOOKS, Look

Mode = Literal["RGB", "P", "GIF"]
"""RGB pixels, or indices into the theme's 256 colours, or into the few of a replay on a board without grain."""

COLOURS = {"P": 256, "GIF": 32}

TILES = Cache(56 << 20)
GROUNDS = Cache(28 << 20)
"""Hard bounds in bytes; with words.STRIPS, the free canvases and the sprites all caches stay under 120 MB."""

_ARABIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
_NAME_OR_NUMBER = re.compile("\u2068[^\u2069]*\u2069|[0-9]+")
"""What stands between the marks of isolation is a name."""


def in_digits(text: str, digits: Digits) -> str:
    """Write a sentence with its numbers, but for those in isolated names, in these digits."""
    if digits is Digits.LATIN:
        return text
    return _NAME_OR_NUMBER.sub(lambda found: _told(found[0]), text)


def _told(found: str) -> str:
    return found if found.startswith("\u2068") else found.translate(_ARABIC_DIGITS)


@dataclass(frozen=True)
class Kit:
    """One kind of picture; made by `kit`, which keeps them."""

    theme: Theme
    width: int
    has_bar: bool
    digits: Digits
    mode: Mode

    @cached_property
    def plan(self) -> Layout:
        """The board's measures."""
        return layout(self.width, has_bar=self.has_bar)

    @cached_property
    def look(self) -> Look:
        """The theme's colours."""
        return (FLAT if self.mode == "GIF" else LOOKS)[self.theme]

    @cached_property
    def _name(self) -> tuple[Hashable, ...]:
        return (self.theme.value, self.width, self.has_bar, self.digits.value, self.mode)

    @property
    def ground(self) -> Image.Image:
        """The empty board in RGB, from which tiles are cut. Callers must not change it."""
        return GROUNDS.get((self.look, *self._name[1:3]), lambda: backdrop(self.plan, self.look))

    @property
    def bare(self) -> Image.Image:
        """The empty board in the kit's mode. Callers must not change it."""
        if self.mode == "RGB":
            return self.ground
        return GROUNDS.get(self._name, lambda: self._in_mode(self.ground))

    @property
    def canvas(self) -> Image.Image:
        """A new empty board in the kit's mode."""
        return self.bare.copy()

    def tile(self, key: Hashable, build: Callable[[], Image.Image]) -> Image.Image:
        """Give an opaque tile in the kit's mode; `build` draws it in RGB. Callers must not change it."""
        return TILES.get((self._name, key), lambda: self._in_mode(build()))

    def _in_mode(self, image: Image.Image) -> Image.Image:
        if self.mode == "RGB":
            return image
        return image.quantize(palette=palette(self.look, COLOURS[self.mode]), dither=Image.Dither.NONE)

    def number(self, value: int) -> str:
        """Write a number in the kit's digits."""
        return self.told(str(value))

    def told(self, text: str) -> str:
        """Write a sentence with its numbers in the kit's digits."""
        return in_digits(text, self.digits)


@lru_cache(maxsize=64)
def kit(theme: Theme, width: int, has_bar: bool, digits: Digits, mode: Mode) -> Kit:
    """Give the kit of a kind of picture."""
    return Kit(theme, width, has_bar, digits, mode)


def kit_of(scene: Scene, mode: Mode = "RGB") -> Kit:
    """Give the kit a scene is drawn with."""
    return kit(scene.theme, scene.width, scene.has_bar, scene.digits, mode)
