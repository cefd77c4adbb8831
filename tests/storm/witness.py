"""What people were told, held against what the database says."""

import json
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from sqlalchemy import select

from bot import shelf
from bot.intents import Confirm, Intent, PlayOnly, Roll, Step, decode
from bot.table import COMPUTER, Against, Stage, Table
from rules import record
from rules.errors import Malformed
from storage import ledger, results, schema, tables
from storage.database import Database, open_database

WINDOW = 16
"""Entries of a log among which a press must be: those that change nothing of a turn may come before it."""

REPLAYED = 6
"""Logs replayed after each kill; in the end all are."""


def stamp_of(payload: str) -> int:
    return int(payload.split(":")[1], 36)


def leads_to(intent: Intent) -> list[list]:
    """What one of these stands in the log for a press."""
    match intent:
        case Step(source, die, _):
            return [["move", source, die]]
        case Confirm():
            return [["confirm"]]
        case Roll():
            return [["roll"]]
        case PlayOnly():
            return [["move"], ["confirm"]]
    return []


@dataclass
class Witness:
    """Everything that was seen and confirmed."""

    seen: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """By table, how far the match was that anybody was shown."""
    confirmed: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    """By table and stamp, presses that were answered as done and are not yet found in a log."""
    sat: set[tuple[str, str]] = field(default_factory=set)
    done: int = 0
    complaints: list[str] = field(default_factory=list)
    checks: Counter[str] = field(default_factory=Counter)
    _logs: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    _versions: dict[int, int] = field(default_factory=dict)

    def saw(self, payload: str) -> None:
        """Somebody was shown a button of a table."""
        code, stamp = payload.split(":", maxsplit=1)[0], stamp_of(payload)
        self.seen[code] = max(self.seen[code], stamp)

    def was_done(self, payload: str) -> None:
        """A press was answered as one that counts."""
        self.done += 1
        if leads_to(decode(payload).intent):
            self.confirmed[payload.split(":", maxsplit=1)[0]][stamp_of(payload)] = payload

    def was_opened(self, code: str) -> None:
        self.done += 1
        self.seen[code] = max(self.seen[code], 0)

    def complain(self, words: str) -> None:
        if words not in self.complaints:
            self.complaints.append(words)

    async def check(self, url: str, rng: random.Random, *, everything: bool = False) -> dict[str, int]:
        """Hold the database, as it is at one moment, against all of it; figures of what there is."""
        database = await open_database(url, now=0)
        # Where others go on meanwhile, what is seen and confirmed from here on may be newer than what is read.
        before = Witness(dict(self.seen), self.confirmed)
        self.confirmed = defaultdict(dict)
        try:
            return await self._check(database, before, rng, everything=everything)
        finally:
            for code, presses in before.confirmed.items():
                self.confirmed[code] = presses | self.confirmed[code]
            await database.close()

    async def _check(
        self, database: Database, before: "Witness", rng: random.Random, *, everything: bool
    ) -> dict[str, int]:
        async with database.read() as conn:
            audit = await ledger.audit(conn)
            if not audit.sound:
                self.complain(f"the books are wrong: {audit}")
            self.checks["ledger"] += 1
            rows = {
                row.id: row for row in await conn.execute(select(schema.tables.c["id", "code", "version"]))
            }
            known = {row.code for row in rows.values()}
            for code in before.seen.keys() - known:
                self.complain(f"table {code} was shown and is not there")
            touched = [
                number
                for number, row in rows.items()
                if everything or self._versions.get(number) != row.version
            ]
            replayed = set(touched if everything else rng.sample(touched, min(REPLAYED, len(touched))))
            for number in touched:
                await self._look_at(conn, number, before, replayed=number in replayed)
                self._versions[number] = rows[number].version
            finished = await conn.execute(select(schema.results.c.table_id))
            won = Counter(number for (number,) in finished)
        return {
            "tables": len(rows),
            "matches": len(won),
            "transfers": audit.transfers if hasattr(audit, "transfers") else 0,
        }

    async def _look_at(self, conn, number: int, told: "Witness", *, replayed: bool) -> None:
        row = await tables.load(conn, number)
        assert row
        table = shelf.read(row)
        log = [event.data for event in await tables.events(conn, number)]
        before = self._logs[number]
        if log[: len(before)] != before:
            self.complain(f"the log of {table.code} was changed after it had been written")
        self._logs[number] = log
        self.checks["logs"] += 1
        if len(log) != table.stamp:
            self.complain(f"the log of {table.code} has {len(log)} entries, its table says {table.stamp}")
        if told.seen.get(table.code, 0) > len(log):
            self.complain(f"{table.code} was shown at {told.seen[table.code]}, its log ends at {len(log)}")
        self._find(log, told.confirmed.pop(table.code, {}))
        if replayed and table.match:
            self._replay(table, log)
        result = await results.of_table(conn, number)
        if (result is not None) is not has_result(table):
            self.complain(f"{table.code} is {table.stage} and its result is {result}")
        if result and table.match and table.match.verdict and result.winner != table.match.verdict.winner:
            self.complain(f"{table.code} was won by another than its result says")
        if is_stuck(table):
            self.complain(f"nothing will ever happen at {table.code}: {table}")

    def _replay(self, table: Table, log: list[str]) -> None:
        """By the rules, the log leads to the table."""
        self.checks["replays"] += 1
        try:
            same = record.replay(table.setup.ruleset, map(json.loads, log)) == table.match
        except Malformed as error:
            self.complain(f"the log of {table.code} cannot be: {error}")
        else:
            if not same:
                self.complain(f"the log of {table.code} leads elsewhere than its table")

    def _find(self, log: list[str], confirmed: dict[int, str]) -> None:
        """What was confirmed stands in the log."""
        for stamp, payload in confirmed.items():
            self.checks["confirmed"] += 1
            there = [json.loads(entry) for entry in log[stamp : stamp + WINDOW]]
            wanted = leads_to(decode(payload).intent)
            if not any(entry[1:][: len(sample)] == sample for entry in there for sample in wanted):
                self.complain(f"{payload} was confirmed, the log goes on {there}")


def has_result(table: Table) -> bool:
    """Whether a result should be stored; of two at one screen nobody knows who played."""
    return table.stage is Stage.FINISHED and table.setup.against is not Against.LOCAL


def is_stuck(table: Table) -> bool:
    """Neither the house nor a person will take it further."""
    if table.stage not in (Stage.OPEN, Stage.PLAYING) or table.wake_at is not None:
        return False
    if table.stage is Stage.OPEN:
        return True
    game = table.match.game if table.match else None
    mover = game.to_move if game and not game.outcome else None
    return mover is None or table.seats[mover] is None or table.seats[mover].player == COMPUTER
