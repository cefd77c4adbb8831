"""Components beyond their schema: what must be unique, how many there may be, what a picture's address means."""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from tests.servers.discord.errors import Path, Problem
from tests.servers.discord.world import COMPONENTS_V2, Attachment

ACTION_ROW, BUTTON, TEXT_INPUT, TEXT_DISPLAY, LABEL = 1, 2, 4, 10, 18
STRING_SELECT, SELECTS = 3, (3, 5, 6, 7, 8)
LINK, PREMIUM = 5, 6
MOST_ROWS, MOST_COMPONENTS, MOST_TEXT = 5, 40, 4000
INSIDE = ("components", "items", "accessory", "component")
Component = dict[str, Any]


def walk(components: Any, place: Path = ("components",)) -> Iterator[tuple[Path, Component]]:
    """Every component with its place, from outside in."""
    for index, component in enumerate(components):
        here = (*place, index)
        yield here, component
        yield from _inside(component, here)


def _inside(component: Component, place: Path) -> Iterator[tuple[Path, Component]]:
    for part in ("accessory", "component"):
        if isinstance(component.get(part), dict):
            yield (*place, part), component[part]
            yield from _inside(component[part], (*place, part))
    if isinstance(component.get("components"), list):
        yield from walk(component["components"], (*place, "components"))


def component_problems(components: list[Component], flags: int) -> Iterator[Problem]:
    """What is wrong with the components of a message."""
    if not flags & COMPONENTS_V2:
        yield from _old_style(components)
    every = list(walk(components))
    if len(every) > MOST_COMPONENTS:
        yield Problem(
            ("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"The maximum is {MOST_COMPONENTS}."
        )
    if sum(len(item.get("content", "")) for _, item in every) > MOST_TEXT:
        words = f"The text of all components must be {MOST_TEXT} characters or fewer."
        yield Problem(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words)
    yield from _each(every)


def modal_problems(components: list[Component]) -> Iterator[Problem]:
    """What is wrong with the components of a modal."""
    if len(components) > MOST_ROWS:
        yield Problem(
            ("components",), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MOST_ROWS} in length."
        )
    every = list(walk(components))
    yield from _each(every)
    for place, item in every:
        if item["type"] == TEXT_INPUT:
            inside_label = place[-1] == "component"
            if not inside_label and not item.get("label"):
                yield Problem((*place, "label"), "BASE_TYPE_REQUIRED", "This field is required")


def _old_style(components: list[Component]) -> Iterator[Problem]:
    if len(components) > MOST_ROWS:
        yield Problem(
            ("components",), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MOST_ROWS} in length."
        )
    for index, item in enumerate(components):
        if item["type"] != ACTION_ROW:
            words = 'Value of field "type" must be one of (1,) without the flag of components V2.'
            yield Problem(("components", index, "type"), "UNION_TYPE_CHOICES", words)


def _each(every: list[tuple[Path, Component]]) -> Iterator[Problem]:
    used: dict[str, set[Any]] = {"custom_id": set(), "id": set()}
    for place, item in every:
        for name, taken in used.items():
            if item.get(name) and item[name] in taken:
                words = f"Component {name.replace('_', ' ')} cannot be duplicated"
                yield Problem((*place, name), f"COMPONENT_{name.upper()}_DUPLICATED", words)
            taken.add(item.get(name))
        if item["type"] == ACTION_ROW:
            yield from _row(place, item["components"])
        elif item["type"] == BUTTON:
            yield from _button(place, item)
        elif item["type"] in SELECTS:
            yield from _select(place, item)


def _row(place: Path, inside: list[Component]) -> Iterator[Problem]:
    if len(inside) > 1 and any(item["type"] != BUTTON for item in inside):
        words = "A row holds up to five buttons or one select."
        yield Problem((*place, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)


def _button(place: Path, item: Component) -> Iterator[Problem]:
    style = item["style"]
    wanted = {LINK: "url", PREMIUM: "sku_id"}.get(style, "custom_id")
    if not item.get(wanted):
        yield Problem((*place, wanted), "BASE_TYPE_REQUIRED", f"A button of style {style} needs {wanted}.")
    if item.get("url") and not item["url"].startswith(("https://", "http://", "discord://")):
        yield Problem((*place, "url"), "URL_TYPE_INVALID_SCHEME", "Not a well formed URL.")
    for other in {"custom_id", "url", "sku_id"} - {wanted}:
        if item.get(other):
            yield Problem(
                (*place, other), "BUTTON_COMPONENT_INVALID", f"A button of style {style} has no {other}."
            )
    if not item.get("label") and not item.get("emoji") and style != PREMIUM:
        yield Problem((*place,), "BUTTON_COMPONENT_LABEL_OR_EMOJI", "A button needs a label or an emoji.")


def _select(place: Path, item: Component) -> Iterator[Problem]:
    least, most = item.get("min_values", 1), item.get("max_values", 1)
    options = item.get("options")
    if least > most or (options is not None and most > len(options)):
        yield Problem(
            (*place, "max_values"), "COMPONENT_SELECT_BAD_RANGE", f"{least} to {most} cannot be chosen."
        )
    if options is None:
        return
    values = [option["value"] for option in options]
    if len(set(values)) < len(values):
        yield Problem(
            (*place, "options"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "Values must be unique."
        )
    if sum(bool(option.get("default")) for option in options) > most:
        yield Problem(
            (*place, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", f"At most {most} may be chosen."
        )


def numbered(components: list[Component]) -> list[Component]:
    """Each component with an id of its own, as Discord gives those that have none."""
    taken = {item["id"] for _, item in walk(components) if item.get("id")}
    free = (number for number in itertools.count(1) if number not in taken)

    def number(item: Component) -> Component:
        mine = {"id": item.get("id") or next(free)}
        parts: Component = {
            name: number(item[name])
            for name in ("accessory", "component")
            if isinstance(item.get(name), dict)
        }
        if isinstance(item.get("components"), list):
            parts["components"] = [number(inner) for inner in item["components"]]
        return item | mine | parts

    return [number(component) for component in components]


def with_pictures(thing: Any, files: tuple[Attachment, ...], missing: Callable[[str], None]) -> Any:
    """The embeds or components, every `attachment://name` become the address of that file."""
    if isinstance(thing, list | tuple):
        return [with_pictures(item, files, missing) for item in thing]
    if not isinstance(thing, dict):
        return thing
    told = {name: with_pictures(item, files, missing) for name, item in thing.items()}
    url = thing.get("url")
    if not isinstance(url, str) or not url.startswith("attachment://"):
        return told
    name = url.removeprefix("attachment://")
    found = [file for file in files if file.filename == name]
    if not found:
        missing(name)
        return told
    file = found[-1]
    size = {} if file.width is None else {"width": file.width, "height": file.height}
    return told | {"url": file.url, "proxy_url": file.url, "content_type": file.content_type} | size
