"""A small, strict Discord on a loopback port (REST and gateway), and virtual people who use the bot through it.

    async with DiscordServer() as server:
        discord.http.Route.BASE = server.base_url
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(server.gateway_url)
        ...                                                     # start the bot with server.token
        await server.ready()
        ali, sara = server.user("Ali", locale="en-GB"), server.user("Sara", installed=True)
        guild = server.guild("Friends", ali, sara)              # owned by Ali, the bot a member
        room = server.general(guild)                            # also channel(), thread(), private(), ali.dm
        answer = await ali.invokes(room, "/tawla play", preset="mahbusa")
        assert answer.kind == "message" and answer.seconds < 0.3  # or deferred, silence, update, form, choices, failed
        answer = await ali.hears(answer)                        # what was deferred, once it is there
        names = (await ali.types(room, "/tawla play", "preset", "mah")).choices
        answer = await sara.presses(answer.seen, "Roll")        # by label, emoji or custom_id
        await ali.chooses(board, "Arabic", select="language")   # options by label or value
        form = await ali.presses(board, "Options")
        await ali.fills(form, {"Target": "3"})                  # fields by label or custom_id
        await ali.uses(room, "Challenge to tawla", on=sara)     # the menu of a person
        board = ali.sees(room)[-1]                              # text, pictures (bytes, alt), buttons, ephemeral, edits
        board = await ali.awaits(room, lambda seen: seen.labels)
        await server.settles()
        assert not server.violations and not server.refused() and not server.unanswered()

What changes around the bot: `server.deny(room, "attach_files")`, `.allow`, `.empower`, `.delete(room)`,
`.archive(thread, locked=True)`, `.kick(guild)`, `.invite(guild)`, `.outage(guild)`, `.leave(guild, ali)`, `ali.closes_dms()`,
`ali.deletes(board)`, `server.advance(3600)`; `server.limits.lift()` for tests that are not about speed.

What goes wrong is planned by Discord's names of operations: `server.faults.plan(Fault.DROP_AFTER, "create_message")`,
`.at_random(0.05, seed=1)`, `.duplicate()` (the next interaction comes twice), `.stop()`; `server.state.interaction_delay = 2.0`;
`server.gateway.drop()`, `.reconnect()`, `.invalidate()`, `.forget()`, `.deaf = True`.
`server.limits` holds every figure; `server.journal` every request with its time and answer.

What a client would not let a person do raises `Impossible`: that is the test's fault, not the bot's. Stricter than Discord: a
field nobody knows is refused. As there, answers to interactions need no permissions of the bot. discord.py gets ready two
seconds after its last guild unless it is made with a shorter `guild_ready_timeout`.

As a process of its own: `python -m tests.servers.discord --port 8082` (see `control.py` for what it can be told).
"""

from tests.servers.discord.errors import Impossible
from tests.servers.discord.faults import Fault
from tests.servers.discord.forms import Field, Form
from tests.servers.discord.interaction import Interaction
from tests.servers.discord.journal import Call, Journal
from tests.servers.discord.limits import Limits, Window
from tests.servers.discord.people import Answer, Person
from tests.servers.discord.seen import Button, Picture, Seen, Select
from tests.servers.discord.server import TOKEN, DiscordServer
from tests.servers.discord.world import Channel, Guild, Message
from tests.servers.waiting import Unanswered

__all__ = [
    "TOKEN", "Answer", "Button", "Call", "Channel", "DiscordServer", "Fault", "Field", "Form", "Guild", "Impossible",
    "Interaction", "Journal", "Limits", "Message", "Person", "Picture", "Seen", "Select", "Unanswered", "Window",
]  # fmt: skip
