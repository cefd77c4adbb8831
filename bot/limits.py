"""How much one person may have open at once, and how long the house keeps a table that nobody begins."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.table import Against, No, Setup, Table
from rules.errors import Refused

DAY_MS = 24 * 3600 * 1000


class Limits(NamedTuple):
    """For each person; `waits_ms` is how long a table waits for its first roll before it closes by itself."""

    tables: int = 30
    invitations: int = 5
    waits_ms: int = 7 * DAY_MS


def check(limits: Limits, theirs: Iterable[Table], player: int, wished: Setup | None) -> None:
    """Raise Refused where somebody who has these tables may not sit at another; `wished` is the one they open."""
    theirs = tuple(theirs)
    if len(theirs) >= limits.tables:
        raise Refused(No.TOO_MANY_TABLES)
    if wished is None or wished.against is not Against.FRIEND:
        return
    if sum(table.invites and table.host == player for table in theirs) >= limits.invitations:
        raise Refused(No.TOO_MANY_INVITATIONS)
