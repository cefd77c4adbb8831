"""What Discord's refusals mean. Each meaning has one action, taken where boards are shown (bot.discord.remedies)."""

from enum import StrEnum

import aiohttp
from discord import DiscordServerError, HTTPException, InteractionResponded, RateLimited
from discord.errors import DiscordException


class Unreachable(Exception):
    """There is no way to a message now; the next press there opens one."""


class Aged(Exception):
    """A message older than an hour was edited too often: no wait that is worth it would help."""


REFUSALS: tuple[type[Exception], ...] = (
    DiscordException,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
    Aged,
    Unreachable,
)
"""Everything a call can be refused with, or lost by."""


class Meaning(StrEnum):
    """Why a call was refused, or what became of it.

    GONE: the message is no more, post anew. AGED: it was edited too often since it is an hour old, post anew.
    LOST: the channel is gone, or closed to us for good. HIDDEN: we may not see it, or write to them: only their presses reach us. FORBIDDEN: a right is missing.
    ARCHIVED: a thread sleeps. LOCKED: a thread is locked. TOO_LATE: the press can no longer be answered.
    ANSWERED: it has been acknowledged already, by a call whose answer was lost or when it came for the first time.
    SPENT: the press has had all the answers it gets. UNREACHABLE: only a press could help. TOO_BIG: no room for the picture. FLOOD: wait. UNSENT: it surely did not happen.
    UNKNOWN_FATE: it may have happened or not. OTHER: a bug of ours.
    """

    GONE = "gone"
    AGED = "aged"
    LOST = "lost"
    HIDDEN = "hidden"
    FORBIDDEN = "forbidden"
    ARCHIVED = "archived"
    LOCKED = "locked"
    TOO_LATE = "too_late"
    ANSWERED = "answered"
    SPENT = "spent"
    UNREACHABLE = "unreachable"
    TOO_BIG = "too_big"
    FLOOD = "flood"
    UNSENT = "unsent"
    UNKNOWN_FATE = "unknown_fate"
    OTHER = "other"


CODES: dict[int, Meaning] = {
    10003: Meaning.LOST,  # unknown channel
    10004: Meaning.LOST,  # unknown server
    10008: Meaning.GONE,  # unknown message
    10013: Meaning.LOST,  # unknown user
    10015: Meaning.TOO_LATE,  # unknown webhook: the press's token is known no more
    10062: Meaning.TOO_LATE,  # unknown interaction
    20028: Meaning.FLOOD,  # the channel's own limit
    30046: Meaning.AGED,  # edits of messages older than an hour
    40005: Meaning.TOO_BIG,  # request entity too large
    40060: Meaning.ANSWERED,  # acknowledged already
    40094: Meaning.SPENT,  # five follow-ups where we are no member
    50001: Meaning.HIDDEN,  # missing access
    50005: Meaning.GONE,  # somebody else's message
    50007: Meaning.HIDDEN,  # they take no messages from us
    50008: Meaning.LOST,  # a channel that holds no messages, such as the forum a post hangs in
    50013: Meaning.FORBIDDEN,  # missing permissions
    50027: Meaning.TOO_LATE,  # invalid webhook token
    50083: Meaning.ARCHIVED,
    50278: Meaning.HIDDEN,  # no server in common
    160005: Meaning.LOCKED,
}

STATUSES: dict[int, Meaning] = {413: Meaning.TOO_BIG, 429: Meaning.FLOOD}
"""What counts before the code."""

KINDS: tuple[tuple[type[Exception], Meaning], ...] = (
    (Aged, Meaning.AGED),
    (Unreachable, Meaning.UNREACHABLE),
    (RateLimited, Meaning.FLOOD),
    (InteractionResponded, Meaning.ANSWERED),
    (DiscordServerError, Meaning.UNSENT),
    (aiohttp.ClientConnectorError, Meaning.UNSENT),
    (aiohttp.ClientError, Meaning.UNKNOWN_FATE),
    (OSError, Meaning.UNKNOWN_FATE),
    (TimeoutError, Meaning.UNKNOWN_FATE),
)
"""What has no code, the narrower kind first."""


def meaning(error: Exception) -> Meaning:
    """What a refusal means."""
    if isinstance(error, HTTPException) and not isinstance(error, DiscordServerError):
        return STATUSES.get(error.status) or CODES.get(error.code, Meaning.OTHER)
    return next((what for kind, what in KINDS if isinstance(error, kind)), Meaning.OTHER)


def pause(error: Exception) -> float:
    """For how many seconds a flood asks us to wait."""
    return error.retry_after if isinstance(error, RateLimited) else UNNAMED_S


AGED_S = 60.0
"""An edit that has to wait longer than this is refused for the message's age."""

UNNAMED_S = 5.0
"""The wait where none is named."""
