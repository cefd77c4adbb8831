"""A player's card: their name, figures three in a row, the shelf of gifts, and what they have achieved.

Measures are of a card 1024 px wide; its height follows what there is to show.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from PIL import Image

from render import gifts, lines, sprites
from render.framed import Framed
from render.kit import in_digits
from render.scene import WIDTH, Colour, Digits, Theme
from render.theme import RGB

EDGE, GAP = 50, 14
ACROSS = 3
HEAD, TILE, SHELF, AWARD, FOOT = 196, 166, 168, 54, 44
WORDS, LEAST = 34, 28
"""Sizes of small words, and the smallest that a phone can show."""

_STAND = 4
"""Gifts beside each other."""


class Figure(NamedTuple):
    """A number or a word, what it means, and perhaps more about it; finished strings."""

    value: str
    label: str
    note: str = ""


class Gift(NamedTuple):
    """A gift by its kind (render.gifts), what it is called, and how many there are."""

    kind: str
    label: str
    pieces: str


@dataclass(frozen=True, slots=True)
class Profile:
    """The card in finished strings; `about` stands under the name, `bare` on a shelf without gifts.

    `awards_title` stands above the awards, where there are any. Numbers but those in a name are drawn in `digits`.
    """

    name: str
    about: str
    figures: tuple[Figure, ...] = ()
    gifts: tuple[Gift, ...] = ()
    bare: str = ""
    awards_title: str = ""
    awards: tuple[str, ...] = ()
    theme: Theme = Theme.WOOD
    digits: Digits = Digits.LATIN
    right_to_left: bool = False
    width: int = WIDTH


def size(card: Profile) -> tuple[int, int]:
    """Width and height in pixels."""
    return card.width, round(_height(card) * card.width / WIDTH)


def _height(card: Profile) -> int:
    awards = AWARD * (1 + _rows(len(card.awards), 2)) + GAP if card.awards else 0
    return HEAD + (TILE + GAP) * _rows(len(card.figures), ACROSS) + SHELF + awards + FOOT


def _rows(number: int, across: int) -> int:
    return -(-number // across)


def draw(card: Profile) -> Image.Image:
    """Draw it: a new image."""
    card = _in_its_digits(card)
    canvas = Framed(card.theme, card.width, right_to_left=card.right_to_left, height=size(card)[1])
    _head(canvas, card)
    top = HEAD
    for at, figure in enumerate(card.figures):
        row, column = divmod(at, ACROSS)
        _tile(canvas, figure, (column, top + row * (TILE + GAP)))
    top += (TILE + GAP) * _rows(len(card.figures), ACROSS)
    _shelf(canvas, card, top)
    if card.awards:
        _awards(canvas, card, top + SHELF + GAP)
    return canvas.picture


def _head(canvas: Framed, card: Profile) -> None:
    """The name between two checkers, and a line under it."""
    px, look = canvas.px, canvas.look
    across = px(100)
    for colour, left in ((Colour.LIGHT, px(EDGE)), (Colour.DARK, canvas.width - px(EDGE) - across)):
        canvas.sprite(sprites.checker(look, colour, across), left, px(62))
    room = (px(EDGE + 116), canvas.width - px(EDGE + 116))
    canvas.line(card.name, (*room, px(88)), px(62), look.numbers, bold=True)
    canvas.line(card.about, (*room, px(154)), px(WORDS), look.numbers)


def _tile(canvas: Framed, figure: Figure, place: tuple[int, int]) -> None:
    px, look = canvas.px, canvas.look
    column, top = place
    wide = (WIDTH - 2 * EDGE - (ACROSS - 1) * GAP) / ACROSS
    left = EDGE + column * (wide + GAP)
    box = (px(left), px(top), px(left + wide), px(top + TILE))
    canvas.box(box, look.plate, look.frame)
    room = (box[0] + px(12), box[2] - px(12))
    canvas.line(figure.value, (*room, box[1] + px(46)), px(56), look.plate_ink, bold=True)
    if figure.note:
        rows = [figure.label, figure.note]
        _words(canvas, rows, px(32), (*room, box[1] + px(98)), look.plate_faint)
        return
    laid = lines.lines(figure.label, px(32), floor=px(LEAST), width=room[1] - room[0])
    _words(canvas, list(laid.texts), laid.size, (*room, box[1] + px(98)), look.plate_faint)


def _words(canvas: Framed, rows: list[str], height: int, place: tuple[int, int, int], ink: RGB) -> None:
    """One or two small lines in the middle between two edges, the first around a height; one alone stands lower."""
    left, right, middle = place
    pitch = canvas.px(38)
    middle += pitch // 2 if len(rows) == 1 else 0
    for text in rows:
        canvas.line(text, (left, right, middle), height, ink)
        middle += pitch


def _shelf(canvas: Framed, card: Profile, top: int) -> None:
    """A board of wood with the gifts on it, each with its number and its name."""
    px, look = canvas.px, canvas.look
    box = (px(EDGE), px(top), canvas.width - px(EDGE), px(top + SHELF - GAP))
    canvas.box(box, look.plate, look.mark)
    if not card.gifts:
        middle = (box[1] + box[3]) // 2
        canvas.line(card.bare, (box[0] + px(20), box[2] - px(20), middle), px(WORDS), look.plate_faint)
        return
    wide = (box[2] - box[0]) // _STAND
    begin = box[0] + (box[2] - box[0] - wide * min(_STAND, len(card.gifts))) // 2
    for at, gift in enumerate(card.gifts[:_STAND]):
        left = begin + at * wide
        canvas.stand(gifts.gift(look, gift.kind, px(90)), left + px(22), box[1] + px(12))
        room = (left + px(116), left + wide - px(6))
        canvas.line(
            gift.pieces,
            (*room, box[1] + px(58)),
            px(44),
            look.plate_ink,
            bold=True,
            start=True,
        )
        room = (left + px(8), left + wide - px(8))
        canvas.line(gift.label, (*room, box[3] - px(26)), px(30), look.plate_faint)


def _awards(canvas: Framed, card: Profile, top: int) -> None:
    """A title, then two columns with a star before each award."""
    px, look = canvas.px, canvas.look
    whole = (px(EDGE), canvas.width - px(EDGE))
    canvas.line(card.awards_title, (*whole, px(top + AWARD // 2)), px(38), look.numbers, bold=True)
    column = (WIDTH - 2 * EDGE) / 2
    for at, award in enumerate(card.awards):
        row, side = divmod(at, 2)
        left, middle = EDGE + side * column, top + AWARD * (row + 1.5)
        canvas.star(px(left + 24), px(middle), px(20), look.mark)
        room = (px(left + 56), px(left + column - 8), px(middle))
        canvas.line(award, room, px(WORDS), look.numbers, start=True)


def _in_its_digits(card: Profile) -> Profile:
    """Everything but the name with its numbers as they are to be drawn."""
    if card.digits is Digits.LATIN:
        return card

    def told(text: str) -> str:
        return in_digits(text, card.digits)

    return replace(
        card,
        about=told(card.about),
        figures=tuple(Figure(*map(told, figure)) for figure in card.figures),
        gifts=tuple(gift._replace(pieces=told(gift.pieces)) for gift in card.gifts),
        awards=tuple(map(told, card.awards)),
    )
