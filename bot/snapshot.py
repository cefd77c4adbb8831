"""A table as plain JSON values and back, those of the first days included, as its row keeps it (bot.shelf)."""

from collections.abc import Sequence
from typing import Any

from bot import tally as tallies
from bot.computer import Level
from bot.intents import Kind, Plan, What
from bot.table import Against, Evening, Mark, Paused, Queued, Seated, Setup, Table
from bot.thrift import Unpaid
from rules import record
from rules.clock import Clock, Left
from rules.ruleset import from_json


def dump(table: Table) -> dict[str, Any]:
    """A table as plain JSON values, without what the database keeps in columns of its own (id, code, version…)."""
    return {
        "setup": {
            "ruleset": table.setup.ruleset.to_json(),
            "preset": table.setup.preset,
            "against": table.setup.against,
            "level": table.setup.level,
            "stake": table.setup.stake,
            "auto_roll": table.setup.auto_roll,
            "guest": table.setup.guest,
            "key": table.setup.key,
            "spectators": table.setup.spectators,
            "coached": table.setup.coached,
            "evening": table.setup.evening,
        },
        "commitment": table.commitment,
        "seats": table.seats,
        "match": table.match and record.dump(table.match),
        "clock": table.clock,
        "stamp": table.stamp,
        "picked": table.picked,
        "asking": table.asking,
        "rematch": table.rematch,
        "met": table.met,
        "queued": table.queued,
        "next_code": table.next_code,
        "paid": table.paid,
        "unpaid": table.unpaid,
        "expired": table.expired,
        "notes": table.notes,
        "pausing": table.pausing,
        "paused": table.paused,
        "woken": table.woken,
        "pauses": table.pauses,
        "given": table.given,
        "wake_at": table.wake_at,  # as planned: the column may be set right at a start
        "seed": table.seed,
        "home": table.home,
        "tally": table.tally,
        "marks": table.marks,
    }


def load(data: dict[str, Any], **columns: Any) -> Table:
    """Read what `dump` wrote, tables of the first days included; the columns give id, code, version, stage, host, wake_at."""
    queued = data.get("queued")
    seats = [seated and Seated(*seated) for seated in data["seats"]]
    asking = [what and What(what) for what in data["asking"]]
    return Table(
        setup=_setup(data["setup"]),
        commitment=data["commitment"],
        seats=(seats[0], seats[1]),
        match=data["match"] and record.load(data["match"]),
        clock=Clock(*data["clock"]),
        stamp=data["stamp"],
        picked=data["picked"],
        asking=(asking[0], asking[1]),
        rematch=(_plan(data["rematch"][0]), _plan(data["rematch"][1])),
        met=_two(data.get("met", (0, 0))),
        queued=queued and (Queued(*queued[0]), Queued(*queued[1])),
        next_code=data["next_code"],
        paid=_two(data["paid"]),
        unpaid=_unpaid(data.get("unpaid", (None, None))),
        expired=data.get("expired", False),
        **_clockwork(data),
        seed=data["seed"],
        home=data.get("home"),  # tables of the first days know none of these
        tally=tallies.read(data.get("tally", ())),
        marks=_read_marks(data.get("marks", (None, None))),
        **columns,
    )


def _unpaid(data: Any) -> tuple[Unpaid | None, Unpaid | None]:
    first, second = (reason and Unpaid(reason) for reason in data)
    return first, second


def _setup(data: dict[str, Any]) -> Setup:
    evening = data.get("evening")
    return Setup(
        ruleset=from_json(data["ruleset"]),
        preset=data["preset"],
        against=Against(data["against"]),
        level=Level(data["level"]),
        stake=data["stake"],
        auto_roll=data["auto_roll"],
        guest=data.get("guest", 0),
        key=data.get("key", ""),
        spectators=data.get("spectators", True),
        coached=data.get("coached", False),
        evening=evening and Evening(evening[0], _two(evening[1]), evening[2]),
    )


def _plan(data: Any) -> Plan | None:
    """A plan; in the first days there was only the same once more, and whether it was wished."""
    if not data:
        return None
    return Plan() if data is True else Plan(Kind(data[0]), data[1])


def _two(data: Any) -> tuple[int, int]:
    return data[0], data[1]


def _clockwork(data: dict[str, Any]) -> dict[str, Any]:
    """What tables of the first days know nothing of."""
    paused, pausing = data.get("paused"), data.get("pausing", (False, False))
    return {
        "notes": data.get("notes", 0),
        "pausing": (pausing[0], pausing[1]),
        "paused": Paused(Left(*paused[0]), paused[1]) if paused else None,
        "woken": data.get("woken", 0),
        "pauses": data.get("pauses", 0),
        "given": data.get("given", 0),
    }


def _read_marks(data: Sequence[Any]) -> tuple[Mark | None, Mark | None]:
    first, second = (mark and Mark(mark[0], mark[1], tuple(mark[2])) for mark in data)
    return first, second
