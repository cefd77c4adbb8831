"""What there is to learn from a finished match, for whoever asks: words, the plot, and the worst mistakes as pictures."""

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO

from discord import File

from bot import tastes
from bot.discord.desk import Desk
from bot.discord.faces import headed
from bot.discord.here import Here
from bot.discord.posted import MAX_ALT
from bot.lessons import Lesson
from bot.school import Busy

SOON_S = 0.2
"""After so long people are told that the computer is at it."""


class Lessons:
    """Gives lessons."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def give(self, here: Here, code: str) -> None:
        """The lesson of a table, about one's own play where one sat there."""
        t = here.words.t
        table = await self._desk.tables.get(code)
        seat, style = table.seat_of(here.player.id), tastes.style(here.player.settings)
        task = asyncio.create_task(self._desk.school.lesson(table, seat, here.words, style))
        try:
            if not (await asyncio.wait({task}, timeout=SOON_S))[0]:
                await here.say(t("The computer is looking at the match again…"))
            lesson = await task
        except Busy:
            await here.say(t("The house is very busy just now. Please try again in a moment."))
            return
        finally:
            task.cancel()
        title, *lines = lesson.caption.split("\n")
        await here.say(headed(title, *lines), files=[file async for file in self._files(lesson)])

    async def _files(self, lesson: Lesson) -> AsyncIterator[File]:
        for number, shown in enumerate((lesson.plot, *lesson.mistakes), 1):
            drawn = await self._desk.drawn(shown.picture)
            yield File(BytesIO(drawn), f"lesson{number}.jpg", description=shown.alt[:MAX_ALT])
