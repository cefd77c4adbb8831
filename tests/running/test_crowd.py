"""A crowd that does everything at once, forged and twice over, while the program is killed under it.

MAJLIS_KILLS kills it more often than `make test` has patience for.
"""

import asyncio
import os
import random
import re
import secrets
from collections import Counter
from contextlib import AsyncExitStack, suppress
from dataclasses import fields

import aiohttp
import sqlalchemy as sa

from bot import shelf
from bot.table import Stage
from storage import ledger, schema, waiting
from storage.database import open_database
from tests.running.program import PATIENCE_S, Guest, Program

A_LIFE = 3
"""Tables opened before each kill, however slow the machine is."""

KILLS = int(os.environ.get("MAJLIS_KILLS", "3"))
CROWD = 6
NAMES = (
    "\u202eevil",
    "😀" * 300,
    "<b onmouseover=alert(1)>",
    "و" * 32,
    "a\u0301\u0302\u0303" * 40,
    "\u200b\u200b",
    "O'Brien; --",
)
"""As they come."""

ACTS = (
    "queue.mahbusa.1.0", "queue.mahbusa.1.0", "queue.mahbusa.1.0", "queue.race31.31.0", "queue.leave", "queue.mahbusa.1.10",
    "queue.mahbusa.1.7", "evening", "forgetme.sure", "settings", "mine", "export", "quick", "lesson", "blocked", "invite",
)  # fmt: skip
AT_A_TABLE = (
    "say.{code}.hello", "gift.{code}.coffee", "gift.{code}.coffee.0", "pause.{code}", "goon.{code}", "minute.{code}",
    "report.{code}.insults", "mute.{code}", "invite.{code}", "invite.{code}.withdraw", "invite.{code}.sit", "watch.{code}",
)  # fmt: skip


class Member(Guest):
    """Somebody of the crowd; gives what is answered, whatever it is."""

    async def asks(self, url: str, **fields: str) -> str:
        async with self._session.post(url, data={"token": self._token, **fields}) as answer:
            assert answer.status < 500, (url, answer.status)
            return await answer.text()


async def romp(address: str, who: Member, rng: random.Random, codes: list[str]) -> None:
    """Whatever comes to mind, each now and then twice at the same moment, until the program dies."""
    await who.read(f"{address}/")
    await who.asks(f"{address}/me", name=rng.choice(NAMES))
    while True:
        code = rng.choice(codes) if codes else "ZZZZZZ"
        key = secrets.token_hex(8)
        what = rng.random()
        if what < 0.5:
            url, fields = f"{address}/c/{rng.choice(ACTS)}", {}
        elif what < 0.7:
            url, fields = f"{address}/c/{rng.choice(AT_A_TABLE).format(code=code)}", {}
        elif what < 0.85:
            verb = rng.choice(("s", "g", "p", "c", "qmatch", "xmatch", "a", "z"))
            url, fields = f"{address}/t/{code}/press", {"payload": f"{code}:{rng.choice('0123')}:{verb}"}
        elif what < 0.95:
            url, fields = f"{address}/j/{code}", {"name": rng.choice(NAMES)}
        else:
            form = {
                "against": "friend",
                "preset": "mahbusa",
                "filled": "mahbusa.friend",
                "whom": rng.choice(("", "one")),
            }
            url, fields = f"{address}/open", form
        answers = await asyncio.gather(
            *(who.asks(url, key=key, **fields) for _ in range(rng.choice((1, 1, 3))))
        )
        codes += [found for answer in answers for found in re.findall(r"/[tj]/([A-Z2-9]{6})\b", answer)[:1]]
        yes = re.search(r"forgetme\.yes\.\d+\.\d+", answers[0])
        if yes and rng.random() < 0.3:
            await asyncio.sleep(2)
            await who.asks(f"{address}/c/{yes[0]}")


async def examined(program: Program) -> Counter[Stage]:
    """The books are right, nobody waits in two places, and every table can be read and has something to wait for."""
    database = await open_database(program.url, now=0)
    try:
        async with database.read() as conn:
            assert (await ledger.audit(conn)).sound
            rows = (await conn.execute(sa.select(schema.tables))).all()
            queue = await waiting.everybody(conn)
            known = set(await conn.scalars(sa.select(schema.identities.c.player_id)))
    finally:
        await database.close()
    columns = {field.name for field in fields(shelf.TableRow)}
    tables = [shelf.read(shelf.TableRow(**{name: row._mapping[name] for name in columns})) for row in rows]
    assert {one.player_id for one in queue} <= known
    brought = {
        at.player for table in tables if table.queued and table.stage is Stage.OPEN for at in table.seats
    }
    assert not brought & {one.player_id for one in queue}
    for table in tables:
        going_on = table.stage in (Stage.OPEN, Stage.PLAYING)
        assert not going_on or table.wake_at is not None, table
        assert not going_on or all(at is None or at.player in known for at in table.seats), table
    return Counter(table.stage for table in tables)


async def test_a_crowd_is_cut_off_in_the_midst_of_everything(tmp_path):
    seed = int(os.environ.get("MAJLIS_SEED", "7"))
    program, rng, codes = Program(tmp_path / "majlis.db"), random.Random(seed), []
    stages = Counter()
    for number in range(KILLS):
        await program.start()
        async with AsyncExitStack() as doors:
            sessions = [
                await doors.enter_async_context(
                    aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
                )
                for _ in range(CROWD)
            ]
            crowd = [
                asyncio.create_task(romp(program.address, Member(session), rng, codes))
                for session in sessions
            ]
            await asyncio.wait(crowd, timeout=1 + 4 * rng.random(), return_when=asyncio.FIRST_EXCEPTION)
            async with asyncio.timeout(PATIENCE_S):
                while len(set(codes)) < A_LIFE * (number + 1) and not any(one.done() for one in crowd):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            await program.kill()
            for done in await asyncio.gather(*crowd, return_exceptions=True):
                assert isinstance(done, aiohttp.ClientError | OSError), (seed, number, done)
        stages = await examined(program)
    with suppress(ProcessLookupError):
        await program.kill()
    assert sum(stages.values()) > 5, stages
