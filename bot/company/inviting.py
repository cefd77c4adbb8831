"""Bringing a friend: an invitation with all its doors, and watching a game that somebody else plays."""

from urllib.parse import quote

from bot import cards, customs, lobby, people, tastes
from bot.buttons import Look
from bot.company.desk import Asker, Company
from bot.company.panel import Link, Panel, Rows, Shown, Tap, act
from bot.intents import Close, Sit
from bot.names import code_and_key, in_groups, read_code
from bot.phrases import Phrases, ltr, phrases
from bot.refusals import refusal
from bot.sentences import Telling, headline, title
from bot.table import No, Table
from rules.errors import Malformed
from storage import presses
from storage.tables import Status

MANY = 20


async def invite(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """`invite`: my invitations that wait; `invite.CODE`: one, to send or to accept; with `.withdraw` or `.sit`: do it."""
    match arguments:
        case ():
            return await _waiting(company, asker)
        case (code,):
            return await _invitation(company, asker, code)
        case (code, "withdraw"):
            return await _withdrawn(company, asker, code)
        case (code, "sit"):
            return await _seated(company, asker, code)
    raise Malformed("this is no button of ours")


async def watch(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """`watch.CODE`: the game, where one sees it alone. Raises Refused where there is nothing to see."""
    match arguments:
        case (code,):
            return await _watched(company, asker, code)
    raise Malformed("this is no button of ours")


async def call(company: Company, table: Table) -> bool:
    """Tell the player for whom a seat is kept, once and wherever they can be reached."""
    async with company.database.write() as conn:
        if not await presses.remember(conn, f"called:{table.id}", table.id, company.now()):
            return False
    guest = await people.load(company.database, table.setup.guest)
    return guest is not None and await company.tell(
        guest.id, _offer(table, table.code, phrases(guest.language))
    )


async def _waiting(company: Company, asker: Asker) -> Panel:
    t = asker.words.t
    mine = await lobby.tables_of(company.database, asker.id, MANY, (Status.OPEN,))
    waiting = [table for table in mine if table.invites and table.host == asker.id]
    if not waiting:
        return Panel(heading=t("None of your invitations waits."))
    rows = tuple(
        (Tap(f"{_title(table, asker)} · {table.code}", act("invite", table.code)),) for table in waiting
    )
    return Panel(heading=t("Your invitations"), rows=rows)


async def _invitation(company: Company, asker: Asker, code: str) -> Panel:
    """For the host everything a friend may need; for others the seat, or the game that is being played there."""
    table = await company.tables.sought(code_and_key(read_code(code))[0], asker.id, company.now())
    if not table.invites:
        return await _watched(company, asker, table.code)
    if table.host != asker.id:
        return _offer(table, code, asker.words)
    t = asker.words.t
    # A key is for one person's eyes; in company the code alone is shown, with which one may watch.
    whole = table.code if asker.chat else table.invitation
    page = f"{company.page}/j/{whole}" if company.page else ""
    telegram = company.doors["telegram"](f"join_{whole}") if "telegram" in company.doors else ""
    link = page or telegram
    lines = [
        _title(table, asker),
        t("Code: {code}", code=ltr(in_groups(whole))),
        t("On Discord: {command}", command=ltr(f"/tawla join {in_groups(whole)}")),
    ]
    if link:
        lines.append(t("Send this link to a friend: {link}", link=ltr(link)))
    lines.append(t("It waits until somebody comes, or closes by itself after a while and gives stakes back."))
    shown = Shown(
        cards.invitation(table, link or table.code, asker.words, tastes.style(asker.player.settings)),
        lines[0],
    )
    return Panel(
        heading=t("Invite a friend"),
        lines=tuple(lines),
        rows=_doors(table, asker, link, telegram, page),
        shown=shown,
    )


def _doors(table: Table, asker: Asker, link: str, telegram: str, page: str) -> Rows:
    t = asker.words.t
    sends = []
    if telegram:
        text = quote(t("Play tawla with me!"))
        sends.append(
            Link(t("Send on Telegram"), f"https://t.me/share/url?url={quote(link, safe='')}&text={text}")
        )
    if page:
        sends.append(Link(t("Send on WhatsApp"), f"https://wa.me/?text={quote(link, safe='')}"))
    withdraw = Tap(t("Withdraw the invitation"), act("invite", table.code, "withdraw"), Look.DANGER)
    return tuple(row for row in (tuple(sends), (withdraw,)) if row)


def _offer(table: Table, code: str, words: Phrases) -> Panel:
    """What somebody sees who may take the seat; `code` has the key with it where there is one."""
    t, setup = words.t, table.setup
    told = Telling(table, None, words, personal=False)
    lines = [title(told)]
    lines += [
        t("{option}: {value}", option=option, value=value)
        for option, value in customs.changed(setup.preset, setup.ruleset, words)
    ]
    if setup.stake:
        lines.append(words.n("Stake: {n} pearl each.", "Stake: {n} pearls each.", setup.stake))
    sit = Tap(t("Take the other seat"), act("invite", code, "sit"), Look.MAIN)
    return Panel(heading=headline(told), lines=tuple(lines), rows=((sit,),))


async def _withdrawn(company: Company, asker: Asker, code: str) -> Panel:
    reply = await company.tables.handle(code, asker.person, Close(), now=company.now(), key=asker.key)
    if reply.refused:
        return Panel(
            said=refusal(No.NOT_HOST if reply.refused == No.SPECTATOR else reply.refused, asker.words)
        )
    return Panel(
        heading=asker.words.t("This invitation has been withdrawn."), lines=(_title(reply.table, asker),)
    )


async def _seated(company: Company, asker: Asker, typed: str) -> Panel:
    code, key = code_and_key(read_code(typed))
    reply = await company.tables.handle(code, asker.person, Sit(key=key), now=company.now(), key=asker.key)
    if reply.refused and reply.refused != No.ALREADY_SEATED:
        return Panel(said=refusal(reply.refused, asker.words))
    return Panel(table=code)


async def _watched(company: Company, asker: Asker, typed: str) -> Panel:
    """In company the board goes to one's own chat: the one that stands there is the players'."""
    t = asker.words.t
    table = await lobby.to_watch(company.tables, typed, asker.id, company.now())
    if asker.chat is None:
        company.audience.changed(table.code)
        return Panel(table=table.code)
    if await company.seat(asker.id, table):
        company.audience.changed(table.code)
        return Panel(said=t("The board is in your own chat with me."))
    return Panel(
        heading=t("Watch the game"),
        lines=(t("I may not write to you yet: open my chat, or look here."),),
        rows=_elsewhere(company, asker, table),
    )


def _elsewhere(company: Company, asker: Asker, table: Table) -> Rows:
    door = company.doors["telegram"](f"watch_{table.code}") if asker.platform == "telegram" else ""
    there = (Link(asker.words.t("Write to me"), door),) if door else ()
    return ((*there, Link(asker.words.t("On the page"), f"/t/{table.code}?watch")),)


def _title(table: Table, asker: Asker) -> str:
    return title(Telling(table, None, asker.words, personal=False))
