"""One's data, and being forgotten, on Discord."""

import pytest

from bot.company import forgetting
from bot.errands import Errands
from tests.discord.bot import Bot, said
from tests.servers.discord import DiscordServer


async def test_somebody_is_forgotten_even_where_they_are_kept_out(
    server: DiscordServer, bot: Bot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(forgetting, "EARLIEST_S", 0)
    ali = server.user("Ali", installed=True)
    await ali.hears(await ali.invokes(ali.dm, "/tawla pearls"))
    player = await bot.player(ali)
    errands = Errands(bot.database, bot.tables, bot.discord.desk.now)
    await errands.do({"do": "ban", "subject": f"player:{player}", "until": None, "why": "rude"})
    file = (await ali.hears(await ali.invokes(ali.dm, "/tawla export"))).seen
    assert "All that is kept of you" in file.text
    panel = (await ali.hears(await ali.invokes(ali.dm, "/tawla forget"))).seen
    last = (await ali.presses(panel, "Forget me")).seen
    assert "You are forgotten." in (await ali.presses(last, "Yes, forget me")).seen.text
    assert await bot.discord.desk.find(ali.id) is None
    assert "does not let you play any more" in said(await ali.invokes(ali.dm, "/tawla play", game="mahbusa"))
