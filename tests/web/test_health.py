from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestServer

from bot.web import health
from bot.web.app import make_app
from tests.web.conftest import Guest, House


async def test_health_tells_that_all_is_well(huda: Guest):
    answer = await huda.get("/health")
    assert await answer.json() == {"ok": True}
    assert "Set-Cookie" not in answer.headers


async def test_health_tells_when_the_clocks_stand_still(house: House):
    running = [True]
    services = replace(house.services, alive=lambda: running[0])
    async with TestServer(make_app(services)) as server, ClientSession() as session:
        assert (await session.get(server.make_url("/health"))).status == 200
        running[0] = False
        answer = await session.get(server.make_url("/health"))
        assert (answer.status, await answer.json()) == (503, {"ok": False})


async def test_health_tells_when_the_database_cannot_be_read(house: House, huda: Guest, monkeypatch, caplog):
    def broken(_: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(type(house.services.database), "read", broken)
    answer = await huda.get("/health")
    assert (answer.status, await answer.json()) == (503, {"ok": False})
    assert "the disk is gone" in caplog.text


async def test_ready_while_people_can_play(huda: Guest):
    answer = await huda.get("/ready")
    assert (answer.status, await answer.json()) == (
        200,
        {"ok": True, "open": True, "database": True, "clock": True},
    )
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("missing", ["clock", "telegram", "open"])
async def test_not_ready_while_something_is_missing(house: House, missing: str, monkeypatch):
    services = replace(
        house.services,
        alive=lambda: missing != "clock",
        connected={"telegram": lambda: missing != "telegram", "discord": lambda: True},
    )
    monkeypatch.setattr(services.tables, "closing", missing == "open")
    async with TestServer(make_app(services)) as server, ClientSession() as session:
        answer = await session.get(server.make_url("/ready"))
        told = await answer.json()
    assert answer.status == 503
    assert [name for name, well in told.items() if not well] == ["ok", missing]


async def test_not_ready_while_nothing_can_be_written(house: House, huda: Guest, monkeypatch, caplog):
    """As with a full disk: it can be read all the same."""

    @asynccontextmanager
    async def full(_database: object):
        raise OSError(28, "No space left on device")
        yield

    monkeypatch.setattr(type(house.services.database), "write", full)
    answer = await huda.get("/ready")
    assert (answer.status, (await answer.json())["database"]) == (503, False)
    assert "No space left on device" in caplog.text
    assert (await huda.get("/health")).status == 200


async def test_asking_often_writes_seldom(huda: Guest, monkeypatch):
    wrote = []

    async def counted(services: object) -> bool:
        wrote.append(services)
        return True

    monkeypatch.setattr(health, "_is_writable", counted)
    for _ in range(5):
        assert (await huda.get("/ready")).status == 200
    assert len(wrote) == 1
