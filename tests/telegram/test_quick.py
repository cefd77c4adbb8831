"""Two people who have never met find each other on Telegram, each from their own chat."""

from bot.table import Stage
from tests.servers.telegram import TelegramServer
from tests.telegram.bot import Bot


async def test_two_strangers_find_each_other(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    await ali.writes(ali.private, "/quick mahbusa 1")
    await ali.taps(await ali.awaits(ali.private, "For how many pearls?"), "For nothing")
    await ali.awaits(ali.private, "Looking for a rival…")
    await sara.writes(sara.private, "/quick")
    busy = await sara.awaits(sara.private, "Against whoever waits for the same")
    await sara.taps(busy, next(label for label in busy.labels if label.endswith("1 waits")))
    await ali.awaits(ali.private, lambda seen: seen.photo is not None)
    await sara.awaits(sara.private, lambda seen: seen.photo is not None)
    players = {await bot.player(ali), await bot.player(sara)}
    table = next(table for table in bot.tables._kept.values() if table.table and table.table.queued).table
    assert {at.player for at in table.seats} == players
    assert table.stage in {Stage.OPEN, Stage.PLAYING}
