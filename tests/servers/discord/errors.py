"""What Discord answers when it will not do a thing: HTTP status, JSON code, words, and where a form is at fault."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

Path = tuple[str | int, ...]


class Problem(NamedTuple):
    """One thing wrong with a request: where, Discord's code for it, its words."""

    path: Path
    code: str
    words: str

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))}: {self.words}"


class Impossible(AssertionError):
    """A client would not offer that to a person: the test asks for what cannot be done."""


@dataclass
class Refusal(Exception):
    """An answer of 4xx; `more` are further fields of its body."""

    status: int
    code: int
    words: str
    more: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    def __str__(self) -> str:
        told = "; ".join(map(str, self.problems))
        return f"{self.status} {self.code} {self.words}{f' ({told})' if told else ''}"

    @property
    def body(self) -> dict[str, Any]:
        return {"message": self.words, "code": self.code, **self.more}


class Malformed(Refusal):
    """A request that could never be right, whatever the state of the world: a fault of its sender."""


def unauthorized() -> Refusal:
    return Refusal(401, 0, "401: Unauthorized")


def no_such_route() -> Malformed:
    return Malformed(404, 0, "404: Not Found")


def invalid_form(*problems: Problem) -> Malformed:
    return Malformed(400, 50035, "Invalid Form Body", {"errors": _tree(problems)}, problems=problems)


def _tree(problems: tuple[Problem, ...]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for problem in problems:
        branch = tree
        for step in problem.path:
            branch = branch.setdefault(str(step), {})
        branch.setdefault("_errors", []).append({"code": problem.code, "message": problem.words})
    return tree


def empty_message() -> Malformed:
    return Malformed(400, 50006, "Cannot send an empty message")


def unknown_channel() -> Refusal:
    return Refusal(404, 10003, "Unknown Channel")


def unknown_guild() -> Refusal:
    return Refusal(404, 10004, "Unknown Guild")


def unknown_member() -> Refusal:
    return Refusal(404, 10007, "Unknown Member")


def unknown_message() -> Refusal:
    return Refusal(404, 10008, "Unknown Message")


def unknown_user() -> Refusal:
    return Refusal(404, 10013, "Unknown User")


def unknown_webhook() -> Refusal:
    return Refusal(404, 10015, "Unknown Webhook")


def unknown_interaction() -> Refusal:
    return Refusal(404, 10062, "Unknown interaction")


def unknown_voice_state() -> Refusal:
    return Refusal(404, 10065, "Unknown Voice State")


def unknown_command() -> Refusal:
    return Refusal(404, 10063, "Unknown application command")


def already_acknowledged() -> Refusal:
    return Refusal(400, 40060, "Interaction has already been acknowledged.")


def too_many_followups() -> Refusal:
    return Refusal(400, 40094, "This interaction has reached the maximum number of follow up messages")


def missing_access() -> Refusal:
    return Refusal(403, 50001, "Missing Access")


def not_yours() -> Refusal:
    return Refusal(403, 50005, "Cannot edit a message authored by another user")


def closed_to_you() -> Refusal:
    return Refusal(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> Refusal:
    return Refusal(403, 50013, "Missing Permissions")


def wrong_channel_type() -> Refusal:
    return Refusal(400, 50024, "Cannot execute action on this channel type")


def invalid_token() -> Refusal:
    return Refusal(401, 50027, "Invalid Webhook Token")


def thread_archived() -> Refusal:
    return Refusal(400, 50083, "Thread is archived")


def thread_locked() -> Refusal:
    return Refusal(403, 160005, "This thread is locked")


def thread_exists() -> Refusal:
    return Refusal(400, 160004, "A thread has already been created for this message")


def too_large() -> Malformed:
    return Malformed(413, 40005, "Request entity too large")


def too_old_to_edit(seconds: float) -> Refusal:
    words = "Maximum number of edits to messages older than 1 hour reached. Try again later."
    return Refusal(429, 30046, words, {"retry_after": seconds, "global": False})


def rate_limited(seconds: float, *, everywhere: bool = False, scope: str = "user") -> Refusal:
    """429; `everywhere` is the limit over all routes."""
    more = {"retry_after": round(seconds, 3), "global": everywhere}
    headers = {
        "Retry-After": str(max(1, round(seconds))),
        "X-RateLimit-Scope": "global" if everywhere else scope,
    }
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    return Refusal(429, 0, "You are being rate limited.", more, headers)
