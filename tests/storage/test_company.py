"""Keeping others away, what is said, gifts and reports."""

import pytest
from sqlalchemy.exc import IntegrityError

from storage import blocks, gifts, reports, said
from storage.database import Database
from storage.tables import TableRow


async def test_a_block_keeps_both_apart(database: Database, huda: int, omar: int):
    async with database.write() as conn:
        assert not await blocks.blocked(conn, huda, omar)
        for at in (5, 6):
            await blocks.block(conn, huda, omar, at)
        assert await blocks.blocked(conn, huda, omar)
        assert await blocks.blocked(conn, omar, huda)
        assert await blocks.around(conn, omar) == {huda}
        assert await blocks.around(conn, huda) == {omar}


async def test_only_who_blocked_can_undo_it(database: Database, huda: int, omar: int):
    async with database.write() as conn:
        await blocks.block(conn, huda, omar, 5)
        assert await blocks.listed(conn, huda) == [(omar, "Omar")]
        assert await blocks.listed(conn, omar) == []
        await blocks.unblock(conn, omar, huda)
        assert await blocks.blocked(conn, huda, omar)
        await blocks.unblock(conn, huda, omar)
        assert not await blocks.blocked(conn, huda, omar)


async def test_nobody_blocks_themselves(database: Database, huda: int):
    with pytest.raises(IntegrityError):
        async with database.write() as conn:
            await blocks.block(conn, huda, huda, 5)


async def test_who_is_muted_does_not_mute(database: Database, huda: int, omar: int):
    async with database.write() as conn:
        for _ in range(2):
            await blocks.mute(conn, huda, omar)
        assert await blocks.muted(conn, huda) == {omar}
        assert await blocks.muted(conn, omar) == frozenset()
        await blocks.unmute(conn, huda, omar)
        assert await blocks.muted(conn, huda) == frozenset()


async def test_the_shelf_counts_each_kind(database: Database, table: TableRow, huda: int, omar: int):
    async with database.write() as conn:
        for kind in ("rose", "coffee", "coffee"):
            await gifts.give(conn, huda, omar, kind, table.id, 5)
        assert await gifts.shelf(conn, omar) == {"coffee": 2, "rose": 1}
        assert await gifts.shelf(conn, huda) == {}


async def test_a_table_keeps_its_last_lines(database: Database, table: TableRow, huda: int):
    async with database.write() as conn:
        lines = [
            await said.say(conn, table.id, huda, "words", str(number), number)
            for number in range(said.KEPT + 5)
        ]
        assert await said.last(conn, table.id) == lines[5:]
        assert await said.last(conn, table.id, 3) == lines[-3:]
        assert await said.since(conn, 23) == lines[23:]
        assert await said.forget(conn, 23) == said.KEPT - 2
        assert await said.last(conn, table.id) == lines[23:]


async def test_a_second_report_takes_the_place_of_the_first(
    database: Database, table: TableRow, huda: int, omar: int
):
    async with database.write() as conn:
        for at, reason in enumerate(("insults", "cheating"), 5):
            await reports.file(conn, table.id, huda, omar, reason, "[]", at)
        (report,) = await reports.newest(conn)
        assert (report.code, report.player, report.accused) == ("KAHWA", "هدى", "Omar")
        assert (report.reason, report.at) == ("cheating", 6)
        assert await reports.newest(conn, since=7) == []
