"""Whatever people press, forge and write: a sentence for them, no error of ours, and no change at tables where they do not sit."""

from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.company.acts import follow, perform
from bot.intents import Sit, Start, decode
from bot.play import Person
from rules.errors import Malformed, Refused
from storage import ledger, players
from tests.discord.bot import forged, opened
from tests.fuzz.pieces import FEWER, act, fuzz, kept, nothing_logged, odd, payload, tended
from tests.telegram.bot import code_of
from tests.telegram.test_groups import opened as opened_on_telegram

CODES = ("PLAYED", "WAITS", "PRIVATE", "OVER", "KM7QXR")
"""What stands for the code of a table in an example; examples know no codes of this run."""


@dataclass
class Cafe:
    """Tables at which Eve does not sit, and Eve; once forgotten, she comes back as somebody new."""

    circle: object
    codes: dict[str, str]
    before: list[tuple]
    eve: Person
    numbers: object = field(default_factory=count)

    @property
    def house(self):
        return self.circle.house

    def named(self, text: str) -> str:
        for name, code in self.codes.items():
            text = text.replace(name, code)
        return text

    async def a_minute_later(self) -> None:
        self.house.now += 60_000
        if await tended(self.house.tables, self.house.database, self.house.now):
            self.before = await kept(self.house.database, *self.codes.values())

    async def asker(self, typed: str):
        if self.eve.id in self.house.tables.gone:
            self.eve = await newcomer(self.house, next(self.numbers))
        return await self.circle.asker(self.eve, typed=typed)

    async def unchanged(self) -> bool:
        return await kept(self.house.database, *self.codes.values()) == self.before


async def newcomer(house, number: int) -> Person:
    """Somebody with a few pearls."""
    async with house.database.write() as conn:
        row = await players.create(conn, "test", f"eve{number}", "Eve", "en", house.now)
        account = await ledger.player_account(conn, row.id)
        await ledger.transfer(conn, f"test:{row.id}", ledger.HOUSE, account, 100, house.now)
    return Person(row.id, row.name)


@pytest.fixture
async def cafe(circle):
    house = circle.house
    circle.company.films.workshop.at_once = circle.company.school._workshop.at_once = 0
    made = {
        "OVER": (await house.finish(await house.begin())).code,
        "PLAYED": (await house.play_turn(await house.begin())).code,
        "PRIVATE": (await house.begin(spectators=False)).code,
        "WAITS": (await house.open(key="SECRET")).code,
    }
    eve = await newcomer(house, -1)
    return Cafe(circle, made, await kept(house.database, *made.values()), eve)


@fuzz()
@given(act(CODES), odd, st.booleans())
async def test_acts(cafe, written, typed, linked):
    """At the desk that all platforms share."""
    await cafe.a_minute_later()
    asker = await cafe.asker(typed)
    with nothing_logged(), suppress(Malformed, Refused):
        await (follow if linked else perform)(cafe.circle.company, asker, cafe.named(written))
    assert await cafe.unchanged()


@fuzz()
@given(payload(CODES), st.sampled_from(("none", "stale", "now")))
async def test_presses(cafe, data, stamp):
    """At the door."""
    data = cafe.named(data)
    with suppress(Malformed, Refused):
        press = decode(data)
        table = await cafe.house.tables.get(press.code)
        at = {"none": None, "stale": press.stamp, "now": table.stamp}[stamp]
        reply = await cafe.house.wish(table, cafe.eve, press.intent, stamp=at)
        assert reply.table == table
        assert not reply.repeated
    assert await cafe.unchanged()


@pytest.fixture
async def on_telegram(telegram):
    server, bot = telegram
    ali, eve = server.user("Ali"), server.user("Eve")
    group = server.group("Friends", ali, eve)
    board = await opened_on_telegram(ali, group)
    await bot.settled()
    code = code_of(board)
    return bot, eve, board, code, await kept(bot.database, code)


def sits(data: str) -> bool:
    """Whether it is what somebody at the door may do: sit down or, where both are there, begin."""
    with suppress(Malformed):
        return isinstance(decode(data).intent, Sit | Start)
    return data.endswith(".sit")


@fuzz(FEWER)
@given(payload(("TABLE",)).map(lambda text: text[:64]))
async def test_callbacks_on_telegram(on_telegram, data):
    bot, eve, board, code, before = on_telegram
    data = data.replace("TABLE", code).encode("utf-8", "replace").decode()
    assume(not sits(data))
    with nothing_logged():
        await eve.forges(board, data, patience=60)
    assert await kept(bot.database, code) == before


@fuzz(FEWER)
@given(
    odd.filter(lambda text: text.strip()),
    st.sampled_from(("", "/play ", "/join ", "/start ", "/quick ", "/talk ", "/word ", "/menu ")),
)
async def test_words_on_telegram(on_telegram, typed, command):
    bot, eve, _board, code, before = on_telegram
    with nothing_logged():
        await eve.writes(eve.private, (command + typed).encode("utf-8", "replace").decode())
    assert await kept(bot.database, code) == before


@pytest.fixture
async def on_discord(discord):
    server, bot = discord
    ali, eve = server.user("Ali"), server.user("Eve")
    room = server.general(server.guild("Friends", ali, eve))
    code, board = await opened(bot, ali, room)
    return bot, eve, board, code, await kept(bot.database, code)


def is_heard(data: str) -> bool:
    """Whether Discord's library brings it to us."""
    return data.startswith("~") and not data.startswith(("~=", "~#")) and "\n" not in data


@fuzz(FEWER)
@given(payload(("TABLE",)).filter(is_heard).map(lambda text: text[:100]))
async def test_custom_ids_on_discord(on_discord, data):
    bot, eve, board, code, before = on_discord
    data = data.replace("TABLE", code).encode("utf-8", "replace").decode()
    assume(not sits(data))
    with nothing_logged():
        answer = await eve.presses(forged(board, data), "x")
    assert answer.kind != "failed"
    assert await kept(bot.database, code) == before
