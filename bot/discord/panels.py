"""Panels as messages on Discord: words, rows of buttons, a picture and a file attached; and forms for words asked for."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from discord import File, Interaction, TextStyle
from discord.ui import Modal, TextInput

from bot.buttons import COLUMNS, ROWS, Button, Look
from bot.company.panel import Field, Link, Panel, Tap, whole
from bot.discord.buttons import Address, Row
from bot.discord.desk import Desk
from bot.discord.faces import block, fitting, plain
from bot.discord.posted import FILE, MAX_ALT, MAX_TEXT

TAP, WRITE = "~c:", "~w:"
"""Before the act on a panel's own button, and on one that opens a form."""

TITLE = 45
"""Characters of a form's title and labels."""

MAX_TYPED = 4_000
LONG = 100
"""From so many characters on there is room for several lines."""

FORM_S = 15 * 60
"""How long a form may stay open."""

MANY = 2_000
"""Forms whose contents are remembered; an older one is empty when it opens."""


class Panels:
    """What messages are made of."""

    def __init__(self, desk: Desk, page: str) -> None:
        self._desk, self._page = desk, page
        self._fields: OrderedDict[tuple[int, str], Field] = OrderedDict()

    def text(self, panel: Panel, *, pictures: bool = True) -> str:
        """Its words; without `pictures` the picture's as well."""
        lines = [
            f"**{plain(panel.heading)}**" if panel.heading else "",
            block(panel.shown.alt) if panel.shown and not pictures else "",
            *map(plain, panel.lines),
            plain(panel.said),
        ]
        return fitting(lines, MAX_TEXT) or "…"

    async def files(self, panel: Panel) -> list[File]:
        """Its picture and its file."""
        found = []
        if panel.shown:
            picture = panel.shown.picture
            drawn = picture if isinstance(picture, bytes) else await self._desk.drawn(picture)
            found.append(File(BytesIO(drawn), FILE, description=panel.shown.alt[:MAX_ALT] or None))
        if panel.file:
            found.append(File(BytesIO(panel.file.content), panel.file.name))
        return found

    def rows(self, panel: Panel) -> tuple[Row, ...]:
        """Its buttons, five by five at most; where rows are too many, neighbours that fit into one share it."""
        found = [[made for item in row if (made := self._button(item))] for row in panel.rows]
        found = [row for row in found if row]
        if panel.field:
            field = panel.field
            found.insert(0, [Button(f"✎ {field.label}", f"{WRITE}{field.longest}:{field.act}", Look.MAIN)])
        return tuple(_fitting(found))

    def _button(self, item: Tap | Link) -> Button | Address | None:
        if isinstance(item, Tap):
            return Button(item.label, TAP + item.act, item.look)
        address = whole(item, self._page)
        return Address(item.label, address) if address else None

    # --- words that are asked for ---------------------------------------------------------------------------------

    def note(self, account: int, panel: Panel) -> None:
        """Remember what a form begins with."""
        if panel.field:
            self._fields[account, panel.field.act] = panel.field
            if len(self._fields) > MANY:
                self._fields.popitem(last=False)

    def form(self, interaction: Interaction[Any], longest: str, act: str) -> Modal:
        """The form behind a button; its label is the button's, should all else be forgotten."""
        known = self._fields.get((interaction.user.id, act))
        label = dict(_labels(interaction)).get(f"{WRITE}{longest}:{act}", "").lstrip("✎ ")
        field = known or Field(label or "✎", act, longest=int(longest))
        return _Form(field)


def _fitting(rows: Sequence[list[Button | Address]]) -> list[list[Button | Address]]:
    """Rows as they are, the shortest neighbours put together until they are few enough; else all broken anew."""
    fewer = list(rows)
    while len(fewer) > ROWS:
        at = min(range(len(fewer) - 1), key=lambda at: len(fewer[at]) + len(fewer[at + 1]))
        fewer[at : at + 2] = [fewer[at] + fewer[at + 1]]
    if all(len(row) <= COLUMNS for row in fewer):
        return fewer
    flat = [button for row in rows for button in row][: ROWS * COLUMNS]
    return [flat[at : at + COLUMNS] for at in range(0, len(flat), COLUMNS)]


class _Form(Modal):
    def __init__(self, field: Field) -> None:
        super().__init__(title=field.label[:TITLE], timeout=FORM_S)
        self._act = field.act
        longest = min(max(field.longest, 1), MAX_TYPED)
        self._typed: TextInput[Any] = TextInput(
            label=field.label[:TITLE],
            default=field.value[:longest] or None,
            max_length=longest,
            style=TextStyle.long if longest > LONG else TextStyle.short,
        )
        self.add_item(self._typed)

    async def on_submit(self, interaction: Interaction[Any]) -> None:
        """Hand the words on."""
        await interaction.client.handler.written(interaction, self._act, self._typed.value)


def _labels(interaction: Interaction[Any]) -> Iterator[tuple[str, str]]:
    """The buttons of the message that was pressed: their ids and labels."""
    rows: Sequence[Any] = interaction.message.components if interaction.message else ()
    for row in rows:
        for item in getattr(row, "children", ()):
            yield getattr(item, "custom_id", "") or "", getattr(item, "label", "") or ""
