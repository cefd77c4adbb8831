"""Virtual people: they use commands, press buttons, fill in forms, and see what stands in a channel."""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.servers.discord import asking, invoking
from tests.servers.discord.components import BUTTON, walk
from tests.servers.discord.errors import Impossible
from tests.servers.discord.forms import Form, form_of, picked, submitted
from tests.servers.discord.interaction import Interaction, Kind, Reply
from tests.servers.discord.mentions import mentioned
from tests.servers.discord.permissions import May, permissions
from tests.servers.discord.seen import Seen, seen
from tests.servers.discord.state import State
from tests.servers.discord.world import VOICE, Channel, Content, Message, Role, User
from tests.servers.waiting import in_vain

PATIENCE_S = 120.0
"""How long somebody waits who has reason to: much longer than anything takes, on a busy machine too."""

GLANCE_S = 0.005
_WORDS = {
    Reply.MESSAGE: "message",
    Reply.DEFERRED: "deferred",
    Reply.DEFERRED_UPDATE: "silence",
    Reply.UPDATE: "update",
    Reply.CHOICES: "choices",
    Reply.MODAL: "form",
}


@dataclass(frozen=True)
class Answer:
    """What came of it: "message", "deferred", "silence", "update", "choices", "form"; "failed" without an answer in time.

    "stale" is a component that is there no longer: Discord itself says so, the bot hears nothing.
    """

    kind: str
    seconds: float = 0.0
    seen: Seen | None = None
    form: Form | None = None
    choices: tuple[str, ...] = ()
    interaction: Interaction | None = None

    @property
    def text(self) -> str:
        return self.seen.text if self.seen else ""

    @property
    def ephemeral(self) -> bool:
        return self.seen is not None and self.seen.ephemeral


class Person:
    """One account on Discord."""

    def __init__(self, state: State, user: User) -> None:
        self._state, self.user = state, user
        self.id = user.id

    def __repr__(self) -> str:
        return f"<{self.user.global_name}>"

    @property
    def dm(self) -> Channel:
        """The direct messages with the bot."""
        return self._state.world.dm(self._state.bot, self.user)

    # --- writing ------------------------------------------------------------------------------------------------

    async def writes(self, channel: Channel, text: str) -> Message:
        """Write in a channel; the bot reads it only where it is named or in direct messages."""
        self._demand_present(channel)
        self._demand_voice(channel)
        return self._state.post(
            channel, self.user, Content(text), mentions=mentioned(self._state.world, text)
        )

    async def deletes(self, message: Seen | Message) -> None:
        """Take a message away, one's own or (as a moderator may) the bot's."""
        self._state.remove(_message(message))

    async def dismisses(self, message: Seen) -> None:
        """Send an ephemeral answer away; the bot is told nothing."""
        del message.message.channel.messages[message.id]

    # --- commands -----------------------------------------------------------------------------------------------

    async def invokes(self, channel: Channel, line: str, /, **options: Any) -> Answer:
        """Use `/tawla play` with its options; people, roles and channels are given as such."""
        self._demand_present(channel)
        self._demand_open(channel)
        data = invoking.invoked(self._state, self.user, channel, line, _plain(options))
        return await self._asks(Kind.COMMAND, channel, data, name=line)

    async def types(self, channel: Channel, line: str, option: str, text: str, /, **others: Any) -> Answer:
        """Begin to fill in an option that completes by itself; `choices` are the names offered."""
        self._demand_present(channel)
        values = _plain(others) | {option: text}
        data = invoking.invoked(self._state, self.user, channel, line, values, typing=option)
        return await self._asks(Kind.AUTOCOMPLETE, channel, data, name=line)

    async def uses(self, channel: Channel, name: str, on: "Person") -> Answer:
        """Choose a command in the menu of somebody."""
        self._demand_present(channel)
        self._demand_open(channel)
        data = invoking.used_on(self._state, self.user, channel, name, on.user)
        return await self._asks(Kind.COMMAND, channel, data, name=name)

    # --- components ---------------------------------------------------------------------------------------------

    async def presses(self, message: Seen | Message, wanted: str) -> Answer:
        """Press the button of that label, emoji or custom_id; buttons of a Seen may be out of date."""
        view = self._view(message)
        button = view.button(wanted)
        if button.disabled or not button.custom_id:
            raise Impossible(f"{button} cannot be pressed")
        return await self._touches(view, button.custom_id, lambda _: {"component_type": BUTTON})

    async def chooses(self, message: Seen | Message, *wanted: Any, select: str = "") -> Answer:
        """Choose options by label or value (or people, roles, channels) in the select of that custom_id or placeholder."""
        view = self._view(message)
        menu = view.select(select)
        if menu.disabled:
            raise Impossible(f"{menu} is disabled")
        [item] = [item for _, item in walk(view.components) if item.get("custom_id") == menu.custom_id]
        resolved: dict[str, Any] = {}
        values = picked(item, list(map(_own, wanted)), view.message.channel, resolved)
        data = {"component_type": item["type"], "values": values} | (
            {"resolved": resolved} if resolved else {}
        )
        return await self._touches(view, menu.custom_id, lambda _: data)

    async def submits(self, form: Answer | Form, /, **values: Any) -> Answer:
        """Submit the form; fields are named by label or custom_id (see `fills` for names that are no Python)."""
        return await self.fills(form, values)

    async def fills(self, form: Answer | Form, values: dict[str, Any]) -> Answer:
        """Submit the form with these values by label or custom_id; the rest stays as it was."""
        opened = form.form if isinstance(form, Answer) else form
        if opened is None:
            raise Impossible(f"there is no form in {form}")
        before = opened.interaction
        data = submitted(opened, _plain(values))
        return await self._asks(Kind.MODAL, before.channel, data, message=before.message, name=opened.title)

    async def _touches(self, view: Seen, custom_id: str, told: Callable[[Any], dict[str, Any]]) -> Answer:
        message = view.message
        now = {item.get("custom_id"): item for _, item in walk(message.content.components)}
        if (
            message.id not in message.channel.messages
            or custom_id not in now
            or now[custom_id].get("disabled")
        ):
            return Answer("stale")
        self._demand_open(message.channel, component=True)
        item = now[custom_id]
        data = {"custom_id": custom_id, "id": item["id"]} | told(item)
        return await self._asks(Kind.COMPONENT, message.channel, data, message=message, name=custom_id)

    def _view(self, message: Seen | Message) -> Seen:
        view = message if isinstance(message, Seen) else seen(message)
        self._demand_present(view.message.channel)
        if view.message.reader not in (None, self.user):
            raise Impossible(f"{self} cannot see {view}")
        return view

    async def _asks(
        self, kind: Kind, channel: Channel, data: dict[str, Any], *, message: Message | None = None, name: str
    ) -> Answer:
        """Send it to the bot and wait as long as Discord does."""
        interaction = asking.begin(self._state, kind, self.user, channel, data, message=message, name=name)
        patience = self._state.limits.acknowledge_seconds
        try:
            told = await asyncio.wait_for(asyncio.shield(interaction.acknowledged), patience)
        except TimeoutError:
            return Answer("failed", patience, interaction=interaction)
        form = form_of(interaction, told.data) if told.reply is Reply.MODAL else None
        choices = (
            tuple(choice["name"] for choice in told.data.get("choices") or ())
            if told.reply is Reply.CHOICES
            else ()
        )
        shown = seen(interaction.original) if interaction.original else None
        return Answer(_WORDS[told.reply], told.seconds, shown, form, choices, interaction)

    async def hears(self, answer: Answer, *, patience: float = PATIENCE_S) -> Answer:
        """Wait until a deferred answer is there: the same answer with what is `seen` now."""
        interaction = answer.interaction
        if interaction is None or interaction.original is None:
            raise Impossible(f"nothing is awaited in {answer}")
        deadline = time.monotonic() + patience
        while seen(interaction.original).loading:
            if time.monotonic() > deadline:
                raise in_vain(f"{self} waited {patience} s for the answer to {interaction.name!r}")
            await asyncio.sleep(GLANCE_S)
        return replace(answer, seen=seen(interaction.original))

    # --- speaking -----------------------------------------------------------------------------------------------

    async def enters(self, channel: Channel) -> None:
        """Go into a voice channel."""
        self._demand_present(channel)
        if channel.kind != VOICE or channel.guild is None:
            raise Impossible(f"nobody speaks in {channel}")
        channel.guild.speaking[self.id] = channel

    async def hangs_up(self) -> None:
        """Leave the voice channels."""
        for guild in self._state.world.guilds.values():
            guild.speaking.pop(self.id, None)

    # --- looking ------------------------------------------------------------------------------------------------

    def sees(self, channel: Channel) -> list[Seen]:
        """The messages of the channel, oldest first, this person's ephemeral answers among them."""
        self._demand_present(channel)
        return [seen(message) for message in channel.messages.values() if message.reader in (None, self.user)]

    async def awaits(
        self,
        channel: Channel,
        wanted: str | Callable[[Seen], Any] = "",
        *,
        after: Seen | Message | None = None,
        patience: float = PATIENCE_S,
    ) -> Seen:
        """The newest message of the bot that contains the words (or for which the function holds), once there is one."""
        deadline = time.monotonic() + patience
        while True:
            for view in self._from_bot(channel, after.id if after else 0):
                if wanted in view.text if isinstance(wanted, str) else wanted(view):
                    return view
            if time.monotonic() > deadline:
                told = "\n".join(map(repr, self.sees(channel)))
                raise in_vain(f"{self} waited {patience} s for {wanted!r} in:\n{told}")
            await asyncio.sleep(GLANCE_S)

    def _from_bot(self, channel: Channel, above: int) -> Iterator[Seen]:
        """Newest first."""
        for view in reversed(self.sees(channel)):
            if view.id > above and view.message.author is self._state.bot and not view.loading:
                yield view

    # --- what people decide -----------------------------------------------------------------------------------

    async def closes_dms(self) -> None:
        """Take no direct messages any more."""
        self.user.dms_open = False

    async def opens_dms(self) -> None:
        self.user.dms_open = True

    async def installs(self) -> None:
        """Add the application to this account: its commands are there everywhere."""
        self.user.installed = True

    async def uninstalls(self) -> None:
        self.user.installed = False

    def _demand_voice(self, channel: Channel) -> None:
        if (May.SEND_MESSAGES_IN_THREADS if channel.thread else May.SEND_MESSAGES) not in self._may(channel):
            raise Impossible(f"{self} may not write in {channel}")
        self._demand_open(channel)

    def _demand_open(self, channel: Channel, *, component: bool = False) -> None:
        """In a locked thread only who manages it may write, and nobody may press; one merely archived comes back."""
        thread = channel.thread
        if thread is None:
            return
        if thread.locked and (component or May.MANAGE_THREADS not in self._may(channel)):
            raise Impossible(f"{channel} is locked")
        if thread.archived:
            thread.archived = False
            self._state.tell_channel("THREAD_UPDATE", channel)

    def _may(self, channel: Channel) -> May:
        return permissions(channel, self.user)

    def _demand_present(self, channel: Channel) -> None:
        if channel.id not in self._state.world.channels:
            raise Impossible(f"{channel} is gone")
        if May.VIEW_CHANNEL not in self._may(channel):
            raise Impossible(f"{self} cannot see {channel}")


def _message(message: Seen | Message) -> Message:
    return message.message if isinstance(message, Seen) else message


def _own(value: Any) -> User | Channel | Role | Any:
    return value.user if isinstance(value, Person) else value


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """People as the accounts they are, also in lists."""
    return {
        name: list(map(_own, value)) if isinstance(value, list | tuple) else _own(value)
        for name, value in values.items()
    }
