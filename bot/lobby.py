"""How people come together, for chats: what a table is set up with, and which tables are somebody's."""

import re
from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from bot import customs, onward, shelf
from bot.computer import Level
from bot.names import CODE_LENGTH, code_and_key, read_code
from bot.phrases import LANGUAGES, phrases
from bot.table import Against, No, Setup, Stage, Table
from bot.tables import Tables
from rules.errors import Refused
from rules.ruleset import MAX_TARGET, PRESETS, ClockKind
from storage import tables as stored
from storage.database import Database
from storage.tables import Status

USUAL = "mahbusa"
"""The game of a table for which none was named."""

DAILY = ("daily", "يومي", "يومية", "रोज़ाना", "रोज़")
"""How people say that a turn may take a day."""

_DIGITS = len(str(MAX_TARGET))

_LINK = re.compile(r"(?:start=(?:join|watch)_|/[jt]/)([A-Za-z0-9-]+)")
_CALLED = re.compile(r"^(?:code|الرمز|رمز|कोड)(?:\s*[:=]\s*|\s+)", re.IGNORECASE)

LIVING = (Status.PLAYING, Status.OPEN)


def setup(
    preset: str,
    against: Against,
    *,
    target: int | None = None,
    level: Level = Level.MEDIUM,
    guest: int = 0,
    daily: bool = False,
) -> Setup:
    """A table by a preset's customs; without a clock against the computer (docs/rules.md §6).

    `daily` gives a day for each turn.

    Raises KeyError for an unknown preset, Malformed for a target out of range.
    """
    ruleset = PRESETS[preset]
    if target is not None:
        ruleset = replace(ruleset, target=target)
    if daily:
        ruleset = replace(ruleset, clock=ClockKind.DAILY)
    if against is Against.COMPUTER:
        ruleset = replace(ruleset, clock=ClockKind.NONE)
    return Setup(ruleset, preset, against, level=level, guest=guest)


def evening() -> Setup:
    """A table for an evening of three games with whoever comes."""
    return onward.evening(setup(USUAL, Against.FRIEND))


class Wish(NamedTuple):
    """What somebody typed after /play: the preset, the length of the match, and whether turns take a day.

    The preset is empty where a game was named that we do not know.
    """

    preset: str
    target: int | None
    daily: bool


def read_wish(typed: str) -> Wish:
    """Read a wish in any of our languages: `sheesh besh 5`, `mahbusa daily`."""
    spoken = typed.split()
    words = [word for word in spoken if word.casefold() not in DAILY]
    daily = len(words) < len(spoken)
    target = None
    if words and is_length(words[-1]) and not _is_name(words):
        target = int(words.pop())
    name = _plain("".join(words))
    if not name:
        return Wish(USUAL, target, daily)
    found = [preset for preset in PRESETS for known in _names(preset) if known == name]
    found += [preset for preset in PRESETS for known in _names(preset) if name.startswith(known)]
    found += [preset for preset in PRESETS for known in _names(preset) if known.startswith(name)]
    return Wish(next(iter(found), ""), target, daily)


def is_length(typed: str) -> bool:
    """Whether somebody has written how long a match may be; thousands of digits are no number of ours."""
    return typed.isdecimal() and len(typed) <= _DIGITS and 1 <= int(typed) <= MAX_TARGET


class Invited(NamedTuple):
    """A room code as somebody typed it, the word for the dice after it, and the key that was written with the code."""

    code: str
    word: str = ""
    key: str = ""


def read_invitation(typed: str) -> Invited:
    """Read a room code that was typed or pasted in whatever way.

    Read are links (`…start=join_KM7QXR`, `…/j/KM7QXR`, `…/t/KM7QXR`), `code KM7QXR`, and codes in pieces: `km7 qxr`.
    A key stands right behind its code, as in links, or after a dash.
    """
    link = _LINK.search(typed)
    if link:
        code, key = code_and_key(read_code(link[1]))
        return Invited(code, typed[link.end() :].strip(), key)
    words = _CALLED.sub("", typed.strip()).split()
    for pieces in range(1, len(words) + 1):
        code, key = code_and_key(read_code("".join(words[:pieces])))
        if len(code) < CODE_LENGTH:
            continue
        if len(key) in (0, CODE_LENGTH):
            return Invited(code, " ".join(words[pieces:]), key)
        break
    return Invited(read_code("".join(words[:1])), " ".join(words[1:]))


def matching(typed: str) -> list[str]:
    """Every preset whose name begins with, or holds, what was typed; all of them for nothing."""
    name = _plain(typed)
    return [preset for preset in PRESETS if any(name in known for known in _names(preset))]


def _is_name(words: list[str]) -> bool:
    return any(_plain("".join(words)) in _names(preset) for preset in PRESETS)


def _names(preset: str) -> set[str]:
    named = {customs.preset_name(preset, phrases(language)) for language in LANGUAGES}
    return {_plain(name) for name in (preset, *named)}


def _plain(name: str) -> str:
    return "".join(char for char in name.casefold() if char.isalnum())


async def tables_of(
    database: Database, player: int, limit: int, statuses: Collection[Status] = LIVING
) -> list[Table]:
    """The tables where somebody sits, last touched first."""
    async with database.read() as conn:
        rows = await stored.of_player(conn, player, statuses, limit)
    return list(shelf.readable(rows))


async def to_watch(tables: Tables, typed: str, player: int, now: int) -> Table:
    """The table of a code that somebody brings, to be looked at. Raises Refused where there is none to see."""
    table = await tables.sought(read_invitation(typed).code, player, now)
    if not table.may_watch(player):
        raise Refused(No.NO_SPECTATORS)
    return table


async def current(database: Database, player: int, statuses: Collection[Status] = LIVING) -> Table | None:
    """The table somebody most likely means: one that is being played before one that waits."""
    found = await tables_of(database, player, 20, statuses)
    return next(iter(sorted(found, key=lambda table: table.stage is not Stage.PLAYING)), None)
