"""What is offered while somebody is typing: games, lengths of a match, tables."""

from typing import Any

from discord import Interaction
from discord.app_commands import Choice

from bot import customs, lobby
from bot.company import acts
from bot.discord.desk import Desk, language_of
from bot.discord.here import Spot, spot_of
from bot.discord.playing import GOING_ON, MANY, Playing
from bot.names import CODE_LENGTH, read_code
from bot.phrases import Phrases, closest, phrases
from bot.table import Stage, Table
from bot.view import in_a_line
from rules.ruleset import PRESETS, TARGETS

LONGEST = 100
MOST = 25


class Offers:
    """Everything that completes what is typed."""

    def __init__(self, desk: Desk, playing: Playing) -> None:
        self._desk = desk
        self._playing = playing

    async def games(self, interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
        """Games whose name holds what is typed, in any of our languages."""
        words, _ = await self._who(interaction)
        return [
            Choice(name=customs.preset_name(preset, words), value=preset) for preset in lobby.matching(typed)
        ]

    def lengths(self, interaction: Interaction[Any], typed: str) -> list[Choice[int]]:
        """The lengths usual in the game that was named."""
        named = str(getattr(interaction.namespace, "game", "") or "")
        preset = named if named in PRESETS else lobby.read_wish(named).preset
        usual = TARGETS.get(preset, TARGETS[lobby.USUAL])
        return [Choice(name=str(target), value=target) for target in usual if str(target).startswith(typed)]

    async def acts(self, interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
        """Commands whose name or description holds what is typed."""
        words, _ = await self._who(interaction)
        named = [(one.name, f"{one.name} – {words.t(one.about)}") for one in acts.COMMANDS]
        found = [(name, label) for name, label in named if typed.strip().lower() in label.lower()]
        return [Choice(name=label[:LONGEST], value=name) for name, label in found[:MOST]]

    async def waiting(self, interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
        """Tables that wait, here or of one's own."""
        return await self._tables(interaction, typed, (Stage.OPEN,))

    async def going_on(self, interaction: Interaction[Any], typed: str) -> list[Choice[str]]:
        """Tables that go on, here or of one's own."""
        return await self._tables(interaction, typed, GOING_ON)

    async def _tables(
        self, interaction: Interaction[Any], typed: str, stages: tuple[Stage, ...]
    ) -> list[Choice[str]]:
        words, player = await self._who(interaction)
        spot: Spot = spot_of(interaction)
        found = {table.code: table for table in await self._playing.shown_in(spot)}
        for table in await lobby.tables_of(self._desk.database, player, MANY) if player else ():
            found.setdefault(table.code, table)
        wanted = read_code(typed)[:CODE_LENGTH]
        return [
            Choice(name=_named(table, player, words), value=table.code)
            for table in found.values()
            if table.stage in stages and table.code.startswith(wanted)
        ][:MOST]

    async def _who(self, interaction: Interaction[Any]) -> tuple[Phrases, int]:
        known = await self._desk.find(interaction.user.id)
        language = known.language if known else closest(language_of(interaction.locale))
        return phrases(language), known.id if known else 0


def _named(table: Table, player: int, words: Phrases) -> str:
    return f"{table.code} · {in_a_line(table, player, words)}"[:LONGEST]
