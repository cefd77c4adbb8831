"""Acts as the payload of a link that opens a bot: letters, digits, `_` and `-` only, at most 64 of them."""

import re

from rules.errors import Malformed

PREFIX = "act_"
"""How payloads begin that lead to an act."""

MAX_PAYLOAD = 64
"""Characters; Telegram's limit."""

_DOT, _DASH = "-_", "--"
_ESCAPED = re.compile(r"-(.?)")


def payload(written: str) -> str:
    """An act as a link carries it. Raises ValueError for one that is too long for that, which is a bug."""
    packed = PREFIX + written.replace("-", _DASH).replace(".", _DOT)
    if len(packed) > MAX_PAYLOAD:
        raise ValueError(f"{written!r} is too long for a link")
    return packed


def read_payload(carried: str) -> str | None:
    """The act a link leads to; None where the payload is about something else. Raises Malformed."""
    if not carried.startswith(PREFIX):
        return None

    def plain(escaped: re.Match[str]) -> str:
        try:
            return {"_": ".", "-": "-"}[escaped[1]]
        except KeyError:
            raise Malformed("this is no link of ours") from None

    return _ESCAPED.sub(plain, carried.removeprefix(PREFIX))
