"""Buttons and menus that live for ever: their ids say all there is to know, and their classes are found by pattern.

Every view is made anew for one message and stopped before it is sent, so the library keeps none of them: a press finds its
class whatever was sent since, and after a restart too.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, Self

from discord import (
    ButtonStyle,
    ChannelType,
    Interaction,
    SelectDefaultValue,
    SelectDefaultValueType,
    SelectOption,
    ui,
)
from discord.ui import ChannelSelect, DynamicItem, Item, Select, View

from bot import intents
from bot.buttons import COLUMNS, MAX_LABEL, ROWS, Button, Grid, Look

MAX_OPTIONS = 25
MAX_OPTION = 100


class Handler(Protocol):
    """Whoever is told of presses; the client has one."""

    async def pressed(self, interaction: Interaction[Any], data: str) -> None:
        """A table's button."""

    async def chosen(self, interaction: Interaction[Any], data: str, values: Sequence[str]) -> None:
        """A button or a menu of our own."""

    async def written(self, interaction: Interaction[Any], act: str, typed: str) -> None:
        """A form that was filled in."""


_STYLES = {Look.PLAIN: ButtonStyle.secondary, Look.MAIN: ButtonStyle.primary, Look.DANGER: ButtonStyle.danger}


class TableButton(DynamicItem[ui.Button[View]], template=intents.PAYLOAD):
    """Every button of every board."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction[Any], item: Item[Any], _match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        return cls(item)  # type: ignore[arg-type]  # the pattern belongs to buttons

    async def callback(self, interaction: Interaction[Any]) -> None:
        """Hand it on."""
        await interaction.client.handler.pressed(interaction, self.custom_id)


class MenuButton(DynamicItem[ui.Button[View]], template=r"~[^=#].*"):
    """Every button that belongs to no board."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction[Any], item: Item[Any], _match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        return cls(item)  # type: ignore[arg-type]  # the pattern belongs to buttons

    async def callback(self, interaction: Interaction[Any]) -> None:
        """Hand it on."""
        await interaction.client.handler.chosen(interaction, self.custom_id.removeprefix("~"), ())


class Menu(DynamicItem[Select[View]], template=r"~=.*"):
    """Every menu of words."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction[Any], item: Item[Any], _match: re.Match[str], /
    ) -> Self:
        """The menu that was used."""
        return cls(item)  # type: ignore[arg-type]  # the pattern belongs to menus

    async def callback(self, interaction: Interaction[Any]) -> None:
        """Hand it on."""
        chosen = tuple(self.item.values)
        await interaction.client.handler.chosen(interaction, self.custom_id.removeprefix("~="), chosen)


class ChannelMenu(DynamicItem[ChannelSelect[View]], template=r"~#.*"):
    """Every menu of channels."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction[Any], item: Item[Any], _match: re.Match[str], /
    ) -> Self:
        """The menu that was used."""
        return cls(item)  # type: ignore[arg-type]  # the pattern belongs to menus of channels

    async def callback(self, interaction: Interaction[Any]) -> None:
        """Hand it on."""
        chosen = tuple(str(channel.id) for channel in self.item.values)
        await interaction.client.handler.chosen(interaction, self.custom_id.removeprefix("~#"), chosen)


CLASSES = (TableButton, MenuButton, Menu, ChannelMenu)


class Choices(NamedTuple):
    """A menu: what it is about, its id, and values with their labels; `chosen` is the one that stands."""

    about: str
    id: str
    values: tuple[tuple[str, str], ...]
    chosen: str = ""


class Channels(NamedTuple):
    """A menu of a server's channels, with those that stand."""

    about: str
    id: str
    chosen: tuple[int, ...]


class Address(NamedTuple):
    """A button that leads out of Discord."""

    label: str
    url: str


Row = Sequence[Button | Address] | Choices | Channels


def rows(grid: Grid, *more: Row) -> tuple[Row, ...]:
    """A table's buttons with buttons of our own after them, where there is room for five rows of five."""
    found: list[Row] = list(grid)
    for row in more:
        if len(found) < ROWS:
            found.append(row)
        elif not isinstance(row, (Choices, Channels)):
            for at, there in enumerate(found):
                if not isinstance(there, (Choices, Channels)) and len(there) + len(row) <= COLUMNS:
                    found[at] = (*there, *row)
                    break
    return tuple(found)


def ids(shown: Iterable[Row]) -> Iterator[str]:
    """The ids that a message's components will have."""
    for row in shown:
        match row:
            case Choices():
                yield f"~={row.id}"
            case Channels():
                yield f"~#{row.id}"
            case _:
                yield from (button.payload for button in row if isinstance(button, Button))


def view(shown: Iterable[Row]) -> View:
    """A view for one message, stopped, so that the library does not keep it."""
    made = View(timeout=None)
    for number, row in enumerate(shown):
        match row:
            case Choices():
                made.add_item(_menu(row, number))
            case Channels():
                made.add_item(_channels(row, number))
            case _:
                for button in row:
                    made.add_item(_button(button, number))
    made.stop()
    return made


def _button(button: Button | Address, row: int) -> Item[Any]:
    if isinstance(button, Address):
        return ui.Button(label=button.label[:MAX_LABEL], url=button.url, row=row)
    made: ui.Button[View] = ui.Button(
        label=button.label[:MAX_LABEL], custom_id=button.payload, style=_STYLES[button.look], row=row
    )
    return MenuButton(made) if button.payload.startswith("~") else TableButton(made)


def _menu(choices: Choices, row: int) -> Item[Any]:
    options = [
        SelectOption(label=label[:MAX_OPTION], value=value, default=value == choices.chosen)
        for value, label in choices.values[:MAX_OPTIONS]
    ]
    made: Select[View] = Select(
        custom_id=f"~={choices.id}", placeholder=choices.about[:MAX_OPTION], options=options, row=row
    )
    return Menu(made)


def _channels(channels: Channels, row: int) -> Item[Any]:
    made: ChannelSelect[View] = ChannelSelect(
        custom_id=f"~#{channels.id}",
        placeholder=channels.about[:MAX_OPTION],
        channel_types=[ChannelType.text, ChannelType.public_thread],
        min_values=0,
        max_values=MAX_OPTIONS,
        default_values=[
            SelectDefaultValue(id=channel, type=SelectDefaultValueType.channel) for channel in channels.chosen
        ],
        row=row,
    )
    return ChannelMenu(made)
