"""Modals: what a person sees of one, and what goes back when it is submitted."""

from dataclasses import dataclass
from typing import Any

from tests.servers.discord.components import ACTION_ROW, LABEL, SELECTS, STRING_SELECT, TEXT_INPUT
from tests.servers.discord.errors import Impossible
from tests.servers.discord.interaction import Interaction
from tests.servers.discord.invoking import CHANNEL, ROLE, USER, resolve
from tests.servers.discord.world import Channel, Role, User

RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23
LONGEST_INPUT = 4000
Component = dict[str, Any]


@dataclass(frozen=True)
class Field:
    """One thing to fill in."""

    label: str
    custom_id: str
    description: str
    component: Component

    @property
    def value(self) -> Any:
        """What stands there before the person changes anything; None is nothing."""
        if self.component["type"] == CHECKBOX:
            return bool(self.component.get("default"))
        if self.component["type"] == TEXT_INPUT:
            return self.component.get("value") or None
        chosen = [option["value"] for option in self.component.get("options") or [] if option.get("default")]
        if self.component["type"] == RADIO_GROUP:
            return chosen[0] if chosen else None
        return chosen or None

    @property
    def options(self) -> dict[str, str]:
        """Labels and values to choose from."""
        return {option["label"]: option["value"] for option in self.component.get("options") or []}

    @property
    def required(self) -> bool:
        return bool(self.component.get("required", self.component["type"] != CHECKBOX))


@dataclass(frozen=True)
class Form:
    """A modal as the person has it before them; `interaction` is what opened it."""

    title: str
    custom_id: str
    fields: tuple[Field, ...]
    components: tuple[Component, ...]
    interaction: Interaction

    def field(self, wanted: str) -> Field:
        """The field of that label or custom_id."""
        for field in self.fields:
            if wanted in (field.label, field.custom_id):
                return field
        raise Impossible(
            f"{self.title!r} has no field {wanted!r}, but {[field.label for field in self.fields]}"
        )


def form_of(interaction: Interaction, data: dict[str, Any]) -> Form:
    """The modal an answer opened."""
    fields = []
    for item in data["components"]:
        if item["type"] == LABEL:
            inner = item["component"]
            fields.append(Field(item["label"], inner["custom_id"], item.get("description") or "", inner))
        elif item["type"] == ACTION_ROW:
            fields += [
                Field(inner.get("label") or "", inner["custom_id"], "", inner) for inner in item["components"]
            ]
    return Form(data["title"], data["custom_id"], tuple(fields), tuple(data["components"]), interaction)


def submitted(form: Form, values: dict[str, Any]) -> dict[str, Any]:
    """The data of the form filled in so; what is not named stays as it was."""
    given = {form.field(name).custom_id: value for name, value in values.items()}
    resolved: dict[str, Any] = {}
    channel = form.interaction.channel
    filled = {
        field.custom_id: _filled(field, given.get(field.custom_id, field.value), channel, resolved)
        for field in form.fields
    }
    components = [_answered(item, filled) for item in form.components]
    data = {"custom_id": form.custom_id, "components": components}
    return data | ({"resolved": resolved} if resolved else {})


def _answered(item: Component, filled: dict[str, Component]) -> Component:
    told = {"type": item["type"], "id": item["id"]}
    if item["type"] == LABEL:
        return told | {"component": filled[item["component"]["custom_id"]]}
    if item["type"] == ACTION_ROW:
        return told | {"components": [filled[inner["custom_id"]] for inner in item["components"]]}
    return told


def _filled(field: Field, value: Any, channel: Channel, resolved: dict[str, Any]) -> Component:
    item = field.component
    told = {"type": item["type"], "id": item["id"], "custom_id": field.custom_id}
    if field.required and value in (None, "", [], ()):
        raise Impossible(f"{field.label!r} must be filled in")
    match item["type"]:
        case kind if kind == TEXT_INPUT:
            return told | {"value": _text(field, value or "")}
        case kind if kind in SELECTS:
            return told | {"values": picked(item, value or (), channel, resolved, required=field.required)}
        case kind if kind == CHECKBOX:
            return told | {"value": bool(value)}
        case kind if kind == RADIO_GROUP:
            return told | {"value": None if value is None else _option(field.options, value)}
        case kind if kind == CHECKBOX_GROUP:
            return told | {"values": [_option(field.options, one) for one in value or ()]}
    raise Impossible(f"{field.label!r} is nothing a person can fill in here")


def _text(field: Field, value: str) -> str:
    least, most = field.component.get("min_length") or 0, field.component.get("max_length") or LONGEST_INPUT
    if value and not least <= len(value) <= most:
        raise Impossible(f"{field.label!r} takes {least} to {most} characters, not {len(value)}")
    return value


def picked(
    item: Component, value: Any, channel: Channel, resolved: dict[str, Any], *, required: bool = True
) -> list[str]:
    """The values of what was chosen in a select: labels or values, people, roles or channels."""
    wanted = value if isinstance(value, list | tuple) else [value]
    least, most = item.get("min_values", 1) if required else 0, item.get("max_values", 1)
    if not least <= len(wanted) <= most:
        raise Impossible(f"{least} to {most} are to be chosen, not {len(wanted)}")
    if item["type"] == STRING_SELECT:
        options = {option["label"]: option["value"] for option in item["options"]}
        return [_option(options, one) for one in wanted]
    return [resolve(channel, _kind(one), one, resolved) for one in wanted]


def _option(options: dict[str, str], wanted: str) -> str:
    if wanted in options:
        return options[wanted]
    if wanted in options.values():
        return wanted
    raise Impossible(f"there is no {wanted!r} among {list(options)}")


def _kind(thing: Any) -> int:
    return {User: USER, Channel: CHANNEL, Role: ROLE}.get(type(thing), 0)
