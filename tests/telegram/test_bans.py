"""Whom the host keeps out is told so, and plays no more."""

from bot.errands import Errands
from tests.servers.telegram import TelegramServer
from tests.telegram.bot import Bot, code_of


async def test_somebody_kept_out_is_told_once_and_their_buttons_do_nothing(server: TelegramServer, bot: Bot):
    ali = server.user("Ali", language_code="en")
    await ali.writes(ali.private, "/play mahbusa 1")
    menu = await ali.awaits(ali.private, "Against whom?")
    await ali.taps(menu, "Computer")
    await ali.taps(await ali.awaits(ali.private, "How well"), "easy")
    board = await ali.awaits(ali.private, lambda seen: "Start" in seen.labels)
    errands = Errands(bot.database, bot.tables, bot.telegram.desk.now)
    done = await errands.do({"do": "ban", "subject": f"telegram:{ali.id}", "until": None, "why": "rude"})
    assert done.ok
    await bot.closed(code_of(board))
    before = await bot.number_of_tables()
    await ali.writes(ali.private, "/play mahbusa 1")
    await ali.awaits(ali.private, "does not let you play any more. The host says: \u2068rude\u2069")
    await ali.writes(ali.private, "/play mahbusa 1")
    await bot.settled()
    assert sum("rude" in seen.text for seen in ali.sees(ali.private)) == 1
    assert await bot.number_of_tables() == before
    assert (await errands.do({"do": "unban", "subject": f"telegram:{ali.id}"})).ok
    await ali.writes(ali.private, "/play mahbusa 1")
    await ali.awaits(ali.private, "Against whom?")
