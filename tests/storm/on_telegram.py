"""People on Telegram: in private and in groups."""

import asyncio
import random
import re
from itertools import islice

from tests.servers.telegram import Chat, Person, Seen
from tests.servers.telegram.seen import seen
from tests.storm.players import PAYLOAD, Board, Storm

LOOKS_BACK = 5
PATIENCE_S = 15.0
"""So long Telegram itself waits for an answer."""

PROMPT_S = 0.15
"""An answer that came so soon is what the tap led to; the bot answers bare what takes longer."""

NOT_TAPPED = re.compile(r"~c:(forget|block)|~language|~set:language|~analysis|~replay|~file|~c:lesson")
"""What would take people out of the storm or keep the machine busy with other things."""

SAID = (
    "/play mahbusa 1", "/play majlis_tawla31 1", "/play majlis_sheesh_besh 1", "/quick mahbusa 1", "/board", "/pearls", "/top",
    "/talk", "/games", "/resign", "/evening", "/menu", "/rules", "hello", "/word falcon", "/close", "/settings", "/dice",
)  # fmt: skip


class OnTelegram:
    """One person, their private chat and their groups."""

    lost = (TimeoutError, LookupError)

    def __init__(self, storm: Storm, person: Person, groups: list[Chat], rng: random.Random) -> None:
        self._storm, self._person, self._groups, self.rng = storm, person, groups, rng
        self.name = person.user.first_name

    async def boards(self) -> list[Board]:
        return [board for chat in (self._person.private, *self._groups) for board in self._in(chat)]

    def _in(self, chat: Chat) -> list[Board]:
        """The tables among the newest messages."""
        found: dict[str, Board] = {}
        for view in self._newest(chat):
            payloads = tuple(data for data in data_of(view) if PAYLOAD.match(data))
            if payloads and payloads[0][:6] not in found:
                mine = (
                    chat.is_private
                    or f"👉 \u2068{self.name}\u2069" in view.text
                    or any(p.endswith(":j") for p in payloads)
                )
                found[payloads[0][:6]] = Board(payloads, view, mine)
            link = re.search(r"start=join_([A-Z2-9]+)", view.text)
            if link and link[1] not in self._storm.invitations:
                self._storm.invitations.append(link[1])
        return list(found.values())

    def _newest(self, chat: Chat) -> list[Seen]:
        messages = islice(reversed(list(chat.messages.values())), LOOKS_BACK)
        return [seen(message) for message in messages if not message.service]

    async def press(self, board: Board, payload: str) -> None:
        self._storm.pressed("telegram")
        answer = await self._person.taps(board.where, payload, patience=PATIENCE_S)
        self._storm.counts["answered"] += 1
        if answer.kind == "silence" and answer.seconds < PROMPT_S:
            self._storm.witness.was_done(payload)

    async def press_twice(self, board: Board, payload: str) -> None:
        for _ in range(2):
            self._storm.pressed("telegram")
        taps = [self._person.touches(board.where, payload).answer for _ in range(2)]
        _, late = await asyncio.wait(taps, timeout=PATIENCE_S)
        self._storm.counts["answered"] += 2 - len(late)
        if late:
            raise TimeoutError

    async def forge(self, board: Board, payload: str) -> None:
        self._storm.pressed("telegram")
        await self._person.forges(board.where, payload, patience=PATIENCE_S)
        self._storm.counts["answered"] += 1

    async def fidget(self) -> None:
        rng, person = self.rng, self._person
        what = rng.random()
        chat = rng.choice([person.private, *self._groups])
        if what < 0.4 and self._storm.invitations:
            await person.writes(person.private, f"/join {rng.choice(self._storm.invitations)}")
        elif what < 0.75 and (choices := self._choices(chat)):
            view, data = rng.choice(choices)
            self._storm.pressed("telegram")
            await person.taps(view, data, patience=PATIENCE_S)
            self._storm.counts["answered"] += 1
        else:
            await person.writes(chat, rng.choice(SAID))

    def _choices(self, chat: Chat) -> list[tuple[Seen, str]]:
        """Buttons that are no table's."""
        return [
            (view, data)
            for view in self._newest(chat)
            for data in data_of(view)
            if data.startswith("~") and not NOT_TAPPED.match(data)
        ]


def data_of(view: Seen) -> list[str]:
    return [button.data for row in view.buttons for button in row if button.kind == "callback_data"]
