"""Buttons as data: what a chat's grid and the page's row of buttons are made from."""

from enum import StrEnum
from typing import NamedTuple

ROWS = 5
COLUMNS = 5
MAX_LABEL = 80


class Look(StrEnum):
    """How a button stands out."""

    PLAIN = "plain"
    MAIN = "main"
    DANGER = "danger"


class Button(NamedTuple):
    """One button; `payload` as bot.intents.encode writes it."""

    label: str
    payload: str
    look: Look = Look.PLAIN


Grid = tuple[tuple[Button, ...], ...]
"""At most ROWS rows of at most COLUMNS buttons."""
