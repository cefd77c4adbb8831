"""One table, two platforms: a player on Telegram against a player on Discord."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.company.phrasebook import Kind, clean_words
from bot.table import Stage, Table
from rules import record
from tests.discord import bot as discord_bot
from tests.running import program as programs
from tests.running.program import PATIENCE_S
from tests.servers.discord import Channel, DiscordServer
from tests.servers.discord import Person as DiscordPerson
from tests.servers.telegram import Limits, TelegramServer
from tests.servers.telegram import Person as TelegramPerson
from tests.telegram import bot as telegram_bot
from tests.telegram.test_friends import invites
from tests.telegram.test_program import Program, stored

EACH = 40
"""Presses between two restarts."""


@dataclass
class Both:
    """Both servers, Ali on Telegram and Sara on Discord."""

    telegram: TelegramServer
    discord: DiscordServer
    ali: TelegramPerson
    sara: DiscordPerson
    room: Channel

    async def press(self, table: Table, players: tuple[int, int]) -> bool:
        """Whoever is to move presses what takes the match further, once their newest board offers it."""
        game = table.match.game
        if table.match.between or game.to_move is None:
            return False
        if table.seats[game.to_move].player == players[0]:
            boards = [seen for seen in self.ali.sees(self.ali.private) if seen.photo][-1:]
            data = telegram_bot.moves(boards[0]) if boards else []
            if not of_now(data, table):
                return False
            await self.ali.taps(boards[0], telegram_bot.wants_more(data), patience=PATIENCE_S)
            return True
        board = discord_bot.latest(self.sara, self.room, table.code)
        ids = discord_bot.moves(board) if board else []
        if not of_now(ids, table):
            return False
        answer = await self.sara.presses(board, discord_bot.wants_more(ids))
        return answer.kind != "failed"


def of_now(data: list[str], table: Table) -> bool:
    """Whether buttons show the table as it is."""
    return bool(data) and int(data[0].split(":")[1], 36) == table.stamp


@pytest.fixture
async def both(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Both]:
    discord_bot.at_once(monkeypatch)
    wide = Limits(
        group_per_minute=10**9, private_per_second=10.0**9, private_burst=10**9, overall_per_second=10**9
    )
    async with TelegramServer(limits=wide) as telegram, DiscordServer() as discord:
        discord.limits.lift()
        ali, sara = telegram.user("Ali"), discord.user("Sara")
        yield Both(telegram, discord, ali, sara, discord.general(discord.guild("Friends", sara)))
        assert not discord.violations


@asynccontextmanager
async def running(both: Both, database: str) -> AsyncIterator[telegram_bot.Bot]:
    """Both adapters at the same tables, in one process."""
    async with (
        telegram_bot.running(both.telegram, database=database) as bot,
        discord_bot.connected(both.discord, bot.database, bot.tables, company=bot.telegram.company) as other,
    ):
        bot.beside = other
        yield bot


async def joined(both: Both, preset: str) -> str:
    """Ali invites on Telegram, Sara joins on Discord."""
    code, _ = await invites(both.ali, preset)
    answer = await both.sara.invokes(both.room, "/tawla join", code=code)
    board = (await both.sara.hears(answer, patience=PATIENCE_S)).seen
    assert code in board.text
    assert "Ali" in board.alt
    return code


@pytest.mark.parametrize("preset", telegram_bot.GAMES)
async def test_a_whole_match_over_restarts(both: Both, tmp_path: Path, preset: str):
    database = f"sqlite:///{tmp_path}/majlis.db"
    async with running(both, database) as bot:
        code = await joined(both, preset)
        players = (await bot.player(both.ali), await bot.beside.player(both.sara))
        table = await bot.tables.get(code)
    while table.stage is not Stage.FINISHED:
        async with running(both, database) as bot, asyncio.timeout(PATIENCE_S):
            done = 0
            while done < EACH and table.stage is not Stage.FINISHED:
                table = await bot.tables.get(code)
                if table.stage is Stage.PLAYING:
                    done += await both.press(table, players)
                await asyncio.sleep(0.003)
            await bot.settled()
            await bot.beside.settled()
            if table.stage is Stage.FINISHED:
                assert await bot.books_are_right()
                pearls = [await bot.pearls(both.ali), await bot.beside.pearls(both.sara)]
                assert sorted(pearls) == [5, 25]
    assert [seen for seen in both.ali.sees(both.ali.private) if table.seed in seen.text]
    assert [seen for seen in both.sara.sees(both.room) if table.seed in seen.text]


async def test_what_one_says_the_other_hears(both: Both, tmp_path: Path):
    async with running(both, f"sqlite:///{tmp_path}/majlis.db") as bot:
        code = await joined(both, "mahbusa")
        await bot.beside.discord.desk.chats.change(str(both.room.guild.id), language="hi")
        board = await both.ali.awaits(both.ali.private, lambda seen: "💬 Talk" in seen.labels)
        await both.ali.taps(board, "💬 Talk")
        panel = await both.ali.awaits(both.ali.private, lambda seen: "Good luck!" in seen.labels)
        await both.ali.taps(panel, "Good luck!")
        heard = await both.sara.awaits(both.room, "शुभकामनाएँ!")
        assert heard.pictures
        table, sara = await bot.tables.get(code), await bot.beside.player(both.sara)
        await bot.telegram.company.talk.say(
            table, sara, Kind.WORDS, clean_words("**hi** @everyone discord.gg/evil"), key="1"
        )
        again = await both.ali.awaits(both.ali.private, lambda seen: seen.photo and "**hi**" in seen.text)
        assert again.id == board.id
        hers = await both.sara.awaits(both.room, "hi")
        assert hers.id == heard.id
        for lead in ("@everyone", "discord.gg/", " **hi**"):
            assert lead not in hers.text
        await bot.beside.settled()


@pytest.mark.sqlite
async def test_killed_in_mid_turn(both: Both, tmp_path: Path):
    """The program as it is run, at real speed, so only a few turns."""
    program = Program(
        tmp_path / "majlis.db",
        both.telegram,
        MAJLIS_DISCORD_TOKEN=both.discord.token,
        MAJLIS_DISCORD_API=both.discord.base_url,
    )
    await program.start()
    await both.discord.ready()
    async with asyncio.timeout(PATIENCE_S):
        while "tawla" not in both.discord.commands:  # noqa: ASYNC110 what is waited for has no event to set
            await asyncio.sleep(0.02)
    code = await joined(both, "mahbooseh")
    pressed = 0
    async with asyncio.timeout(PATIENCE_S):
        while pressed < 10:
            table, _, _ = await stored(program.database, code)
            if not await both.press(table, players_of(table)):
                await asyncio.sleep(0.05)
                continue
            pressed += 1
            if pressed in (3, 6):
                await program.kill()
                both.discord.gateway.forget()
                await program.start()
                await both.discord.ready()
    for button in ("Resign", "Yes, give up the game"):
        board = await both.sara.awaits(
            both.room, lambda seen, button=button: button in seen.labels, patience=PATIENCE_S
        )
        await both.sara.presses(board, button)
    await both.sara.awaits(both.room, "🔑", patience=PATIENCE_S)
    await both.ali.awaits(both.ali.private, "🔑", patience=PATIENCE_S)
    assert await program.stop() == 0
    table, log, sound = await stored(program.database, code)
    assert table.stage is Stage.FINISHED
    assert sound
    assert record.replay(table.setup.ruleset, [json.loads(entry) for entry in log]) == table.match
    written = program.log.read_bytes() + program.database.read_bytes()
    assert both.discord.token.encode() not in written
    assert both.telegram.token.encode() not in written


def players_of(table: Table) -> tuple[int, int]:
    """Ali's player and Sara's."""
    by_name = {at.name: at.player for at in table.seats}
    return by_name["Ali"], by_name["Sara"]


async def test_a_wrong_token_of_discords_is_one_line(both: Both, tmp_path: Path):
    environment = programs.environment(tmp_path / "majlis.db") | {
        "MAJLIS_DISCORD_TOKEN": "wrong",
        "MAJLIS_DISCORD_API": both.discord.base_url,
    }
    for command in ("run", "invite-links"):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", command, cwd=programs.HOME, env=environment,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        _, said = await asyncio.wait_for(process.communicate(), PATIENCE_S)
        assert process.returncode == 2
        [line] = said.decode().splitlines()
        assert line.startswith("majlis: Discord does not know MAJLIS_DISCORD_TOKEN")


async def test_the_invite_links_are_printed(both: Both, tmp_path: Path):
    environment = programs.environment(tmp_path / "majlis.db") | {
        "MAJLIS_DISCORD_TOKEN": both.discord.token,
        "MAJLIS_DISCORD_API": both.discord.base_url,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "invite-links", cwd=programs.HOME, env=environment,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    told, said = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    assert process.returncode == 0, said
    links = [line.strip() for line in told.decode().splitlines() if "https://" in line]
    assert len(links) == 2
    assert all(f"client_id={both.discord.application_id}" in link for link in links)
