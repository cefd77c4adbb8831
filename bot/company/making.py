"""What is made of a finished match and takes its time: the film, and the lesson with its pictures."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from bot import archive, tastes
from bot.company.desk import Asker, Company
from bot.company.finished import PAGE, Over, back, nothing_more, on_page
from bot.company.panel import File, Panel, Rows, Shown, Tap, act
from bot.lessons import Lesson
from bot.phrases import Phrases
from bot.projector import Log, Wish, is_whole
from bot.school import Busy, TookTooLong
from bot.table import No, Table
from rules.errors import Malformed, Refused

FILM_WIDTH = {PAGE: 720}
CHAT_FILM_WIDTH = 512
"""Pixels across a moving picture: on the page a phone's width twice over, in chats fewer, since they take no large files."""

PATIENCE_S = {PAGE: 2.0}
LONGEST_S = 100.0
"""How long somebody waits for work of seconds: a page asks again by itself, in a chat the answer comes when it is there."""

AGAIN_S = 3

Made = TypeVar("Made")


async def _soon(asker: Asker, work: Awaitable[Made]) -> Made | None:
    """What is being made, or None while it is not there and a page can ask again. Raises Refused(BUSY or TOOK_TOO_LONG)."""
    try:
        async with asyncio.timeout(PATIENCE_S.get(asker.platform, LONGEST_S)):
            return await work
    except TimeoutError:
        return None
    except Busy:
        raise Refused(No.BUSY) from None
    except TookTooLong:
        raise Refused(No.TOOK_TOO_LONG) from None


def _later(asker: Asker, again: str, told: str) -> Panel:
    look = Tap(asker.words.t("Look again"), again)
    return Panel(lines=(told,), rows=((look,),), again=again, again_s=AGAIN_S)


async def film(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
    """A match as a moving picture."""
    nothing_more(rest)
    t, table = asker.words.t, over.table
    style = tastes.style(asker.player.settings)._replace(
        width=FILM_WIDTH.get(asker.platform, CHAT_FILM_WIDTH)
    )

    async def log() -> Log:
        # The names as this reader's board has them: a file's are the stored ones.
        return {**archive.as_json(over.kept), "players": over.told.plain_names}

    made = await _soon(asker, company.films.film(Wish(table.code, asker.words.language, style), log))
    if made is None:
        return _later(asker, act("match", table.code, "film"), t("The film of this match is being made…"))
    whole = is_whole(table.stamp)
    return Panel(
        heading=t("The whole match as a moving picture") if whole else t("The last game as a moving picture"),
        rows=back(table, asker.words),
        file=File(f"{over.file_name}.gif", made),
        open=True,
    )


async def lesson(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
    """Both sides' play with the plot, `lesson`, or one of the worst mistakes, `lesson.N`; in company everybody's play."""
    table, words = over.table, asker.words
    seat = None if asker.chat else over.told.seat
    style = tastes.style(asker.player.settings)
    made = await _soon(asker, company.school.lesson(table, seat, words, style))
    if made is None:
        again = act("match", table.code, "lesson", *rest)
        return _later(asker, again, words.t("The computer is looking at the match again…"))
    match rest:
        case ():
            number = 0
        case (written,) if written.isdecimal() and int(written) < len(made.pictures):
            number = int(written)
        case _:
            raise Malformed("there is no such mistake")
    shown = made.pictures[number]
    return Panel(
        heading=made.title,
        lines=tuple(report.text for report in made.reports)
        if number == 0
        else tuple(shown.caption.split("\n")),
        rows=(
            *_mistakes(table, made, number, words),
            *on_page(asker, table, words.t("Every decision"), "analysis"),
        ),
        shown=Shown(shown.picture, shown.alt),
        open=bool(asker.chat),
    )


def _mistakes(table: Table, lesson: Lesson, here: int, words: Phrases) -> Rows:
    """The ways to the other pictures."""
    mistakes = (words.t("Mistake {number}", number=at) for at in range(1, len(lesson.pictures)))
    labels = (words.t("Chances to win"), *mistakes)
    taps = [
        Tap(label, act("match", table.code, "lesson", number))
        for number, label in enumerate(labels)
        if number != here
    ]
    return (tuple(taps), *back(table, words)) if taps else back(table, words)
