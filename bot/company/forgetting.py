"""Being forgotten: what it means, asked back twice, `forget`; and doing it.

Tables are left first, one after the other and each through the door, so that rivals get what is theirs by the rules and
nobody waits for long. Then the person goes, in one transaction. Should the program stop in between, they are still there
and can ask again.
"""

import json

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import bans, play, shelf
from bot.buttons import Look
from bot.company.desk import Asker, Company
from bot.company.manners import MAX_DIGITS
from bot.company.panel import Panel, Tap, act
from bot.intents import Ask, Close, Resign, What
from bot.names import called, pseudonym
from bot.onward import goes_on
from bot.phrases import FALLBACK, Phrases, isolated
from bot.play import Person
from bot.table import Stage, Table
from rules.errors import Malformed
from storage import errands, locks, persons, reports, waiting
from storage import tables as stored
from storage.news import About, Line

EARLIEST_S = 2
"""So long a person has read the last question before their answer counts: a double tap is none."""

LATEST_S = 3600
"""After so long the question is asked again."""

ROUNDS = 20
"""How often to look for tables to leave: each may lead to another, such as the next game of an evening."""


async def forget(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """What goes and what stays: `forget`."""
    if arguments:
        raise Malformed("nobody else can be forgotten")
    t = asker.words.t
    kept_out = company.tables.bans.of_player(asker.id, company.now()) is not None
    return Panel(
        heading=t("Shall I forget you?"),
        lines=(
            t(
                "What goes: your name and accounts, settings, ratings, achievements and places in the lists, what you have"
                " said and reported, whom you blocked, the gifts you were given. Your pearls go back to the house."
            ),
            t(
                "Tables that have not begun are closed, stakes given back. You give up the matches you are playing."
            ),
            t(
                "What stays, without your name: finished matches with their dice and the words given for them, and gifts"
                " you gave, for they are others' too. You are called {name} there.",
                name=isolated(called(asker.id, pseudonym(asker.id), asker.words)),
            ),
            *((t("That the house does not let you play stays as well."),) if kept_out else ()),
            t(
                "What has been sent to a chat before stays in that chat. If you come back, you are somebody new here."
            ),
        ),
        rows=(
            (Tap(t("My data as a file"), act("export")),),
            (Tap(t("Forget me"), act("forgetme", "sure"), Look.DANGER),),
        ),
    )


async def forget_me(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Ask for the last time, `forgetme.sure`; then do it, `forgetme.yes.ID.SECONDS`, asked at that second of that person."""
    match arguments:
        case ("sure",):
            return _last_question(company, asker)
        case ("yes", number, asked) if _is_number(number) and _is_number(asked):
            waited = company.now() // 1000 - int(asked)
        case _:
            raise Malformed("this is no button of ours")
    if not 0 <= waited <= LATEST_S or not await _is_meant(company, asker, int(number)):
        return await forget(company, asker, ())
    if waited < EARLIEST_S:
        return _last_question(company, asker)
    async with company.forgetting:
        await _forget(company, asker.id)
    return _farewell(asker.words)


def _is_number(written: str) -> bool:
    return written.isdecimal() and len(written) <= MAX_DIGITS


def _last_question(company: Company, asker: Asker) -> Panel:
    """Its dangerous button stands where none stood before."""
    t = asker.words.t
    sure = act("forgetme", "yes", asker.id, company.now() // 1000)
    return Panel(
        heading=t("Forget you for good?"),
        lines=(t("Nobody can bring anything back then."),),
        rows=((Tap(t("No, I stay"), act("menu")),), (Tap(t("Yes, forget me"), sure, Look.DANGER),)),
    )


def _farewell(words: Phrases) -> Panel:
    t = words.t
    return Panel(heading=t("You are forgotten."), lines=(t("Thank you for your company. Go well."),))


async def _is_meant(company: Company, asker: Asker, number: int) -> bool:
    """Whether whoever taps is who was asked.

    A second tap that comes when all is done is somebody new, who has nothing and is to have nothing.
    """
    if number == asker.id:
        return True
    async with company.database.read() as conn:
        is_gone = not await persons.accounts(conn, number)
        return is_gone and not await stored.codes_of(conn, asker.id)


# --- doing it -------------------------------------------------------------------------------------------------------


async def _forget(company: Company, player: int) -> None:
    """Done twice it is done once. Raises whatever keeps a table from being left; the person is still there then."""
    tables = company.tables
    tables.gone.add(player)
    try:
        async with company.database.write() as conn:
            await waiting.leave(conn, player)
        forget_here(company, player)
        await _take_out(company, player)
    except BaseException:
        tables.gone.discard(player)
        raise
    finally:
        tables.likings.forget(player)  # it may be done though nobody heard so
    await tables.bans.load(company.database)


def forget_here(company: Company, player: int) -> None:
    """Nothing in this program's memory is theirs any more, and nobody lets them in as who they were."""
    company.tables.gone.add(player)
    company.queue.seen.pop(player, None)
    company.talk.forget(player)


async def _take_out(company: Company, player: int) -> None:
    called: set[str] = set()
    for code in await _kept_for(company, player):
        await company.tables.close(code, now=company.now())
    for _ in range(ROUNDS):
        codes = await _codes(company, player)
        for code in codes:
            await _leave(company, player, code)
        for code in codes:
            called |= await company.tables.rename(code, player, pseudonym(player))
        if await _goes(company, player, codes, called):
            return
    raise RuntimeError(f"player {player} sits down faster than they can be forgotten")


async def _kept_for(company: Company, player: int) -> list[str]:
    """The codes of tables where a seat waits for somebody; others may be at it still, and they have their stakes back."""
    async with company.database.read() as conn:
        found = await stored.kept_for(conn, shelf.guest_mark(player))
    tables = [await company.tables.get(code) for code in found]
    return [table.code for table in tables if table.setup.guest == player and table.stage is Stage.OPEN]


async def _codes(company: Company, player: int) -> list[str]:
    async with company.database.read() as conn:
        return await stored.codes_of(conn, player)


async def _leave(company: Company, player: int, code: str) -> None:
    """See to it that a table is over and nothing follows it."""
    person = Person(player, "")
    for _ in range(ROUNDS):
        table = await company.tables.get(code)
        if table.stage is Stage.OPEN and not play.may_close(table, player):
            await company.tables.close(code, now=company.now())
            continue
        wishes = _last_wishes(table)
        if not wishes:
            return
        for wish in wishes:
            await company.tables.handle(code, person, wish, now=company.now())
    raise RuntimeError(f"table {code} cannot be left")


def _last_wishes(table: Table) -> tuple[Ask | Resign | Close, ...]:
    """What somebody who leaves for good wishes there; nothing where all is over."""
    if table.stage is Stage.PLAYING:
        return Ask(What.MATCH), Resign(What.MATCH)
    awaits_next = table.stage is Stage.FINISHED and goes_on(table) and not table.next_code
    return (Close(),) if awaits_next or table.stage is Stage.OPEN else ()


async def _goes(company: Company, player: int, left: list[str], called: set[str]) -> bool:
    """The last step; False, with nothing done, where they sit at another table meanwhile."""
    now = company.now()
    async with company.database.write() as conn:
        await locks.players(conn, [player])
        if await stored.codes_of(conn, player) != left:
            return False
        names = [account.subject for account in await persons.accounts(conn, player)]
        await bans.carry_over(conn, player, names, now)
        await errands.forget(conn, names)
        await _clear_reports(conn, player, called)
        await persons.forget(conn, player, pseudonym(player), FALLBACK, now)
        await company.database.announce(conn, Line(About.FORGOTTEN, (player,)))
    return True


async def _clear_reports(conn: AsyncConnection, player: int, called: set[str]) -> None:
    """What somebody said goes out of others' reports, and their name out of what was said of them."""
    for number, packed in await reports.at_tables_of(conn, player):
        lines = [line for line in json.loads(packed) if line["player"] != player]
        for line in lines:
            for name in called:
                line["said"] = line["said"].replace(isolated(name), isolated(pseudonym(player)))
        await reports.set_lines(conn, number, json.dumps(lines, ensure_ascii=False, separators=(",", ":")))
