"""Speaking aloud on Telegram: groups have voice chats of their own, which no bot can open."""

from bot.company.desk import Asker
from bot.company.panel import Panel, Tap, act
from bot.table import Table


class Voices:
    """Points to what Telegram has."""

    async def voice(self, asker: Asker, table: Table) -> Panel:
        """How to speak to each other in a group, or where there is none."""
        t = asker.words.t
        lines = (
            t("This group has a voice chat of its own: open the group's page and choose Video Chat."),
            t("Only its administrators can start one; everybody may then join from the bar at the top."),
        )
        alone = (
            t("In private chats there is only Telegram's own call to somebody."),
            t("In a group of yours the voice chat is open to everybody: play there with /board."),
        )
        back = Tap(t("💬 Phrases"), act("talk", table.code))
        return Panel(heading=t("🎙 Voice"), lines=lines if asker.chat else alone, rows=((back,),))
