"""The program under the storm: a process that can be killed, robbed of its disk, and told the wrong time."""

import asyncio
import os
import re
import resource
import signal
import struct
import sys
import time
from collections import Counter, deque
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from bot.running import OVERTAKEN
from tests.running.program import HOME, environment
from tests.servers.discord import DiscordServer
from tests.servers.telegram import TelegramServer

SHIM = Path(__file__).parent / "shim"
FORGIVEN = (
    "disk I/O error",
    "database or disk is full",
    "unable to open database file",
    "attempt to write a readonly",
    "File too large",
    "Cannot write to closing transport",  # Discord's library, when its connection is cut while it begins
    "Broken pipe",  # a film's own process, when the program that ordered it was killed
    "json.decoder.JSONDecodeError",  # the library's own word about a page of HTML instead of an answer
)
"""What may be said while there is no room on the disk, or a server fails."""

AWAY = (
    "ConnectionDoesNotExistError",
    "AdminShutdownError",
    "CannotConnectNowError",
    "ConnectionRefusedError",
    "ConnectionResetError",
    "connection is closed",
    "connection was closed",
    "terminating connection",
    "the database system is",
    "majlis: cannot use postgresql://",
    "QueuePool limit of size",  # half a minute of a machine that has much else to do
    "cannot switch to state",  # between the server's last words and its hanging up
    "[Errno 2] No such file or directory",  # the server's socket
    "[Errno 111] Connection refused",
)
"""What may be said while PostgreSQL's server is away."""

UNUSABLE = 2
"""The exit code where the database is not there at the start."""

PATIENCE_S = 300
"""How long a start or an end may take, on a machine that has much else to do."""

CONTEXT = 80
"""Lines kept from before an error."""

_RAISED = re.compile(r"[\w.]*(?:Error|Exception|Refused|Malformed|StaleVersion|Timeout\w*)\b(?:: .*)?$")

_CHAINED = ("During handling of the above exception", "The above exception was the direct cause")
"""What follows where something else was raised because of it, which is what counts."""


class Clock:
    """What time the program believes it is."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.offset_ms = 0
        self.read_ms = 0
        """What it was when the program started, which counts steadily from there on."""
        self.set(0)

    def set(self, offset_ms: int) -> None:
        self.offset_ms = offset_ms
        if self.file.exists():
            with self.file.open("r+b") as file:  # in place: the program has it mapped
                file.write(struct.pack("q", offset_ms))
        else:
            self.file.write_bytes(struct.pack("q", offset_ms))


class Disk:
    """The room there is: a limit on how long the program's files may grow; a small file system of its own is really filled."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._filler = database.with_name("filler")
        self._pid = 0
        folder = database.parent
        self.own = folder.stat().st_dev != folder.parent.stat().st_dev

    def fill(self, pid: int, share: float) -> None:
        """No more room for the process; where files are limited, below `share` of the log's length nothing fails."""
        self._pid = pid
        if self.own:
            there = os.statvfs(self._filler.parent)
            with suppress(OSError), self._filler.open("wb") as file:
                os.posix_fallocate(file.fileno(), 0, max(there.f_bavail * there.f_frsize, 1))
            return
        wal = self._database.with_name(self._database.name + "-wal")
        size = wal.stat().st_size if wal.exists() else 0
        _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (int(size * share), most))

    def free(self) -> None:
        self._filler.unlink(missing_ok=True)
        if self._pid and not self.own:
            with suppress(ProcessLookupError):
                _, most = resource.prlimit(self._pid, resource.RLIMIT_FSIZE)
                resource.prlimit(self._pid, resource.RLIMIT_FSIZE, (most, most))
        self._pid = 0


def chats(telegram: TelegramServer, discord: DiscordServer) -> dict[str, str]:
    """The settings by which a program finds both chats."""
    return {
        "MAJLIS_TELEGRAM_TOKEN": telegram.token,
        "MAJLIS_TELEGRAM_API": telegram.base_url,
        "MAJLIS_DISCORD_TOKEN": discord.token,
        "MAJLIS_DISCORD_API": discord.base_url,
        "MAJLIS_LOG": "warning",
        "MAJLIS_MOST_TABLES": "100",
    }


class Program:
    """`majlis run` on all platforms at once; `up` while it can be used."""

    def __init__(self, database: Path | str, clock: Clock, settings: Mapping[str, str]) -> None:
        self.clock = clock
        self.up = asyncio.Event()
        self.address = ""
        self.ready_s: list[float] = []
        self.errors: Counter[str] = Counter()
        """What went wrong in it and why, by its last line, lack of room aside."""
        self.traces: dict[str, str] = {}
        """The whole of the first of each kind."""
        self.forgiven = 0
        self.gave_up = 0
        """How often it ended by itself: another had taken over, or the database was not there when it began."""
        self._database = database
        self._forgiven = AWAY + FORGIVEN if isinstance(database, str) else FORGIVEN
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._settings = {
            **settings,
            "STORM_CLOCK": str(clock.file),
            "PYTHONPATH": f"{SHIM}:{HOME}",
        }

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Whether it has ended by itself, and is to be started again."""
        return self._process is not None and self._process.returncode is not None

    async def start(self) -> None:
        """Until everybody can use it; as whatever keeps it would, again where it gives up meanwhile."""
        began = time.monotonic()
        while not (address := await self._spoken_to()):
            pass
        self.address = address
        self.ready_s.append(time.monotonic() - began)
        self.up.set()

    async def _spoken_to(self) -> str:
        await self.spawn()
        return await asyncio.wait_for(self._announced(), PATIENCE_S)

    async def spawn(self) -> None:
        """Begin to start."""
        self.clock.read_ms = self.clock.offset_ms
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run",
            cwd=HOME, env=environment(self._database) | self._settings,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        self._reader = asyncio.create_task(self._listen(self._process))

    async def _announced(self) -> str:
        """Its address; empty where it gave up before it could be used, which it may where the database goes away."""
        assert self._process
        assert self._process.stdout
        async for line in self._process.stdout:
            if found := re.search(rb"http://\S+", line):
                return found[0].decode()
        await self._ended()
        if isinstance(self._database, str):
            self.gave_up += 1
            return ""
        raise AssertionError(f"the program does not start: {list(self.traces.values())[-1:]}")

    async def kill(self) -> None:
        """As a power cut would: no goodbye."""
        was_up = self.up.is_set()
        self.up.clear()
        assert self._process
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGKILL)
        code = await self._ended()
        gave_up = code == OVERTAKEN or (code == UNUSABLE and isinstance(self._database, str) and not was_up)
        self.gave_up += gave_up
        if not gave_up and code != -signal.SIGKILL:
            self.errors[f"it ended with {code}"] += 1

    async def keep(self) -> None:
        """Start it again where it has ended by itself, as whatever keeps it would."""
        if self.has_ended:
            await self.kill()
            await self.start()

    async def stop(self) -> int:
        self.up.clear()
        assert self._process
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self._ended(), PATIENCE_S)

    async def _ended(self) -> int:
        assert self._process
        assert self._reader
        code = await self._process.wait()
        await self._reader
        return code

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Keep what it says of errors: what was raised, and the lines that led there."""
        assert process.stderr
        before: deque[str] = deque(maxlen=CONTEXT)
        raised = whole = ""
        async for line in process.stderr:
            text = line.decode(errors="replace").rstrip()
            before.append(text)
            if raised and text:
                if not text.startswith(_CHAINED):
                    self._note(raised, whole)
                raised = ""
            if text.startswith("majlis:") or _RAISED.match(text):
                raised, whole = text, "\n".join(before)
        if raised:
            self._note(raised, whole)

    def _note(self, raised: str, whole: str) -> None:
        if any(words in raised for words in self._forgiven):
            self.forgiven += 1
            return
        kind = re.sub(r"\d+", "N", raised)[:160]
        self.errors[kind] += 1
        self.traces.setdefault(kind, whole)
