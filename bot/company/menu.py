"""Every command as a button, so that people find things by tapping."""

from collections.abc import Iterator, Sequence

from bot.company.command import Command
from bot.company.desk import Asker
from bot.company.panel import Panel, Tap
from bot.phrases import Phrases

_GROUPS = (
    ("quick", "evening", "games", "pause"),
    ("talk", "gift", "blocked", "report"),
    ("profile", "top", "lesson", "settings"),
    ("export", "forget"),
)
"""Which commands stand together; those that are not named stand at the end."""

_ACROSS = 2
"""Buttons in a row, so that their words can be read on a phone."""


def menu(asker: Asker, commands: Sequence[Command]) -> Panel:
    """All there is to do where somebody asks."""
    offered = [one for one in commands if one.name != "menu" and not (one.alone and asker.chat)]
    rows = tuple(tuple(Tap(_label(one, asker.words), one.act) for one in row) for row in _rows(offered))
    return Panel(heading=asker.words.t("What would you like to do?"), rows=rows)


def _label(command: Command, words: Phrases) -> str:
    """A button begins with a capital, where there are any."""
    about = words.t(command.about)
    return about[:1].upper() + about[1:]


def _rows(offered: Sequence[Command]) -> Iterator[Sequence[Command]]:
    named = {name for group in _GROUPS for name in group}
    groups = [[one for name in group for one in offered if one.name == name] for group in _GROUPS]
    for group in (*groups, [one for one in offered if one.name not in named]):
        for at in range(0, len(group), _ACROSS):
            yield group[at : at + _ACROSS]
