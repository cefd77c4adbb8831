"""What people choose for themselves, as kept in their settings: how boards look, and what the house does for them.

Every choice stands in CHOICES once; the page, the chats and whoever reads the settings take it from there.
"""

import json
import logging
from collections.abc import Collection, Mapping
from typing import Any

from bot.habits import Habits
from bot.phrases import Phrases, ltr
from bot.picture import Style
from render.scene import Digits, Home, Theme
from rules.errors import Malformed

log = logging.getLogger(__name__)


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
DIGITS = {
    Digits.LATIN: ltr("1\N{NO-BREAK SPACE}2\N{NO-BREAK SPACE}3"),
    Digits.ARABIC: ltr("١\N{NO-BREAK SPACE}٢\N{NO-BREAK SPACE}٣"),
}

LOOKS: dict[str, Mapping[Any, str]] = {"theme": THEMES, "home": HOMES, "digits": DIGITS}
"""How boards look; the corner of one's home says also whether the board is mirrored."""

HABITS: dict[str, Mapping[Any, str]] = {
    "roll": {"itself": _t("by themselves"), "hand": _t("by my hand")},
    "only": {"self": _t("I play it"), "house": _t("by itself")},
    "confirm": {"always": _t("always"), "matters": _t("only when it matters")},
    "reminders": {"on": _t("wanted"), "off": _t("not wanted")},
}
"""What the house does for somebody, usual value first."""

CHOICES: dict[str, Mapping[Any, str]] = {**LOOKS, **HABITS}
"""Every choice by its name in the settings: values and what people call them, the usual one first."""

NAMES = {
    "theme": _t("Board"),
    "home": _t("My home"),
    "digits": _t("Numbers"),
    "roll": _t("My dice roll"),
    "only": _t("A turn without a choice"),
    "confirm": _t("Confirm my turns"),
    "reminders": _t("Reminders"),
}

ABOUT = {
    "theme": _t("The next board is drawn so."),
    "home": _t("The corner that your checkers run to; the other side mirrors the board."),
    "digits": _t("The numbers on the board."),
    "roll": _t("Where a table lets dice be rolled by hand, they are rolled by hand for everybody."),
    "only": _t("A turn that can be played in one way only is played for you, once you have seen the dice."),
    "confirm": _t(
        "When it matters: if there was another way to play the turn, unless it has just ended the game."
    ),
    "reminders": _t("Before your time runs out at a table with a day for each turn."),
}
"""What each choice means, in a sentence."""


def read(text: str, player: int) -> dict[str, Any]:
    """A player's settings as stored, JSON text; those that cannot be read must not keep anybody from their tables."""
    try:
        return dict(json.loads(text).items())
    except (ValueError, AttributeError):
        log.exception("the settings of player %s cannot be read", player)
        return {}


def chosen(settings: Mapping[str, Any], name: str) -> Any:
    """The value of a choice; what the settings do not know or misspell is as usual."""
    values = tuple(CHOICES[name])
    return next((value for value in values if value == settings.get(name)), values[0])


def style(settings: Mapping[str, Any]) -> Style:
    """The style these settings ask for."""
    return Style(**{name: chosen(settings, name) for name in LOOKS})


def habits(settings: Mapping[str, Any]) -> Habits:
    """What the house does for whoever has these settings."""
    return Habits(
        rolls_itself=chosen(settings, "roll") == "itself",
        plays_only=chosen(settings, "only") == "house",
        confirms=chosen(settings, "confirm") == "always",
    )


def choices(words: Phrases) -> dict[str, tuple[str, tuple[tuple[str, str], ...]]]:
    """Every choice with its label and its values' labels, for a form."""
    return {
        name: (words.t(NAMES[name]), tuple((str(value), words.t(label)) for value, label in values.items()))
        for name, values in CHOICES.items()
    }


def changed(
    settings: Mapping[str, Any], name: str, value: str, more: Mapping[str, Collection[str]] = {}
) -> dict[str, Any]:
    """The settings with one value changed, of these choices or of `more`. Raises Malformed for one that is not on offer."""
    on_offer = more.get(name) or tuple(str(choice) for choice in CHOICES.get(name, ()))
    if value not in on_offer:
        raise Malformed("this is no choice of ours")
    return {**settings, name: value}


def kept(settings: Mapping[str, Any], wished: Mapping[str, str]) -> dict[str, Any]:
    """The settings with the wished choices; a value that is none of those on offer changes nothing."""
    wishes = {name: wished[name] for name, values in CHOICES.items() if wished.get(name) in tuple(values)}
    return {**settings, **wishes}
