"""The calls that put a face on a screen: by ourselves where we are a member, else through the newest press.

A press that is being answered comes first: it costs no budget, and the answer is the board.
"""

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from hashlib import sha256

from discord import ActionRow, AllowedMentions, Message, PartialMessage, PartialMessageable

from bot.discord.buttons import ids
from bot.discord.desk import Desk
from bot.discord.errors import REFUSALS, Meaning, Unreachable, meaning
from bot.discord.faces import Face
from bot.discord.posted import MOVED, Posted, changing, sending
from bot.discord.screen import Screen
from bot.discord.ticket import Ticket

NONCE = 25
"""Characters of a nonce, at most."""


class Poster:
    """Sends and edits. Raises what Discord refuses a call with, and Unreachable; nothing is repeated here."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def post(self, screen: Screen, face: Face, ticket: Ticket | None, *, quiet: bool) -> Screen:
        """A new message in the screen's place."""
        posted = await self._posted(screen, face, with_picture=True)
        sent = await self._answer(screen, ticket, posted)
        if sent is None and screen.member and not screen.mute:
            channel = self._channel(screen)
            shown = sending(posted, silent=quiet)
            message: Message = await self._desk.pace.once(
                screen.channel, lambda: channel.send(nonce=_nonce(screen), **shown)
            )
            sent = message.id
            if _ids(message) != list(ids(face.rows)):
                # It was sent by an earlier try that we never heard of, and shows an earlier state.
                return replace(screen.anew(), message=sent, posts=screen.posts + 1)
        if sent is None and (key := self._desk.key(screen.place)) and key is not ticket:
            sent = await key.post(posted)
        if sent is None:
            raise Unreachable
        return self._noted(replace(screen, posts=screen.posts + 1), face, sent, picture=True)

    async def _answer(self, screen: Screen, ticket: Ticket | None, posted: Posted) -> int | None:
        """A command is answered with the board; a press is not, except where there is no other way."""
        if ticket is None or (ticket.is_press and screen.member and not screen.mute):
            return None
        sent = await ticket.post(posted)
        if sent is not None:
            self._desk.keep_key(screen.place, ticket)
        return sent

    async def edit(
        self, screen: Screen, face: Face, ticket: Ticket | None, *, with_picture: bool = True
    ) -> Screen:
        """Change the screen's message: its words and buttons, and the picture where it is another one."""
        message = screen.message or 0
        another = with_picture and not screen.text and screen.picture != face.digest
        posted = await self._posted(screen, face, with_picture=another)
        if ticket and await ticket.edit(message, posted):
            return self._noted(screen, face, message, picture=another)
        if screen.member:
            await self._desk.pace.once(
                screen.channel, lambda: self._message(screen).edit(**changing(posted)), edits=True
            )
        elif not ((key := self._desk.key(screen.place)) and await key.edit(message, posted)):
            raise Unreachable
        return self._noted(screen, face, message, picture=another)

    async def call(self, screen: Screen, text: str) -> None:
        """Say a word below a board, if there is one; it is not worth more than this."""
        if not text or not screen.member:
            return
        channel, once = self._channel(screen), self._desk.pace.once
        people = AllowedMentions(users=True)
        if screen.message:
            to = self._message(screen).to_reference(fail_if_not_exists=False)
            if await self._quietly(
                once(screen.channel, lambda: channel.send(text, allowed_mentions=people, reference=to))
            ):
                return
        # Who may not read what was said before may not answer it either.
        await self._quietly(once(screen.channel, lambda: channel.send(text, allowed_mentions=people)))

    async def retire(self, screen: Screen, ticket: Ticket | None = None) -> None:
        """Take away a message that another one has replaced, or at least its buttons."""
        if screen.message is None:
            return
        if screen.member:
            message, once = self._message(screen), self._desk.pace.once
            for call in (message.delete, lambda: message.edit(view=None)):
                if await self._quietly(once(screen.channel, call, edits=True)):
                    return
        for way in (ticket, self._desk.key(screen.place)):
            if way and await self._quietly(way.edit(screen.message, MOVED)):
                return

    async def open_thread(self, guild: int, channel: int, message: int, name: str) -> int:
        """A thread below a message; gives its id, which is the message's."""
        place = self._desk.client.get_partial_messageable(channel, guild_id=guild)
        starter = place.get_partial_message(message)
        try:
            await self._desk.pace.patiently(lambda: starter.create_thread(name=name))
        except REFUSALS as error:
            if meaning(error) is not Meaning.UNKNOWN_FATE:
                raise
            # Whether it was opened shows when the board is posted there; if not, the board goes to the channel.
        return message

    async def wake_thread(self, screen: Screen) -> None:
        """Take a thread out of the archive."""
        http = self._desk.client.http
        await self._desk.pace.patiently(lambda: http.edit_channel(screen.channel, archived=False))

    async def direct(self, account: str) -> int:
        """The private channel with somebody."""
        http = self._desk.client.http
        opened = await self._desk.pace.patiently(lambda: http.start_private_message(int(account)))
        return int(opened["id"])

    # --- inside -------------------------------------------------------------------------------------------------

    def _channel(self, screen: Screen) -> PartialMessageable:
        return self._desk.client.get_partial_messageable(screen.channel)

    def _message(self, screen: Screen) -> PartialMessage:
        return self._channel(screen).get_partial_message(screen.message or 0)

    async def _posted(self, screen: Screen, face: Face, *, with_picture: bool) -> Posted:
        text = face.said(text=screen.text)
        if screen.text:
            return Posted(text, face.rows, b"")
        if not with_picture:
            return Posted(text, face.rows)
        return Posted(text, face.rows, await self._desk.drawn(face.picture), face.alt)

    async def _quietly(self, call: Awaitable[object]) -> bool:
        """Try it; gives whether it was done."""
        try:
            async with asyncio.timeout(20):
                done = await call
        except REFUSALS:
            return False
        return done is not False  # None is what the library gives for done

    def _noted(self, screen: Screen, face: Face, message: int, *, picture: bool) -> Screen:
        shown = face.digest if picture and not screen.text else screen.picture
        return replace(screen, message=message, picture=shown, face=face.words(text=screen.text))


def _ids(message: Message) -> list[str]:
    """The ids of a message's buttons."""
    return [
        item.custom_id or ""
        for row in message.components
        if isinstance(row, ActionRow)
        for item in row.children
    ]


def _nonce(screen: Screen) -> str:
    """The same for every try of one message, so that one which was sent though we never heard of it comes once."""
    named = f"{screen.table}/{screen.place}/{screen.posts}"
    return sha256(named.encode()).hexdigest()[:NONCE]
