"""Who stands where: lists of the strongest, and of who has won, earned and holds most; here or anywhere, this week or ever.

What somebody has is told to themselves alone, as on their card (bot.company.profile): the list of who holds most says who
comes before whom, and not how much they have.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import customs
from bot.buttons import Look
from bot.company.desk import Asker, Company
from bot.company.panel import Panel, Tap, act
from bot.phrases import Phrases, isolated
from rules.errors import Malformed
from rules.ruleset import Game
from storage import ledger, ratings, results, standings
from storage.ranking import Line
from storage.standings import ALL_TIME, WORLD, Place

ON_A_PAGE = 10

WINS, EARNED, HELD = "wins", "earned", "held"
SUMS = {WINS: "wins", EARNED: "pearls"}
"""What is summed up by the week as well, as storage.standings calls it."""

_ACROSS = 2
"""Buttons in a row, so that their words can be read on a phone."""

_DIGITS = 4
"""Of a page's number: a hundred thousand stand on ten thousand pages."""


class Chart(NamedTuple):
    """One page of one list. `of` is WINS, EARNED, HELD, or a game, for ratings; `home` and `week` as in standings.Place."""

    of: str = WINS
    home: str = WORLD
    week: int = ALL_TIME
    page: int = 0

    @property
    def game(self) -> Game | None:
        """The game whose ratings these are."""
        return Game(self.of) if self.of in set(Game) else None

    @property
    def by_week(self) -> bool:
        """Whether there is such a list for each week."""
        return self.of in SUMS

    def of_another(self, of: str) -> Self:
        """The first page of another list of the same people; of all time where that one knows no weeks."""
        return self._replace(of=of, page=0, week=self.week if of in SUMS else ALL_TIME)

    def act(self) -> str:
        """What a button that leads here does."""
        where = "here" if self.home else "world"
        return act("top", self.of, where, "week" if self.week else "ever", self.page)


class Found(NamedTuple):
    """What a chart shows: its lines, whether more follow, and the asker's own line, place 0 where they are not in it.

    `unsure`: they are not, for their rating is not sure enough.
    """

    lines: list[Line]
    more: bool
    own: Line
    unsure: bool = False


async def top(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """`top`; `top.OF.WHERE.WHEN.PAGE`: of a game, `wins`, `earned` or `held`; `here` or `world`; `week` or `ever`."""
    chart = _chart(company, asker, arguments)
    async with company.database.read() as conn:
        found = await _found(conn, company, asker, chart)
        if not found.lines and chart.page:  # the list has become shorter
            chart = chart._replace(page=0)
            found = await _found(conn, company, asker, chart)
    return Panel(
        heading=_title(chart.of, asker.words),
        lines=(_scope(chart, asker), *_listed(chart, found, asker)),
        rows=_rows(company, chart, found, asker),
    )


def _chart(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Chart:
    """Where there is no group or server, `here` is the world: a panel may have come along into a private chat."""
    here = results.home(asker.platform, asker.chat) if asker.chat else WORLD
    match arguments:
        case ():
            return Chart(home=here)
        case (of, "here" | "world" as where, "week" | "ever" as when, page) if (
            of in {*SUMS, HELD, *Game} and page.isdecimal() and len(page) <= _DIGITS
        ):
            week = standings.week(company.now()) if when == "week" and of in SUMS else ALL_TIME
            return Chart(of, here if where == "here" else WORLD, week, int(page))
    raise Malformed("there is no such list")


# --- what is in it --------------------------------------------------------------------------------------------------


async def _found(conn: AsyncConnection, company: Company, asker: Asker, chart: Chart) -> Found:
    without = company.tables.bans.kept_out(company.now())
    at, many = chart.page * ON_A_PAGE, ON_A_PAGE + 1
    if chart.game:
        lines = await ratings.strongest(conn, chart.game, chart.home, at, many, without)
        own = await ratings.place_of(conn, chart.game, chart.home, asker.id, without)
    elif chart.of == HELD:
        lines = await standings.richest(conn, chart.home, at, many, without)
        own = await standings.place_of_rich(conn, chart.home, asker.id, without)
    else:
        of, place = SUMS[chart.of], Place(chart.home, chart.week)
        lines = await standings.most(conn, of, place, at, many, without)
        own = await standings.place_of(conn, of, place, asker.id, without)
    found = Found(lines[:ON_A_PAGE], len(lines) > ON_A_PAGE, own or Line(0, asker.id, "", 0))
    return found if own else await _outside(conn, chart, found)


async def _outside(conn: AsyncConnection, chart: Chart, found: Found) -> Found:
    """What somebody has who is in no such list: pearls and a rating they may have all the same."""
    own = found.own
    if chart.of == HELD:
        return found._replace(own=own._replace(amount=await ledger.balance(conn, own.player)))
    row = await ratings.rating(conn, own.player, chart.game) if chart.game else None
    if row is None:
        return found
    return found._replace(own=own._replace(amount=round(row.rating)), unsure=not row.settled)


# --- in words -------------------------------------------------------------------------------------------------------


def _title(of: str, words: Phrases) -> str:
    match of:
        case "wins":
            return words.t("Most wins")
        case "earned":
            return words.t("Most pearls earned")
        case "held":
            return words.t("Most pearls")
    return words.t("The strongest at {game}", game=customs.game_name(Game(of), words))


def _scope(chart: Chart, asker: Asker) -> str:
    where, when = _where(chart.home, asker.words), _when(chart.week, asker.words)
    return f"{where} · {when}"


def _where(home: str, words: Phrases) -> str:
    return words.t("Here") if home else words.t("Worldwide")


def _when(week: int, words: Phrases) -> str:
    return words.t("This week") if week else words.t("All time")


def _is_told(chart: Chart, line: Line, asker: Asker) -> bool:
    """Whether an amount is for whoever reads it: pearls held only of the asker's own, where nobody else reads."""
    return chart.of != HELD or (line.player == asker.id and not asker.chat)


def _amount(chart: Chart, amount: int, words: Phrases) -> str:
    if chart.game:
        return words.t("rating {rating}", rating=amount) if amount else words.t("no rating yet")
    if chart.of == WINS:
        return words.n("{n} win", "{n} wins", amount)
    return words.n("{n} pearl", "{n} pearls", amount)


def _listed(chart: Chart, found: Found, asker: Asker) -> list[str]:
    """A line for each, and one for the asker where theirs is not among them; by name, for a group reads it too."""
    words = asker.words
    lines = [_line(chart, line, asker) for line in found.lines] or [words.t("Nobody yet.")]
    if chart.of == HELD:
        lines.append(words.t("How many pearls somebody has is told to them alone."))
    if _is_among(found):
        return lines
    own = found.own._replace(name=asker.player.name)
    if own.place:
        return [*lines, "…", _line(chart, own, asker)]
    return [*lines, _outside_line(chart, own, asker), *_why_not(chart, found, words)]


def _outside_line(chart: Chart, own: Line, asker: Asker) -> str:
    words, name = asker.words, isolated(own.name)
    if not _is_told(chart, own, asker):
        return words.t("{name} is not in this list yet.", name=name)
    amount = _amount(chart, own.amount, words)
    return words.t("{name} is not in this list yet: {amount}", name=name, amount=amount)


def _why_not(chart: Chart, found: Found, words: Phrases) -> Iterator[str]:
    """What it takes to be in a list."""
    if found.unsure:
        yield words.t("A rating stands here once it is sure, after about ten matches.")
    elif not found.own.amount and (chart.game or chart.of == WINS):
        yield words.t("What counts here: matches between people, unless given up within the first turns.")


def _line(chart: Chart, line: Line, asker: Asker) -> str:
    words, name = asker.words, isolated(line.name)
    sign = "◆ " if line.player == asker.id else ""
    if not _is_told(chart, line, asker):
        return words.along(sign + words.t("{place}. {name}", place=line.place, name=name))
    amount = _amount(chart, line.amount, words)
    return sign + words.t("{place}. {name}: {amount}", place=line.place, name=name, amount=amount)


def _is_among(found: Found) -> bool:
    return any(line.player == found.own.player for line in found.lines)


# --- buttons --------------------------------------------------------------------------------------------------------


def _rows(company: Company, chart: Chart, found: Found, asker: Asker) -> tuple[tuple[Tap, ...], ...]:
    """Whatever is not shown already, no two buttons to the same place: chats refuse those. At most five rows."""
    others = [*_kinds(chart, asker.words), *_scopes(company, chart, asker)]
    turns = tuple(_turns(chart, found, asker.words))
    rows = tuple(tuple(others[at : at + _ACROSS]) for at in range(0, len(others), _ACROSS))
    return (*rows, turns) if turns else rows


def _kinds(chart: Chart, words: Phrases) -> Iterator[Tap]:
    t = words.t
    if not chart.game:
        yield Tap(t("Rating"), chart.of_another(Game.MAHBUSA).act())
    for of, label in ((WINS, t("Wins")), (EARNED, t("Pearls earned")), (HELD, t("Pearls held"))):
        if of != chart.of:
            yield Tap(label, chart.of_another(of).act())
    for game in Game:
        if chart.game and game != chart.of:
            yield Tap(customs.game_name(game, words), chart.of_another(game).act())


def _scopes(company: Company, chart: Chart, asker: Asker) -> Iterator[Tap]:
    """The world, or here where there is a here; ever, or this week where there are weeks."""
    words, first = asker.words, chart._replace(page=0)
    if asker.chat:
        home = WORLD if chart.home else results.home(asker.platform, asker.chat)
        yield Tap(_where(home, words), first._replace(home=home).act())
    if chart.by_week:
        week = ALL_TIME if chart.week else standings.week(company.now())
        yield Tap(_when(week, words), first._replace(week=week).act())


def _turns(chart: Chart, found: Found, words: Phrases) -> Iterator[Tap]:
    own = (found.own.place - 1) // ON_A_PAGE
    if chart.page:
        yield Tap(words.t("Previous"), chart._replace(page=chart.page - 1).act())
    if found.own.place and abs(own - chart.page) > 1:
        yield Tap(words.t("My place"), chart._replace(page=own).act(), Look.MAIN)
    if found.more and len(str(chart.page + 1)) <= _DIGITS:
        yield Tap(words.t("Next"), chart._replace(page=chart.page + 1).act())
