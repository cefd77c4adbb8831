"""What goes wrong around the programs: servers that drop, delay, duplicate and refuse, a full disk, a clock that jumps, a
database that goes away.
"""

import asyncio
import random
from collections import Counter
from contextlib import suppress

from tests.servers.discord import DiscordServer
from tests.servers.telegram import Fault, TelegramServer
from tests.storm.house import House, cut, restart
from tests.storm.program import Disk

SHARES = (0.0, 0.02, 0.05, 0.15)
PAUSE_S = 1.0
POLLING = ("getUpdates", "getMe", "deleteWebhook", "setWebhook")
JUMPS_S = (-3600, -90, -5, 5, 90, 3600)
MOST_OFF_S = 4 * 3600
RESTARTS = 0.2
"""Of the times that a server's database is taken away, how often the server is restarted."""


class Weather:
    """Bad weather, every kind of it counted."""

    def __init__(
        self, house: House, telegram: TelegramServer, discord: DiscordServer, rng: random.Random
    ) -> None:
        self._house, self._telegram, self._discord, self._rng = house, telegram, discord, rng
        self.counts: Counter[str] = Counter()
        self._over = False
        self._kinds = {
            "telegram: other share of faults": self._telegram_share,
            "telegram: updates twice": lambda: telegram.faults.duplicate(rng.randint(1, 5)),
            "telegram: 429": self._telegram_flood,
            "telegram: answers lost": self._telegram_lost,
            "discord: other share of faults": self._discord_share,
            "discord: interactions twice": lambda: discord.faults.duplicate(rng.randint(1, 3)),
            "discord: 429": self._discord_flood,
            "discord: connection dropped": discord.gateway.drop,
            "discord: asked to reconnect": discord.gateway.reconnect,
            "discord: session forgotten": discord.gateway.forget,
        }
        if (
            len(house.programs) == 1
        ):  # each counts steadily from its start, and those of several have to agree
            self._kinds["clock jumped"] = self._jump

    async def blow(self) -> None:
        """Something every now and then, until all is to settle."""
        rng = self._rng
        while not self._over:
            await asyncio.sleep(rng.expovariate(1 / PAUSE_S))
            await self._house.open()
            if rng.random() < 0.1:
                await self._rob()
                continue
            name = rng.choice(list(self._kinds))
            self._kinds[name]()
            self.counts[name] += 1

    def settle(self) -> None:
        """Fine again, once `blow` has ended."""
        self._over = True
        self._telegram.faults.stop()
        self._discord.faults.stop()
        if self._house.disk:
            self._house.disk.free()

    def _telegram_share(self) -> None:
        self._telegram.faults.at_random(self._rng.choice(SHARES), self._rng.getrandbits(32), spare=POLLING)

    def _discord_share(self) -> None:
        self._discord.faults.at_random(
            self._rng.choice(SHARES), self._rng.getrandbits(32), spare=("get_bot_gateway",)
        )

    def _telegram_flood(self) -> None:
        method = self._rng.choice(["editMessageMedia", "editMessageCaption", "sendPhoto", "sendMessage"])
        self._telegram.faults.plan(
            Fault.FLOOD, method, seconds=self._rng.randint(1, 3), times=self._rng.randint(1, 4)
        )

    def _telegram_lost(self) -> None:
        method = self._rng.choice(["editMessageMedia", "sendPhoto", "answerCallbackQuery"])
        self._telegram.faults.plan(Fault.DROP_AFTER, method, times=self._rng.randint(1, 3))

    def _discord_flood(self) -> None:
        operation = self._rng.choice(["create_message", "update_message"])
        self._discord.faults.plan(
            Fault.FLOOD, operation, seconds=self._rng.uniform(0.2, 2), times=self._rng.randint(1, 3)
        )

    def _jump(self) -> None:
        clock = self._house.clock
        offset = clock.offset_ms + 1000 * self._rng.choice(JUMPS_S)
        clock.set(offset if abs(offset) <= MOST_OFF_S * 1000 else 0)

    async def _rob(self) -> None:
        """Take the database away for a moment."""
        if self._house.disk:
            await self._fill_disk(self._house.disk)
        elif self._house.server and self._rng.random() < RESTARTS:
            self.counts["database restarted"] += 1
            await restart(self._house.server, self._rng)
        elif self._house.server:
            self.counts["connections to the database cut"] += 1
            await cut(self._house.server, self._rng)

    async def _fill_disk(self, disk: Disk) -> None:
        self.counts["disk full"] += 1
        with suppress(ProcessLookupError):
            disk.fill(self._house.programs[0].pid, self._rng.choice([0.0, 0.5, 1.0]))
        await asyncio.sleep(self._rng.uniform(0.2, 1.5))
        disk.free()

    def faults(self) -> Counter[str]:
        """What the servers did to calls, by kind."""
        told: Counter[str] = Counter()
        told.update(f"telegram call: {call.fault}" for call in self._telegram.journal if call.fault)
        told.update(f"discord call: {call.fault}" for call in self._discord.journal if call.fault)
        return told
