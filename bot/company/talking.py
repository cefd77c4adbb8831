"""Talking at a table: phrases and emotes by a button, gifts for pearls, and words of one's own where both allow them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import lobby, people
from bot.buttons import Look
from bot.company.desk import Asker, Company
from bot.company.panel import Field, Panel, Rows, Tap, act
from bot.company.phrasebook import EMOTES, GIFTS, MAX_WORDS, PHRASES, Gift, Kind, clean_words
from bot.phrases import Phrases, isolated, ltr, phrases
from bot.table import COMPUTER, Against, No, Seated, Table
from rules.errors import Malformed, Refused
from storage import blocks, gifts, ledger, locks, persons, presses
from storage.tables import Status

WORDS = "words"
"""The name in a player's settings of whether they allow words of one's own: True, False, or not asked yet."""

PAGES = 2
ACROSS = 3


class Pair(NamedTuple):
    """Two people at a table: whoever asks, by their id, and whom they talk to."""

    table: Table
    asker: int
    rival: Seated


async def pair(company: Company, asker: Asker, code: str) -> Pair:
    """Who talks to whom at a table. Raises Refused where whoever asks does not sit there, or nobody else does."""
    table = await company.tables.sought(code, asker.id, company.now())
    if table.seat_of(asker.id) is None:
        raise Refused(No.SPECTATOR)
    rival = _rival(table, asker.id)
    if rival is None:
        raise Refused(No.NOBODY_TO_TALK_TO)
    return Pair(table, asker.id, rival)


def _rival(table: Table, player: int) -> Seated | None:
    """The other person at somebody's table; None where there is none."""
    seat = table.seat_of(player)
    rival = table.seats[seat.other] if seat is not None else None
    alone = rival is None or rival.player == COMPUTER or table.setup.against is Against.LOCAL
    return None if alone else rival


def allows_words(settings: Mapping[str, Any]) -> bool:
    """Whether somebody with these settings lets others' own words through to them, and theirs to others."""
    return settings.get(WORDS) is True


async def talk(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """What can be said at a table: `talk.CODE`, `talk.CODE.PAGE`; without one at the table that is being played."""
    if arguments:
        code, page = (*arguments, "0")[:2]
        if page not in map(str, range(PAGES)):
            raise Malformed("there is no such page")
        return await _offered(company, asker, await pair(company, asker, code), int(page))
    table = await lobby.current(company.database, asker.id) or await lobby.current(
        company.database, asker.id, (Status.FINISHED,)
    )
    if table is None or _rival(table, asker.id) is None:
        return _nobody(asker.words)
    at = await pair(company, asker, table.code)
    return await _say_words(company, asker, at) if asker.typed else await _offered(company, asker, at)


def _nobody(words: Phrases) -> Panel:
    t = words.t
    return Panel(
        heading=t("There is nobody to talk to at your table."),
        lines=(t("Talking needs a table with another person."),),
        rows=(
            (Tap(t("Quick play"), act("quick"), Look.MAIN),),
            (Tap(t("Open an evening of three games"), act("evening")),),
        ),
    )


async def _offered(company: Company, asker: Asker, at: Pair, page: int = 0) -> Panel:
    words, code, t = asker.words, at.table.code, asker.words.t
    rival = await people.load(company.database, at.rival.player)
    free = allows_words(asker.player.settings) and rival is not None and allows_words(rival.settings)
    around = [Tap(t("🎁 Gifts"), act("gifts", code)), Tap(t("🔇 Mute, block…"), act("manners", code))]
    if not free:
        around.insert(1, Tap(t("✍ Your own words"), act("words", code)))
    if asker.platform in company.parlours:
        around.insert(0, Tap(t("🎙 Voice"), act("voice", code)))
    return Panel(
        heading=t("Say something to {name}", name=isolated(at.rival.called(asker.words))),
        lines=company.talk.heard(at.table, asker.id, words),
        rows=(*_phrases(code, words, page), tuple(around)),
        field=Field(t("Your own words"), act("say", code), longest=MAX_WORDS) if free else None,
    )


def _phrases(code: str, words: Phrases, page: int) -> Rows:
    """A page of phrases, the way to the other one, and a row of emotes: five rows in all with the one below them."""
    named = _page(list(PHRASES), page)
    taps = [Tap(words.t(PHRASES[name]), act("say", code, name)) for name in named]
    taps.append(Tap(words.t("More…"), act("talk", code, (page + 1) % PAGES)))
    rows = [tuple(taps[start : start + ACROSS]) for start in range(0, len(taps), ACROSS)]
    return (*rows, tuple(Tap(EMOTES[name], act("say", code, name)) for name in _page(list(EMOTES), page)))


def _page(names: list[str], page: int) -> list[str]:
    half = len(names) // PAGES
    return names[page * half : (page + 1) * half]


async def say(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Say a phrase or an emote by its name, `say.CODE.NAME`, or what was typed, `say.CODE`."""
    match arguments:
        case (code,):
            return await _say_words(company, asker, await pair(company, asker, code))
        case (code, name) if name in PHRASES:
            kind, shown = Kind.PHRASE, asker.words.t(PHRASES[name])
        case (code, name) if name in EMOTES:
            kind, shown = Kind.EMOTE, EMOTES[name]
        case _:
            raise Malformed("nobody can say that by a button")
    at = await pair(company, asker, code)
    await company.talk.say(
        at.table, asker.id, kind, name, key=_key(asker, "say", code, name), crowded=asker.chat is not None
    )
    return Panel(said=shown)


def _key(asker: Asker, *pressed: str) -> str:
    return ".".join((asker.key, *pressed))


# --- words of one's own ---------------------------------------------------------------------------------------------


async def _say_words(company: Company, asker: Asker, at: Pair) -> Panel:
    t = asker.words.t
    said = clean_words(asker.typed)
    if not said:
        raise Refused(No.NOTHING_SAID)
    if not allows_words(asker.player.settings):
        return _asked_first(at, asker.words, said)
    rival = await people.load(company.database, at.rival.player)
    if rival is None or not allows_words(rival.settings):
        await _ask(company, asker, at)
        name = isolated(at.rival.called(asker.words))
        return Panel(
            heading=t("Not sent: {name} has not allowed words of one's own.", name=name),
            lines=(isolated(said), t("They are asked once. Phrases and emotes always come through.")),
            rows=((Tap(t("💬 Phrases"), act("talk", at.table.code)),),),
        )
    key = _key(asker, "words", at.table.code)
    crowded = asker.chat is not None
    await company.talk.say(at.table, asker.id, Kind.WORDS, said, key=key, crowded=crowded)
    return Panel(said=t("Said."))


def _asked_first(at: Pair, words: Phrases, said: str = "") -> Panel:
    t, code = words.t, at.table.code
    return Panel(
        heading=t("Words of your own?"),
        lines=(
            *((t("Not sent yet: {words}", words=isolated(said)),) if said else ()),
            t("They pass only where both of you allow it. Whoever sees the board reads them."),
            t("Links are taken apart, and nothing is kept longer than a day unless it is reported."),
        ),
        rows=(
            (
                Tap(t("Allow"), act("words", code, "on"), Look.MAIN),
                Tap(t("Rather not"), act("words", code, "off")),
            ),
        ),
    )


async def allow(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Ask for, `words.CODE`, or choose, `words.CODE.on`, whether words of one's own come through."""
    match arguments:
        case (code,):
            return _asked_first(await pair(company, asker, code), asker.words)
        case (code, "on" | "off" as choice):
            at = await pair(company, asker, code)
        case _:
            raise Malformed("this is no choice of ours")
    player = await people.load(company.database, asker.id) or asker.player
    chosen = choice == "on"
    player = await company.tables.likings.choose(player, {**player.settings, WORDS: chosen})
    if chosen:
        await _answer(company, asker, at)
    t = asker.words.t
    panel = await _offered(company, replace(asker, player=player), at)
    said = t("Your own words are allowed.") if chosen else t("Phrases and emotes it is.")
    return replace(panel, said=said)


async def _ask(company: Company, asker: Asker, at: Pair) -> None:
    """Ask the rival, once a table; not whoever said no, or wants to hear nothing of this person."""
    rival = await people.load(company.database, at.rival.player)
    if rival is None or WORDS in rival.settings:
        return
    async with company.database.write() as conn:
        if rival.id in await blocks.unheard_by(conn, asker.id):
            return
        first = await presses.remember(conn, f"words:{at.table.id}:{asker.id}", at.table.id, company.now())
    if first:
        words = phrases(rival.language)
        line = words.t("{name} would like to write to you at the table.", name=isolated(asker.player.name))
        panel = _asked_first(at, words)
        await company.tell(rival.id, replace(panel, lines=(line, *panel.lines)))


async def _answer(company: Company, asker: Asker, at: Pair) -> None:
    """Tell the rival, if they have asked for it and once a table, that their own words come through now."""
    async with company.database.write() as conn:
        asked = await presses.known(conn, f"words:{at.table.id}:{at.rival.player}")
        key = f"allowed:{at.table.id}:{asker.id}"
        first = asked and await presses.remember(conn, key, at.table.id, company.now())
    rival = await people.load(company.database, at.rival.player) if first else None
    if rival:
        t = phrases(rival.language).t
        told = t("{name} allows words of your own now.", name=isolated(asker.player.name))
        talk_tap = Tap(t("💬 Talk"), act("talk", at.table.code), Look.MAIN)
        await company.tell(rival.id, Panel(heading=told, rows=((talk_tap,),)))


async def voice(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Speak aloud, `voice.CODE`, in whichever way the platform has."""
    match arguments:
        case (code,) if parlour := company.parlours.get(asker.platform):
            at = await pair(company, asker, code)
            return await parlour.voice(asker, at.table)
        case _:
            raise Malformed("nobody speaks aloud here")


# --- gifts ----------------------------------------------------------------------------------------------------------


async def offer_gifts(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """The price list: `gifts.CODE`."""
    match arguments:
        case (code,):
            return await _price_list(company, asker, await pair(company, asker, code))
        case _:
            raise Malformed("gifts are given at a table")


async def _price_list(company: Company, asker: Asker, at: Pair) -> Panel:
    """Each button holds how many gifts were given before, so that two taps give one."""
    words, t, code = asker.words, asker.words.t, at.table.code
    async with company.database.read() as conn:
        given = await gifts.given(conn, asker.id, at.table.id)
        pearls = await ledger.balance(conn, asker.id)
    taps = [Tap(_priced(gift, words), act("gift", code, kind, given)) for kind, gift in GIFTS.items()]
    return Panel(
        heading=t("A gift for {name}?", name=isolated(at.rival.called(asker.words))),
        lines=(
            words.n("You have {n} pearl.", "You have {n} pearls.", pearls),
            t("It goes to their shelf, and the pearls to the house."),
        ),
        rows=(tuple(taps[:2]), tuple(taps[2:]), (Tap(t("💬 Phrases"), act("talk", code)),)),
    )


def _priced(gift: Gift, words: Phrases) -> str:
    return f"{gift.sign} {words.t(gift.label)} · {ltr(str(gift.price))}"


async def give(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Give something: `gift.CODE.KIND.N`, where N gifts of theirs lie on this table already."""
    match arguments:
        case (code, kind, number) if kind in GIFTS and number.isdecimal():
            at = await pair(company, asker, code)
        case _:
            raise Malformed("there is no such gift")
    cause = f"gift:{kind}:{at.table.id}:{asker.id}:{number}"

    async def paying(conn: AsyncConnection) -> None:
        await locks.players(conn, [asker.id])
        if await gifts.given(conn, asker.id, at.table.id) != int(number):
            raise _GivenAlready
        if not await persons.accounts(conn, at.rival.player):  # whoever has been forgotten has no shelf
            raise Refused(No.NOBODY_TO_TALK_TO)
        purse = await ledger.player_account(conn, asker.id)
        try:
            await ledger.transfer(conn, cause, purse, ledger.HOUSE, GIFTS[kind].price, company.now())
        except ledger.InsufficientPearls:
            raise Refused(No.TOO_FEW_FOR_GIFT) from None
        await gifts.give(conn, asker.id, at.rival.player, kind, at.table.id, company.now())

    said = ""
    try:
        if await company.talk.say(at.table, asker.id, Kind.GIFT, kind, key=cause, paying=paying):
            said = GIFTS[kind].sign
    except _GivenAlready:
        pass  # an older price list, or a second tap on this one: the new list is the answer
    return replace(await _price_list(company, asker, at), said=said)


class _GivenAlready(Exception):
    """A gift of this number lies there already."""
