from storage import chats, facts, pictures, players
from storage.database import Database


async def test_a_chat_keeps_its_settings_when_it_moves(database: Database):
    async with database.write() as conn:
        assert await chats.settings(conn, "telegram", "-1") == "{}"
        await chats.set_settings(conn, "telegram", "-1", '{"quiet":true}')
        await chats.move(conn, "telegram", "-1", "-2")
        assert await chats.settings(conn, "telegram", "-1") == "{}"
        assert await chats.settings(conn, "telegram", "-2") == '{"quiet":true}'


async def test_settings_under_the_new_id_stand(database: Database):
    async with database.write() as conn:
        await chats.set_settings(conn, "telegram", "-1", '{"old":1}')
        await chats.set_settings(conn, "telegram", "-2", '{"new":1}')
        await chats.move(conn, "telegram", "-1", "-2")
        assert await chats.settings(conn, "telegram", "-2") == '{"new":1}'


async def test_only_the_newest_pictures_are_kept(database: Database):
    async with database.write() as conn:
        for at, digest in enumerate("abcd"):
            await pictures.keep(conn, "telegram", digest, f"file-{digest}", at, kept=2)
        assert [await pictures.file_id(conn, "telegram", digest) for digest in "abcd"] == [
            None, None, "file-c", "file-d",
        ]  # fmt: skip
        await pictures.forget(conn, "telegram", "d")
        assert await pictures.file_id(conn, "telegram", "d") is None


async def test_a_name_means_whoever_bore_it_last(database: Database, huda: int, omar: int):
    async with database.write() as conn:
        for player in (huda, omar):
            await players.alias(conn, "names", "the_cat", player)
        assert (await players.find(conn, "names", "the_cat")).id == omar
        assert await players.external_id(conn, huda, "web") == "huda"
        assert await players.external_id(conn, huda, "names") is None


async def test_a_fact_can_be_written_anew(database: Database):
    async with database.write() as conn:
        for value in ("one", "two"):
            await facts.keep(conn, "a", value)
        assert await facts.fact(conn, "a") == "two"
