"""What the boards are made of: colours only, one frozen Look per theme.

The fields and both triangles keep a relative luminance that leaves both sets of checkers a contrast of at
least 3 : 1 (WCAG's measure); tests/render/test_theme.py holds every Look to it.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from render.scene import Colour, Theme

RGB = tuple[int, int, int]


def rgb(text: str) -> RGB:
    """Read `#rrggbb`."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def luminance(colour: RGB) -> float:
    """Compute the relative luminance 0…1 of an sRGB colour (WCAG 2)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 sRGB's own curve
        for part in (value / 255 for value in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """Compute the contrast ratio 1…21 of two colours (WCAG 2)."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def mix(one: RGB, other: RGB, share: float) -> RGB:
    """Blend `share` of the other colour into one."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


class Set(NamedTuple):
    """One set of checkers and its dice."""

    body: RGB
    shine: RGB
    shade: RGB
    groove: RGB
    edge: RGB
    ink: RGB


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The colours of one theme. Each is itself only, so that sprites can be kept under it cheaply.

    `seam` outlines the points: their long edges are most of what a JPEG of a board weighs, so it is a little
    softer than the `inlay`. `grain` is the strength of the wood's texture in levels; `inlaid` puts stars on points and checkers;
    `shaded` gives checkers a shine and a shadow, `flat` leaves out
    whatever costs a replay its size.
    """

    field: RGB
    points: tuple[RGB, RGB]
    inlay: RGB
    seam: RGB
    frame: RGB
    mosaic: tuple[RGB, RGB, RGB]
    numbers: RGB
    plate: RGB
    plate_ink: RGB
    plate_faint: RGB
    active: RGB
    active_ink: RGB
    active_faint: RGB
    light: Set
    dark: Set
    case: RGB
    mark: RGB
    move: RGB
    alarm: RGB
    grain: int
    inlaid: bool
    shaded: bool
    flat: bool = False

    def set_of(self, colour: Colour) -> Set:
        """Give the look of one set of checkers."""
        return self.light if colour is Colour.LIGHT else self.dark


LOOKS: dict[Theme, Look] = {
    Theme.WOOD: Look(
        field=rgb("#8f6239"),
        points=(rgb("#a85437"), rgb("#a87a49")),
        inlay=rgb("#f0dfbd"),
        seam=rgb("#ddc6a3"),
        frame=rgb("#42261a"),
        mosaic=(rgb("#dfcfb3"), rgb("#832e21"), rgb("#21130d")),
        numbers=rgb("#f6e7c6"),
        plate=rgb("#2a1710"),
        plate_ink=rgb("#f6e9d0"),
        plate_faint=rgb("#d2b48a"),
        active=rgb("#eccb84"),
        active_ink=rgb("#24120a"),
        active_faint=rgb("#553318"),
        light=Set(
            rgb("#f5ead3"), rgb("#fffaf0"), rgb("#d8c19a"), rgb("#c1a278"), rgb("#2a1710"), rgb("#24120a")
        ),
        dark=Set(
            rgb("#170d09"), rgb("#33221b"), rgb("#0a0504"), rgb("#6d533b"), rgb("#ecd9b4"), rgb("#fbf0da")
        ),
        case=rgb("#1a0d07"),
        mark=rgb("#ffd24a"),
        move=rgb("#5fe0d0"),
        alarm=rgb("#cf2c20"),
        grain=4,
        inlaid=True,
        shaded=True,
    ),
    Theme.DARK: Look(
        field=rgb("#161b23"),
        points=(rgb("#26313f"), rgb("#35291d")),
        inlay=rgb("#a5874c"),
        seam=rgb("#a5874c"),
        frame=rgb("#0b0e13"),
        mosaic=(rgb("#b0904f"), rgb("#26313f"), rgb("#0b0e13")),
        numbers=rgb("#e9dcb9"),
        plate=rgb("#0b0e13"),
        plate_ink=rgb("#e6edf4"),
        plate_faint=rgb("#b3a683"),
        active=rgb("#dcc78f"),
        active_ink=rgb("#14100a"),
        active_faint=rgb("#54431f"),
        light=Set(
            rgb("#e9eef3"), rgb("#ffffff"), rgb("#b9c6d2"), rgb("#8496a8"), rgb("#0b0e13"), rgb("#0b1118")
        ),
        dark=Set(
            rgb("#cc5c30"), rgb("#e98a5c"), rgb("#93391a"), rgb("#7a2c12"), rgb("#fbe6da"), rgb("#120602")
        ),
        case=rgb("#05070a"),
        mark=rgb("#ffd24a"),
        move=rgb("#57e3c4"),
        alarm=rgb("#c92d42"),
        grain=0,
        inlaid=True,
        shaded=True,
    ),
    Theme.CONTRAST: Look(
        field=rgb("#777777"),
        points=(rgb("#626262"), rgb("#8f8f8f")),
        inlay=rgb("#ffffff"),
        seam=rgb("#ffffff"),
        frame=rgb("#000000"),
        mosaic=(rgb("#000000"), rgb("#000000"), rgb("#000000")),
        numbers=rgb("#ffffff"),
        plate=rgb("#000000"),
        plate_ink=rgb("#ffffff"),
        plate_faint=rgb("#d8d8d8"),
        active=rgb("#ffffff"),
        active_ink=rgb("#000000"),
        active_faint=rgb("#303030"),
        light=Set(
            rgb("#ffffff"), rgb("#ffffff"), rgb("#ffffff"), rgb("#b0b0b0"), rgb("#000000"), rgb("#000000")
        ),
        dark=Set(
            rgb("#000000"), rgb("#000000"), rgb("#000000"), rgb("#6a6a6a"), rgb("#ffffff"), rgb("#ffffff")
        ),
        case=rgb("#000000"),
        mark=rgb("#ffe600"),
        move=rgb("#00e5ff"),
        alarm=rgb("#ff2d2d"),
        grain=0,
        inlaid=False,
        shaded=False,
    ),
}

FLAT: dict[Theme, Look] = {
    theme: replace(look, grain=0, inlaid=False, shaded=False, flat=True) for theme, look in LOOKS.items()
}
"""The same without anything that costs a GIF its size."""
