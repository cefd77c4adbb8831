"""Updates are taken from whoever knows the secret, and from nobody else."""

import asyncio
from io import BytesIO
from types import SimpleNamespace

import pytest
from aiohttp import ClientSession

from bot.telegram.webhook import HEADER, MAX_BODY, serving

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
    ],
)
async def test_the_secret_is_asked_for_first(headers, body, status):
    application = SimpleNamespace(update_queue=asyncio.Queue(), bot=None)
    async with (
        serving(application, "https://x/hook", "127.0.0.1", 0, SECRET) as port,
        ClientSession() as session,
        session.post(f"http://127.0.0.1:{port}/hook", data=BytesIO(body), headers=headers) as answer,
    ):
        assert answer.status == status
    assert application.update_queue.qsize() == (status == 200)
