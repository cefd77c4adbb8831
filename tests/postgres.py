"""A PostgreSQL server of the tests' own, and on it a database for each that a test opens.

`MAJLIS_TEST_DATABASE=postgres` lets every database that tests open as a file be one on this server instead; what is about
files themselves is then left out (the marker `sqlite`).
"""

import asyncio
import hashlib
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import asyncpg

from storage import database as opening
from storage.database import open_database
from storage.postgres import Postgres

WANTED = os.environ.get("MAJLIS_TEST_DATABASE") == "postgres"
SERVER = "MAJLIS_TEST_SERVER"
"""The environment variable that leads the processes of one run to their server: the folder of its socket."""

_TEMPLATE = "template_majlis"
_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")
_ROOMY = ("max_connections=300", "shared_buffers=128MB", "listen_addresses=", "max_locks_per_transaction=256")
_numbers = itertools.count()


def programs() -> Path | None:
    """Where Debian installs the newest server; None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    return found[-1].parent if found else None


class Server:
    """A cluster in a folder that vanishes; it refuses to run as root, so for root it runs as somebody else."""

    def __init__(self, options: Sequence[str] = _FAST) -> None:
        bin_ = programs()
        if bin_ is None:
            raise RuntimeError("there is no PostgreSQL (apt-get install postgresql)")
        self._bin = bin_
        self._options = options
        self.folder = Path(tempfile.mkdtemp(prefix="majlis-pg-"))
        self._data = self.folder / "data"
        if os.getuid() == 0:
            user = _user()
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self.folder.chmod(0o755)

    def start(self) -> None:
        """Make the cluster if need be, and wait until it answers."""
        if not self._data.exists():
            self._do(
                "initdb", "-D", self._data, "-U", "majlis", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"
            )
        options = (*self._options, *_ROOMY, f"unix_socket_directories={self.folder}")
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                # Whoever started it may be killed: it ends with them.
                self._as_somebody("--pdeathsig", "QUIT", self._bin / "postgres", "-D", self._data, *chain(*(("-c", one) for one in options))),
                cwd=self.folder, stdout=log, stderr=log,
            )  # fmt: skip
        while subprocess.run([self._bin / "pg_isready", "-q", "-h", self.folder], check=False).returncode:
            if self._process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.05)

    def processor_s(self) -> float:
        """Seconds of processor that connections which have ended have used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it; SIGQUIT is as a power cut."""
        self._process.send_signal(how)
        self._process.wait()

    def remove(self) -> None:
        """Stop it for good."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _do(self, program: str, *arguments: str | Path) -> None:
        command = self._as_somebody(self._bin / program, *arguments)
        done = subprocess.run(command, cwd=self.folder, check=False, text=True, capture_output=True)
        if done.returncode:
            raise RuntimeError(f"{program} ended with {done.returncode}: {done.stderr}")

    def _as_somebody(self, *command: str | Path) -> list[str | Path]:
        user = _user()
        who = ("--reuid", str(user.pw_uid), "--regid", str(user.pw_gid), "--clear-groups")
        return ["setpriv", *(who if os.getuid() == 0 else ()), *command]


def _user() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("nobody is there to run the server")


def address(name: str, folder: str | Path | None = None) -> str:
    """How a database on the server is opened."""
    return f"postgresql://majlis@/{name}?host={folder or os.environ[SERVER]}"


async def command(sql: str, folder: str | Path | None = None) -> None:
    """Carry out a statement on the server."""
    conn = await asyncpg.connect(address("postgres", folder))
    try:
        await conn.execute(sql)
    finally:
        await conn.close()


async def create(name: str, folder: str | Path | None = None, template: str = "template0") -> str:
    """A new database, and its address."""
    await command(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy", folder)
    return address(name, folder)


async def prepare(folder: Path) -> None:
    """Make what all others are copies of."""
    database = await open_database(await create(_TEMPLATE, folder), now=0)
    async with database.write() as conn:
        await conn.exec_driver_sql("DELETE FROM meta WHERE key = 'created_at'")  # each has its own birth
    await database.close()


async def fresh(name: str = "") -> str:
    """The address of a migrated database that is empty."""
    return await create(name or f"t{os.getpid()}_{next(_numbers)}", template=_TEMPLATE)


def name_of(file: str | Path) -> str:
    """What the database is called that stands for a file."""
    return f"f{hashlib.sha1(str(Path(file).resolve()).encode()).hexdigest()[:20]}"


def stand_in_for(file: Path) -> str:
    """The address of the database that stands for a file, which is made if need be."""
    made = ["-h", os.environ[SERVER], "-U", "majlis", "-T", _TEMPLATE, name_of(file)]
    bin_ = programs() or Path()
    subprocess.run([bin_ / "createdb", *made], check=False, stderr=subprocess.DEVNULL)
    return address(name_of(file))


class InsteadOfFile(Postgres):
    """A database on the server where a test asks for a file; `:memory:` vanishes when closed."""

    fleeting = False

    @classmethod
    async def at(cls, name: str, *, create: bool) -> "InsteadOfFile":
        fleeting = name == ":memory:"
        called = f"t{os.getpid()}_{next(_numbers)}" if fleeting else name_of(name)
        try:
            if create:
                await fresh(called)
        except asyncpg.DuplicateDatabaseError:
            pass
        place = cls(opening.make_url(address(called)))
        place.fleeting = fleeting
        return place

    async def close(self) -> None:
        await super().close()
        if self.fleeting:
            await command(f"DROP DATABASE {self._address.database} WITH (FORCE)")


def begin() -> Server:
    """Start the server of a whole run, and let files be databases on it from here on."""
    server = Server()
    try:
        server.start()
        os.environ[SERVER] = str(server.folder)
        asyncio.run(prepare(server.folder))
    except BaseException:
        server.remove()
        raise
    return server


def stand_in() -> None:
    """Let every file that this process opens be a database on the server."""
    opening.SQLite = InsteadOfFile
