"""Several programs on one PostgreSQL: any of them may be killed, and the others go on."""

import asyncio
import contextlib
import random
import secrets
from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.running.program import PATIENCE_S, Guest, Program, guest, payloads
from tests.running.test_kill import USEFUL, Witness, open_table, stamp
from tests.web.test_live import event

pytestmark = pytest.mark.postgres

KILLS = 8
MOVED_ON = "The table has moved on. Here it is as it stands."


async def press(player: Guest, program: Program, code: str, witness: Witness, rng: random.Random) -> bool:
    """One useful press through one program; sent again, perhaps through the other, where no answer came."""
    if not (again := getattr(player, "unanswered", None)):
        state = await player.state(program.address, code)
        useful = [p for p in payloads(state, code) if p.split(":")[2][0] in USEFUL]
        if not useful:
            return False
        again = (rng.choice(useful), secrets.token_hex(8))
    player.unanswered = again
    answer = await player.press(program.address, code, *again)
    player.unanswered = None
    if answer["toast"] == MOVED_ON:  # this program had not heard yet of what the other had done
        return False
    assert not answer["toast"]
    witness.confirmed = max(witness.confirmed, stamp(again[0]) + 1)
    return True


async def play(
    players: list[Guest], ways: dict[Guest, Program], code: str, witness: Witness, rng: random.Random
) -> None:
    """Press whatever is useful, each through their program, until the match is over or a program dies."""
    while True:
        moved = [await press(player, ways[player], code, witness, rng) for player in players]
        if not any(moved):
            state = await players[0].state(ways[players[0]].address, code)
            if any(p.endswith(":a") for p in payloads(state, code)):
                return
            await asyncio.sleep(0.05)


@pytest.fixture
async def programs(shared_url: str) -> AsyncIterator[list[Program]]:
    both = [Program(shared_url), Program(shared_url)]
    try:
        await asyncio.gather(*(program.start() for program in both))
        yield both
    finally:
        for program in both:
            await program.kill()


async def test_a_match_through_two_programs_of_which_one_dies_now_and_then(programs: list[Program]):
    rng, witness = random.Random(8), Witness()
    async with guest() as first, guest() as second:
        players = [first, second]
        code = await open_table(programs[0], first, second)
        for _ in range(KILLS):
            ways = dict(zip(players, programs, strict=True))
            playing = asyncio.create_task(play(players, ways, code, witness, rng))
            await asyncio.wait([playing], timeout=rng.uniform(0.5, 2))
            dies = rng.randrange(2)
            await programs[dies].kill()
            with contextlib.suppress(aiohttp.ClientError, ConnectionError, TimeoutError):
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
                if not playing.cancelled() and (error := playing.exception()):
                    raise error
            ways = dict.fromkeys(players, programs[1 - dies])
            for _ in range(5):
                for player in players:
                    await press(player, programs[1 - dies], code, witness, rng)
            await witness.testify(programs[1 - dies], code)
            await programs[dies].start()
        await witness.testify(programs[0], code)
    assert [await program.stop() for program in programs] == [0, 0]
    assert witness.confirmed > KILLS


async def test_what_one_program_answers_a_page_the_other_that_has_its_stream_tells_it(
    programs: list[Program],
):
    """It does not know of the answer, and a state told twice is better than one that is not told."""
    one, other = programs
    async with guest() as player:
        await player.read(one.address)
        where, _ = await player.send(
            f"{one.address}/open", against="local", preset="mahbusa", name="Ali", auto_roll="on", filled=""
        )
        code = where.rsplit("/", 1)[1]
        async with player.stream(other.address, code, page="a" * 24) as stream:
            assert (await event(stream))[1]["version"] == 0
            start = next(p for p in payloads(await player.state(one.address, code), code) if p.endswith(":s"))
            answer = await player.press(one.address, code, start, secrets.token_hex(8), page="a" * 24)
            assert (await event(stream))[1]["version"] == answer["state"]["version"]


async def test_what_a_dead_program_had_to_do_the_other_does(programs: list[Program]):
    one, other = programs
    async with guest() as player:
        await player.read(one.address)
        where, _ = await player.send(
            f"{one.address}/open", against="computer", preset="mahbusa", name="Ali", auto_roll="on", filled=""
        )
        code = where.rsplit("/", 1)[1]
        rng, witness = random.Random(1), Witness()
        start = next(p for p in payloads(await player.state(one.address, code), code) if p.endswith(":s"))
        await player.press(one.address, code, start, secrets.token_hex(8))
        for dies, lives in ((one, other), (other, one)):
            async with asyncio.timeout(PATIENCE_S):
                while await computer_is_still(player, dies, code):
                    if not await press(player, dies, code, witness, rng):
                        await asyncio.sleep(0.02)
            await dies.kill()  # the computer is to move
            async with asyncio.timeout(PATIENCE_S):
                while not await press(player, lives, code, witness, rng):  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
            await dies.start()
    assert [await program.stop() for program in (one, other)] == [0, 0]


async def computer_is_still(player: Guest, program: Program, code: str) -> bool:
    """Whether it is not the computer's turn."""
    return "thinking" not in (await player.state(program.address, code))["pieces"]["headline"]
