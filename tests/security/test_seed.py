"""The seed of the dice is read by nobody before the end, for it holds every roll to come."""

import json
import logging

from bot import archive
from bot.intents import Ask, Resign, What
from bot.snapshot import dump
from storage import persons
from storage import tables as stored
from tests.web.conftest import Guest, House


async def seeds(database, code: str) -> tuple[str, ...]:
    """The seed as it could be written anywhere."""
    async with database.read() as conn:
        row = await stored.load_by_code(conn, code)
    raw = bytes.fromhex(row.seed)
    return row.seed, row.seed.upper(), repr(raw)[2:-1]


def unseen(text: str, forms: tuple[str, ...]) -> bool:
    return not any(form in text for form in forms)


async def test_no_page_no_stream_no_file_and_no_log_has_it(house: House, huda: Guest, omar: Guest, caplog):
    caplog.set_level(logging.DEBUG)
    code = await huda.open("friend", name="Huda")
    await omar.join(code, name="Omar")
    forms = await seeds(house.services.database, code)
    stream = await huda.get(f"/t/{code}/live")
    said = (await stream.content.readuntil(b"\n\n")).decode()
    stream.close()
    for path in ("", "/state", "/match.json", "/match.mat", "/replay.gif", "/analysis", "/qr.png"):
        said += str(await (await huda.get(f"/t/{code}{path}")).read())
    for path in (
        f"/j/{code}/preview.jpg",
        "/",
        "/c/mine",
        f"/c/match.{code}",
        f"/c/match.{code}.proof",
        "/metrics",
        "/health",
    ):
        said += str(await (await huda.get(path)).read())
    assert unseen(said, forms)
    assert unseen(caplog.text, forms)


async def test_no_value_and_no_export_has_it(coffeehouse):
    table = await coffeehouse.play_turn(await coffeehouse.begin())
    database, forms = coffeehouse.database, await seeds(coffeehouse.database, table.code)
    kept = coffeehouse.tables._kept._held[table.code]
    async with database.read() as conn:
        row = await stored.load(conn, table.id)
        own = await persons.everything(conn, coffeehouse.ali.id)
        log = await stored.events(conn, table.id)
    told = [
        repr(table),
        repr(kept),
        repr(row),
        row.snapshot,
        json.dumps(dump(table)),
        json.dumps(own),
        repr(log),
    ]
    told.append(json.dumps(await archive.exported(database, table.code)))
    assert all(unseen(text, forms) for text in told)
    for wish in (Ask(What.MATCH), Resign(What.MATCH)):
        table = (await coffeehouse.wish(table, coffeehouse.ali, wish)).table
    assert (await archive.exported(database, table.code))["seed"] == forms[0], (
        "afterwards it proves every roll"
    )


async def test_no_error_text_has_it(coffeehouse, caplog, monkeypatch):
    table = await coffeehouse.begin()
    database, forms = coffeehouse.database, await seeds(coffeehouse.database, table.code)

    async def broken(conn, row, **_):
        await conn.exec_driver_sql(
            "UPDATE tables SET seed = ?, host_id = 'nobody' WHERE no_such = 1", (row.seed,)
        )

    monkeypatch.setattr(stored, "save", broken)
    try:
        await coffeehouse.play_turn(table)
    except Exception:
        logging.getLogger("test").exception("as the routers would log it")
    assert "no_such" in caplog.text
    assert unseen(caplog.text, forms)
    assert database
