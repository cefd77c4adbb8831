"""What comes after a match: the same once more, a longer one, another game, or an evening of three games in turn.

Both must wish the very same. Within an evening the next game opens by itself.
"""

from dataclasses import replace

from bot.intents import Kind, Plan
from bot.table import Evening, No, Setup, Stage, Table
from rules.errors import Refused
from rules.ruleset import PRESETS, TARGETS
from rules.seat import Seat

EVENING = ("majlis_sheesh_besh", "mahbusa", "majlis_tawla31")
"""The games of an evening in their turn, one game each, as the coffee houses play them."""

EVENING_PAUSE_MS = 15_000
"""Between two games of an evening, so that both see how the last one ended."""


def plans(table: Table) -> tuple[Plan, ...]:
    """What may follow at this table once its match is over; within an evening, only its next game."""
    if goes_on(table):
        return (Plan(),)
    longer = () if longer_target(table.setup) is None else (Plan(Kind.LONGER),)
    others = (Plan(Kind.OTHER, preset) for preset in PRESETS if preset != table.setup.preset)
    return (Plan(), *longer, Plan(Kind.EVENING), *others)


def may_follow(table: Table, kind: Kind) -> bool:
    """Whether something of a kind may be offered at a table now."""
    over = table.stage is Stage.FINISHED and not table.next_code
    return over and any(plan.kind is kind for plan in plans(table))


def agreed(table: Table) -> Plan | None:
    """What both have agreed to play next."""
    mine, theirs = table.rematch
    return mine if mine == theirs else None


def setup_after(table: Table, plan: Plan) -> Setup:
    """The setup of the table that follows. Raises Refused(NO_SUCH_BUTTON) for a plan that does not fit this one."""
    if plan not in plans(table):
        raise Refused(No.NO_SUCH_BUTTON)
    now = table.setup.evening
    if now and goes_on(table):
        first, second = evening_score(table)
        return evening(table.setup, Evening(now.number + 1, (second, first)))  # the seats are exchanged
    setup = replace(table.setup, evening=None)
    match plan.kind:
        case Kind.LONGER:
            return _to(setup, longer_target(setup) or setup.ruleset.target)
        case Kind.OTHER:
            return _game(setup, plan.preset)
        case Kind.EVENING:
            return evening(setup)
        case Kind.SAME:
            return setup


def longer_target(setup: Setup) -> int | None:
    """The next longer match that the game offers."""
    return next((target for target in TARGETS[setup.preset] if target > setup.ruleset.target), None)


def evening(setup: Setup, now: Evening = Evening()) -> Setup:  # noqa: B008 a value that nobody can change
    """The same table as a game of an evening, by default its first."""
    return replace(_to(_game(setup, EVENING[now.number]), 1), evening=now)


def goes_on(table: Table) -> bool:
    """Whether a table is one of an evening that has another game to come."""
    now = table.setup.evening
    return now is not None and not now.over and now.number + 1 < len(EVENING)


def evening_score(table: Table) -> tuple[int, int]:
    """How many games of the evening each seat has won, this table's included once it is over."""
    now = table.setup.evening or Evening()
    return _with_this(table, now.won)


def met_score(table: Table) -> tuple[int, int]:
    """How many matches each seat has won against the other, this one included once it is over."""
    return _with_this(table, table.met)


def break_off(table: Table) -> Table:
    """The table of an evening that goes no further."""
    now = table.setup.evening or Evening()
    return replace(
        table, setup=replace(table.setup, evening=now._replace(over=True)), rematch=(None, None), wake_at=None
    )


def _with_this(table: Table, before: tuple[int, int]) -> tuple[int, int]:
    verdict = table.match.verdict if table.match and table.stage is Stage.FINISHED else None
    first, second = (before[seat] + (verdict is not None and verdict.winner is seat) for seat in Seat)
    return first, second


def _to(setup: Setup, target: int) -> Setup:
    return replace(setup, ruleset=replace(setup.ruleset, target=target))


def _game(setup: Setup, preset: str) -> Setup:
    """Another game at the same table: its usual customs, the table's clock, and its length where the game has it."""
    lengths, had = TARGETS[preset], setup.ruleset
    target = had.target if had.target in lengths else lengths[0]
    ruleset = replace(PRESETS[preset], target=target, clock=had.clock)
    return replace(setup, preset=preset, ruleset=ruleset)
