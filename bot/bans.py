"""Who may not play here, kept in memory: one look at a dictionary for each word and press."""

import re
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from math import inf

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.phrases import Phrases, isolated, ltr
from rules.errors import Malformed
from storage import bans as stored
from storage.bans import BanRow
from storage.database import Database

TOLD_AGAIN_MS = 3600 * 1000
"""How often whoever writes although they are kept out is told so."""

MAX_WHY = 200
"""Characters of a host's reason."""

PLAYER = "player"
_NUMBERED = f"{PLAYER}:"
_SUBJECT = re.compile(r"(?:(?:telegram|discord|web):-?[A-Za-z0-9]{1,64}|player:[0-9]{1,18})", re.ASCII)
_MANY = 10_000


def read_subject(text: str) -> str:
    """Whom a host means: `telegram:123`, `discord:456` (people, groups and servers alike), `player:7`. Raises Malformed."""
    subject = text.strip()
    if not _SUBJECT.fullmatch(subject):
        raise Malformed(f"{text[:80]!r} is nobody; say telegram:ID, discord:ID or player:NUMBER")
    return subject


def called(platform: str, external_id: object) -> str:
    """Somebody, or a group, by a platform's name for them."""
    return f"{platform}:{external_id}"


class Bans:
    """The bans as they stand; load again after each change."""

    def __init__(self) -> None:
        self._bans: dict[str, BanRow] = {}
        self._of_player: dict[int, BanRow] = {}
        self._of_name: dict[str, BanRow] = {}
        self._told: OrderedDict[str, int] = OrderedDict()

    async def load(self, database: Database) -> None:
        """Read all of them. Who is kept out by one name is kept out by all, here and on other platforms."""
        async with database.read() as conn:
            found = await stored.everybody(conn)
            players = dict(await stored.players(conn))
            players |= {
                int(ban.subject.removeprefix(_NUMBERED)): ban.subject for ban in found if _numbered(ban)
            }
            names = await stored.names(conn, list(players))
        self._bans = {ban.subject: ban for ban in found}
        self._of_player = {player: self._bans[subject] for player, subject in players.items()}
        self._of_name = self._bans | {name: self._of_player[player] for name, player in names}

    def of_player(self, player: int, now: int) -> BanRow | None:
        """What keeps a player out, by whichever name."""
        return _standing(self._of_player.get(player), now)

    def kept_out(self, now: int) -> frozenset[int]:
        """Every player who is kept out now."""
        return frozenset(player for player, ban in self._of_player.items() if _standing(ban, now))

    def of(self, now: int, *names: str) -> BanRow | None:
        """What keeps one of these people, groups or servers out, named as by `called`."""
        return next((ban for name in names if (ban := _standing(self._of_name.get(name), now))), None)

    def is_told(self, whom: str, now: int) -> bool:
        """Whether somebody has been told within the hour; if not, they are being told now."""
        if now - self._told.get(whom, now - TOLD_AGAIN_MS) < TOLD_AGAIN_MS:
            return True
        self._told[whom] = now
        if len(self._told) > _MANY:
            self._told.popitem(last=False)
        return False


async def carry_over(conn: AsyncConnection, player: int, names: Iterable[str], now: int) -> None:
    """Let what keeps out a player who is being forgotten mean the names by which platforms call them, as by `called`.

    Otherwise whoever comes back would be let in. What is over goes. `Bans.load` comes after this.
    """
    ours = f"{_NUMBERED}{player}"
    meant = {name for name in names if _SUBJECT.fullmatch(name)}
    found = {ban.subject: ban for ban in await stored.everybody(conn) if ban.subject in {ours, *meant}}
    standing = {subject: ban for subject, ban in found.items() if _standing(ban, now)}
    for subject in found.keys() - (standing.keys() - {ours}):
        await stored.lift(conn, subject)
    if standing:
        longest = max(standing.values(), key=lambda ban: inf if ban.until is None else ban.until)
        for subject in meant - standing.keys():
            await stored.keep(conn, replace(longest, subject=subject))


def _standing(ban: BanRow | None, now: int) -> BanRow | None:
    return ban if ban and (ban.until is None or ban.until > now) else None


def _numbered(ban: BanRow) -> bool:
    return ban.subject.removeprefix(_NUMBERED).isdecimal()


def sentence(ban: BanRow, words: Phrases) -> str:
    """What is said to those who are kept out."""
    if ban.until is None:
        told = words.t("This house does not let you play any more.")
    else:
        day = ltr(_day(ban.until))
        told = words.t("This house does not let you play until {day}.", day=day)
    if not ban.why:
        return told
    why = words.t("The host says: {why}", why=isolated(ban.why))
    return f"{told} {why}"


def ban_line(ban: BanRow) -> str:
    """A ban in a line for the host."""
    until = "for good" if ban.until is None else f"until {_day(ban.until)}"
    return f"{ban.subject} {until}{f': {ban.why}' if ban.why else ''}"


def _day(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d}"
