"""Commands of a host: to run the house, to invite it, and to keep order in it."""

import argparse
import asyncio
import json

from bot import closing, errands, logs, reporting, running
from bot.bans import MAX_WHY, ban_line, read_subject
from bot.commands.common import CannotDo, complain, say, settings_told, with_database
from bot.config import read_settings
from bot.discord import invite
from bot.discord.adapter import WrongToken
from bot.discord.errors import REFUSALS
from bot.limits import DAY_MS
from bot.names import clean_line, read_code
from bot.platforms import CannotStart
from bot.tables import Tables
from rules.errors import Malformed
from storage import bans as kept_out
from storage import players, results
from storage import reports as complaints
from storage.bans import BanRow
from storage.database import Database, Unusable


def run(_: argparse.Namespace) -> int:
    """Run every platform until told to stop."""
    settings = settings_told()
    for secret in settings.secrets:
        logs.hide(secret)
    logs.begin(settings.log, as_json=settings.log_format == "json")
    try:
        code = asyncio.run(running.run(settings))
    except CannotStart as error:
        raise CannotDo(str(error)) from None
    closing.leave(code)


def invite_links(_: argparse.Namespace) -> int:
    """Print the links by which people add the bot on Discord."""
    settings = settings_told()
    token = settings.discord_token
    if token is None:
        raise CannotDo("MAJLIS_DISCORD_TOKEN is not set; docs/discord.md says where it comes from")
    try:
        found = asyncio.run(invite.application(token.get_secret_value(), settings.discord_api))
    except WrongToken:
        raise CannotDo("Discord does not know MAJLIS_DISCORD_TOKEN") from None
    except REFUSALS as error:
        raise CannotDo(f"Discord cannot be reached ({type(error).__name__})") from None
    for purpose, link in invite.links(found):
        say(f"{purpose}:", f"  {link}")
    return 0


def ban(arguments: argparse.Namespace) -> int:
    """Keep somebody, or a group, out."""
    until = running.now_ms() + arguments.days * DAY_MS if arguments.days else None
    why = clean_line(arguments.why, MAX_WHY)
    return _errand({"do": "ban", "subject": _subject(arguments.subject), "until": until, "why": why})


def unban(arguments: argparse.Namespace) -> int:
    """Let somebody in again; 1 where they were not kept out."""
    return _errand({"do": "unban", "subject": _subject(arguments.subject)})


def close(arguments: argparse.Namespace) -> int:
    """Close a table; 1 where it cannot be."""
    return _errand({"do": "close", "code": read_code(arguments.code), "refund": arguments.refund})


def _subject(text: str) -> str:
    try:
        return read_subject(text)
    except Malformed as error:
        raise CannotDo(str(error)) from None


def _errand(errand: errands.Errand) -> int:
    """Let the running program do it; where none runs, do it here."""

    async def work(database: Database) -> errands.Answer | None:
        try:
            await database.hold(alone=True)
        except Unusable:
            return await errands.sent(database, errand, running.now_ms())
        settings = read_settings()
        tables = Tables(database, limits=settings.limits, caps=settings.caps)
        return await errands.Errands(database, tables, running.now_ms).do(errand)

    answer = with_database(work)
    if answer is None:
        raise CannotDo("Majlis is running and has not answered yet; it does so when it can")
    if not answer.ok:
        complain(answer.said)
        return 1
    say(answer.said)
    return 0


def bans(_: argparse.Namespace) -> int:
    """List who is kept out."""

    async def work(database: Database) -> list[BanRow]:
        async with database.read() as conn:
            return await kept_out.everybody(conn)

    now = running.now_ms()
    standing = [row for row in with_database(work) if row.until is None or row.until > now]
    say(*(ban_line(row) for row in standing) if standing else ("nobody is kept out",))
    return 0


def report(arguments: argparse.Namespace) -> int:
    """Say what to look at: one-sided pairs, quick resignations, and what people reported."""
    since = running.now_ms() - arguments.days * DAY_MS

    async def work(database: Database) -> str:
        async with database.read() as conn:
            found = reporting.suspicions(await results.since(conn, since))
            told = await complaints.newest(conn, since=since)
            names = await players.names(conn, {player for one in found for player in one.players})
        if arguments.json:
            return json.dumps(reporting.as_json(found, told), ensure_ascii=False)
        return "\n".join(reporting.lines(found, told, names))

    say(with_database(work))
    return 0
