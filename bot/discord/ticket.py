"""One press or command, and its answer: acknowledged once, in time, with what is ready by then.

An answer that comes while nothing was acknowledged yet is the acknowledgement; after a bare one it follows or changes the
message. Where Discord takes no answer any more, nothing is said: what the press has done stands.
"""

import asyncio
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import Any

from discord import Interaction, InteractionType, NotFound
from discord.ui import View

from bot.discord.errors import Meaning, meaning
from bot.discord.posted import Posted, changing, filling, sending

PATIENCE_S = 0.25
"""After so long a press is acknowledged bare; what it led to follows."""

_PERHAPS = (Meaning.UNKNOWN_FATE, Meaning.ANSWERED)
"""What leaves open whether an acknowledgement was heard: the next call shows it."""

_NEVER = (Meaning.TOO_LATE, Meaning.ANSWERED)

FOLLOW_UPS = 5
"""How many further messages a press may bring where we are no member."""

ANSWER_S = 30.0
"""After so long an answer is given up, with whatever is attached to it."""


class State(Enum):
    """FRESH: not acknowledged. BARE: acknowledged with nothing. SAID: answered. DEAD: it can be answered no more."""

    FRESH = auto()
    BARE = auto()
    SAID = auto()
    DEAD = auto()


class Ticket:
    """The way to answer one interaction. `hidden`: a command's bare acknowledgement is for its sender alone."""

    def __init__(self, interaction: Interaction[Any], *, hidden: bool) -> None:
        self.interaction = interaction
        self.state = State.FRESH
        self.message: int | None = interaction.message.id if interaction.message else None
        """The message that was pressed, or that answers the command."""
        self._hidden = hidden
        self._lock = asyncio.Lock()
        self._answered = asyncio.Event()
        self._sent: set[int] = set()
        """Further messages it has brought."""

    @property
    def is_press(self) -> bool:
        """Whether it came from a message of ours: by a button, or by the form behind one."""
        kinds = (InteractionType.component, InteractionType.modal_submit)
        return self.interaction.type in kinds and self.interaction.message is not None

    @property
    def waits(self) -> bool:
        """Whether it is a command that nothing has answered yet."""
        return not self.is_press and self.state in (State.FRESH, State.BARE)

    @property
    def _is_open(self) -> bool:
        """Whether it can be answered by its token."""
        return self.state in (State.BARE, State.SAID)

    async def in_time(self) -> None:
        """Acknowledge bare unless an answer comes first."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._answered.wait()
        except TimeoutError:
            await self.bare()

    async def bare(self) -> None:
        """Acknowledge with nothing, unless it has been acknowledged."""
        async with self._lock:
            if self.state is State.FRESH:
                await self._acknowledge(
                    lambda: self.interaction.response.defer(ephemeral=self._hidden), State.BARE
                )

    async def withdraw(self) -> None:
        """Another brings what this one asked for: a command's "thinking…" goes away."""
        await self.bare()
        async with self._lock:
            if self.waits:
                self.state = State.DEAD
                await self._try(self.interaction.delete_original_response)

    async def say(self, text: str, view: View | None = None, **more: Any) -> None:
        """A word for this person alone."""
        shown = {"content": text, **({"view": view} if view else {}), **more}
        async with self._lock:
            if self.state is State.FRESH:
                self.message = None  # what answers a press takes its message's place for the calls to come
                await self._acknowledge(
                    lambda: self.interaction.response.send_message(ephemeral=True, **_anew(shown)), State.SAID
                )
            elif self.state is State.BARE and not self.is_press:
                await self._say_late(shown)
            elif self.state is not State.DEAD:
                await self._try(lambda: self.interaction.followup.send(ephemeral=True, **_anew(shown)))

    async def _say_late(self, shown: dict[str, Any]) -> None:
        """In place of "thinking…"; where everybody sees that, it goes away first."""
        self.state = State.SAID
        if self._hidden:
            await self._try(lambda: self.interaction.edit_original_response(**_edited(_anew(shown))))
            return
        await self._try(self.interaction.delete_original_response)
        await self._try(lambda: self.interaction.followup.send(ephemeral=True, **_anew(shown)))

    async def tell_all(self, text: str, view: View, **more: Any) -> None:
        """A word for everybody there; "thinking…" that one person alone sees goes away first."""
        shown = {"content": text, "view": view, **more}
        async with self._lock:
            if self.state is State.FRESH:
                self.message = None
                await self._acknowledge(
                    lambda: self.interaction.response.send_message(**_anew(shown)), State.SAID
                )
            elif self.state is not State.DEAD:
                if self.state is State.BARE and not self.is_press:
                    self.state = State.SAID
                    await self._try(self.interaction.delete_original_response)
                await self._once(lambda: self.interaction.followup.send(**shown))  # nobody wants it twice

    async def change(self, text: str, view: View | None = None, **more: Any) -> None:
        """Change the message that was pressed, which only this person sees; a command is answered instead."""
        if not self.is_press:
            await self.say(text, view, **more)
            return
        shown = {"content": text, "view": view, **more}
        async with self._lock:
            if self.state is State.FRESH:
                await self._acknowledge(
                    lambda: self.interaction.response.edit_message(**_edited(_anew(shown))), State.SAID
                )
            elif self.state is not State.DEAD:
                await self._try(lambda: self.interaction.edit_original_response(**_edited(_anew(shown))))

    # --- boards: these raise where Discord refuses what is sent, so that something can be done about it --------------

    async def post(self, posted: Posted) -> int | None:
        """Answer with a message for everybody; gives its id, or None where there is no answering any more."""
        async with self._lock:
            if self.is_press:
                return await self._follow(posted)
            if self.state is State.FRESH:
                shown = sending(posted)
                answered = await self._board(lambda: self.interaction.response.send_message(**shown))
                if answered:
                    self.message = answered.message_id
                    return self.message
            if self.state is State.BARE and not self._hidden:
                return await self._fill(posted)
            return await self._follow(posted)

    async def _fill(self, posted: Posted) -> int | None:
        """In place of "thinking…"; where somebody has taken that away, as a message of its own."""
        shown = filling(posted)
        try:
            found = await self._board(lambda: self.interaction.edit_original_response(**shown))
        except NotFound as error:
            if meaning(error) is not Meaning.GONE:
                raise
            return await self._follow(posted)
        self.message = found.id if found else None
        return self.message

    async def _follow(self, posted: Posted) -> int | None:
        """A further message; a press is acknowledged bare first, so that its own message stays within reach."""
        if self.state is State.FRESH:
            await self._acknowledge(self.interaction.response.defer, State.BARE)
        if self.state is State.DEAD or len(self._sent) >= FOLLOW_UPS:
            return None
        message = await self._board(lambda: self.interaction.followup.send(wait=True, **sending(posted)))
        if message:
            self._sent.add(message.id)
        return message.id if message else None

    async def edit(self, message: int, posted: Posted) -> bool:
        """Change a message this press can reach; gives whether that was possible."""
        async with self._lock:
            interaction, shown = self.interaction, changing(posted)
            fresh = self.state is State.FRESH
            if self.state is State.DEAD or (fresh and not self.is_press):
                return False
            if message in self._sent:
                found = await self._board(lambda: interaction.followup.edit_message(message, **shown))
            elif message != self.message:
                return False
            else:
                found = None
                if fresh:
                    found = await self._board(lambda: interaction.response.edit_message(**shown))
                if found is None and self._is_open:
                    again = changing(posted)
                    found = await self._board(lambda: interaction.edit_original_response(**again))
            return found is not None

    # --- inside -------------------------------------------------------------------------------------------------

    async def _board(self, call: Callable[[], Awaitable[Any]]) -> Any:
        """Make the call; None where it comes too late, or nobody can say whether it came. Raises every other refusal."""
        fresh = self.state is State.FRESH
        try:
            async with asyncio.timeout(ANSWER_S):
                found = await call()
        except Exception as error:
            what = meaning(error)
            if fresh and what in _PERHAPS:
                self._end(State.BARE)
            elif what in _NEVER:
                self._end(State.DEAD)
            elif what is not Meaning.SPENT:
                raise
            return None
        self._end(State.SAID)
        return found

    async def _acknowledge(self, call: Callable[[], Awaitable[Any]], after: State) -> None:
        """Acknowledge so; Discord takes the first of two."""
        what = await self._try(call)
        if what in (None, Meaning.UNKNOWN_FATE):
            self._end(after)
        else:
            self._end(State.BARE if what is Meaning.ANSWERED else State.DEAD)

    async def _try(self, call: Callable[[], Awaitable[Any]]) -> Meaning | None:
        """Say it, and once more where that may not have come; gives what it is refused with, which changes nothing else."""
        what = await self._once(call)
        if what not in (Meaning.UNKNOWN_FATE, Meaning.UNSENT):
            return what
        again = await self._once(call)
        return None if again is Meaning.ANSWERED else again  # the first had come

    async def _once(self, call: Callable[[], Awaitable[Any]]) -> Meaning | None:
        try:
            async with asyncio.timeout(ANSWER_S):
                await call()
        except Exception as error:
            if meaning(error) is Meaning.OTHER:
                raise
            return meaning(error)
        return None

    def _end(self, state: State) -> None:
        self.state = state
        if state is not State.FRESH:
            self._answered.set()


def _anew(shown: dict[str, Any]) -> dict[str, Any]:
    """What is said, its pictures and files to be read from their beginning."""
    for file in (shown.get("file"), *shown.get("files", ())):
        if file:
            file.reset(seek=True)
    return shown


def _edited(shown: dict[str, Any]) -> dict[str, Any]:
    """The words of a message that may have pictures or files already."""
    file = shown.get("file")
    rest = {name: value for name, value in shown.items() if name not in {"file", "files"}}
    return {**rest, "attachments": [*([file] if file else []), *shown.get("files", ())]}
