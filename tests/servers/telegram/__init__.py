"""A small, strict Bot API server on a loopback port, and virtual people who use the bot through it.

    async with TelegramServer() as server:
        application = (
            ApplicationBuilder().token(server.token)
            .base_url(server.base_url).base_file_url(server.base_file_url).build()
        )
        ...                                                     # start the bot: it polls or sets a webhook
        ali, sara = server.user("Ali", language_code="ar"), server.user("Sara")
        group = server.group("Friends", ali, sara)              # also supergroup(forum=True), channel(), elsewhere()
        await ali.writes(group, "/play")
        invitation = await sara.awaits(group, lambda seen: seen.labels)
        answer = await sara.taps(invitation, "Play")            # by label or by callback data
        assert answer.kind == "toast" and answer.seconds < 0.3  # or "alert", or "silence"
        board = ali.sees(group)[-1]                             # text, photo (bytes), buttons, edits, preview, …
        cards = await ali.inline("mahbusa")
        posted = await ali.chooses(cards.card("Mahbusa"), server.elsewhere())
        await server.settles()                                  # until nothing more comes
        assert not server.refused() and not server.unanswered()

What goes wrong is planned: `server.faults.plan(Fault.DROP_AFTER, "sendPhoto")`, `.at_random(0.05, seed=1)`,
`.duplicate()`, `.shuffle = True`, `.stop()`. `server.limits` holds the figures of flood control; `server.journal` every
call with its time and answer; `server.switches` what BotFather sets (privacy, inline mode, feedback).

As a process of its own: `python -m tests.servers.telegram --port 8081` (see `control.py` for what it can be told).
"""

from tests.servers.telegram.faults import Fault
from tests.servers.telegram.journal import Call, Journal
from tests.servers.telegram.keyboards import Button
from tests.servers.telegram.limits import Limits
from tests.servers.telegram.people import Person
from tests.servers.telegram.seen import Seen
from tests.servers.telegram.server import TOKEN, TelegramServer
from tests.servers.telegram.state import Answer, InlineAnswer
from tests.servers.telegram.world import Chat, Message
from tests.servers.waiting import Unanswered

__all__ = [
    "TOKEN", "Answer", "Button", "Call", "Chat", "Fault", "InlineAnswer", "Journal", "Limits", "Message", "Person",
    "Seen", "TelegramServer", "Unanswered",
]  # fmt: skip
