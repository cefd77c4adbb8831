import pytest
from sqlalchemy.exc import IntegrityError

from storage import players
from storage.database import Database
from tests.storage.conftest import NOW


async def test_players_are_found_by_platform_and_changed(database: Database, huda: int):
    async with database.write() as conn:
        assert await players.find(conn, "telegram", "huda") is None
        await players.rename(conn, huda, "Huda")
        await players.set_language(conn, huda, "hi")
        await players.set_settings(conn, huda, '{"theme":"oud"}')
        found = await players.find(conn, "web", "huda")
        assert found == players.PlayerRow(huda, "Huda", "hi", '{"theme":"oud"}', NOW)
        assert await players.load(conn, huda) == found
        assert await players.load(conn, 99) is None


async def test_an_identity_is_one_players(database: Database, huda: int):
    async with database.read() as conn:
        before = await players.load(conn, huda)
    with pytest.raises(IntegrityError):
        async with database.write() as conn:
            await players.create(conn, "web", "huda", "another", "en", NOW)
    async with database.read() as conn:
        assert await players.find(conn, "web", "huda") == before
        assert await players.load(conn, huda + 1) is None
