"""What stands in the storm: one program on a file, or several beside each other that share a PostgreSQL server."""

import asyncio
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar

from storage.tries import is_away
from storage.unusable import Unusable
from tests import postgres
from tests.running.program import port
from tests.servers.discord import DiscordServer
from tests.servers.telegram import TelegramServer
from tests.storm.program import Clock, Disk, Program, chats

_SURE = ("fsync=off", "full_page_writes=off", "autovacuum=off")
"""What is committed outlives the server's processes, if not the machine."""

AGAIN_S = 0.5

Found = TypeVar("Found")


class House:
    """The programs and the database under them. `disk` is the file's, `server` PostgreSQL's; the other one is None."""

    def __init__(self, url: str, programs: list[Program], clock: Clock) -> None:
        self.url, self.programs, self.clock = url, programs, clock
        self.disk: Disk | None = None
        self.server: postgres.Server | None = None
        self._turn = 0

    @property
    def living(self) -> list[Program]:
        """The programs that can be used."""
        return [program for program in self.programs if program.up.is_set() and not program.has_ended]

    @property
    def address(self) -> str:
        """A page that can be used, where there is one: another at each time, as a balancer would have it."""
        self._turn += 1
        among = self.living or self.programs
        return among[self._turn % len(among)].address

    async def open(self) -> None:
        """Return once somebody can use it."""
        while not self.living:  # noqa: ASYNC110 a program may also end by itself
            await asyncio.sleep(0.01)

    async def start(self) -> None:
        """Start all programs."""
        await asyncio.gather(*(program.start() for program in self.programs))

    async def kill(self) -> None:
        """Kill all programs."""
        for program in self.programs:
            await program.kill()

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Meanwhile whoever ends by itself, since another has taken over, is started again."""

        leaving = asyncio.Event()

        async def keep() -> None:
            while not leaving.is_set():
                for program in self.programs:
                    await program.keep()
                await asyncio.sleep(AGAIN_S)

        keeping = asyncio.create_task(keep())
        try:
            yield
        finally:
            leaving.set()
            await keeping  # whoever is just being started is there then

    async def stop(self) -> list[int]:
        """Stop all programs; gives their exit codes."""
        for program in self.programs:
            await program.keep()
        return await asyncio.gather(*(program.stop() for program in self.programs))

    def all_of(self, name: str) -> Counter[str]:
        """A count that each program keeps, of all together."""
        return sum((getattr(program, name) for program in self.programs), Counter())

    @property
    def traces(self) -> dict[str, str]:
        """The whole of the first error of each kind."""
        return {kind: trace for program in self.programs for kind, trace in program.traces.items()}


@asynccontextmanager
async def standing(
    folder: Path, telegram: TelegramServer, discord: DiscordServer, *, webhook: bool, shared: int
) -> AsyncIterator[House]:
    """The programs, not yet started: `shared` many on a PostgreSQL server, or one on a file where that is 0.

    `webhook`: Telegram brings its updates, through a balancer where there are several.
    """
    clock = Clock(folder / "clock")
    with ExitStack() as held:
        ports = [held.enter_context(port()).getsockname()[1] for _ in range(2 * max(shared, 1))]
        settings = list(_settings(telegram, discord, ports, webhook=webhook))
        async with _on_its_database(folder, settings, clock, shared=bool(shared)) as house:
            yield house


@asynccontextmanager
async def _on_its_database(
    folder: Path, settings: list[dict[str, str]], clock: Clock, *, shared: bool
) -> AsyncIterator[House]:
    """The programs, and the server under them where they share one."""
    if not shared:
        file = folder / "majlis.db"
        house = House(f"sqlite:///{file}", [Program(file, clock, settings[0])], clock)
        house.disk = Disk(file)
        yield house
        return
    server = postgres.Server(_SURE)
    try:
        await asyncio.to_thread(server.start)
        url = await postgres.create("storm", server.folder)
        house = House(url, [Program(url, clock, one) for one in settings], clock)
        house.server = server
        yield house
    finally:
        server.remove()


def _settings(
    telegram: TelegramServer, discord: DiscordServer, ports: list[int], *, webhook: bool
) -> Iterable[dict[str, str]]:
    """For each program, which listens at the same two ports after every start: one of its page, one of its webhook."""
    pages, hooks = ports[::2], ports[1::2]
    if webhook:
        telegram.balance(*(f"http://127.0.0.1:{number}" for number in hooks))
    for page, number in zip(pages, hooks, strict=True):
        hook = {
            "MAJLIS_TELEGRAM_WEBHOOK_URL": f"http://127.0.0.1:{hooks[0]}/telegram/hook",
            "MAJLIS_TELEGRAM_WEBHOOK_PORT": str(number),
        }
        yield chats(telegram, discord) | {"MAJLIS_WEB_PORT": str(page)} | (hook if webhook else {})


async def cut(server: postgres.Server, rng: random.Random) -> None:
    """End one of the programs' connections, whatever it is doing."""
    await postgres.command(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'majlis'"
        f" ORDER BY md5(pid::text || '{rng.random()}') LIMIT {rng.randint(1, 4)}",
        server.folder,
    )


async def restart(server: postgres.Server, rng: random.Random) -> None:
    """Stop the server in good order or by its death, and start it again."""
    how = rng.choice([signal.SIGINT, signal.SIGQUIT])
    with suppress(ProcessLookupError):
        await asyncio.to_thread(server.stop, how)
    await asyncio.sleep(rng.uniform(0, 1.5))
    await asyncio.to_thread(server.start)


async def again(look: Callable[[], Awaitable[Found]]) -> Found:
    """Look into the database, again until its server is there."""
    while True:
        try:
            return await look()
        except Unusable:
            pass
        except Exception as error:
            if not is_away(error):
                raise
        await asyncio.sleep(AGAIN_S)
