"""How much is tried, what counts as broken, and what nonsense is put together from.

`make test` tries a few hundred inputs of each kind, the same every time; `make fuzz` 100,000, with a seed that it prints.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from bot.company.acts import ACTS
from rules.ruleset import PRESETS
from storage import timers

EXAMPLES = int(os.environ.get("MAJLIS_FUZZ", "300"))
FEWER = max(1, EXAMPLES // 4)
"""For what goes over a socket."""


def fuzz(examples: int = EXAMPLES) -> settings:
    return settings(
        max_examples=examples,
        derandomize="MAJLIS_FUZZ" not in os.environ,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


class Broken(logging.Handler):
    """Every error that was logged is a failure."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(self.format(record))


@contextmanager
def nothing_logged() -> Iterator[None]:
    handler = Broken()
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
    assert not handler.seen, handler.seen[0]


async def kept(database, *codes: str) -> list[tuple]:
    """These tables as they are kept."""
    async with database.read() as conn:
        rows = await conn.exec_driver_sql(
            "SELECT code, version, status, snapshot, seed, wake_at FROM tables ORDER BY id"
        )
        return [tuple(row) for row in rows if row[0] in codes]


async def tended(tables, database, now: int) -> bool:
    """Let the house do what is due at a table by now, of itself; whether there was anything."""
    async with database.read() as conn:
        due = await timers.due(conn, now, 10)
    for table in due:
        await tables.tick(table, now)
    return bool(due)


odd = st.text(max_size=40)
"""Anything at all, half characters and control signs among it."""

small = st.integers(-3, 100).map(str)
word = st.sampled_from(
    ("", "x", "mine", "lesson", "withdraw", "sit", "proof", "film", "file", "coffee", "rose", "hello", "leave", "computer",
     "theme", "wood", "home", "digits", "reminders", "language", "friend", "daily", "god", "0", "1", "999999999999",
     "ZZZZZZ", "\u0661", "a" * 60, *PRESETS)
)  # fmt: skip


def argument(codes: tuple[str, ...]) -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(codes), small, word, odd)


def act(codes: tuple[str, ...]) -> st.SearchStrategy[str]:
    """A verb of ours with whatever behind it, or nothing of ours at all."""
    parts = st.lists(argument(codes), max_size=4)
    ours = st.builds(lambda verb, rest: ".".join((verb, *rest)), st.sampled_from(sorted(ACTS)), parts)
    return st.one_of(ours, odd)


def payload(codes: tuple[str, ...]) -> st.SearchStrategy[str]:
    """What a forged button holds."""
    verbs = st.sampled_from(
        ("s", "g", "r", "u", "c", "k", "z", "p", "h", "o", "e", "a", "al", "ae", "ao.race31", "ao.chess", "m24.1", "m1.6.4", "d3",
         "qgame", "qmatch", "xgame", "xmatch", "l", "look")
    )  # fmt: skip
    stamps = st.one_of(st.sampled_from("0123456789z"), odd)
    button = st.builds(lambda c, s, v: f"{c}:{s}:{v}", st.sampled_from(codes), stamps, st.one_of(verbs, odd))
    menus = st.sampled_from(("play", "table", "set", "rules", "language", "inline", "server", "customs", "x"))
    menu = st.builds(
        lambda verb, rest: "~" + ":".join((verb, *rest)), menus, st.lists(argument(codes), max_size=5)
    )
    acts = st.builds(lambda way, one: f"~{way}:{one}", st.sampled_from("cb"), act(codes))
    return st.one_of(button, menu, acts, odd)
