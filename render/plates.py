"""The strips above and below the board: who sits there, whose turn it is, score, pips, tray.

Each strip is put together from opaque pieces on a flat ground, so that a new clock or pip count redraws only
its own piece. Measures are of a picture 1024 px wide; right to left mirrors the strip.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from render import bidi, signs, sprites, words
from render.columns import write
from render.geometry import BASE, TRAY
from render.kit import Kit
from render.lines import fitting
from render.marks import shown_paths
from render.scene import Colour, Plate, Scene, Side
from render.theme import RGB
from rules.position import CHECKERS, OFF, count, pips

Piece = tuple[Image.Image, tuple[int, int]]


class Span(NamedTuple):
    """Where a piece begins and ends, from the strip's leading end; together they fill the strip."""

    begin: int
    end: int


HEAD, NAME, PIPS, SCORE = Span(0, 108), Span(108, 536), Span(536, 706), Span(706, BASE - TRAY)
OFF_TRAY = Span(BASE - TRAY, BASE)
LONG_SCORE = 3
TURN_LINE = 6
PIP_NUMBER = 68
"""From where a pip count begins to where its word does."""


class Ground(NamedTuple):
    """The flat colours of a strip."""

    fill: RGB
    ink: RGB
    faint: RGB


def pieces(kit: Kit, scene: Scene) -> Iterator[Piece]:
    """Give the pieces of both strips with their places; none lies over another."""
    just_off = {path.side for path in shown_paths(scene) if path.target == OFF}
    for side in Side:
        strip = Strip(kit, side is scene.turn, scene.colour_of(side), scene.right_to_left)
        top = kit.plan.plate_box(side).top
        own = scene.seen_by(side).own
        plate = scene.plate_of(side)
        off = count(own, OFF)
        for span, image in (
            (HEAD, strip.head()),
            (NAME, strip.name(plate) if plate.name or plate.pearls or plate.clock else strip.blank(NAME)),
            (PIPS, strip.pips(pips(own), scene.pip_word) if scene.pips else strip.blank(PIPS)),
            (SCORE, strip.score(plate.score) if plate.score else strip.blank(SCORE)),
            (OFF_TRAY, strip.tray(off, just=side in just_off) if off else strip.blank(OFF_TRAY)),
        ):
            if image is not None:
                yield image, (strip.left(span), top)


@dataclass(frozen=True, slots=True)
class Strip:
    """One plate: whether its side is to move, its checkers' colour, the way it is read."""

    kit: Kit
    active: bool
    colour: Colour
    right_to_left: bool

    @property
    def ground(self) -> Ground:
        """The strip's flat colours."""
        look = self.kit.look
        if self.active and not look.flat:
            return Ground(look.active, look.active_ink, look.active_faint)
        return Ground(look.plate, look.plate_ink, look.plate_faint)

    def _edge(self, measure: int) -> int:
        return self.kit.plan.px(measure) if measure else 0

    def left(self, span: Span) -> int:
        """Find the left edge of a piece on the picture."""
        return self.kit.plan.width - self._edge(span.end) if self.right_to_left else self._edge(span.begin)

    def blank(self, span: Span) -> Image.Image | None:
        """Give a piece with nothing on it; None where the empty board shows the same."""
        return self.kit.tile(("blank", span), lambda: self._sheet(span)) if self.active else None

    def head(self) -> Image.Image:
        """Give the head of the strip: turn bar, arrow and a checker."""
        return self.kit.tile(("head", self.active, self.colour, self.right_to_left), self._head)

    def name(self, plate: Plate) -> Image.Image:
        """Give the name over pearls and clock."""
        key = ("name", self.active, self.right_to_left, plate.name, plate.pearls, plate.clock)
        return self.kit.tile(key, lambda: self._name(plate))

    def pips(self, number: int, word: str) -> Image.Image:
        """Give the pip count beside its word."""
        return self.kit.tile(("pips", self.active, number, word), lambda: self._pips(number, word))

    def score(self, text: str) -> Image.Image:
        """Give the score in its box."""
        return self.kit.tile(("score", self.active, text), lambda: self._score(self.kit.told(text)))

    def tray(self, number: int, *, just: bool) -> Image.Image:
        """Give the tray with checkers borne off; ringed where this turn has just borne one off."""
        key = ("tray", self.active, self.colour, self.right_to_left, number, just)
        return self.kit.tile(key, lambda: self._tray(number, just=just))

    def _sheet(self, span: Span) -> Image.Image:
        """Make an empty piece.

        A replay shows the turn by two lines along the whole strip: another ground would store every word of it anew.
        """
        width, height = self._edge(span.end) - self._edge(span.begin), self.kit.plan.plate
        sheet = Image.new("RGB", (width, height), self.ground.fill)
        if self.active and self.kit.look.flat:
            line = Image.new("RGB", (width, self.kit.plan.px(TURN_LINE)), self.kit.look.active)
            sheet.paste(line, (0, 0))
            sheet.paste(line, (0, height - line.height))
        return sheet

    def _head(self) -> Image.Image:
        plan, look = self.kit.plan, self.kit.look
        width = self._edge(HEAD.end)
        base = Image.new("RGB", (width, plan.plate), look.active if self.active else look.plate)
        size = plan.px(58)
        at = (plan.px(42), (plan.plate - size) // 2)
        if self.active:
            bar = Image.new("RGB", (plan.px(14), plan.plate), look.alarm)
            base.paste(bar, (0, 0))
            sprites.lay(
                base,
                signs.pointer(self.kit.look, plan.px(30)),
                (plan.px(11), (plan.plate - plan.px(30)) // 2),
            )
        if self.right_to_left:
            base = base.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
            at = (width - at[0] - size, at[1])
        sprites.lay(base, sprites.checker(self.kit.look, self.colour, size), at)
        return base

    def _name(self, plate: Plate) -> Image.Image:
        plan, ground = self.kit.plan, self.ground
        sheet = self._sheet(NAME)
        lower = [part for part in (plate.pearls, plate.clock) if part]
        room = sheet.width - plan.px(8)
        largest, floor = plan.px(33 if lower else 40), plan.px(28)
        size = fitting(bidi.clean(plate.name), size=largest, floor=floor, width=room, bold=True) or floor
        mask = words.strip(plate.name, size, width=room, bold=True)
        middle = plan.plate * (0.32 if lower else 0.5)
        top = round(middle + size * 0.36) - words.baseline(size)
        sheet.paste(ground.ink, (self._lead(sheet, mask.width, 0), top), mask)
        size, x = plan.px(26), 0
        top = round(plan.plate * 0.92) - words.baseline(size)
        for text, icon in ((plate.pearls, signs.pearl), (plate.clock, signs.clock)):
            if not text or x >= sheet.width // 2:
                continue
            sign = icon(self.kit.look, round(size * 0.86), ground.faint)
            sprites.lay(
                sheet,
                sign,
                (self._lead(sheet, sign.width, x), top + words.baseline(size) - round(size * 0.78)),
            )
            x += sign.width + plan.px(8)
            mask = words.strip(self.kit.told(text), size, width=max(1, room - x))
            sheet.paste(ground.faint, (self._lead(sheet, mask.width, x), top), mask)
            x += mask.width + plan.px(26)
        return sheet

    def _lead(self, sheet: Image.Image, width: int, x: int) -> int:
        """Find the left edge of something `x` pixels from a sheet's leading end."""
        return sheet.width - width - x if self.right_to_left else x

    def _pips(self, number: int, word: str) -> Image.Image:
        plan, ground = self.kit.plan, self.ground
        sheet = self._sheet(PIPS)
        text, size, middle = self.kit.number(number), plan.px(36), sheet.height / 2
        if not word:
            write(sheet, text, size, (sheet.width / 2, middle), ground.ink)
            return sheet
        # The number ends where the word begins, so that the word keeps its place whatever the number.
        begin = plan.px(PIP_NUMBER)
        mask = words.strip(text, size, width=begin, bold=True)
        line = round(middle + size * 0.36)
        sheet.paste(ground.ink, (begin - mask.width, line - words.baseline(size)), mask)
        room = sheet.width - begin - plan.px(8)
        size = fitting(bidi.clean(word), size=plan.px(28), floor=plan.px(22), width=room) or plan.px(22)
        mask = words.strip(word, size, width=room)
        sheet.paste(ground.faint, (begin + plan.px(8), line - words.baseline(size)), mask)
        return sheet

    def _score(self, text: str) -> Image.Image:
        plan, ground = self.kit.plan, self.ground
        sheet = self._sheet(SCORE)
        edge = plan.px(8)
        box = (edge, edge, sheet.width - 1 - edge, sheet.height - 1 - edge)
        ImageDraw.Draw(sheet).rounded_rectangle(box, plan.px(10), outline=ground.faint, width=plan.px(3))
        size = plan.px(42 if len(text) < LONG_SCORE else 28)
        write(sheet, text, size, (sheet.width / 2, sheet.height / 2), ground.ink)
        return sheet

    def _tray(self, number: int, *, just: bool) -> Image.Image:
        plan, look = self.kit.plan, self.kit.look
        kind = look.set_of(self.colour)
        sheet = self._sheet(OFF_TRAY)
        pen = ImageDraw.Draw(sheet)
        thin, high = plan.px(9), round(plan.plate * 0.64)
        room = CHECKERS * thin + 2 * plan.px(5)
        left, top = plan.px(2), (plan.plate - high) // 2
        edge = look.mark if just else self.ground.faint
        frame = (left, top - plan.px(5), left + room, top + high + plan.px(5))
        pen.rounded_rectangle(
            frame, plan.px(6), fill=look.field, outline=edge, width=plan.px(5 if just else 2)
        )
        for at in range(number):
            x = left + plan.px(5) + at * thin
            pen.rectangle((x, top, x + thin - 1, top + high - 1), fill=kind.body, outline=kind.edge)
        middle = (left + room + sheet.width) / 2
        if self.right_to_left:
            sheet = sheet.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
            middle = sheet.width - middle
        write(sheet, self.kit.number(number), plan.px(38), (middle, plan.plate / 2), self.ground.ink)
        return sheet
