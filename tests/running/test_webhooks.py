"""Programs beside each other to which Telegram's updates are brought: any of them may be killed, and the others go on."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

import aiohttp
import pytest

from bot.telegram.webhook import HEADER, secret
from tests.running.program import PATIENCE_S, Program
from tests.running.test_kill import Witness, stamp
from tests.servers.telegram import Fault, Person, TelegramServer, Unanswered
from tests.telegram.bot import latest, moves, wants_more
from tests.telegram.conftest import FAST
from tests.telegram.test_friends import invites

pytestmark = pytest.mark.postgres

PRESSES = 6


class Worker(Program):
    """A program that takes updates, and nothing else but what is due at tables."""

    def __init__(self, database: str, server: TelegramServer, port: int, first: int, **settings: str) -> None:
        self.hook = f"http://127.0.0.1:{port}"
        self.address_told = f"http://127.0.0.1:{first}/telegram/hook"
        super().__init__(
            database,
            MAJLIS_TELEGRAM_TOKEN=server.token,
            MAJLIS_TELEGRAM_API=server.base_url,
            MAJLIS_TELEGRAM_WEBHOOK_URL=self.address_told,
            MAJLIS_TELEGRAM_WEBHOOK_PORT=str(port),
            **settings,
        )


@pytest.fixture
async def server() -> AsyncIterator[TelegramServer]:
    async with TelegramServer(limits=FAST) as server:
        yield server


@pytest.fixture
async def workers(
    server: TelegramServer, shared_url: str, free_port: Callable[[], int]
) -> AsyncIterator[list[Worker]]:
    """Two; the first was there first, so it shows the boards."""
    ports = [free_port(), free_port()]
    both = [Worker(shared_url, server, port, ports[0]) for port in ports]
    server.balance(*(worker.hook for worker in both))
    try:
        await both[0].start()
        await both[1].start()
        yield both
    finally:
        for worker in both:
            await worker.kill()


async def begun(server: TelegramServer) -> tuple[list[Person], str]:
    """Two people at a table, each with the board in their own chat."""
    people = [server.user("Ali"), server.user("Sara")]
    code, link = await invites(people[0], "mahbusa")
    await people[1].follows(link)
    for person in people:
        await person.awaits(person.private, lambda seen: "Resign" in seen.labels)
    return people, code


async def press(people: list[Person], code: str, witness: Witness) -> bool:
    """A useful tap of whoever is to move; False where there is none, or no answer came: then they look again."""
    for person in people:
        board = latest(person, person.private, code)
        if board is None:
            continue
        wanted = wants_more(moves(board))
        with suppress(Unanswered):
            answer = await person.taps(board, wanted, patience=5)
            if not answer.text:
                witness.confirmed = max(witness.confirmed, stamp(wanted) + 1)
                return True
    return False


async def play(people: list[Person], code: str, witness: Witness, presses: int) -> None:
    async with asyncio.timeout(120):
        while presses:
            if await press(people, code, witness):
                presses -= 1
            else:
                await asyncio.sleep(0.05)


def shown(server: TelegramServer, since: int) -> bool:
    """Whether a board has been shown after so many calls."""
    return any(call.method.startswith("editMessage") for call in list(server.journal)[since:])


async def test_a_match_goes_on_though_the_program_that_shows_its_boards_dies(
    server: TelegramServer, workers: list[Worker]
):
    (ali, sara), code = await begun(server)
    witness = Witness()
    for dying, living in (workers, workers[::-1]):
        await play([ali, sara], code, witness, PRESSES)
        await dying.kill()
        calls = len(server.journal)
        async with asyncio.timeout(PATIENCE_S):  # what was done through the dead one and is done now is shown
            await press([ali, sara], code, witness)
            while not shown(server, calls):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        await play([ali, sara], code, witness, PRESSES)
        await witness.testify(living, code)
        await dying.start()
    assert [await worker.stop() for worker in workers[::-1]] == [0, 0]
    assert witness.confirmed > PRESSES
    told = server.journal.of("setWebhook")
    assert len(told) == 3, "whoever shows the boards says where updates go"
    assert {call.given["secret_token"] for call in told} == {secret(server.token, workers[0].address_told)}


async def test_who_shows_no_boards_may_die_and_each_refuses_a_wrong_secret(
    server: TelegramServer, workers: list[Worker]
):
    async with aiohttp.ClientSession() as session:
        for worker in workers:
            for headers in ({}, {HEADER: "guessed"}):
                url = f"{worker.hook}/telegram/hook"
                async with session.post(url, json={"update_id": 1}, headers=headers) as answer:
                    assert answer.status == 403
    people, code = await begun(server)
    witness = Witness()
    playing = asyncio.create_task(play(people, code, witness, 2 * PRESSES))
    await asyncio.sleep(1)
    await workers[1].kill()
    await playing
    await witness.testify(workers[0], code)
    assert len(server.journal.of("setWebhook")) == 1
    await server.settles()
    assert not server.unanswered(), "what the dead one had taken and not done was brought to the other"
    assert await workers[0].stop() == 0


async def test_a_command_in_whose_middle_its_program_dies_is_answered_by_another(
    server: TelegramServer, workers: list[Worker]
):
    ali = server.user("Ali")
    server.faults.plan(Fault.FLOOD, "sendPhoto", seconds=60)
    await ali.writes(ali.private, "/rules")
    async with asyncio.timeout(PATIENCE_S):
        while not server.journal.of("sendPhoto"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await asyncio.gather(*(worker.kill() for worker in workers))
    await workers[0].start()
    await ali.awaits(ali.private, "Pinning the mother", patience=PATIENCE_S)
    await server.settles()
    assert await workers[0].stop() == 0
