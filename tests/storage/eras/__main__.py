"""A database as the code of now fills it: an era, kept in this folder once a newer step of the schema follows.

`python -m tests.storage.eras` writes the one of the newest step; run it before a step is added, so that the test beside
this file can bring real rows up to every later one. The earlier ones were written by the code of their days.
"""

import asyncio
import json
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from bot.intents import Ask, Close, Rematch, Resign, Step, What
from bot.play import Person
from bot.tables import Tables
from bot.telegram.screen import Screen
from rules.ruleset import ClockKind
from storage import (
    bans,
    blocks,
    chats,
    courses,
    errands,
    gifts,
    ledger,
    pictures,
    players,
    reports,
    said,
    screens,
    voices,
    waiting,
)
from storage.bans import BanRow
from storage.database import Database, open_database
from storage.waiting import Choice, WaitingRow
from tests.bot.conftest import T0, Coffeehouse

FOLDER = Path(__file__).parent
PEOPLE = (
    ("علي", "telegram", "1001", "ar", 500),
    ("Sara", "discord", "2002", "en", 400),
    ("उमर", "web", "3f9c2b7d", "hi", 300),
)


async def fill(database: Database) -> None:
    """Three people with pearls; a table of each kind, one of them in mid-turn; and a row of everything else."""
    people = []
    async with database.write() as conn:
        for name, platform, external, language, pearls in PEOPLE:
            row = await players.create(conn, platform, external, name, language, T0)
            people.append(Person(row.id, name))
            account = await ledger.player_account(conn, row.id)
            await ledger.transfer(conn, f"welcome:{row.id}", ledger.HOUSE, account, pearls, T0)
        await players.set_settings(conn, people[0].id, json.dumps({"theme": "dark"}))
    house = Coffeehouse(database, Tables(database), *people)
    staked = {"stake": 25, "clock": ClockKind.DAILY}
    wanting = await house.open("mahbusa", target=5, **staked)
    await house.wish(await house.open("race31"), house.ali, Close())
    running = await house.begin("majlis_sheesh_besh", target=3, **staked)
    for _ in range(5):
        running = await house.play_turn(running)
    while not running.match.game.steps:
        running = await house.play_turn(running)
    step = Step(*running.match.game.steps[0])
    await house.wish(running, house.mover(running), step, stamp=running.stamp, key="telegram:update:77")
    finished = await house.finish(await house.begin("mahbusa", target=1, **staked))
    await house.wish(finished, house.ali, Rematch())
    resigned = await house.play_turn(await house.begin("race31", target=3))
    for intent in (Ask(What.MATCH), Resign(What.MATCH)):
        await house.wish(resigned, house.sara, intent)
    practice = await house.practise("mahbusa", target=1)
    while not practice.is_computer(practice.match.game.to_move):
        practice = await house.play_turn(practice)
    await house.play_turn(await house.begin("race31", target=1, clock=ClockKind.LIVE))
    ali, sara, omar = (person.id for person in people)
    async with database.write() as conn:
        group = Screen(running.id, running.code, "-100200", None, message=17, shown=running.version)
        await screens.place(conn, group.row())
        await screens.place(conn, Screen(wanting.id, wanting.code, "1001", ali, message=18).row())
        await chats.set_settings(conn, "telegram", "-100200", json.dumps({"language": "ar"}))
        await pictures.keep(conn, "telegram", "abc", "AgAC", T0)
        await blocks.block(conn, omar, sara, T0)
        await blocks.mute(conn, ali, sara)
        await said.say(conn, running.id, ali, "phrase", "luck", T0)
        await gifts.give(conn, ali, sara, "tea", finished.id, T0)
        await reports.file(conn, running.id, ali, sara, "rude", "[]", T0)
        await courses.reach(conn, ali, "mahbusa", 3)
        await voices.keep(conn, running.id, "9001", "9002", T0)
        await bans.keep(conn, BanRow("telegram:666", None, "rude", T0))
        await errands.ask(conn, json.dumps({"do": "unban", "subject": "telegram:666"}), T0)
        await waiting.join(conn, WaitingRow(omar, Choice("mahbusa", 5, 0), T0, 1500, "web", ""))


async def main() -> None:
    """Write the newest."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "era.db")
        database = await open_database(f"sqlite:///{file}", now=T0)
        await fill(database)
        await database.close()
        with closing(sqlite3.connect(file)) as conn:
            (step,) = conn.execute("SELECT version_num FROM alembic_version").fetchone()
            (FOLDER / f"{step}.sql").write_text("\n".join(conn.iterdump()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
