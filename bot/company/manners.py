"""Who need not be heard or met: muting and blocking, whom one has blocked, and telling the host."""

import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import lobby, people
from bot.buttons import Look
from bot.company.desk import Asker, Company
from bot.company.panel import Field, Panel, Tap, act
from bot.company.phrasebook import REASONS, told
from bot.company.talking import Pair, pair
from bot.limits import DAY_MS
from bot.names import clean_line
from bot.phrases import FALLBACK, isolated, phrases
from bot.table import COMPUTER, No
from rules.errors import Malformed, Refused
from storage import blocks, reports, said
from storage.news import About, Line

log = logging.getLogger(__name__)

MAX_REASON = 200
"""Characters of a reason in somebody's own words."""

LISTED = 12
"""Blocked people on a page, the last ones first."""

MANY = 20
MAX_DIGITS = 18
"""Of a player's number; no database keeps a longer one."""

ACROSS = 3

Change = Callable[[AsyncConnection, int, int], Awaitable[None]]
"""Of what somebody, the first, hears of another."""


async def manners(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """What one can do about the other player: `manners.CODE`."""
    return await _choices(company, asker, await _meant(company, asker, arguments))


async def _meant(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Pair:
    match arguments:
        case (code,):
            return await pair(company, asker, code)
        case _:
            raise Malformed("which table is meant?")


async def _choices(company: Company, asker: Asker, at: Pair) -> Panel:
    t, code = asker.words.t, at.table.code
    async with company.database.read() as conn:
        muted = at.rival.player in await blocks.muted(conn, asker.id)
    hear = Tap(t("🔊 Hear them again"), act("hear", code)) if muted else Tap(t("🔇 Mute"), act("mute", code))
    return Panel(
        heading=isolated(at.rival.called(asker.words)),
        lines=(
            t("Muted: you hear nothing of them, and they are not told."),
            t("Blocked: you will not meet again, here or at other tables. A match under way goes on."),
        ),
        rows=(
            (hear, Tap(t("🚫 Block"), act("block", at.rival.player), Look.DANGER)),
            (Tap(t("⚑ Report to the host"), act("report", code)), Tap(t("Whom I blocked"), act("blocked"))),
            (Tap(t("✍ Your own words"), act("words", code)), Tap(t("💬 Phrases"), act("talk", code))),
        ),
    )


async def mute(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Hear nothing of the other player any more, at this table and the next: `mute.CODE`."""
    return await _listening_anew(company, asker, arguments, blocks.mute, asker.words.t("Muted."))


async def hear(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Hear the other player again: `hear.CODE`."""
    told_so = asker.words.t("You hear them again.")
    return await _listening_anew(company, asker, arguments, blocks.unmute, told_so)


async def _listening_anew(
    company: Company, asker: Asker, arguments: tuple[str, ...], change: Change, told_so: str
) -> Panel:
    at = await _meant(company, asker, arguments)
    async with company.database.write() as conn:
        await change(conn, asker.id, at.rival.player)
        await company.database.announce(conn, Line(About.UNHEARD, (at.rival.player, at.table.code)))
    await company.talk.listen_again(at.rival.player, at.table.code)
    return replace(await _choices(company, asker, at), said=told_so)


# --- blocking -------------------------------------------------------------------------------------------------------


async def block(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Ask back, `block.ID`, then keep somebody away for good, `block.ID.yes`."""
    match arguments:
        case (number,):
            other, name = await _somebody(company, asker, number)
            return _asked_back(asker, other, name)
        case (number, "yes"):
            other, name = await _somebody(company, asker, number)
        case _:
            raise Malformed("nobody is named")
    async with company.database.write() as conn:
        await blocks.block(conn, asker.id, other, company.now())
        for one in (asker.id, other):
            await company.database.announce(conn, Line(About.UNHEARD, (one, "")))
    await _silence(company, asker, other)
    return await _list(company, asker, asker.words.t("{name} is blocked.", name=isolated(name)))


def _asked_back(asker: Asker, other: int, name: str) -> Panel:
    t = asker.words.t
    return Panel(
        heading=t("Block {name}?", name=isolated(name)),
        lines=(
            t("You will not be paired, challenge each other, sit at one table or talk. They are not told."),
        ),
        rows=(
            (
                Tap(t("🚫 Block"), act("block", other, "yes"), Look.DANGER),
                Tap(t("Whom I blocked"), act("blocked")),
            ),
        ),
    )


async def unblock(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Let somebody come near again: `unblock.ID`."""
    match arguments:
        case (number,):
            other, name = await _somebody(company, asker, number)
        case _:
            raise Malformed("nobody is named")
    async with company.database.write() as conn:
        await blocks.unblock(conn, asker.id, other)
        for one in (asker.id, other):
            await company.database.announce(conn, Line(About.UNHEARD, (one, "")))
    await _silence(company, asker, other)
    return await _list(company, asker, asker.words.t("{name} is not blocked any more.", name=isolated(name)))


async def blocked(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Whom one has blocked, each with the way back: `blocked`, and its further pages, `blocked.1`."""
    match arguments:
        case ():
            return await _list(company, asker)
        case (page,) if page.isdecimal() and len(page) <= MAX_DIGITS:
            return await _list(company, asker, page=int(page))
    raise Malformed("this list is one's own")


async def _list(company: Company, asker: Asker, told_so: str = "", page: int = 0) -> Panel:
    t = asker.words.t
    async with company.database.read() as conn:
        people_blocked = await blocks.listed(conn, asker.id)
    page = min(page, max(0, len(people_blocked) - 1) // LISTED)
    first = page * LISTED
    taps = [
        Tap(t("Unblock {name}", name=isolated(one.name)), act("unblock", one.id))
        for one in people_blocked[first : first + LISTED]
    ]
    turns = [Tap(t("Newer"), act("blocked", page - 1))] if page else []
    turns += [Tap(t("Older"), act("blocked", page + 1))] if len(people_blocked) > first + LISTED else []
    return Panel(
        heading=t("Whom I blocked"),
        lines=(t("A tap lets them come near again."),) if taps else (t("Nobody."),),
        rows=(
            *(tuple(taps[start : start + ACROSS]) for start in range(0, len(taps), ACROSS)),
            *([tuple(turns)] if turns else []),
        ),
        said=told_so,
    )


async def _somebody(company: Company, asker: Asker, number: str) -> tuple[int, str]:
    """Another player by the number on a button. Raises Malformed for what is none."""
    other = int(number) if number.isdecimal() and len(number) <= MAX_DIGITS else COMPUTER
    found = None if other in {COMPUTER, asker.id} else await people.load(company.database, other)
    if found is None:
        raise Malformed("there is nobody of this number")
    return other, found.name


async def _silence(company: Company, asker: Asker, other: int) -> None:
    """What either has said stands on their boards as far as they are to hear each other now."""
    await company.talk.listen_again(other)
    await company.talk.listen_again(asker.id)
    for table in await lobby.tables_of(company.database, asker.id, MANY):
        if table.seat_of(other) is not None:
            await company.talk.listen_again(other, table.code)


# --- telling the host -----------------------------------------------------------------------------------------------


async def report(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Ask why, `report.CODE`; then tell the host, `report.CODE.REASON` or `report.CODE` with what was typed."""
    match arguments:
        case (code,) if asker.typed:
            reason = clean_line(" ".join(asker.typed.split()), MAX_REASON)
        case (code,):
            return _reasons(asker, await pair(company, asker, code))
        case (code, reason) if reason in REASONS:
            pass
        case _:
            raise Malformed("there is no such reason")
    if not reason:
        raise Refused(No.NOTHING_SAID)
    at = await pair(company, asker, code)
    await _file(company, asker, at, reason)
    t = asker.words.t
    return Panel(
        heading=t("The host has your report."),
        lines=(t("The last things said at this table go with it."),),
        rows=(
            (
                Tap(t("🚫 Block"), act("block", at.rival.player), Look.DANGER),
                Tap(t("💬 Phrases"), act("talk", code)),
            ),
        ),
    )


def _reasons(asker: Asker, at: Pair) -> Panel:
    t, code = asker.words.t, at.table.code
    taps = [Tap(t(reason), act("report", code, name)) for name, reason in REASONS.items()]
    return Panel(
        heading=t("Report {name}?", name=isolated(at.rival.called(asker.words))),
        lines=(t("The host reads why, and the last things said at this table."),),
        rows=(tuple(taps[:2]), tuple(taps[2:]), (Tap(t("💬 Phrases"), act("talk", code)),)),
        field=Field(t("Or in your own words"), act("report", code), longest=MAX_REASON),
    )


async def _file(company: Company, asker: Asker, at: Pair, reason: str) -> None:
    """With what had been said, in English: the host need not know each phrase by its name."""
    async with company.database.write() as conn:
        lines = [
            {"at": line.at, "player": line.player_id, "said": told(line, at.table, phrases(FALLBACK))}
            for line in await said.last(conn, at.table.id)
        ]
        packed = json.dumps(lines, ensure_ascii=False, separators=(",", ":"))
        await reports.file(conn, at.table.id, asker.id, at.rival.player, reason, packed, company.now())
        lately = len(await reports.newest(conn, since=company.now() - DAY_MS))
    log.warning(
        "table %s: a player was reported, %d in the last day; see `majlis report`", at.table.code, lately
    )
