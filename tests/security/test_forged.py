"""Callbacks and custom ids that no button of ours holds, and buttons of tables where one does not sit."""

import pytest

from bot.intents import (
    Ask,
    Close,
    Confirm,
    GoOn,
    Keep,
    MoreTime,
    Pause,
    PickDie,
    PlayOnly,
    Rematch,
    Resign,
    Roll,
    Start,
    Step,
    Undo,
    What,
    Word,
    encode,
)
from bot.table import No
from storage import tables as stored
from tests.discord.bot import forged, opened
from tests.telegram.bot import code_of
from tests.telegram.test_groups import opened as opened_on_telegram

INTENTS = (
    Word("x"), Start(), Roll(), Step(24, 1), PickDie(1), Undo(), Confirm(), PlayOnly(), Ask(What.MATCH),
    Resign(What.MATCH), Keep(), Rematch(), Close(), Pause(), GoOn(), MoreTime(),
)  # fmt: skip
"""Everything that a player may wish and a stranger may not."""

NONSENSE = (
    "", ":", "~", "~~", "~c", "~c:", "~c:no.such", "~c:" + "a." * 28, "~b:menu.\u0661", "~play:chess", "~play:mahbusa:999",
    "~play:mahbusa:1:computer:god", "~set:theme:<b>", "~language:xx", "~rules:99", "~inline:mahbusa:1:en:forged",
    "{code}", "{code}:0", "{code}:zzzzzzzzz:c", "{code}:0:m26.1", "{code}:0:m1.7", "{code}:0:m1.1.5", "{code}:0:\u0000",
    "{code}:0:c' OR 1=1", "../../etc/passwd", "ZZZZZZ:0:s", "~c:queue.mahbusa.3.999999", "~c:gift.{code}.coffee",
    "~c:invite.{code}.withdraw", "~c:pause.{code}", "~c:say.{code}.hello", "~c:forgetme.x", "~c:unblock.1",
)  # fmt: skip


async def state(database):
    """All tables, the log's length of each and all pearls, as they are kept."""
    async with database.read() as conn:
        rows = await conn.exec_driver_sql("SELECT id, version, status, snapshot, seed, wake_at FROM tables")
        logs = await conn.exec_driver_sql("SELECT count(*) FROM events")
        books = await conn.exec_driver_sql("SELECT count(*), sum(amount) FROM transfers")
        return rows.all(), logs.all(), books.all()


async def test_forged_callbacks_change_nothing_and_break_nothing(telegram, caplog):
    server, bot = telegram
    ali, eve = server.user("Ali"), server.user("Eve")
    group = server.group("Friends", ali, eve)
    board = await opened_on_telegram(ali, group)
    await bot.settled()
    code, before = code_of(board), await state(bot.database)
    wishes = [encode(code, 0, wish) for wish in INTENTS if not isinstance(wish, Word)]
    for data in (*wishes, *(one.format(code=code) for one in NONSENSE)):
        await eve.forges(board, data[:64])
    await bot.settled()
    assert await state(bot.database) == before
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_forged_custom_ids_change_nothing_and_break_nothing(discord, caplog):
    server, bot = discord
    ali, eve = server.user("Ali"), server.user("Eve")
    room = server.general(server.guild("Friends", ali, eve))
    code, board = await opened(bot, ali, room)
    before = await state(bot.database)
    wishes = [encode(code, 0, wish) for wish in INTENTS if not isinstance(wish, Word)]
    heard = (one.format(code=code) for one in NONSENSE if one.startswith(("~c", "~b", "~set", "~rules")))
    for data in (*wishes, *heard, f"{code}:0:ao.majlis_sheesh_besh", f"{code}:zzz:c"):
        answer = await eve.presses(forged(board, data), "x")
        assert answer.kind != "failed", data
    await bot.settled()
    assert await state(bot.database) == before
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("wish", INTENTS, ids=lambda wish: type(wish).__name__)
async def test_a_stranger_moves_nothing_at_other_peoples_tables(coffeehouse, wish):
    table = await coffeehouse.begin()
    async with coffeehouse.database.read() as conn:
        before = await stored.load(conn, table.id)
    reply = await coffeehouse.wish(table, coffeehouse.omar, wish, stamp=table.stamp)
    assert reply.refused is No.SPECTATOR
    async with coffeehouse.database.read() as conn:
        assert await stored.load(conn, table.id) == before
