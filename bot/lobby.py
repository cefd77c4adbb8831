"""How people come together, for chats: what a table is set up with, and which tables are somebody's."""

from collections.abc import Collection
from dataclasses import replace

from bot import customs, shelf
from bot.computer import Level
from bot.phrases import LANGUAGES, phrases
from bot.table import Against, Setup, Stage, Table
from rules.ruleset import MAX_TARGET, PRESETS, ClockKind
from storage import tables as stored
from storage.database import Database
from storage.tables import Status

USUAL = "mahbusa"
"""The game of a table for which none was named."""

LIVING = (Status.PLAYING, Status.OPEN)


def setup(
    preset: str,
    against: Against,
    *,
    target: int | None = None,
    level: Level = Level.MEDIUM,
    guest: int = 0,
) -> Setup:
    """A table by a preset's customs; without a clock against the computer (docs/rules.md §6).

    Raises KeyError for an unknown preset, Malformed for a target out of range.
    """
    ruleset = PRESETS[preset]
    if target is not None:
        ruleset = replace(ruleset, target=target)
    if against is Against.COMPUTER:
        ruleset = replace(ruleset, clock=ClockKind.NONE)
    return Setup(ruleset, preset, against, level=level, guest=guest)


def read_wish(typed: str) -> tuple[str, int | None]:
    """The preset and the length of a match as people type them, in any of our languages: `sheesh besh 5`."""
    words = typed.split()
    target = next((int(word) for word in words if word.isdecimal() and 1 <= int(word) <= MAX_TARGET), None)
    name = _plain("".join(words))
    if not name:
        return USUAL, target
    found = [preset for preset in PRESETS for known in _names(preset) if known == name]
    found += [preset for preset in PRESETS for known in _names(preset) if name.startswith(known)]
    found += [preset for preset in PRESETS for known in _names(preset) if known.startswith(name)]
    return (found or [USUAL])[0], target


def matching(typed: str) -> list[str]:
    """Every preset whose name begins with, or holds, what was typed; all of them for nothing."""
    name = _plain(typed)
    return [preset for preset in PRESETS if any(name in known for known in _names(preset))]


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
    return [shelf.read(row) for row in rows]


async def current(database: Database, player: int, statuses: Collection[Status] = LIVING) -> Table | None:
    """The table somebody most likely means: one that is being played before one that waits."""
    found = await tables_of(database, player, 20, statuses)
    return next(iter(sorted(found, key=lambda table: table.stage is not Stage.PLAYING)), None)
