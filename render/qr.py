"""QR codes that a camera reads from a chat's small preview."""

import segno
from PIL import Image

from render.theme import RGB

QUIET = 4
"""Light modules around a code, as the standard asks."""

MOST_MODULES = 61
"""A code with its margin has at most so many modules across: three pixels each where the code is 200 px wide."""


def code(address: str, size: int, dark: RGB, light: RGB) -> Image.Image:
    """Draw an address as a QR code at most `size` pixels wide, in whole pixels a module, margin included.

    Error correction is as high as fits. Raises ValueError where the address is too long to be read from a
    preview or the size gives no pixel to a module.
    """
    made = next((made for made in (_made(address, error) for error in "hqml") if made), None)
    if made is None:
        raise ValueError(f"an address of {len(address)} characters makes a QR code too fine for a preview")
    modules = int(made.symbol_size(border=QUIET)[0])
    scale = size // modules
    if not scale:
        raise ValueError(f"{size} pixels are too few for {modules} modules")
    rows = b"".join(bytes(row) for row in made.matrix_iter(border=QUIET))
    flat = Image.frombytes("L", (modules, modules), rows).point([0, *[255] * 255])
    picture = Image.new("RGB", flat.size, light)
    picture.paste(dark, (0, 0), flat)
    return picture.resize((modules * scale,) * 2, Image.Resampling.NEAREST)


def _made(address: str, error: str) -> segno.QRCode | None:
    """Make a code of one error level; None where it would be too fine."""
    try:
        made = segno.make_qr(address, error=error, boost_error=False)
    except segno.DataOverflowError:
        return None
    return made if made.symbol_size(border=QUIET)[0] <= MOST_MODULES else None
