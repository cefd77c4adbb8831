"""What else one may do at a table, as buttons below its board, which stays as it is when they are tapped."""

from collections.abc import Iterable, Iterator

from telegram import InlineKeyboardButton

from bot.company.panel import Tap

BESIDE = "~b:"
"""Before the act."""

ROWS, ACROSS = 2, 3
"""As many as are no burden below a board, on a phone."""


def aside(taps: Iterable[Tap]) -> Iterator[tuple[InlineKeyboardButton, ...]]:
    """The rows of those that fit."""
    shown = [InlineKeyboardButton(tap.label, callback_data=BESIDE + tap.act) for tap in taps]
    across = ACROSS if len(shown) > 2 * ROWS else 2
    for at in range(0, min(len(shown), ROWS * ACROSS), across):
        yield tuple(shown[at : at + across])
