"""Cards to send around: an invitation with its QR code and room code, a result to be proud of, a link's preview."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from PIL import Image

from render import lines, qr, sprites
from render.canvas import drawn
from render.framed import Framed
from render.kit import in_digits
from render.scene import WIDTH, Colour, Digits, Scene, Theme

PREVIEW_WIDTH = 1200
PREVIEW_HEIGHT = 630
"""What chats ask of a link's preview."""

_BOARD = 612
"""Pixels across the board on a preview 1200 px wide."""

_QR = 512
_CODE = 132
_LINES = 4


@dataclass(frozen=True, slots=True)
class Invite:
    """An invitation: finished strings, the room's code and the address behind the QR code."""

    address: str
    code: str
    title: str
    lines: tuple[str, ...] = ()
    theme: Theme = Theme.WOOD
    right_to_left: bool = False
    width: int = WIDTH


class Player(NamedTuple):
    """One side of a result."""

    name: str
    score: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class Result:
    """A result: title, both sides with their scores, reasons below; `winner` is an index into players."""

    title: str
    players: tuple[Player, Player]
    winner: int | None = None
    lines: tuple[str, ...] = ()
    theme: Theme = Theme.WOOD
    digits: Digits = Digits.LATIN
    right_to_left: bool = False
    width: int = WIDTH


@dataclass(frozen=True, slots=True)
class Preview:
    """What a chat shows of a link: the board, finished strings beside it, and the room's code where it leads to a seat."""

    board: Scene
    title: str
    lines: tuple[str, ...] = ()
    code: str = ""
    right_to_left: bool = False


def invite(card: Invite) -> Image.Image:
    """Draw an invitation. Raises ValueError where the address is too long for a code a preview can show."""
    canvas = Framed(card.theme, card.width, right_to_left=card.right_to_left)
    look, px = canvas.look, canvas.px
    code = qr.code(card.address, px(_QR), (0, 0, 0), (255, 255, 255))
    side = px(_QR) + px(16)
    left, top = px(48), (canvas.height - side) // 2
    plate = Image.new("RGB", (side, side), (255, 255, 255))
    plate.paste(code, ((side - code.width) // 2,) * 2)
    canvas.paste(plate, left, top)
    column = (left + side + px(28), canvas.width - px(40))
    canvas.line(card.title, (*column, px(128)), px(60), look.numbers, bold=True)
    y = px(200)
    for text in card.lines[:_LINES]:
        canvas.line(text, (*column, y), px(34), look.numbers)
        y += px(52)
    box = (column[0], px(424), column[1], px(584))
    canvas.box(box, look.active, look.mark)
    canvas.line(card.code, (box[0] + px(8), box[2] - px(8), px(504)), px(_CODE), look.active_ink, bold=True)
    return canvas.picture


def result(card: Result) -> Image.Image:
    """Draw a result."""
    canvas = Framed(card.theme, card.width, right_to_left=card.right_to_left)
    look, px = canvas.look, canvas.px
    title = in_digits(card.title, card.digits)
    canvas.line(title, (px(60), canvas.width - px(60), px(110)), px(66), look.numbers, bold=True)
    for at, player in enumerate(card.players):
        top = px(178) + at * px(132)
        won = card.winner == at
        fill, ink = (look.active, look.active_ink) if won else (look.plate, look.plate_ink)
        canvas.box(
            (px(60), top, canvas.width - px(60), top + px(116)), fill, look.mark if won else look.frame
        )
        size = px(84)
        canvas.sprite(sprites.checker(look, player.colour, size), px(84), top + px(16))
        if won:
            canvas.star(px(700), top + px(58), px(30), look.alarm)
        canvas.line(player.name, (px(190), px(660), top + px(58)), px(48), ink, bold=True, start=True)
        canvas.line(
            in_digits(player.score, card.digits), (px(740), px(950), top + px(58)), px(72), ink, bold=True
        )
    y = px(472)
    for text in card.lines[:3]:
        told = in_digits(text, card.digits)
        canvas.line(told, (px(60), canvas.width - px(60), y), px(36), look.numbers)
        y += px(48)
    return canvas.picture


def preview(card: Preview) -> Image.Image:
    """Draw what a chat shows of a link: a board beside a few large words, to be read at a fifth of the size."""
    canvas = Framed(card.board.theme, PREVIEW_WIDTH, right_to_left=card.right_to_left, height=PREVIEW_HEIGHT)
    look, px = canvas.look, canvas.px
    with drawn(replace(card.board, width=_BOARD), "RGB") as board:
        left = (canvas.height - board.height) // 2
        canvas.paste(board, left, left)
        column = (left + board.width + px(20), canvas.width - px(44))
    canvas.line(card.title, (*column, px(110)), px(56), look.numbers, bold=True)
    laid = [lines.lines(text, px(36), floor=px(27), width=column[1] - column[0]) for text in card.lines]
    rows = [(text, row.size) for row in laid for text in row.texts][:_LINES]
    for number, (text, size) in enumerate(rows):
        canvas.line(text, (*column, px(196 + 50 * number)), size, look.numbers)
    if card.code:
        box = (column[0], px(390), column[1], px(490))
        canvas.box(box, look.active, look.mark)
        canvas.line(card.code, (box[0] + px(8), box[2] - px(8), px(440)), px(84), look.active_ink, bold=True)
    return canvas.picture
