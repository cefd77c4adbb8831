"""One's data as a file."""

import json

import pytest

from rules.errors import Malformed


async def test_a_file_holds_what_is_kept_of_me_and_of_nobody_else(circle):
    house = circle.house
    await house.grant(house.ali, 30)
    table = await house.begin()
    await circle.act(house.ali, f"say.{table.code}.hello")
    await circle.act(house.sara, f"block.{house.ali.id}.yes")
    panel = await circle.act(house.ali, "export")
    data = json.loads(panel.file.content)
    assert [one["name"] for one in data["players"]] == ["Ali"]
    assert [one["external_id"] for one in data["identities"]] == ["Ali"]
    assert data["pearls"] == 30 == data["ledger"][0]["amount"]
    assert [one["table_id"] for one in data["seats"]] == [table.id]
    assert len(data["said"]) == 1
    assert data["blocks"] == []
    assert b"Sara" not in panel.file.content
    async with house.database.read() as conn:
        seed = (await conn.exec_driver_sql("SELECT seed FROM tables")).scalar_one()
    assert seed.encode() not in panel.file.content


async def test_nobody_asks_for_anothers(circle):
    with pytest.raises(Malformed):
        await circle.act(circle.house.ali, f"export.{circle.house.sara.id}")
