"""Updates on their way to the bot: kept until confirmed, fetched by long polling or posted to a webhook."""

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from tests.servers.telegram.errors import bad_request, conflict
from tests.servers.telegram.faults import Faults

ON_REQUEST = {"chat_member", "message_reaction", "message_reaction_count"}
"""Kinds that come only to a bot that names them in allowed_updates."""
RETRY_SECONDS = 0.2
LONGEST_SECONDS = 60
"""How long a webhook may take for one update."""


@dataclass
class Webhook:
    """Where updates are posted; an empty address means polling."""

    url: str = ""
    secret: str = ""
    connections: int = 40
    last_error: str = ""


@dataclass
class Updates:
    """The queue, in order of ids."""

    faults: Faults
    webhook: Webhook = field(default_factory=Webhook)
    allowed: list[str] = field(default_factory=list)
    _pending: list[dict[str, Any]] = field(default_factory=list)
    _ids: "itertools.count[int]" = field(default_factory=lambda: itertools.count(100_001))
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _poll: object = None
    _posting: "asyncio.Task[None] | None" = None
    _under_way: "Counter[int]" = field(default_factory=Counter)
    _behind: tuple[str, ...] = ()
    _turn: int = 0

    def add(self, kind: str, payload: dict[str, Any]) -> None:
        """One more update, if the bot wants that kind."""
        if kind in self.allowed or (not self.allowed and kind not in ON_REQUEST):
            self._pending.append({"update_id": next(self._ids), kind: payload})
            self._ring()

    def drop(self) -> None:
        self._pending.clear()

    def __len__(self) -> int:
        return len(self._pending)

    async def poll(self, offset: int, limit: int, seconds: float) -> list[dict[str, Any]]:
        """As getUpdates does: confirm what is below the offset, wait until there is something."""
        if self.webhook.url:
            raise conflict(
                "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
            )
        mine = self._poll = object()
        self._ring()
        self._confirm(offset)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self._pending and self._poll is mine:
                    await self._news.wait()
        if self._poll is not mine:
            raise conflict(
                "terminated by other getUpdates request; make sure that only one bot instance is running"
            )
        return self.faults.delivered(self._pending[:limit])

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            del self._pending[:offset]
        self._pending = [update for update in self._pending if update["update_id"] >= offset]

    def _ring(self) -> None:
        """Wake all who wait now; who comes later waits anew."""
        self._news.set()
        self._news = asyncio.Event()

    async def point(self, webhook: Webhook) -> None:
        """Post updates there from now on (nowhere: keep them for polling)."""
        if webhook.url and not webhook.url.startswith(("https://", "http://127.0.0.1", "http://localhost")):
            raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
        await self.close()
        self.webhook = webhook
        if webhook.url:
            self._posting = asyncio.create_task(self._post_forever())

    def balance(self, addresses: Sequence[str]) -> None:
        """Behind the webhook's address stands a load balancer that hands each update on to the next of these in turn."""
        self._behind, self._turn = tuple(addresses), 0

    async def close(self) -> None:
        """Stop posting."""
        if self._posting is not None:
            self._posting.cancel()
            await asyncio.gather(self._posting, return_exceptions=True)
            self._posting = None

    async def _post_forever(self) -> None:
        """Every update by itself, so many at a time: a slow answer holds up no other update."""
        timeout = aiohttp.ClientTimeout(total=LONGEST_SECONDS)
        self._under_way.clear()
        async with aiohttp.ClientSession(timeout=timeout) as session, asyncio.TaskGroup() as posts:
            while True:
                news = self._news
                waiting = [one for one in self._pending if one["update_id"] not in self._under_way]
                free = max(self.webhook.connections - self._under_way.total(), 0)
                for update in self.faults.delivered(waiting[:free]):
                    self._under_way[update["update_id"]] += 1
                    posts.create_task(self._bring(session, update))
                await news.wait()

    async def _bring(self, session: aiohttp.ClientSession, update: dict[str, Any]) -> None:
        """One update, posted once; what was not taken is posted again after a while."""
        number = update["update_id"]
        if await self._post(session, update):
            self._pending = [one for one in self._pending if one["update_id"] != number]
        else:
            await asyncio.sleep(RETRY_SECONDS)
        self._under_way -= Counter([number])
        self._ring()

    async def _post(self, session: aiohttp.ClientSession, update: dict[str, Any]) -> bool:
        """Whether it was taken; where nobody listens, a balancer tries the next."""
        secret = {"X-Telegram-Bot-Api-Secret-Token": self.webhook.secret} if self.webhook.secret else {}
        for _ in self._behind or [self.webhook.url]:
            try:
                async with session.post(self._address(), json=update, headers=secret) as answer:
                    if not answer.ok:
                        self.webhook.last_error = (
                            f"Wrong response from the webhook: {answer.status} {answer.reason}"
                        )
                    return answer.ok
            except (aiohttp.ClientError, TimeoutError) as error:
                self.webhook.last_error = str(error)
                if not isinstance(error, aiohttp.ClientConnectorError):
                    break
        return False

    def _address(self) -> str:
        """Where the next update goes."""
        if not self._behind:
            return self.webhook.url
        self._turn += 1
        return self._behind[self._turn % len(self._behind)] + urlsplit(self.webhook.url).path
