"""What chats show of a table's link: a title, a sentence and a picture, for whoever asks, with or without a cookie.

In the host's language: a preview is fetched once, by a program, for everybody in the chat where the host has put the link.
"""

from typing import NamedTuple

from aiohttp import web

from bot import cards, customs, easel, people, sentences
from bot.phrases import FALLBACK, Phrases, phrases
from bot.table import Table
from bot.web import show
from bot.web.pages import SERVICES
from render.cards import PREVIEW_HEIGHT, PREVIEW_WIDTH

_LOCALES = {"ar": "ar_AR", "en": "en_US", "hi": "hi_IN"}


class Preview(NamedTuple):
    """The tags of a page, finished; addresses are whole ones."""

    title: str
    description: str
    image: str
    alt: str
    address: str
    locale: str
    site: str
    width: int = PREVIEW_WIDTH
    height: int = PREVIEW_HEIGHT


async def words_of(request: web.Request, table: Table) -> Phrases:
    """The language of whoever opened the table."""
    host = await people.load(request.app[SERVICES].database, table.host)
    return phrases(host.language if host else FALLBACK)


async def of(request: web.Request, table: Table) -> Preview:
    """The preview of a table's link as the table is now."""
    words = await words_of(request, table)
    card = cards.preview(table, words)
    headline, *more = card.lines
    told = [sentences.title(sentences.Telling(table, None, words, personal=False)), *more]
    if table.setup.preset:
        told.append(customs.preset_text(table.setup.preset, words))
    here = show.here(request)
    return Preview(
        title=headline,
        description=" · ".join(dict.fromkeys(told)),
        image=f"{here}/j/{table.code}/preview.jpg?v={easel.digest(card)}",
        alt=" · ".join((card.title, *card.lines)),
        address=f"{here}/j/{table.code}",
        locale=_LOCALES[words.language],
        site=words.t("Majlis"),
    )
