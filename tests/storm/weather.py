"""What goes wrong around the program: servers that drop, delay, duplicate and refuse, a full disk, a clock that jumps."""

import asyncio
import random
from collections import Counter
from contextlib import suppress

from tests.servers.discord import DiscordServer
from tests.servers.telegram import Fault, TelegramServer
from tests.storm.program import Program

SHARES = (0.0, 0.02, 0.05, 0.15)
PAUSE_S = 1.0
POLLING = ("getUpdates", "getMe", "deleteWebhook")
JUMPS_S = (-3600, -90, -5, 5, 90, 3600)
MOST_OFF_S = 4 * 3600


class Weather:
    """Bad weather, every kind of it counted."""

    def __init__(
        self, program: Program, telegram: TelegramServer, discord: DiscordServer, rng: random.Random
    ) -> None:
        self._program, self._telegram, self._discord, self._rng = program, telegram, discord, rng
        self.counts: Counter[str] = Counter()
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
            "clock jumped": self._jump,
        }

    async def blow(self) -> None:
        """Something every now and then, until cancelled."""
        rng = self._rng
        while True:
            await asyncio.sleep(rng.expovariate(1 / PAUSE_S))
            await self._program.up.wait()
            if rng.random() < 0.1:
                await self._fill_disk()
                continue
            name = rng.choice(list(self._kinds))
            self._kinds[name]()
            self.counts[name] += 1

    def settle(self) -> None:
        """Fine again."""
        self._telegram.faults.stop()
        self._discord.faults.stop()
        self._program.disk.free()

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
        clock = self._program.clock
        offset = clock.offset_ms + 1000 * self._rng.choice(JUMPS_S)
        clock.set(offset if abs(offset) <= MOST_OFF_S * 1000 else 0)

    async def _fill_disk(self) -> None:
        self.counts["disk full"] += 1
        with suppress(ProcessLookupError):
            self._program.disk.fill(self._program.pid, self._rng.choice([0.0, 0.5, 1.0]))
        await asyncio.sleep(self._rng.uniform(0.2, 1.5))
        self._program.disk.free()

    def faults(self) -> Counter[str]:
        """What the servers did to calls, by kind."""
        told: Counter[str] = Counter()
        told.update(f"telegram call: {call.fault}" for call in self._telegram.journal if call.fault)
        told.update(f"discord call: {call.fault}" for call in self._discord.journal if call.fault)
        return told
