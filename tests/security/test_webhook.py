"""Updates are taken from whoever knows the secret, and from nobody else."""

import re
from io import BytesIO

import pytest
from aiohttp import ClientSession
from telegram import Update

from bot.telegram.webhook import HEADER, MAX_BODY, secret, serving

SECRET = "s" * 40


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({}, b'{"update_id": 1}', 403),
        ({HEADER: ""}, b'{"update_id": 1}', 403),
        ({HEADER: SECRET[:-1]}, b'{"update_id": 1}', 403),
        ({HEADER: SECRET + "s"}, b'{"update_id": 1}', 403),
        ({HEADER: SECRET}, b"{", 400),
        ({HEADER: SECRET}, b"[1]", 400),
        ({HEADER: SECRET}, b"x" * (MAX_BODY + 1), 413),
        ({HEADER: SECRET}, b'{"update_id": 1}', 200),
        ({HEADER: SECRET}, b'{"update_id": 1}', 503),
    ],
)
async def test_the_secret_is_asked_for_first(headers, body, status):
    ready = status != 503
    taken = []

    async def take(update: Update) -> bool:
        taken.append(update)
        return ready

    async with (
        serving(take, None, "https://x/hook", ("127.0.0.1", 0), SECRET) as port,
        ClientSession() as session,
        session.post(f"http://127.0.0.1:{port}/hook", data=BytesIO(body), headers=headers) as answer,
    ):
        assert answer.status == status
    assert len(taken) == (status in (200, 503))


def test_the_secret_is_made_from_the_token_and_tells_nothing_of_it():
    token, url = "4382001:AAH-for-the-tests", "https://x/hook"
    made = secret(token, url)
    assert made == secret(token, url), "every program knows it"
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", made)
    assert len({made, secret(token, f"{url}2"), secret(f"{token}2", url)}) == 3
    assert token.partition(":")[2] not in made
