"""People on Discord: in servers and in direct messages."""

import asyncio
import random
import re
from itertools import islice

from tests.servers.discord import Answer, Channel, Impossible, Person, Seen, Unanswered
from tests.servers.discord.seen import seen
from tests.storm.players import PAYLOAD, Board, Storm

LOOKS_BACK = 5
NOT_PRESSED = re.compile(
    r"~c:(forget|block)|~language|~set:language|~analysis|~replay|~file|~w|~c:lesson|~customs"
)

GAMES = ("mahbusa", "majlis_tawla31", "majlis_sheesh_besh", "mahbooseh")
INVOKED = ("board", "pearls", "top", "quick", "games", "talk", "menu", "evening", "rules")


class OnDiscord:
    """One person and the channels they are in."""

    lost = (Unanswered, Impossible)

    def __init__(self, storm: Storm, person: Person, channels: list[Channel], rng: random.Random) -> None:
        self._storm, self._person, self._channels, self.rng = storm, person, channels, rng
        self.name = person.user.global_name

    async def boards(self) -> list[Board]:
        return [board for channel in self._channels for board in self._in(channel)]

    def _in(self, channel: Channel) -> list[Board]:
        found: dict[str, Board] = {}
        for view in self._newest(channel):
            payloads = tuple(one for one in ids_of(view) if PAYLOAD.match(one))
            if payloads and payloads[0][:6] not in found:
                mine = f"<@{self._person.id}>" in view.text or any(p.endswith(":j") for p in payloads)
                found[payloads[0][:6]] = Board(payloads, view, mine)
        return list(found.values())

    def _newest(self, channel: Channel) -> list[Seen]:
        there = [
            m for m in reversed(list(channel.messages.values())) if m.reader in (None, self._person.user)
        ]
        return [seen(message) for message in islice(there, LOOKS_BACK)]

    async def press(self, board: Board, payload: str) -> None:
        answer = await self._pressed(board, payload)
        if answer.kind == "update":
            self._storm.witness.was_done(payload)

    async def _pressed(self, board: Board, payload: str) -> Answer:
        self._storm.pressed("discord")
        answer = await self._person.presses(board.where, payload)
        if answer.kind == "failed":
            raise Unanswered
        self._storm.counts["answered"] += 1
        return answer

    async def press_twice(self, board: Board, payload: str) -> None:
        await asyncio.gather(*(self._pressed(board, payload) for _ in range(2)))

    async def forge(self, board: Board, payload: str) -> None:
        """Here people can send only what is on a message: somebody else's button."""
        del payload
        await self._pressed(board, self.rng.choice(board.payloads))

    async def fidget(self) -> None:
        rng, person = self.rng, self._person
        channel = rng.choice(self._channels)
        what = rng.random()
        if what < 0.3:
            opponent = rng.choice(["friend", "friend", "computer"])
            await person.invokes(channel, "/tawla play", game=rng.choice(GAMES), opponent=opponent, length=1)
        elif what < 0.55 and self._storm.invitations:
            await person.invokes(channel, "/tawla join", code=rng.choice(self._storm.invitations))
        elif what < 0.8 and (choices := self._choices(channel)):
            view, custom_id = rng.choice(choices)
            self._storm.pressed("discord")
            if (await person.presses(view, custom_id)).kind != "failed":
                self._storm.counts["answered"] += 1
        else:
            await person.invokes(channel, f"/tawla {rng.choice(INVOKED)}")

    def _choices(self, channel: Channel) -> list[tuple[Seen, str]]:
        return [
            (view, one)
            for view in self._newest(channel)
            for one in ids_of(view)
            if one.startswith("~") and not NOT_PRESSED.match(one)
        ]


def ids_of(view: Seen) -> list[str]:
    return [button.custom_id for button in view.buttons if button.custom_id and not button.disabled]
