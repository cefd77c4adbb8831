"""My tables: each a button that says whom I play, whose turn it is and how it stands, and leads there."""

from collections.abc import Sequence
from typing import NamedTuple

from bot import lobby, shelf
from bot.company.desk import Asker, Company
from bot.company.panel import Panel, Tap, act
from bot.occasions import mover
from bot.phrases import Phrases, isolated, ltr
from bot.sentences import Telling, headline, title
from bot.table import No, Stage, Table
from rules.errors import Malformed, Refused
from rules.seat import Seat
from storage import tables as stored
from storage.tables import Status

ON_A_PAGE = {"discord": 4}
USUALLY_ON_A_PAGE = 8
"""Tables in one list; Discord has five rows of buttons, and one of them leads on."""

MANY = 200
"""More tables than anybody has open at the same time."""

LONGEST_NAME = 16
"""Characters of a rival's name, so that there is room for the rest."""

_MINUTE_MS = 60_000
_HOUR_MS = 60 * _MINUTE_MS


class _Page(NamedTuple):
    """A part of a list: its tables, which of its pages it is, and whether there are more after it."""

    tables: Sequence[Table]
    number: int
    more: bool


async def mine(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """My tables that go on, `mine` and `mine.on.PAGE`, and those that are over, `mine.over.PAGE`."""
    t = asker.words.t
    match arguments:
        case ():
            return await mine(company, asker, ("on", "0"))
        case ("on", number) if number.isdecimal():
            page = await _going_on(company, asker, int(number[:4]))
            other = Tap(t("Finished matches"), act("mine", "over", 0))
            none = t("Nobody waits for you, and you wait for nobody.")
            return _listed(company, asker, "on", page, (t("Your tables"), none, other))
        case ("over", number) if number.isdecimal():
            page = await _over(company, asker, int(number[:4]))
            other = Tap(t("Your tables"), act("mine"))
            return _listed(
                company, asker, "over", page, (t("Finished matches"), t("No match is over yet."), other)
            )
        case _:
            raise Malformed("which tables are meant?")


async def table(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Go to one of one's tables: `table.CODE`."""
    match arguments:
        case (code,):
            found = await company.tables.sought(code, asker.id, company.now())
        case _:
            raise Malformed("which table is meant?")
    if not found.may_watch(asker.id):
        raise Refused(No.NO_SPECTATORS)
    return Panel(table=found.code)


async def _going_on(company: Company, asker: Asker, number: int) -> _Page:
    """Those that wait for whoever asks come first."""
    found = await lobby.tables_of(company.database, asker.id, MANY)
    found.sort(key=lambda table: not _is_mine(table, asker.id))
    at, size = number * _size(asker), _size(asker)
    return _Page(found[at : at + size], number, len(found) > at + size)


async def _over(company: Company, asker: Asker, number: int) -> _Page:
    size = _size(asker)
    async with company.database.read() as conn:
        rows = await stored.of_player(conn, asker.id, (Status.FINISHED,), (number + 1) * size + 1)
    found = list(shelf.readable(rows[number * size :]))
    return _Page(found[:size], number, len(found) > size)


def _size(asker: Asker) -> int:
    return ON_A_PAGE.get(asker.platform, USUALLY_ON_A_PAGE)


def _listed(company: Company, asker: Asker, which: str, page: _Page, said: tuple[str, str, Tap]) -> Panel:
    """A page of a list; `said`: its heading, what is said where it is empty, and the way to the other list."""
    heading, none, other = said
    words, now = asker.words, company.now()
    taps = [Tap(label(table, asker.id, words, now), act("table", table.code)) for table in page.tables]
    turns = [Tap(words.t("Newer"), act("mine", which, page.number - 1))] if page.number else []
    turns += [Tap(words.t("Older"), act("mine", which, page.number + 1))] if page.more else []
    return Panel(
        heading=heading,
        lines=() if taps else (none,),
        rows=(*((tap,) for tap in taps), (*turns, other)),
    )


def label(table: Table, player: int, words: Phrases, now: int) -> str:
    """A table in a line of somebody's own, what matters most first: a phone shows the beginning."""
    seat = table.seat_of(player)
    told = Telling(table, seat, words, personal=True)
    rival = _rival(told, seat)
    parts = (rival, _state(table, player, told), _score(table, seat), _left(table, now, words), title(told))
    return " · ".join(part for part in (*parts, ltr(table.code)) if part)


def _rival(told: Telling, seat: Seat | None) -> str:
    if seat is None or told.table.seats[seat.other] is None:
        return ""
    name = told.plain_names[seat.other]
    return isolated(name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…")


def _state(table: Table, player: int, told: Telling) -> str:
    """Whose turn it is; else what the table says of itself, without the stop at its end, since the line goes on."""
    if _is_mine(table, player):
        return told.words.t("● your turn")
    if table.stage is Stage.PLAYING and not table.paused and (at := mover(table)) and at.player != player:
        return told.words.t("their turn")
    return headline(told).rstrip(".।")


def _is_mine(table: Table, player: int) -> bool:
    at = mover(table)
    return at is not None and at.player == player and not table.paused


def _score(table: Table, seat: Seat | None) -> str:
    """Mine, then theirs; nothing in a match of one game."""
    if table.match is None or seat is None or table.setup.ruleset.target == 1:
        return ""
    score = table.match.score
    return ltr(f"{score[seat]}–{score[seat.other]}")


def _left(table: Table, now: int, words: Phrases) -> str:
    """How long whoever is to move still has, roughly."""
    if table.clock.ends is None:
        return ""
    left = max(0, table.clock.ends - now)
    if left >= 2 * _HOUR_MS:
        return words.n("{n} hour left", "{n} hours left", left // _HOUR_MS)
    return words.n("{n} minute left", "{n} minutes left", -(-left // _MINUTE_MS))
