"""Counted dice, for a match and for all of somebody's matches, against what fair dice would do."""

import asyncio
import json
from collections.abc import Iterator

from bot import archive, dicecount, tastes
from bot.archive import Kept
from bot.company.desk import Asker, Company
from bot.company.panel import Panel, Rows, Shown, Tap, act
from bot.dicecount import ENOUGH, PIPS, Count
from bot.phrases import Phrases, isolated, ltr
from render.bars import Bars, Series, bars_text
from rules.dice import ROLLS
from rules.errors import Malformed
from rules.throws import throws
from storage import throws as stored

AT_ONCE = 50
"""Matches counted before somebody is answered; more are counted when they look again."""


async def dice(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """The rolls of all one's finished matches: `dice`."""
    if arguments:
        raise Malformed("these dice are one's own")
    left = await _count(company, asker)
    async with company.database.read() as conn:
        counted = dicecount.summed(
            Count(tuple(json.loads(text))) for text in await stored.of_player(conn, asker.id)
        )
    t = asker.words.t
    if not counted.total:
        return Panel(heading=t("My dice"), lines=(t("There is no finished match to count yet."),))
    more = (t("Older matches are still to be counted: look again."),) if left else ()
    rows: Rows = ((Tap(t("Look again"), act("dice")),),) if left else ()
    return Panel(
        heading=t("My dice"),
        lines=(*_lines(counted, asker.words), *more),
        rows=rows,
        shown=_picture(asker, t("My dice"), (("", counted),)),
    )


def of_match(asker: Asker, kept: Kept, names: tuple[str, str], rows: Rows) -> Panel:
    """The rolls of a finished match, each side's for itself; `names` are plain ones."""
    heading = asker.words.t("The dice, counted")
    both = tuple(zip(names, counts(kept), strict=True))
    lines = [line for name, counted in both for line in _side(name, counted, asker.words)]
    return Panel(
        heading=heading, lines=tuple(lines), rows=rows, shown=_picture(asker, heading, both), open=True
    )


def counts(kept: Kept) -> tuple[Count, Count]:
    """Each seat's rolls of a match."""
    match = kept.table.match
    outcomes = match.outcomes if match else ()
    return dicecount.count(throws(kept.table.setup.ruleset, outcomes, kept.log))


async def _count(company: Company, asker: Asker) -> bool:
    """Count what has not been counted; whether something is left."""
    async with company.database.read() as conn:
        codes = await stored.uncounted(conn, asker.id, AT_ONCE + 1)
    for code in codes[:AT_ONCE]:
        try:
            kept = await archive.kept(company.database, code)
            texts = [json.dumps(each.rolls) for each in await asyncio.to_thread(counts, kept)]
        except Malformed:  # closed before anything was rolled
            continue
        async with company.database.write() as conn:
            await stored.keep(conn, kept.table.id, texts)
    return len(codes) > AT_ONCE


def _side(name: str, counted: Count, words: Phrases) -> Iterator[str]:
    total = counted.total
    if not total:
        yield words.t("{name}: no rolls.", name=isolated(name))
        return
    yield words.n(
        "{name}: {n} roll, {pips} pips each, {share} doubles.",
        "{name}: {n} rolls, {pips} pips each, {share} doubles.",
        total,
        name=isolated(name),
        pips=ltr(f"{counted.pips / total:.1f}"),
        share=ltr(f"{counted.doubles / total:.0%}"),
    )


def _lines(counted: Count, words: Phrases) -> Iterator[str]:
    total = counted.total
    yield words.n("{n} roll in all.", "{n} rolls in all.", total)
    yield words.t(
        "Doubles: {times}, of fair dice about {fair}.",
        times=ltr(str(counted.doubles)),
        fair=ltr(f"{total / 6:.0f}"),
    )
    faces = " · ".join(ltr(f"{face}: {counted.showing(face)}") for face in range(1, 7))
    yield words.t(
        "Each number, of fair dice about {fair}: {faces}", fair=ltr(f"{total / 3:.0f}"), faces=faces
    )
    yield words.t(
        "Pips a roll: {pips}, of fair dice {fair}.",
        pips=ltr(f"{counted.pips / total:.2f}"),
        fair=ltr(f"{PIPS:.2f}"),
    )
    yield _verdict(counted, words)


def _verdict(counted: Count, words: Phrases) -> str:
    if counted.total < ENOUGH:
        return words.n(
            "Too few to judge the dice by: from {n} roll on there is a word on that.",
            "Too few to judge the dice by: from {n} rolls on there is a word on that.",
            ENOUGH,
        )
    percent = round(100 * dicecount.share_as_far(counted))
    if percent >= 10:  # noqa: PLR2004 what nobody wonders at
        return words.t(
            "So fair dice fall: {percent} of 100 such counts stray as far or farther.",
            percent=ltr(str(percent)),
        )
    if percent >= 1:
        return words.t(
            "Rather uneven, which fair dice are now and then: {percent} of 100 such counts stray so far.",
            percent=ltr(str(percent)),
        )
    return words.t(
        "Rare: fewer than 1 of 100 such counts of fair dice stray so far. Every match can be checked by its seed."
    )


def _picture(asker: Asker, title: str, sides: tuple[tuple[str, Count], ...]) -> Shown:
    words, style = asker.words, tastes.style(asker.player.settings)
    series = (
        Series(
            name or words.n("{n} roll in all.", "{n} rolls in all.", each.total),
            each.rolls,
            dicecount.expected(each.total),
        )
        for name, each in sides
    )
    bars = Bars(
        title,
        tuple(roll for roll, _ in ROLLS),
        tuple(series),
        words.t("what fair dice give on average"),
        style.theme,
        style.digits,
        words.right_to_left,
        style.width,
    )
    return Shown(bars, bars_text(bars))
