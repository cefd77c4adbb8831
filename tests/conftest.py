"""What all tests share: those that need another program are left out where there is none, and said to be."""

import itertools
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import postgres
from tests.running.program import port

PROGRAMS = {
    "browser": Path("/usr/bin/chromium"),
    "gnubg": Path("/usr/games/gnubg"),
    "postgres": (postgres.programs() or Path("/usr/bin")) / "postgres",
}
"""What tests of a marker need, as Debian installs it."""


UNHURRIED_S = 600.0

_NUMBERS = itertools.count()
_SERVER = pytest.StashKey[postgres.Server]()


def pytest_configure(config: pytest.Config) -> None:
    """Where tests are to use PostgreSQL, one server for the whole run."""
    if not postgres.WANTED:
        return
    if not hasattr(config, "workerinput"):
        config.stash[_SERVER] = postgres.begin()
    postgres.stand_in()


def pytest_unconfigure(config: pytest.Config) -> None:
    """The server ends with the run."""
    if server := config.stash.get(_SERVER, None):
        server.remove()


@pytest.fixture(scope="session")
def postgres_folder() -> Iterator[Path]:
    """The folder of a PostgreSQL server's socket."""
    if postgres.WANTED:
        yield Path(os.environ[postgres.SERVER])
        return
    started = postgres.Server()
    started.start()
    yield started.folder
    started.remove()


@pytest.fixture
async def shared_url(postgres_folder: Path) -> str:
    """The address of a database that several programs may share; there is nothing in it yet."""
    return await postgres.create(f"own{os.getpid()}_{next(_NUMBERS)}", postgres_folder)


@pytest.fixture
def free_port() -> Iterator[Callable[[], int]]:
    """Gives ports on which nobody listens and that nobody else is given during the test."""
    with ExitStack() as held:
        yield lambda: int(held.enter_context(port()).getsockname()[1])


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Films and analyses are made apart, at the lowest priority: beside other tests that may take minutes."""
    for name, patience in (
        ("bot.projector", "PATIENCE_S"),
        ("bot.school", "PATIENCE_S"),
        ("bot.company.making", "LONGEST_S"),
    ):
        if module := sys.modules.get(name):
            monkeypatch.setattr(module, patience, UNHURRIED_S)


def _missing() -> dict[str, Path]:
    return {marker: program for marker, program in PROGRAMS.items() if not program.exists()}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what cannot run; where the checks run for everybody, a missing program is a failure."""
    if postgres.WANTED:
        of_files = [item for item in items if item.get_closest_marker("sqlite")]
        items[:] = [item for item in items if item not in of_files]
        config.hook.pytest_deselected(items=of_files)
    missing = _missing()
    left_out = [item for item in items if any(item.get_closest_marker(marker) for marker in missing)]
    if not left_out:
        return
    if os.environ.get("CI") == "true":
        raise pytest.UsageError(f"some tests cannot run: {_sorry(missing)}")
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what was left out."""
    if missing := _missing():
        terminalreporter.write_line(f"Tests that need another program were left out: {_sorry(missing)}.")


def _sorry(missing: dict[str, Path]) -> str:
    return ", ".join(
        f"there is no {program} (apt-get install {program.name})" for program in missing.values()
    )
