"""Quick play: what one would play, the queue for it, and out of it again."""

from collections.abc import Iterable, Iterator

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import cashier, customs, limits, lobby, shelf
from bot.buttons import Look
from bot.company.announcing import announce, computer_tap, leave_tap
from bot.company.desk import Asker, Company
from bot.company.pairing import pair, rating
from bot.company.panel import Panel, Tap, act
from bot.company.queue import OFFER_MS
from bot.phrases import Phrases
from bot.refusals import refusal
from bot.table import Against, No, Setup, Stage, Table
from rules.errors import Malformed
from rules.ruleset import PRESETS, TARGETS
from storage import ledger, locks, presses, results, waiting
from storage import tables as stored
from storage.news import About, Line
from storage.waiting import Choice, WaitingRow

STAKES = (0, 10, 50, 200)
"""Pearls that are offered to play for."""

AGAIN_S = 3
MOST_SHOWN = 3
"""Choices for which somebody waits already, on the first page."""

_IN_A_ROW = 2


async def quick(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """`quick`: where one stands, or the games; `quick.PRESET`: its lengths; `quick.PRESET.TARGET`: the stakes."""
    wished = lobby.read_wish(asker.typed) if asker.typed.strip() else None
    if wished and wished.preset:
        known = wished.target in TARGETS[wished.preset]
        arguments = (wished.preset, *([str(wished.target)] if known else []))
    match arguments:
        case ():
            return await _standing(company, asker) or await _games(company, asker)
        case (preset,) if preset in PRESETS and len(TARGETS[preset]) > 1:
            return _lengths(preset, asker.words)
        case (preset,) if preset in PRESETS:
            return await _stakes(company, asker, preset, TARGETS[preset][0])
        case (preset, target):
            choice = _choice(preset, target, "0")
            return await _stakes(company, asker, choice.preset, choice.target)
    raise Malformed("this is no button of ours")


async def queue(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """`queue.PRESET.TARGET.STAKE`: wait for a rival; `queue.leave`: no more; `queue.computer`: the computer instead."""
    match arguments:
        case (preset, target, stake):
            return await _join(company, asker, _choice(preset, target, stake))
        case ("leave",):
            return await _leave(company, asker)
        case ("computer",):
            return await _computer(company, asker)
    raise Malformed("this is no button of ours")


async def evening(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """`evening`: a table for an evening of three games with whoever comes."""
    if arguments:
        raise Malformed("this is no button of ours")
    home = results.home(asker.platform, asker.chat) if asker.chat else None
    newest = await _newest(company, asker)
    for table in await _mine(company, asker):
        if table.host == asker.id and table.setup == lobby.evening() and table.home == home and _waits(table):
            return Panel(table=table.code)
    return Panel(table=(await _opened(company, asker, lobby.evening(), newest, home)).code)


def _choice(preset: str, target: str, stake: str) -> Choice:
    """What a button of ours says: with anything else one would only ever meet whoever forged the same."""
    for known in TARGETS.get(preset, ()):
        for offered in STAKES:
            if (target, stake) == (str(known), str(offered)):
                return Choice(preset, known, offered)
    raise Malformed("this is no button of ours")


async def _join(company: Company, asker: Asker, choice: Choice) -> Panel:
    now = company.now()
    company.queue.note(asker.id, now)
    async with company.database.write() as conn:
        await locks.queue(conn)
        await locks.players(conn, [asker.id])
        # Who has been paired and has begun to play since the same press is not to wait once more.
        first = await presses.remember(conn, f"{asker.key}.queue", None, now)
        table = await _wait(conn, company, asker, choice, now) if first else None
        await company.database.announce(conn, Line(About.QUEUE, (asker.id, now)))
    if table:
        return Panel(table=table.code)
    announce(company, await pair(company, choice), but=asker.id)
    company.queue.bell.set()
    standing = await _standing(company, asker)
    return standing or await _games(company, asker)


async def _wait(
    conn: AsyncConnection, company: Company, asker: Asker, choice: Choice, now: int
) -> Table | None:
    """Wait, unless there is a table already; both in one transaction, for they may be paired at any moment."""
    rows = await stored.of_player(conn, asker.id, lobby.LIVING, company.tables.limits.tables)
    theirs = list(shelf.readable(rows))
    table = _fresh(theirs, begun=False)
    if table:
        return table
    limits.check(company.tables.limits, theirs, asker.id, None)
    await cashier.may_offer(conn, asker.id, None, choice.stake, now, company.tables.caps)
    known = await waiting.of_player(conn, asker.id)
    if known is None or known.choice != choice:
        strength = await rating(conn, asker.id, choice.preset)
        row = WaitingRow(asker.id, choice, now, strength, asker.platform, asker.place)
        await waiting.join(conn, row)
    return None


async def _leave(company: Company, asker: Asker) -> Panel:
    async with company.database.write() as conn:
        await locks.queue(conn)
        left = await waiting.leave(conn, asker.id)
        await company.database.announce(conn, Line(About.QUEUE, (asker.id, company.now())))
    company.queue.bell.set()
    table = None if left else await _met(company, asker)
    if table:
        return Panel(table=table.code)
    again = Tap(asker.words.t("Quick play"), act("quick"))
    return Panel(heading=asker.words.t("You are not in the queue any more."), rows=((again,),))


async def _computer(company: Company, asker: Asker) -> Panel:
    """What one waits for, against the computer; who has been paired meanwhile has a rival after all."""
    newest = await _newest(company, asker)

    async def instead(conn: AsyncConnection) -> list[tuple[Table, bytes]]:
        """Out of the queue and at a table, or neither."""
        await locks.queue(conn)
        await locks.players(conn, [asker.id])
        row = await waiting.of_player(conn, asker.id)
        if row is None or await presses.table_of(conn, asker.key):
            return []
        await waiting.leave(conn, asker.id)
        await company.database.announce(conn, Line(About.QUEUE, (asker.id, company.now())))
        setup = lobby.setup(row.choice.preset, Against.COMPUTER, target=row.choice.target)
        keys = _keys(asker, setup, newest)
        return [await company.tables.prepare(conn, asker.person, setup, company.now(), keys=keys)]

    opened = await company.tables.open_together(instead)
    if opened:
        company.queue.bell.set()
        return Panel(table=opened[0].code)
    async with company.database.read() as conn:
        known = await presses.table_of(conn, asker.key)
    if known:
        return Panel(table=known.code)
    table = await _met(company, asker) or await _untouched(company, asker)
    if table is None:
        table = await _opened(company, asker, lobby.setup(lobby.USUAL, Against.COMPUTER, target=1), newest)
    return Panel(table=table.code)


async def _untouched(company: Company, asker: Asker) -> Table | None:
    """A table with the computer where no turn has been played."""
    theirs = (one for one in await _mine(company, asker) if one.setup.against is Against.COMPUTER)
    return next((one for one in theirs if _is_untouched(one)), None)


def _is_untouched(table: Table) -> bool:
    match = table.match
    return match is None or not (match.outcomes or any(match.game.turns))


async def _newest(company: Company, asker: Asker) -> int:
    async with company.database.read() as conn:
        return await stored.newest_of(conn, asker.id)


async def _mine(company: Company, asker: Asker) -> list[Table]:
    return await lobby.tables_of(company.database, asker.id, company.tables.limits.tables)


def _waits(table: Table) -> bool:
    return table.stage is Stage.OPEN and None in table.seats


async def _opened(
    company: Company, asker: Asker, setup: Setup, newest: int, home: str | None = None
) -> Table:
    tap, key = _keys(asker, setup, newest)
    return await company.tables.open(asker.person, setup, company.now(), key=key, also=tap, home=home)


def _keys(asker: Asker, setup: Setup, newest: int) -> tuple[str, str]:
    """Taps that came before there was a newer table of theirs than `newest` are one press."""
    return asker.key, f"open:{setup.against}:{asker.id}:{newest}"


async def _met(company: Company, asker: Asker) -> Table | None:
    """The table to which quick play has brought somebody, until its first turn."""
    return _fresh(await lobby.tables_of(company.database, asker.id, company.tables.limits.tables), begun=True)


def _fresh(tables: Iterable[Table], *, begun: bool) -> Table | None:
    """The one that quick play has opened and where no turn has been played; with `begun` false, no die rolled."""
    return next((table for table in tables if _is_fresh(table) and (begun or table.match is None)), None)


def _is_fresh(table: Table) -> bool:
    """Whether quick play has opened a table where no turn has been played."""
    return table.queued is not None and _is_untouched(table) and table.stage is not Stage.FINISHED


async def _standing(company: Company, asker: Asker) -> Panel | None:
    """The table one has been brought to, or how one waits; None for somebody who does neither."""
    now = company.now()
    async with company.database.read() as conn:
        row = await waiting.of_player(conn, asker.id)
        counts = await waiting.counts(conn)
    if row is None:
        table = await _met(company, asker)
        return Panel(table=table.code) if table else None
    if company.queue.note(asker.id, now):
        await company.database.say(Line(About.QUEUE, (asker.id, now)))
    words = asker.words
    here, all_ = counts.get(row.choice, 0), sum(counts.values())
    late = now - row.since >= OFFER_MS
    computer = ((computer_tap(words)._replace(look=Look.MAIN),),) if late else ()
    return Panel(
        heading=words.t("Looking for a rival…"),
        lines=(
            choice_name(row.choice, words),
            *_others(here, all_, words),
            *([words.t("Nobody yet. Would you play the computer meanwhile?")] if late else []),
        ),
        rows=(*computer, (Tap(words.t("Look again"), act("quick")), leave_tap(words))),
        again=act("quick"),
        again_s=AGAIN_S,
    )


def _others(here: int, all_: int, words: Phrases) -> Iterator[str]:
    """Who waits as well; oneself is among both numbers."""
    if here > 1:
        yield words.n("{n} person waits for this.", "{n} people wait for this.", here)
    else:
        yield words.t("Nobody else waits for this yet.")
    if all_ > here:
        yield words.n("{n} person waits in all.", "{n} people wait in all.", all_)


async def _games(company: Company, asker: Asker) -> Panel:
    async with company.database.read() as conn:
        counts = await waiting.counts(conn)
    words = asker.words
    most = sorted(counts.items(), key=lambda item: -item[1])[:MOST_SHOWN]
    busy = tuple(
        (Tap(f"{choice_name(choice, words)} · {_waiting(n, words)}", act("queue", *choice), Look.MAIN),)
        for choice, n in most
    )
    games = []
    for preset in PRESETS:
        n = sum(count for choice, count in counts.items() if choice.preset == preset)
        name = customs.preset_name(preset, words)
        games.append(Tap(f"{name} · {_waiting(n, words)}" if n else name, act("quick", preset)))
    rows = tuple(tuple(games[at : at + _IN_A_ROW]) for at in range(0, len(games), _IN_A_ROW))
    return Panel(
        heading=words.t("Quick play"),
        lines=(words.t("Against whoever waits for the same, on any platform."),),
        rows=(*busy, *rows),
    )


def _waiting(n: int, words: Phrases) -> str:
    return words.n("{n} waits", "{n} wait", n)


def _lengths(preset: str, words: Phrases) -> Panel:
    taps = tuple(
        Tap(
            words.t("one game") if target == 1 else words.t("to {target}", target=target),
            act("quick", preset, target),
        )
        for target in TARGETS[preset]
    )
    return Panel(
        heading=customs.preset_name(preset, words),
        lines=(customs.preset_text(preset, words), words.t("How long a match?")),
        rows=(taps, (Tap(words.t("Another game"), act("quick")),)),
    )


async def _stakes(company: Company, asker: Asker, preset: str, target: int) -> Panel:
    words, caps = asker.words, company.tables.caps
    async with company.database.read() as conn:
        pearls = await ledger.balance(conn, asker.id)
        new = await cashier.is_new_guest(conn, asker.id, company.now(), caps)
    if new:
        pearls = min(pearls, caps.guest_stake)
    taps = tuple(
        Tap(_stake(stake, words), act("queue", preset, target, stake), Look.PLAIN if stake else Look.MAIN)
        for stake in STAKES
        if stake <= pearls
    )
    return Panel(
        heading=choice_name(Choice(preset, target, 0), words),
        lines=(_asked(words, choice=len(taps) > 1, new=new),),
        rows=(taps, (Tap(words.t("Another game"), act("quick")),)),
    )


def _asked(words: Phrases, *, choice: bool, new: bool) -> str:
    """What there is to choose, or why there is nothing."""
    if choice:
        return words.t("For how many pearls?")
    if new:
        return refusal(No.NO_STAKES_YET, words)
    return words.t("For nothing, as yet: whoever plays earns the pearls to stake.")


def _stake(stake: int, words: Phrases) -> str:
    return words.n("{n} pearl", "{n} pearls", stake) if stake else words.t("For nothing")


def choice_name(choice: Choice, words: Phrases) -> str:
    """A game, how long, and for how many pearls."""
    length = words.t("one game") if choice.target == 1 else words.t("to {target}", target=choice.target)
    parts = [customs.preset_name(choice.preset, words), length]
    return " · ".join([*parts, _stake(choice.stake, words)] if choice.stake else parts)
