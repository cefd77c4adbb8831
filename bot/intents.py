"""What a person can wish at a table, and how a button carries it in at most 64 bytes.

A payload is `code:stamp:verb`, such as `KM7QXR:1c:m24.6`. The stamp is how much of the match had been played
when the button was drawn (Table.stamp, base 36): wishes about the turn under way are refused once it has moved on.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from rules.errors import Malformed

MAX_PAYLOAD = 64
"""Bytes; Telegram's limit, which Discord's and the page's payloads keep as well."""


class What(StrEnum):
    """What is given up."""

    GAME = "g"
    MATCH = "m"


class Kind(StrEnum):
    """What may follow a match."""

    SAME = "same"
    LONGER = "longer"
    OTHER = "other"
    EVENING = "evening"


class Plan(NamedTuple):
    """What one would play next; `preset` names the game where it is another one."""

    kind: Kind = Kind.SAME
    preset: str = ""


class Sit(NamedTuple):
    """Take the other seat; `word` is mixed into the dice, `key` opens a table that is kept for one person."""

    word: str = ""
    key: str = ""


class Word(NamedTuple):
    """Change one's own word for the dice, before the first roll."""

    word: str


class Start(NamedTuple):
    """Ready for the first roll."""


class Roll(NamedTuple):
    """Roll, at a table where players do it themselves."""


class Step(NamedTuple):
    """Play one checker by one die; several times over with doubles."""

    source: int
    die: int
    times: int = 1


class PickDie(NamedTuple):
    """Show the steps of one die, where not all fit."""

    die: int


class Undo(NamedTuple):
    """Take the last step back."""


class Confirm(NamedTuple):
    """End the turn."""


class PlayOnly(NamedTuple):
    """Play and end the only legal turn."""


class Ask(NamedTuple):
    """Think of giving up: the table asks back."""

    what: What


class Resign(NamedTuple):
    """Give up, once asked back."""

    what: What


class Keep(NamedTuple):
    """Play on after all."""


class Rematch(NamedTuple):
    """Offer another match, or accept the rival's offer: both must wish the very same."""

    plan: Plan = Plan()


class Close(NamedTuple):
    """Close the table before the first roll; after a game of an evening, go no further with it."""


class Pause(NamedTuple):
    """Ask for a pause, or agree to the rival's."""


class GoOn(NamedTuple):
    """End the pause, or want none after all."""


class MoreTime(NamedTuple):
    """Give the rival another minute."""


class Look(NamedTuple):
    """Show the table as it is."""


Intent = (
    Sit
    | Word
    | Start
    | Roll
    | Step
    | PickDie
    | Undo
    | Confirm
    | PlayOnly
    | Ask
    | Resign
    | Keep
    | Rematch
    | Close
    | Pause
    | GoOn
    | MoreTime
    | Look
)

TIMELY = (Roll, Step, PickDie, Undo, Confirm, PlayOnly)
"""Wishes about the turn under way: refused once the table's stamp has moved on."""


class Press(NamedTuple):
    """A decoded payload."""

    code: str
    stamp: int
    intent: Intent


_PLAIN: dict[str, type[Intent]] = {
    "j": Sit,
    "s": Start,
    "r": Roll,
    "u": Undo,
    "c": Confirm,
    "p": PlayOnly,
    "k": Keep,
    "z": Close,
    "h": Pause,
    "g": GoOn,
    "t": MoreTime,
    "l": Look,
}
_VERB_OF = {kind: verb for verb, kind in _PLAIN.items()}
_PLANS = {Kind.SAME: "a", Kind.LONGER: "al", Kind.EVENING: "ae"}
_KIND_OF = {verb: kind for kind, verb in _PLANS.items()}
_OTHER = "ao."
_STEP = re.compile(r"m([1-9]|1\d|2[0-5])\.([1-6])(?:\.([2-4]))?", re.ASCII)
PAYLOAD = re.compile(r"([A-Z2-9]{4,12}):([0-9a-z]{1,8}):([a-z][a-z0-9._]{0,29})", re.ASCII)
"""Every button of a table, on every platform."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def encode(code: str, stamp: int, intent: Intent) -> str:
    """The payload of a button. Words travel in forms, not in buttons: encoding one is a bug."""
    match intent:
        case Step(source, die, times):
            verb = f"m{source}.{die}" + (f".{times}" if times > 1 else "")
        case PickDie(die):
            verb = f"d{die}"
        case Ask(what):
            verb = f"q{what}"
        case Resign(what):
            verb = f"x{what}"
        case Rematch(plan):
            verb = _OTHER + plan.preset if plan.kind is Kind.OTHER else _PLANS[plan.kind]
        case _:
            verb = _VERB_OF[type(intent)]
    return f"{code}:{_base36(stamp)}:{verb}"


def decode(payload: str) -> Press:
    """Read a payload. Raises Malformed for anything that `encode` does not write."""
    found = PAYLOAD.fullmatch(payload) if len(payload) <= MAX_PAYLOAD else None
    if not found:
        raise Malformed("this is no button of ours")
    code, stamp, verb = found.groups()
    return Press(code, int(stamp, 36), _intent(verb))


def _intent(verb: str) -> Intent:
    step = _STEP.fullmatch(verb)
    if step:
        return Step(int(step[1]), int(step[2]), int(step[3] or 1))
    if verb in _PLAIN:
        return _PLAIN[verb]()  # type: ignore[call-arg]  # none of these needs an argument
    plan = _plan(verb)
    if plan:
        return Rematch(plan)
    match list(verb):
        case ["d", die] if die in "123456":
            return PickDie(int(die))
        case ["q", what] if what in tuple(What):
            return Ask(What(what))
        case ["x", what] if what in tuple(What):
            return Resign(What(what))
    raise Malformed("this is no button of ours")


def _plan(verb: str) -> Plan | None:
    if verb.startswith(_OTHER):
        return Plan(Kind.OTHER, verb.removeprefix(_OTHER))
    return Plan(_KIND_OF[verb]) if verb in _KIND_OF else None


def _base36(number: int) -> str:
    digits = ""
    while number or not digits:
        number, rest = divmod(number, 36)
        digits = _DIGITS[rest] + digits
    return digits
