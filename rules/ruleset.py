"""The table's customs as data: one frozen Ruleset, and the presets people know by name.

Every field is an option of docs/rules.md §3–§6; a new custom is a new field or value here and one place
that reads it. Options that contradict each other are refused with a reason.
"""

from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from reprlib import repr as brief
from typing import Any

from rules.errors import Malformed

VERSION = 1
"""Goes into every log; rises when the meaning of an option changes."""

MAX_TARGET = 99


class Game(StrEnum):
    """The three games (docs/rules.md §3)."""

    MAHBUSA = "mahbusa"
    TAWLA31 = "tawla31"
    SHEESH_BESH = "sheesh_besh"


class Direction(StrEnum):
    """Whether both sides run the same way round, or towards each other."""

    OPPOSITE = "opposite"
    SAME = "same"


class Mother(StrEnum):
    """What pinning the rival's last checker on its start point is worth."""

    WIN = "win"
    WIN_IF_OWN_START_CLEAR = "win_if_own_start_clear"
    NONE = "none"


class StartLock(StrEnum):
    """Where the lead must arrive before other checkers may leave the start point."""

    RIVAL_START_QUARTER = "rival_start_quarter"
    OWN_HOME = "own_home"
    NONE = "none"


class Opening(StrEnum):
    """What the winner of the opening roll does with it."""

    ROLL_AGAIN = "roll_again"
    PLAYS_BOTH = "plays_both"


class NextOpener(StrEnum):
    """Who opens the later games of a match."""

    ROLL = "roll"
    WINNER = "winner"


class Scoring(StrEnum):
    """What a won game is worth."""

    MARS = "mars"
    CHECKERS_LEFT = "checkers_left"


class ClockKind(StrEnum):
    """How long a player may think (docs/rules.md §6)."""

    LIVE = "live"
    RELAXED = "relaxed"
    DAILY = "daily"
    NONE = "none"


class OnTimeout(StrEnum):
    """What happens when a clock runs out."""

    PLAY_ON = "play_on"
    PLAY_TWICE_THEN_LOSE_GAME = "play_twice_then_lose_game"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All options of one table. Raises Malformed where they contradict each other."""

    game: Game
    direction: Direction = Direction.OPPOSITE
    mother: Mother = Mother.NONE
    start_lock: StartLock = StartLock.NONE
    prime_rule: bool = False
    opening: Opening = Opening.ROLL_AGAIN
    next_opener: NextOpener = NextOpener.ROLL
    scoring: Scoring = Scoring.MARS
    target: int = 1
    clock: ClockKind = ClockKind.RELAXED
    on_timeout: OnTimeout = OnTimeout.PLAY_ON

    def __post_init__(self) -> None:
        if not 1 <= self.target <= MAX_TARGET:
            raise Malformed(f"target is 1 to {MAX_TARGET} points, not {self.target}")
        for name, games in _ONLY_IN.items():
            default = next(f.default for f in fields(Ruleset) if f.name == name)
            if getattr(self, name) != default and self.game not in games:
                raise Malformed(f"{name} is an option of {' and '.join(games)}, not of {self.game}")

    def to_json(self) -> dict[str, Any]:
        """Plain values with the version, for logs and snapshots."""
        return {"version": VERSION, **asdict(self)}


_ONLY_IN = {
    "direction": (Game.TAWLA31,),
    "mother": (Game.MAHBUSA,),
    "start_lock": (Game.TAWLA31,),
    "prime_rule": (Game.TAWLA31,),
}

_KINDS: dict[str, type[StrEnum]] = {
    "game": Game,
    "direction": Direction,
    "mother": Mother,
    "start_lock": StartLock,
    "opening": Opening,
    "next_opener": NextOpener,
    "scoring": Scoring,
    "clock": ClockKind,
    "on_timeout": OnTimeout,
}


def choices(option: str) -> tuple[str, ...]:
    """The values an option with named values can take, in the order people are shown them."""
    return tuple(kind.value for kind in _KINDS[option])


def options_of(game: Game) -> tuple[str, ...]:
    """The names of the options that make sense for a game."""
    return tuple(
        f.name for f in fields(Ruleset) if f.name != "game" and game in _ONLY_IN.get(f.name, tuple(Game))
    )


def from_json(data: Any) -> Ruleset:
    """Read what Ruleset.to_json wrote, or any part of it; what is missing takes its default.

    Raises Malformed for an unknown option, an unknown value, a wrong type or a newer version.
    """
    if not isinstance(data, dict):
        raise Malformed("a ruleset is a set of named options")
    data = dict(data)
    version = data.pop("version", VERSION)
    if version != VERSION:
        raise Malformed(f"these rules are version {brief(version)}; this program knows version {VERSION}")
    unknown = sorted(set(data) - {f.name for f in fields(Ruleset)}, key=str)
    if unknown:
        raise Malformed(f"unknown option {brief(unknown[0])}")
    if "game" not in data:
        raise Malformed("a ruleset names its game")
    return Ruleset(**{name: _value(name, value) for name, value in data.items()})


def _value(name: str, value: Any) -> Any:
    if name in _KINDS:
        try:
            return _KINDS[name](value)
        except ValueError:
            raise Malformed(f"{name} is one of {', '.join(choices(name))}, not {brief(value)}") from None
    wanted = bool if name == "prime_rule" else int
    if type(value) is not wanted:
        raise Malformed(
            f"{name} is {'yes or no' if wanted is bool else 'a whole number'}, not {brief(value)}"
        )
    return value


_MAHBUSA = Ruleset(Game.MAHBUSA)
_MAJLIS = Ruleset(Game.MAHBUSA, opening=Opening.PLAYS_BOTH, clock=ClockKind.LIVE)

PRESETS: dict[str, Ruleset] = {
    "mahbooseh": replace(_MAHBUSA, mother=Mother.WIN),
    "mahbusa": replace(_MAHBUSA, mother=Mother.WIN_IF_OWN_START_CLEAR, next_opener=NextOpener.WINNER),
    "majlis_mahbusa": _MAJLIS,
    "majlis_sheesh_besh": replace(_MAJLIS, game=Game.SHEESH_BESH),
    "majlis_tawla31": replace(
        _MAJLIS,
        game=Game.TAWLA31,
        direction=Direction.SAME,
        start_lock=StartLock.RIVAL_START_QUARTER,
        prime_rule=True,
    ),
    "race31": Ruleset(
        Game.TAWLA31,
        start_lock=StartLock.OWN_HOME,
        scoring=Scoring.CHECKERS_LEFT,
        target=31,
        on_timeout=OnTimeout.PLAY_TWICE_THEN_LOSE_GAME,
    ),
}
"""The named sets of options (docs/rules.md §5)."""

TARGETS: dict[str, tuple[int, ...]] = {
    "mahbooseh": (1, 3),
    "mahbusa": (1, 3, 5, 7),
    "majlis_mahbusa": (1, 5),
    "majlis_sheesh_besh": (1, 5),
    "majlis_tawla31": (1, 5),
    "race31": (31,),
}
"""The match lengths each preset offers first; any other up to MAX_TARGET is free."""
