"""What each command of `majlis` does; every one gives its exit code."""

import argparse
import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from bot import analysing, archive, drawing, errands, reporting, running, tools
from bot.bans import MAX_WHY, ban_line, read_subject
from bot.computer import jit, thinking
from bot.computer.best import best_line
from bot.config import Settings, read_settings
from bot.discord import invite
from bot.discord.adapter import WrongToken
from bot.discord.errors import REFUSALS
from bot.limits import DAY_MS
from bot.names import clean_line, read_code
from bot.phrases import phrases
from bot.picture import Style
from bot.tables import Tables
from render.scene import WIDTH, Digits, Home, Theme
from rules.errors import Malformed
from storage import bans as kept_out
from storage import ledger as books
from storage import players, results
from storage import reports as complaints
from storage.bans import BanRow
from storage.database import Database, Unusable, open_database
from storage.database import backup as copy

Found = TypeVar("Found")

BENCHES = ("rules", "computer", "render", "storage", "press", "telegram", "discord")


class CannotDo(Exception):
    """A command that cannot be carried out; the message is one line for whoever typed it."""


def say(*lines: str) -> None:
    """Print lines at once, whether or not somebody reads them as they come."""
    for line in lines:
        print(line, flush=True)  # noqa: T201 a command line answers by printing


def run(_: argparse.Namespace) -> int:
    """Run every platform until told to stop."""
    try:
        asyncio.run(running.run(read_settings()))
    except running.CannotStart as error:
        raise CannotDo(str(error)) from None
    return 0


def invite_links(_: argparse.Namespace) -> int:
    """Print the links by which people add the bot on Discord."""
    settings = read_settings()
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


def turns(_: argparse.Namespace) -> int:
    """Answer positions line by line."""
    return _line_by_line(tools.turns_line)


def best(_: argparse.Namespace) -> int:
    """Answer positions line by line with the computer's turn."""
    _prepare_to_think()
    return _line_by_line(best_line)


def _prepare_to_think() -> None:
    """Compile the computer before the first question; who waits for it is told."""
    if not jit.kept():
        print("Compiling the computer, once: half a minute.", file=sys.stderr, flush=True)  # noqa: T201 for who waits
    thinking.compile_now()


def _line_by_line(answer: Callable[[str], str]) -> int:
    # Bytes that are no text are somebody's malformed line, not the end of the stream.
    for line in sys.stdin.buffer:
        say(answer(line.decode("utf-8", "replace")))
    return 0


def verify(arguments: argparse.Namespace) -> int:
    """Check an exported match; 1 where something is wrong with it."""
    found = tools.verify(_read(arguments.file))
    if found.unreadable:
        raise CannotDo(f"{arguments.file} is no exported match: {found.lines()[0]}")
    say(*found.lines())
    return 0 if found.ok else 1


def _read(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise CannotDo(f"{file} cannot be read ({why})") from None


def export(arguments: argparse.Namespace) -> int:
    """Print a match as JSON, or as `.mat`; an exported file can become one too."""
    try:
        if arguments.mat and Path(arguments.match).is_file():
            say(archive.file_as_mat(_read(arguments.match)).rstrip("\n"))
        else:
            say(_with_database(partial(_exported, read_code(arguments.match), mat=arguments.mat)))
    except Malformed as error:
        raise CannotDo(str(error)) from None
    return 0


async def _exported(code: str, database: Database, *, mat: bool) -> str:
    kept = await archive.kept(database, code)
    return archive.as_mat(kept).rstrip("\n") if mat else json.dumps(archive.as_json(kept), ensure_ascii=False)


def backup(arguments: argparse.Namespace) -> int:
    """Copy the database while the program runs."""

    async def work(database: Database) -> None:
        await copy(database, Path(arguments.file))

    _with_database(work)
    say(f"backed up to {arguments.file}")
    return 0


def draw(arguments: argparse.Namespace) -> int:
    """Draw one picture from the options, a moving one from a match, or a picture for each line on standard input."""
    asked = {
        name: value for name, value in vars(arguments).items() if name != "command" and value is not None
    }
    try:
        if arguments.replay:
            style = Style(
                theme=Theme(arguments.theme or Theme.WOOD),
                home=Home(arguments.home or Home.BOTTOM_RIGHT),
                digits=Digits(arguments.digits or Digits.LATIN),
                width=arguments.width or WIDTH,
            )
            out = Path(arguments.out or "replay.gif")
            count = drawing.draw_replay(_read(arguments.replay), out, arguments.language or "en", style)
            say(json.dumps({"file": str(out), "frames": count}))
        elif arguments.position:
            say(json.dumps(drawing.draw({"out": "board.png", **asked})))
        else:
            return _line_by_line(drawing.draw_line)
    except ValueError as error:
        raise CannotDo(str(error)) from None
    return 0


def analyse(arguments: argparse.Namespace) -> int:
    """Tell what there is to learn from an exported match, and draw it where a folder is given."""
    words, text = phrases(arguments.language), _read(arguments.file)
    _prepare_to_think()
    progress = _progress if arguments.plies > 1 else None
    try:
        made = analysing.analyse(text, arguments.plies, words, progress)
        written = analysing.write(made, Path(arguments.out)) if arguments.out else ()
    except Malformed as error:
        raise CannotDo(str(error)) from None
    say(*analysing.told(made), *map(str, written))
    return 0


def _progress(done: int, total: int) -> None:
    """Count the turns on standard error: one line that changes, or in a file a line for each tenth."""
    seen = sys.stderr.isatty()
    if seen or done == total or done * 10 // total > (done - 1) * 10 // total:
        end = "\r" if seen and done < total else "\n"
        print(f"{done} of {total} turns", end=end, file=sys.stderr, flush=True)  # noqa: T201 for who waits


def ledger(_: argparse.Namespace) -> int:
    """Prove the books; 1 where a sum or a balance is wrong."""

    async def work(database: Database) -> books.Audit:
        async with database.read() as conn:
            return await books.audit(conn)

    audit = _with_database(work)
    say(
        f"{audit.accounts} accounts, {audit.transfers} transfers, {audit.circulating} pearls with players and tables"
    )
    say(
        *(
            f"{found.fault}: {found.id}: {found.expected} expected, {found.found} found"
            for found in audit.findings
        )
    )
    say("the books are right" if audit.sound else "the books are WRONG")
    return 0 if audit.sound else 1


def _with_database(work: Callable[[Database], Awaitable[Found]]) -> Found:
    settings: Settings = read_settings()

    async def opened() -> Found:
        database = await open_database(settings.database, now=running.now_ms(), create=False)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(opened())


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
            database.hold_alone()
        except Unusable:
            return await errands.sent(database, errand, running.now_ms())
        settings = read_settings()
        tables = Tables(database, limits=settings.limits, caps=settings.caps)
        return await errands.Errands(database, tables, running.now_ms).do(errand)

    answer = _with_database(work)
    if answer is None:
        raise CannotDo("Majlis is running and has not answered yet; it does so when it can")
    say(answer.said)
    return 0 if answer.ok else 1


def bans(_: argparse.Namespace) -> int:
    """List who is kept out."""

    async def work(database: Database) -> list[BanRow]:
        async with database.read() as conn:
            return await kept_out.everybody(conn)

    now = running.now_ms()
    standing = [row for row in _with_database(work) if row.until is None or row.until > now]
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

    say(_with_database(work))
    return 0


def bench(arguments: argparse.Namespace) -> int:
    """Run the benchmarks, each in a process of its own, and print their figures as one JSON object."""
    home = Path(__file__).parent.parent
    if not (home / "tests" / "bench").is_dir():
        raise CannotDo("the benchmarks live in Majlis's repository; run this from a checkout")
    unknown = [name for name in arguments.only if name not in BENCHES]
    if unknown:
        raise CannotDo(f"{unknown[0]!r} is no benchmark; there are {', '.join(BENCHES)}")
    figures = {}
    for name in arguments.only or BENCHES:
        done = subprocess.run(  # noqa: S603 our own modules, no shell
            [sys.executable, "-m", f"tests.bench.{name}"],
            cwd=home,
            capture_output=True,
            text=True,
            check=False,
        )
        figures[name] = json.loads(done.stdout) if done.returncode == 0 else {"failed": done.stderr[-500:]}
    say(json.dumps(figures, indent=1))
    return 1 if any("failed" in figure for figure in figures.values()) else 0
