"""A match that is over, and the ways that lead to it and around it."""

from typing import NamedTuple

from bot.archive import Kept
from bot.company.desk import Asker
from bot.company.panel import Link, Rows, Tap, act
from bot.phrases import Phrases
from bot.school import teaches
from bot.sentences import Telling
from bot.table import Stage, Table
from rules.errors import Malformed
from rules.seat import Seat

PAGE = "web"
"""The platform that shows its own pages, and asks again by itself."""


class Over(NamedTuple):
    """A match that is over, and for whom it is told."""

    kept: Kept
    told: Telling

    @property
    def table(self) -> Table:
        """Its table."""
        return self.kept.table

    @property
    def names(self) -> tuple[str, str]:
        """The seats' names within sentences."""
        return self.told.name(Seat.FIRST), self.told.name(Seat.SECOND)

    @property
    def file_name(self) -> str:
        """What its files are called, without their ending; the same in every language, for people type it into command lines."""
        return f"match-{self.table.code}"


def button(table: Table, words: Phrases) -> Tap:
    """What leads to a finished match."""
    return Tap(words.t("📋 The match"), act("match", table.code))


def buttons(table: Table, words: Phrases) -> tuple[Tap, ...]:
    """What stands beside a finished board: all of the match, and what is asked for most; none beside any other."""
    if table.stage is not Stage.FINISHED or table.match is None:
        return ()
    return (button(table, words), *((analysis(table, words),) if teaches(table) else ()))


def analysis(table: Table, words: Phrases) -> Tap:
    """What leads to what there is to learn from it."""
    return Tap(words.t("📈 Analysis"), act("match", table.code, "lesson"))


FORMER = {"replay": "film", "file": "log", "analysis": "lesson"}
"""Parts by the names that buttons gave them before there was a panel; old messages have such buttons still."""


def former(name: str, code: str) -> str:
    """The act behind a button of those; whatever a forged one carries, it is read like any other act."""
    return f"match.{code}.{FORMER[name]}"


def back(table: Table, words: Phrases) -> Rows:
    """The way back to all of the match."""
    return ((button(table, words),),)


def on_page(asker: Asker, table: Table, label: str, part: str) -> Rows:
    """A way to the page, where whoever follows it may look."""
    if asker.platform != PAGE and not table.setup.spectators:
        return ()
    return ((Link(label, f"/t/{table.code}/{part}"),),)


def nothing_more(rest: tuple[str, ...]) -> None:
    """Raises Malformed where an act says more than its part takes."""
    if rest:
        raise Malformed("that says too much")
