"""Messages in Telegram's HTML, within its limits."""

import re
from collections.abc import Iterable
from html import escape

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, User

from bot.buttons import Grid
from bot.company.phrasebook import leading_nowhere
from bot.phrases import FALLBACK, ISOLATED, Phrases, closest, phrases

CAPTION = 1024
"""UTF-16 units of a picture's caption, without its markup."""

TEXT = 4096
TOAST = 200

_TAG = re.compile(r"</?[a-z][^<>]*>")


def units(text: str) -> int:
    """The length of a text as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def plain(text: str) -> str:
    """Words that are no markup. Names in them lead nowhere: they are no mention, no command and no link."""
    return escape(ISOLATED.sub(lambda name: leading_nowhere(name[0]), text))


def bold(text: str) -> str:
    """A heading; the text is plain."""
    return f"<b>{plain(text)}</b>" if text else ""


def code(text: str) -> str:
    """What people may want to copy; the text is plain."""
    return f"<code>{escape(text)}</code>"


def block(text: str) -> str:
    """A text in columns."""
    return f"<pre>{escape(text)}</pre>"


def mention(user: str, name: str) -> str:
    """A name that leads to its bearer and tells them of it."""
    return f'<a href="tg://user?id={user}">{plain(name)}</a>'


def fitting(lines: Iterable[str], most: int) -> str:
    """Lines of HTML one under the other, as many from the beginning as fit."""
    kept: list[str] = []
    left = most
    for line in (line for line in lines if line):
        left -= units(_plain(line)) + 1
        if left < 0:
            break
        kept.append(line)
    return "\n".join(kept)


def toast(text: str) -> str:
    """A text short enough for the answer to a tap."""
    while units(text) > TOAST:
        text = text[:-1]
    return text


def _plain(html: str) -> str:
    plain = _TAG.sub("", html)
    for name, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#x27;", "'"), ("&amp;", "&")):
        plain = plain.replace(name, sign)
    return plain


def keyboard(grid: Grid, *more: Iterable[InlineKeyboardButton]) -> InlineKeyboardMarkup | None:
    """A table's buttons and rows of our own under them; None where there are none at all."""
    rows = [[InlineKeyboardButton(b.label, callback_data=b.payload) for b in row] for row in grid]
    rows += [list(row) for row in more if row]
    return InlineKeyboardMarkup(rows) if rows else None


def menu(*rows: Iterable[tuple[str, str]]) -> InlineKeyboardMarkup:
    """Rows of buttons given as label and payload."""
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(label, callback_data=payload) for label, payload in row] for row in rows]
    )


def words_of_account(user: User | None) -> Phrases:
    """The sentences of the language an account is set to, whatever its player has chosen."""
    return phrases(closest((user and user.language_code) or FALLBACK))
