"""Killed at any moment, the program goes on where it was: nothing confirmed is lost, nothing happens twice."""

import asyncio
import json
import random
import secrets

import aiohttp

from bot import shelf
from bot.table import Stage
from rules import record
from storage import ledger, results, tables
from storage.database import open_database
from tests.running.program import Guest, Program, guest, payloads

KILLS = 50
USEFUL = ("m", "c", "p")


class Witness:
    """What the players were told, to be held against what the database says."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.confirmed = 0
        self.one_more = asyncio.Event()
        """Set with each press that is confirmed while the program may be killed."""

    async def testify(self, program: Program, code: str) -> None:
        """The log only grows, holds all that was confirmed, replays to the snapshot, and the books are right."""
        database = await open_database(program.url, now=0)
        try:
            async with database.read() as conn:
                row = await tables.load_by_code(conn, code)
                events = await tables.events(conn, row.id)
                audit = await ledger.audit(conn)
                result = await results.of_table(conn, row.id)
        finally:
            await database.close()
        table = shelf.read(row)
        log = [event.data for event in events]
        assert log[: len(self.log)] == self.log
        self.log = log
        assert len(log) == table.stamp >= self.confirmed
        assert record.replay(table.setup.ruleset, [json.loads(entry) for entry in log]) == table.match
        assert audit.sound
        assert (result is not None) == (table.stage is Stage.FINISHED)
        if table.stage is Stage.FINISHED:
            assert sorted(table.paid) == [10, 60]


def stamp(payload: str) -> int:
    return int(payload.split(":")[1], 36)


async def play(
    program: Program, players: list[Guest], code: str, witness: Witness, rng: random.Random
) -> None:
    """Press whatever is useful until the program dies under it."""
    while True:
        moved = False
        for player in players:
            state = await player.state(program.address, code)
            useful = [p for p in payloads(state, code) if p.split(":")[2][0] in USEFUL]
            if not useful:
                continue
            payload, key = rng.choice(useful), secrets.token_hex(8)
            moved = True
            try:
                answer = await player.press(program.address, code, payload, key)
            except (aiohttp.ClientError, ConnectionError, TimeoutError):
                player.unanswered = (payload, key)
                raise
            assert not answer["toast"]
            witness.confirmed = max(witness.confirmed, stamp(payload) + 1)
            witness.one_more.set()
        if not moved:
            state = await players[0].state(program.address, code)
            if any(p.endswith(":a") for p in payloads(state, code)):
                return
            await asyncio.sleep(0.05)


async def repeat_what_was_not_answered(
    program: Program, players: list[Guest], code: str, witness: Witness
) -> None:
    """A browser that got no answer sends the same press again: it counts once, whether or not it counted before."""
    for player in players:
        if not (press := getattr(player, "unanswered", None)):
            continue
        player.unanswered = None
        before = len(witness.log)
        await player.press(program.address, code, *press)
        counted = before > stamp(press[0])
        await witness.testify(program, code)
        assert counted == (len(witness.log) == before)


async def open_table(
    program: Program, first: Guest, second: Guest, names: tuple[str, str] = ("Ali", "Sara")
) -> str:
    await first.read(program.address)
    where, _ = await first.send(
        f"{program.address}/open",
        against="friend",
        preset="mahbusa",
        target="99",
        name=names[0],
        auto_roll="on",
        filled="",
    )
    code = where.rsplit("/", 1)[1]
    await second.read(f"{program.address}/j/{code}")
    await second.send(f"{program.address}/j/{code}", name=names[1], word="بركة", key=secrets.token_hex(8))
    return code


async def lives(playing: asyncio.Task[None], witness: Witness, seconds: float) -> None:
    """For so long, and on a slow machine until something was confirmed."""
    witness.one_more.clear()
    played = asyncio.create_task(witness.one_more.wait())
    await asyncio.wait([playing], timeout=seconds)
    await asyncio.wait([playing, played], return_when=asyncio.FIRST_COMPLETED)
    played.cancel()


async def test_killed_fifty_times_nothing_confirmed_is_lost(tmp_path):
    rng = random.Random(50)
    program, witness = Program(tmp_path / "majlis.db"), Witness()
    async with guest() as first, guest() as second:
        players = [first, second]
        await program.start()
        code = await open_table(program, first, second)
        for _ in range(KILLS):
            playing = asyncio.create_task(play(program, players, code, witness, rng))
            await lives(playing, witness, rng.uniform(0.02, 0.4))
            await program.kill()
            await asyncio.gather(playing, return_exceptions=True)
            error = None if playing.cancelled() else playing.exception()
            assert not isinstance(error, AssertionError), error
            await witness.testify(program, code)
            await program.start()
            await repeat_what_was_not_answered(program, players, code, witness)
        assert await program.stop() == 0
    assert witness.confirmed >= KILLS, "they did play"
