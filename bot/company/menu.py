"""Everything there is to do as buttons, so that people find things by tapping."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from bot import lobby
from bot.company.announcing import computer_tap
from bot.company.beside import are_two, beside
from bot.company.command import Command
from bot.company.desk import Asker, Company
from bot.company.panel import Panel, Rows, Tap, act
from bot.phrases import Phrases
from bot.table import Table
from storage.tables import Status

_GROUPS = (
    ("quick", "computer", "evening", "lesson"),
    ("games", "invitations"),
    ("profile", "top", "dice", "settings"),
    ("talk", "blocked", "export", "forget"),
)
"""What stands together: commands, and acts that have none; commands that are not named stand at the end."""

PLAY = _GROUPS[0]
"""The ways to play."""

_ALONE = frozenset({"computer", "invitations"})
"""Of the acts without a command, those that are offered in private only."""

_ACROSS = 2
"""Buttons in a row, so that their words can be read on a phone."""


async def menu(company: Company, asker: Asker, commands: Sequence[Command]) -> Panel:
    """All there is to do where somebody asks; what they may do at the table they play at comes first."""
    table = await lobby.current(company.database, asker.id, (Status.PLAYING,))
    at_table = _at_table(table, asker) if table else ()
    return Panel(
        heading=asker.words.t("What would you like to do?"),
        rows=(*_broken(at_table), *everything(asker.words, commands, alone=not asker.chat)),
    )


def everything(
    words: Phrases, commands: Sequence[Command], *, alone: bool, but: Collection[str] = ()
) -> Rows:
    """What there is to do whether one plays or not, a group after the other; `alone`: where nobody else reads it.

    `but`: names of what stands beside it already.
    """
    found = _offered(words, commands, alone=alone)
    offered = {name: tap for name, tap in found.items() if name not in but}
    named = {name for group in _GROUPS for name in group}
    rest = [tap for name, tap in offered.items() if name not in named]
    groups = [[offered[name] for name in group if name in offered] for group in _GROUPS]
    return tuple(row for group in (*groups, rest) for row in _broken(group))


def _offered(words: Phrases, commands: Sequence[Command], *, alone: bool) -> Mapping[str, Tap]:
    others = {
        "computer": computer_tap(words),
        "invitations": Tap(words.t("Your invitations"), act("invite")),
        "settings": Tap(words.t("Settings"), act("settings")),
    }
    return {
        **{name: tap for name, tap in others.items() if alone or name not in _ALONE},
        **{
            one.name: Tap(words.t(one.about), one.act)
            for one in commands
            if one.name != "menu" and (alone or not one.alone)
        },
    }


def _at_table(table: Table, asker: Asker) -> tuple[Tap, ...]:
    t, code = asker.words.t, table.code
    two = (
        Tap(t("🎁 Gifts"), act("gifts", code)),
        Tap(t("🔇 Mute, block, report"), act("manners", code)),
    )
    return (
        Tap(t("To your table"), act("table", code)),
        *beside(table, table.seat_of(asker.id), asker.words),
        *(two if are_two(table) else ()),
    )


def _broken(taps: Sequence[Tap]) -> Iterator[tuple[Tap, ...]]:
    """Rows of them."""
    for at in range(0, len(taps), _ACROSS):
        yield tuple(taps[at : at + _ACROSS])
