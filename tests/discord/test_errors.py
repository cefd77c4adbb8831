"""What each refusal means, and that something is done about each."""

import asyncio

import aiohttp
import pytest
from discord import HTTPException, InteractionResponded, RateLimited

from bot.discord.errors import CODES, Aged, Meaning, Unreachable, meaning, pause
from bot.discord.remedies import Remedies
from tests.discord.bot import Bot


class Response:
    """As much of an answer as the library's errors look at."""

    reason = "because"

    def __init__(self, status: int) -> None:
        self.status = status


def refused(status: int, code: int = 0) -> HTTPException:
    return HTTPException(Response(status), {"code": code, "message": "no"})


@pytest.mark.parametrize(("code", "what"), CODES.items())
def test_every_code_has_its_meaning(code: int, what: Meaning):
    assert meaning(refused(400, code)) is what


@pytest.mark.parametrize(
    ("error", "what"),
    [
        (refused(400, 50035), Meaning.OTHER),
        (refused(413), Meaning.TOO_BIG),
        (refused(429), Meaning.FLOOD),
        (RateLimited(3.0), Meaning.FLOOD),
        (Aged(), Meaning.AGED),
        (Unreachable(), Meaning.UNREACHABLE),
        (TimeoutError(), Meaning.UNKNOWN_FATE),
        (aiohttp.ServerDisconnectedError(), Meaning.UNKNOWN_FATE),
        (ConnectionResetError(), Meaning.UNKNOWN_FATE),
        (ValueError(), Meaning.OTHER),
    ],
)
def test_what_has_no_code_has_a_meaning_too(error: Exception, what: Meaning):
    assert meaning(error) is what


async def test_a_server_out_of_reach_means_that_nothing_was_sent():
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientConnectorError) as caught:
            await session.get("http://127.0.0.1:9/")
    assert meaning(caught.value) is Meaning.UNSENT


def test_an_answer_given_already_is_known_as_such():
    class Parent:
        id = 1

    assert meaning(InteractionResponded(Parent())) is Meaning.ANSWERED


def test_how_long_a_flood_asks_us_to_wait():
    assert pause(RateLimited(3.5)) == 3.5
    assert pause(refused(429)) > 0


async def test_every_meaning_is_acted_upon(bot: Bot):
    remedies = Remedies(bot.discord.desk, bot.discord.poster)._remedies
    assert set(remedies) | {Meaning.OTHER} == set(Meaning)
    await asyncio.sleep(0)
