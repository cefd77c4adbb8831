"""What the Bot API answers when it will not do a thing: code, text as Telegram words it, parameters."""

from dataclasses import dataclass, field

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current "
    "content and reply markup of the message"
)
QUERY_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


@dataclass
class Refusal(Exception):
    """An answer with `ok: false`."""

    code: int
    description: str
    parameters: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.code} {self.description}"


def bad_request(text: str, **parameters: int) -> Refusal:
    return Refusal(400, f"Bad Request: {text}", parameters)


def forbidden(text: str) -> Refusal:
    return Refusal(403, f"Forbidden: {text}")


def conflict(text: str) -> Refusal:
    return Refusal(409, f"Conflict: {text}")


def too_many_requests(retry_after: int) -> Refusal:
    return Refusal(429, f"Too Many Requests: retry after {retry_after}", {"retry_after": retry_after})


def unparsable(text: str) -> Refusal:
    return bad_request(f"can't parse entities: {text}")
