"""After a match: the score sheet, and from there everything that can be looked at again, checked and kept."""

import asyncio
import json
from collections.abc import Awaitable, Iterator
from functools import partial
from typing import NamedTuple, TypeVar

from bot import archive, sentences, sheet, tastes
from bot.archive import Kept
from bot.company import dice, profile
from bot.company.desk import Asker, Company
from bot.company.panel import File, Link, Panel, Rows, Shown, Tap, act
from bot.lessons import Lesson
from bot.phrases import Phrases, isolated, ltr
from bot.projector import Wish, is_whole
from bot.school import Busy, teaches
from bot.sentences import Telling
from bot.sheet import Line
from bot.table import No, Stage, Table
from rules.errors import Malformed, Refused
from rules.ruleset import Game
from rules.seat import Seat

PAGE = "web"
FILM_WIDTH = {PAGE: 720}
CHAT_FILM_WIDTH = 512
"""Pixels across a moving picture: on the page a phone's width twice over, in chats fewer, since they take no large files."""

PATIENCE_S = {PAGE: 2.0}
LONGEST_S = 100.0
"""How long somebody waits for work of seconds: a page asks again by itself, in a chat the answer comes when it is there."""

AGAIN_S = 3

Made = TypeVar("Made")


class Over(NamedTuple):
    """A match that is over, and for whom it is told."""

    kept: Kept
    told: Telling

    @property
    def table(self) -> Table:
        """Its table."""
        return self.kept.table

    @property
    def names(self) -> tuple[str, str]:
        """The seats' names within sentences."""
        return self.told.name(Seat.FIRST), self.told.name(Seat.SECOND)


async def match(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """A finished match, `match.CODE`, and its parts, such as `match.CODE.proof`."""
    code, part = (*arguments, "", "")[:2]
    if part not in PARTS:
        raise Malformed("a match has no such part")
    table = await company.tables.sought(code, asker.id, company.now())
    if table.stage is not Stage.FINISHED or table.match is None:
        raise Refused(No.NOT_FINISHED)
    if not table.may_watch(asker.id):
        raise Refused(No.NO_SPECTATORS)
    told = Telling(table, table.seat_of(asker.id), asker.words, personal=False)
    over = Over(await archive.kept(company.database, code), told)
    return await PARTS[part](company, asker, over, arguments[2:])


def button(table: Table, words: Phrases) -> Tap:
    """What leads to a finished match."""
    return Tap(words.t("📋 The match"), act("match", table.code))


def buttons(table: Table, words: Phrases) -> tuple[Tap, ...]:
    """What stands beside a finished board: all of the match, and what is asked for most; none beside any other."""
    if table.stage is not Stage.FINISHED or table.match is None:
        return ()
    return (button(table, words), *((_analysis(table, words),) if teaches(table) else ()))


def _analysis(table: Table, words: Phrases) -> Tap:
    return Tap(words.t("📈 Analysis"), act("match", table.code, "lesson"))


FORMER = {"replay": "film", "file": "log", "analysis": "lesson"}
"""Parts by the names that buttons gave them before there was a panel; old messages have such buttons still."""


def former(name: str, code: str) -> str:
    """The act behind a button of those; whatever a forged one carries, it is read like any other act."""
    return f"match.{code}.{FORMER[name]}"


async def _sheet(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
    del company
    _nothing_more(rest)
    return Panel(
        heading=f"{sentences.title(over.told)} – {sentences.headline(over.told)}",
        lines=tuple(_sheet_lines(over)),
        rows=(*_ways(over.table, asker.words), *_card(asker, over.table), *_profiles(over)),
        open=True,
    )


def _profiles(over: Over) -> Rows:
    """The cards of those who played, but for the reader's own."""
    at = over.table.seats[over.told.seat] if over.told.seat is not None else None
    people = profile.people_at(over.table, at.player if at else None)
    return (people,) if people else ()


def _sheet_lines(over: Over) -> Iterator[str]:
    filled, t = sheet.sheet(over.kept), over.told.words.t
    for line in filled.lines:
        yield from _game(over, line, alone=over.table.setup.ruleset.target == 1 and len(filled.lines) == 1)
    if over.table.match and (left := sentences.match_why(over.told, over.table.match)):
        yield left
    if any(filled.thought):
        each = (span(milliseconds, over.told.words) for milliseconds in filled.thought)
        both = " · ".join(f"{name} {time}" for name, time in zip(over.names, each, strict=True))
        yield t("Time used: {both}", both=both)


def _game(over: Over, line: Line, *, alone: bool) -> Iterator[str]:
    words = over.told.words
    turns = words.n("{n} turn", "{n} turns", line.turns)
    size = f"{turns}, {span(line.took, words)}"
    if line.outcome is None:
        if line.turns:
            yield words.t("Game {number} was not played to its end: {size}", number=line.number, size=size)
        return
    told = sentences.why(over.told, line.outcome)
    if not alone:
        told = words.t("Game {number}: {told}", number=line.number, told=told)
    yield told
    facts = []
    if line.outcome.winner is not None:
        facts.append(words.n("{n} point", "{n} points", line.outcome.points))
    if not alone:
        facts.append(_score(over, line.score))
    yield " · ".join((*facts, size))


def _score(over: Over, score: tuple[int, int]) -> str:
    """Each side's points after its name, so that it reads the same from either direction."""
    return " – ".join(f"{name} {ltr(str(points))}" for name, points in zip(over.names, score, strict=True))


def span(milliseconds: int, words: Phrases) -> str:
    """A time as people say it."""
    seconds = round(milliseconds / 1000)
    if seconds < 60:  # noqa: PLR2004 seconds in a minute
        return words.n("{n} second", "{n} seconds", seconds)
    minutes = round(seconds / 60)
    if minutes < 60:  # noqa: PLR2004 minutes in an hour
        return words.n("{n} minute", "{n} minutes", minutes)
    hours = round(minutes / 60)
    if hours < 48:  # noqa: PLR2004 two days
        return words.n("{n} hour", "{n} hours", hours)
    return words.n("{n} day", "{n} days", round(hours / 24))


def _ways(table: Table, words: Phrases) -> Rows:
    """Everything else of this match."""
    t = words.t

    def way(label: str, part: str) -> Tap:
        return Tap(label, act("match", table.code, part))

    looks = [way(t("🎞 Replay"), "film")]
    if teaches(table):
        looks.append(_analysis(table, words))
    files = [way(t("⬇ The match as a file"), "log")]
    if table.setup.ruleset.game is Game.SHEESH_BESH:
        files.append(way(t("⬇ For GNU Backgammon"), "mat"))
    return (
        tuple(looks),
        (way(t("Check the dice"), "proof"), way(t("🎲 The dice, counted"), "dice")),
        tuple(files),
    )


def _back(table: Table, words: Phrases) -> Rows:
    return ((button(table, words),),)


def _card(asker: Asker, table: Table) -> Rows:
    return _on_page(asker, table, asker.words.t("🖼 The result as a picture"), "card.jpg")


def _on_page(asker: Asker, table: Table, label: str, part: str) -> Rows:
    """A way to the page, where whoever follows it may look."""
    if asker.platform != PAGE and not table.setup.spectators:
        return ()
    return ((Link(label, f"/t/{table.code}/{part}"),),)


def _nothing_more(rest: tuple[str, ...]) -> None:
    if rest:
        raise Malformed("that says too much")


# --- what takes its time --------------------------------------------------------------------------------------------


async def _soon(asker: Asker, work: Awaitable[Made]) -> Made | None:
    """What is being made, or None while it is not there and a page can ask again. Raises Refused(BUSY)."""
    try:
        async with asyncio.timeout(PATIENCE_S.get(asker.platform, LONGEST_S)):
            return await work
    except TimeoutError:
        return None
    except Busy:
        raise Refused(No.BUSY) from None


def _later(asker: Asker, again: str, told: str) -> Panel:
    look = Tap(asker.words.t("Look again"), again)
    return Panel(lines=(told,), rows=((look,),), again=again, again_s=AGAIN_S)


async def _film(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
    _nothing_more(rest)
    t, table = asker.words.t, over.table
    style = tastes.style(asker.player.settings)._replace(
        width=FILM_WIDTH.get(asker.platform, CHAT_FILM_WIDTH)
    )
    log = partial(archive.exported, company.database, table.code)
    made = await _soon(asker, company.films.film(Wish(table.code, asker.words.language, style), log))
    if made is None:
        return _later(asker, act("match", table.code, "film"), t("The film of this match is being made…"))
    whole = is_whole(table.stamp)
    return Panel(
        heading=t("The whole match as a moving picture") if whole else t("The last game as a moving picture"),
        rows=_back(table, asker.words),
        file=File(f"{_file_name(over)}.gif", made),
        open=True,
    )


async def _lesson(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
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
        lines=tuple(report.text for report in made.reports) if number == 0 else (shown.caption,),
        rows=(
            *_mistakes(table, made, number, words),
            *_on_page(asker, table, words.t("Every decision"), "analysis"),
        ),
        shown=Shown(shown.picture, shown.alt),
        open=bool(asker.chat),
    )


def _mistakes(table: Table, lesson: Lesson, here: int, words: Phrases) -> Rows:
    """The ways to the other pictures."""
    labels = (words.t("Chances to win"), *map(str, range(1, len(lesson.pictures))))
    taps = [
        Tap(label, act("match", table.code, "lesson", number))
        for number, label in enumerate(labels)
        if number != here
    ]
    return (tuple(taps), *_back(table, words)) if taps else _back(table, words)


# --- what is kept ---------------------------------------------------------------------------------------------------


async def _proof(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
    del company
    _nothing_more(rest)
    t, table = asker.words.t, over.table
    told = [(t("Seed"), ltr(table.seed or "")), (t("Shown before the first roll"), ltr(table.commitment))]
    told += [
        (t("The word of {name}", name=name), isolated(word))
        for name, word in zip(over.names, table.words, strict=True)
        if word
    ]
    return Panel(
        heading=t("The dice of this match"),
        lines=(
            t(
                "This seed made every roll, together with the players’ words. It fits the number shown before the first roll."
            ),
            *(f"{what}: {value}" for what, value in told),
            t("To check it yourself: {command}", command=ltr(f"majlis verify {_file_name(over)}.json")),
        ),
        rows=(
            (Tap(t("⬇ The match as a file"), act("match", table.code, "log")),),
            *_back(table, asker.words),
        ),
        open=True,
    )


async def _log(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
    del company
    _nothing_more(rest)
    file = f"{_file_name(over)}.json"
    check = ltr(f"majlis verify {file}")
    return Panel(
        heading=asker.words.t("The match as a file"),
        lines=(
            asker.words.t(
                "Every roll follows from the seed and the words. Check it: {command}", command=check
            ),
        ),
        rows=_back(over.table, asker.words),
        file=File(file, json.dumps(archive.as_json(over.kept), ensure_ascii=False).encode()),
        open=True,
    )


async def _mat(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
    del company
    _nothing_more(rest)
    return Panel(
        heading=asker.words.t("For GNU Backgammon"),
        lines=(asker.words.t("GNU Backgammon and programs like it open this file and judge every turn."),),
        rows=_back(over.table, asker.words),
        file=File(f"{_file_name(over)}.mat", archive.as_mat(over.kept).encode()),
        open=True,
    )


def _file_name(over: Over) -> str:
    """Without its ending; the same in every language, for people type it into command lines."""
    return f"match-{over.table.code}"


async def _dice(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
    del company
    _nothing_more(rest)
    mine = () if over.told.seat is None else ((Tap(asker.words.t("🎲 My dice"), act("dice")),),)
    return dice.of_match(asker, over.kept, over.told.plain_names, (*mine, *_back(over.table, asker.words)))


PARTS = {
    "": _sheet,
    "dice": _dice,
    "film": _film,
    "lesson": _lesson,
    "proof": _proof,
    "log": _log,
    "mat": _mat,
}
