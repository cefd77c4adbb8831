"""The storm: people on all platforms at programs that are killed over and over, in the worst weather."""

import asyncio
import logging
import random
import tempfile
import time
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from tests.servers.discord import DiscordServer
from tests.servers.telegram import TelegramServer
from tests.storm import afterwards
from tests.storm.house import House, again, standing
from tests.storm.on_discord import OnDiscord
from tests.storm.on_telegram import OnTelegram
from tests.storm.on_web import PATIENCE_S, OnWeb
from tests.storm.players import Player, Storm, live
from tests.storm.program import Program
from tests.storm.weather import Weather
from tests.storm.witness import Witness

IN_ITS_START = 0.5
"""How often the program is killed before it is ready."""

OVERDUE_MS = 30_000
GROUP = 3
"""People in a group."""


@dataclass
class Plan:
    """How much of it, and which: everything that happens follows from the seed, as far as two processes can be told."""

    seed: int = 1
    kills: int = 200
    presses: int = 20_000
    minutes: float = 120.0
    people: int = 240
    pause_s: float = 2.0
    life_s: float = 12.0
    """After so long the program is killed, however few presses there were."""
    folder: Path | None = None
    """Where the database is; on a small file system of its own the disk is really filled."""
    webhook: bool = False
    """Telegram brings its updates; else they are fetched."""
    programs: int = 0
    """How many share a PostgreSQL server, of which one dies at a time; 0: one has a file."""


@dataclass
class Summary:
    """What happened."""

    plan: Plan
    figures: dict[str, object] = field(default_factory=dict)
    weather: Counter[str] = field(default_factory=Counter)
    people: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    traces: dict[str, str] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)

    @property
    def calm(self) -> bool:
        """Whether nothing was wrong."""
        return not (self.complaints or self.errors)

    def lines(self) -> list[str]:
        told = [f"storm, seed {self.plan.seed}"]
        told += [f"  {name}: {value}" for name, value in self.figures.items()]
        for heading in ("people", "weather", "checks", "errors"):
            counts: Counter[str] = getattr(self, heading)
            told += ["", heading, *(f"  {name}: {number}" for name, number in sorted(counts.items()))]
        told += ["", *(f"WRONG: {words}" for words in self.complaints)]
        return [*told, "calm: everything held" if self.calm else "NOT calm"]


async def run(plan: Plan) -> Summary:
    """The whole of it."""
    logging.getLogger("aiohttp.server").setLevel(
        logging.CRITICAL
    )  # our servers, when the program dies in mid-call
    with tempfile.TemporaryDirectory() as folder:
        async with TelegramServer() as telegram, DiscordServer() as discord:
            where, shared = plan.folder or Path(folder), plan.programs
            async with standing(where, telegram, discord, webhook=plan.webhook, shared=shared) as house:
                try:
                    return await _Running(plan, house, telegram, discord).run()
                finally:
                    await house.kill()


class _Running:
    def __init__(self, plan: Plan, house: House, telegram: TelegramServer, discord: DiscordServer) -> None:
        self._plan, self._on_telegram, self._on_discord = plan, telegram, discord
        self._rng = random.Random(plan.seed)
        self._house = house
        self._witness = Witness()
        self._storm = Storm(house, self._witness, plan.pause_s)
        self._weather = Weather(house, telegram, discord, self._chance("weather"))
        self._dying = asyncio.Lock()
        self._kills = self._told = 0
        self._began = time.monotonic()
        self._there: dict[str, int] = {}

    def _chance(self, of: str) -> random.Random:
        return random.Random(f"{self._plan.seed} {of}")

    async def run(self) -> Summary:
        await self._house.start()
        async with self._people() as people:
            fates = [
                asyncio.create_task(self._kill_over_and_over(program, self._chance(f"fate {number}")))
                for number, program in enumerate(self._house.programs)
            ]
            tasks = [asyncio.create_task(live(player, self._storm)) for player in people]
            weather = asyncio.create_task(self._weather.blow())
            ended = asyncio.gather(*fates)
            await asyncio.wait([ended, weather, *tasks], return_when=asyncio.FIRST_COMPLETED)
            self._storm.over = True
            for task in (weather, *tasks, ended):
                if task.done() and task.exception():
                    raise task.exception()  # a fault of the storm itself
            self._weather.settle()
            await weather
            self._weather.settle()  # whatever it was at when it was told so
            await asyncio.wait(tasks, timeout=60)
            for task in tasks:
                task.cancel()
            async with self._house.kept():
                await self._look_around()
        if any(codes := await self._house.stop()):
            self._witness.complain(f"told to stop, the programs ended with {codes}")
        self._there = await self._witness.check(self._house.url, self._rng, everything=True)
        return self._summary()

    # --- killing ------------------------------------------------------------------------------------------------

    @property
    def _answered(self) -> int:
        return self._storm.counts["answered"]

    @property
    def _enough(self) -> bool:
        late = time.monotonic() - self._began > self._plan.minutes * 60
        return late or (self._kills >= self._plan.kills and self._answered >= self._plan.presses)

    async def _kill_over_and_over(self, program: Program, rng: random.Random) -> None:
        """Kill, check and start again, spread over the presses; where there are others, one of them has to be there."""
        each = self._plan.presses / self._plan.kills * len(self._house.programs)
        while not self._enough:
            target = self._answered + rng.uniform(0.2, 1.8) * each
            deadline = time.monotonic() + self._plan.life_s * rng.uniform(0.5, 1)
            while not program.has_ended and (
                (self._answered < target and time.monotonic() < deadline) or self._is_needed(program)
            ):
                await asyncio.sleep(rng.uniform(0.005, 0.05))
                if self._enough:
                    break
            if not await self._kill(program):
                continue
            while rng.random() < IN_ITS_START:
                await program.spawn()
                await asyncio.sleep(rng.uniform(0.1, 3.0))
                await self._kill(program)
            await program.start()

    def _is_needed(self, program: Program) -> bool:
        """Whether nobody else is there who could take over."""
        return len(self._house.programs) > 1 and self._house.living == [program]

    async def _kill(self, program: Program) -> bool:
        """Whether it was done: meanwhile the others may have died."""
        async with self._dying:
            if self._is_needed(program):
                return False
            await program.kill()
            if self._house.disk:
                self._house.disk.free()
            self._kills += 1
            await self._check()
            return True

    async def _check(self) -> None:
        self._there = await again(lambda: self._witness.check(self._house.url, self._rng))
        self._forget_pictures()
        if self._kills % 10 == 0:
            print(
                f"{self._kills} kills, {self._storm.presses} presses, {self._answered} answered, {self._witness.done} confirmed, {self._there},"
                f" {len(self._witness.complaints)} complaints, {time.monotonic() - self._began:.0f} s",
                flush=True,
            )
        for words in self._witness.complaints[self._told :]:
            print(f"WRONG: {words}", flush=True)
        self._told = len(self._witness.complaints)

    def _forget_pictures(self) -> None:
        """What boards looked like before, so that a long storm fits into memory."""
        for chat in self._on_telegram.state.world.chats.values():
            for message in chat.messages.values():
                message.history.clear()
        for channel in self._on_discord.state.world.channels.values():
            for message in channel.messages.values():
                message.history.clear()

    async def _look_around(self) -> None:
        """With the weather fine again: whether boards and pages show the newest state, and no table is overdue."""
        house = self._house
        async with afterwards.gallery(house.url, self._on_telegram, self._on_discord) as shown:
            if not await afterwards.all_brought(self._on_telegram):
                self._witness.complain("there are updates that nobody takes")
            behind = await afterwards.boards_behind(shown)
            for board, why in behind.items():
                self._witness.complain(f"the board of {board} is behind: {why}")
            for program in house.programs:
                for code in await afterwards.pages_behind(shown, program):
                    self._witness.complain(f"the page of {code} is behind")
            self._witness.checks["boards"] += shown.boards
            self._witness.checks["boards sent that may have been lost"] += shown.unsure
            now = time.time_ns() // 1_000_000 + house.clock.read_ms
            for code in await shown.overdue(now - OVERDUE_MS):
                self._witness.complain(f"the time of {code} has come and nothing happens")

    # --- people -------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _people(self):
        quarter = self._plan.people // 4
        async with AsyncExitStack() as stack:
            people: list[Player] = [*self._telegram_people(quarter), *self._discord_people(quarter)]
            timeout = aiohttp.ClientTimeout(total=PATIENCE_S)
            for number in range(2 * quarter):
                jar = aiohttp.CookieJar(unsafe=True)
                session = aiohttp.ClientSession(cookie_jar=jar, timeout=timeout)
                await stack.enter_async_context(session)
                people.append(OnWeb(self._storm, session, f"Web {number}", self._chance(f"web {number}")))
            yield people

    def _telegram_people(self, many: int) -> list[Player]:
        people = [self._on_telegram.user(f"Tele {number}") for number in range(many)]
        groups = {}
        for first in range(0, many - many // 3, GROUP):
            group = self._on_telegram.group(f"Group {first}", *people[first : first + GROUP])
            groups.update({person.id: group for person in people[first : first + GROUP]})
        return [
            OnTelegram(
                self._storm,
                person,
                [groups[person.id]] if person.id in groups else [],
                self._chance(person.user.first_name),
            )
            for person in people
        ]

    def _discord_people(self, many: int) -> list[Player]:
        server = self._on_discord
        people = [server.user(f"Disc {number}") for number in range(many)]
        rooms = {}
        for first in range(0, many, GROUP):
            there = people[first : first + GROUP]
            room = server.general(server.guild(f"Guild {first}", *there))
            rooms.update({person.id: room for person in there})
        return [
            OnDiscord(self._storm, one, [rooms[one.id]], self._chance(one.user.global_name)) for one in people
        ]

    # --- what is told -------------------------------------------------------------------------------------------

    def _summary(self) -> Summary:
        programs = self._house.programs
        ready = sorted(seconds for program in programs for seconds in program.ready_s)
        where = {
            "programs": f"{len(programs)} on PostgreSQL",
            "ended by themselves, and were started again": sum(program.gave_up for program in programs),
        }
        if self._house.disk:
            where = {"disk": "a small file system, filled" if self._house.disk.own else "a limit on files"}
        figures = {
            "presses": self._storm.presses,
            "answered": self._answered,
            "confirmed to whoever pressed": self._witness.done,
            "kills": self._kills,
            "starts to ready, median and longest": f"{ready[len(ready) // 2]:.1f} s, {ready[-1]:.1f} s",
            "errors for want of the database": sum(program.forgiven for program in programs),
            **where,
            "telegram": "by webhook" if self._plan.webhook else "by long polling",
            **self._there,
            "minutes": round((time.monotonic() - self._began) / 60, 1),
        }
        return Summary(
            self._plan, figures, self._weather.counts + self._weather.faults(), self._storm.counts, self._witness.checks,
            self._house.all_of("errors"), self._house.traces, self._witness.complaints,
        )  # fmt: skip
