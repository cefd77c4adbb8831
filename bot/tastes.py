"""How somebody likes boards to look, as kept in their settings."""

from collections.abc import Mapping
from typing import Any

from bot.phrases import Phrases, ltr
from bot.picture import Style
from render.scene import Digits, Home, Theme


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


THEMES = {Theme.WOOD: _t("Wood"), Theme.DARK: _t("Dark"), Theme.CONTRAST: _t("High contrast")}
HOMES = {
    Home.BOTTOM_RIGHT: _t("bottom right"),
    Home.BOTTOM_LEFT: _t("bottom left"),
    Home.TOP_RIGHT: _t("top right"),
    Home.TOP_LEFT: _t("top left"),
}
DIGITS = {Digits.LATIN: ltr("1 2 3"), Digits.ARABIC: ltr("١ ٢ ٣")}

CHOICES: dict[str, Mapping[Any, str]] = {"theme": THEMES, "home": HOMES, "digits": DIGITS}
"""Every choice by its name in the settings: values and what people call them."""

NAMES = {"theme": _t("Board"), "home": _t("My home"), "digits": _t("Numbers")}


def style(settings: Mapping[str, Any]) -> Style:
    """The style these settings ask for; what they do not know or misspell is as usual."""
    chosen = {
        name: value
        for name, values in CHOICES.items()
        if (value := next((value for value in values if value == settings.get(name)), None)) is not None
    }
    return Style(**chosen)


def choices(words: Phrases) -> dict[str, tuple[str, tuple[tuple[str, str], ...]]]:
    """Every choice with its label and its values' labels, for a form."""
    return {
        name: (words.t(NAMES[name]), tuple((str(value), words.t(label)) for value, label in values.items()))
        for name, values in CHOICES.items()
    }


def kept(settings: Mapping[str, Any], wished: Mapping[str, str]) -> dict[str, Any]:
    """The settings with the wished choices; a value that is none of those on offer changes nothing."""
    chosen = {name: wished[name] for name, values in CHOICES.items() if wished.get(name) in tuple(values)}
    return {**settings, **chosen}
