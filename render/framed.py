"""What cards are drawn on: wood within a frame of marquetry."""

from PIL import Image, ImageDraw

from render import bidi, sprites, words
from render.backdrop import grained, mosaic
from render.scene import WIDTH, Theme
from render.theme import LOOKS, RGB, Look
from render.words import star

HEIGHT = 640
"""Of a card 1024 px wide that asks for no other."""


class Framed:
    """A card while it is drawn; measures from the leading side, mirrored where it is read right to left."""

    def __init__(self, theme: Theme, width: int, *, right_to_left: bool, height: int = 0) -> None:
        self.look: Look = LOOKS[theme]
        self.width, self.height = width, height or HEIGHT * width // WIDTH
        self.right_to_left = right_to_left
        field = Image.new("RGB", (width, self.height), self.look.field)
        self.picture = grained(field, self.look, seed=7)
        self.pen = ImageDraw.Draw(self.picture)
        thick = self.px(14)
        across = mosaic(width, thick, self.look)
        down = mosaic(self.height, thick, self.look).transpose(Image.Transpose.ROTATE_90)
        for at in ((0, 0), (0, self.height - thick)):
            self.picture.paste(across, at)
        for at in ((0, 0), (width - thick, 0)):
            self.picture.paste(down, at)
        for inset, tone, wide in ((14, self.look.frame, 14), (27, self.look.inlay, 2)):
            edge = self.px(inset)
            box = (edge, edge, width - 1 - edge, self.height - 1 - edge)
            self.pen.rectangle(box, outline=tone, width=self.px(wide))

    def px(self, measure: float) -> int:
        """Scale a measure of a card 1024 px wide."""
        return max(1, round(measure * self.width / WIDTH))

    def _left(self, left: int, width: int) -> int:
        return self.width - left - width if self.right_to_left else left

    def paste(self, image: Image.Image, left: int, top: int) -> None:
        """Lay an opaque picture down."""
        self.picture.paste(image, (self._left(left, image.width), top))

    def sprite(self, image: Image.Image, left: int, top: int) -> None:
        """Lay a checker down, with its shadow."""
        at = (self._left(left, image.width), top)
        sprites.cast(self.picture, self.look, image.width, at)
        sprites.lay(self.picture, image, at)

    def stand(self, image: Image.Image, left: int, top: int) -> None:
        """Lay a small picture with clear parts down, which is never mirrored."""
        sprites.lay(self.picture, image, (self._left(left, image.width), top))

    def star(self, x: int, y: int, radius: int, fill: RGB) -> None:
        """Inlay a star around a point."""
        self.pen.polygon(star(self._left(x, 0), y, radius, 0.765), fill=fill)

    def box(self, box: tuple[int, int, int, int], fill: RGB, edge: RGB) -> None:
        """Draw a plate with an edge: left, top, right, bottom."""
        left = self._left(box[0], box[2] - box[0])
        place = (left, box[1], left + box[2] - box[0], box[3])
        self.pen.rounded_rectangle(place, self.px(14), fill=fill, outline=edge, width=self.px(5))

    def line(
        self,
        text: str,
        place: tuple[int, int, int],
        size: int,
        ink: RGB,
        *,
        bold: bool = False,
        start: bool = False,
    ) -> None:
        """Write a line between two edges around a height, smaller where it does not fit, then cut."""
        left, right, middle = place
        room = right - left
        natural = round(words.length(bidi.clean(text), size, bold=bold))
        size = max(size // 2, min(size, size * room // max(1, natural)))
        mask = words.strip(text, size, width=room, bold=bold)
        x = self._left(left if start else left + (room - mask.width) // 2, mask.width)
        self.picture.paste(ink, (x, middle + round(size * 0.36) - words.baseline(size)), mask)
