"""What the page is given to work with, and its own small services."""

import secrets
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field

from bot.company.desk import Company
from bot.screens import Screens
from bot.tables import Tables
from storage import facts
from storage.database import Database

_SECRET = "web_secret"  # noqa: S105 the fact's name, not the secret
_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Services:
    """Everything the page needs of the rest of the program.

    `now` gives milliseconds since the epoch; `pictures` draws off the loop; `public_url` is where people
    reach the page, without a slash at its end (empty: wherever their browser found it); `secret` signs cookies;
    `alive` says whether the house's own tasks, such as its clocks, are running; `company` is what acts are given
    (None: one of the page's own).
    """

    database: Database
    tables: Tables
    screens: Screens
    now: Callable[[], int]
    pictures: Executor
    public_url: str = ""
    secret: bytes = field(default=b"", repr=False)
    alive: Callable[[], bool] = lambda: True
    company: Company | None = None
    connected: dict[str, Callable[[], bool]] = field(default_factory=dict)
    """For each chat platform that has its settings, whether it can be reached just now."""

    def __post_init__(self) -> None:
        if len(self.secret) < _SECRET_BYTES:
            raise ValueError(f"the secret has {_SECRET_BYTES} bytes at least")


async def signing_secret(database: Database) -> bytes:
    """The secret that signs cookies: made once, kept in the database, so that guests outlive a restart."""
    async with database.write() as conn:
        return bytes.fromhex(await facts.keep_first(conn, _SECRET, secrets.token_hex(_SECRET_BYTES)))
