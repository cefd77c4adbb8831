"""Whom the host keeps out is told so, and plays no more; a whole server likewise."""

from bot.errands import Errands
from tests.discord.bot import Bot, said
from tests.servers.discord import DiscordServer


async def test_a_person_or_a_server_kept_out_is_told_so(server: DiscordServer, bot: Bot):
    ali = server.user("Ali", installed=True)
    errands = Errands(bot.database, bot.tables, bot.discord.desk.now)
    subject = f"discord:{ali.id}"
    assert (await errands.do({"do": "ban", "subject": subject, "until": None, "why": "rude"})).ok
    before = await bot.number_of_tables()
    answer = await ali.invokes(ali.dm, "/tawla play", game="mahbusa")
    assert "does not let you play any more" in said(answer)
    assert await bot.number_of_tables() == before
    assert (await errands.do({"do": "unban", "subject": subject})).ok
    answer = await ali.invokes(ali.dm, "/tawla pearls")
    assert "does not let you" not in said(answer)
