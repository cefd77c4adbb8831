"""What the commands share: answers, files, the database, and how they give up."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from bot import running
from bot.config import Settings, read_settings, unknown
from storage.database import Database, open_database

Found = TypeVar("Found")


class CannotDo(Exception):
    """A command that cannot be carried out; the message is one line for whoever typed it."""


def say(*lines: str) -> None:
    """Print lines at once, whether or not somebody reads them as they come."""
    for line in lines:
        print(line, flush=True)  # noqa: T201 a command line answers by printing


def complain(line: str) -> None:
    """Tell whoever typed the command what is in its way."""
    print(f"majlis: {line}", file=sys.stderr, flush=True)  # noqa: T201 a command line has nothing else


def line_by_line(answer: Callable[[str], str]) -> int:
    """Answer standard input line by line, to its end."""
    # Bytes that are no text are somebody's malformed line, not the end of the stream.
    for line in sys.stdin.buffer:
        say(answer(line.decode("utf-8", "replace")))
    return 0


def read(file: str) -> str:
    """A file's text. Raises CannotDo."""
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise CannotDo(f"{file} cannot be read ({why})") from None


def settings_told() -> Settings:
    """The settings; who typed the command is told of names that are none. Raises config's Wrong."""
    settings = read_settings()
    for line in unknown():
        complain(line)
    return settings


def with_database(work: Callable[[Database], Awaitable[Found]]) -> Found:
    """Do something with the database of the settings, which must be there. Raises Unusable and config's Wrong."""
    settings = settings_told()

    async def opened() -> Found:
        database = await open_database(settings.database, now=running.now_ms(), create=False)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(opened())
