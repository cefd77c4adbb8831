from collections.abc import AsyncIterator

import pytest

from bot import people
from storage.database import Database, open_database

NOW = 1_700_000_000_000


@pytest.fixture
async def database() -> AsyncIterator[Database]:
    opened = await open_database("sqlite:///:memory:", now=NOW)
    yield opened
    await opened.close()


async def met(database: Database, name: str = "Huda", language: str = "en", external_id: str = "1"):
    return await people.create(database, "web", external_id, name=name, language=language, now=NOW)


async def test_a_person_is_found_by_platform_and_by_id(database: Database):
    huda = await met(database)
    assert await people.find(database, "web", "1") == huda
    assert await people.load(database, huda.id) == huda
    assert await people.find(database, "telegram", "1") is None
    assert await people.load(database, huda.id + 1) is None
    assert dict(huda.settings) == {}


async def test_creating_somebody_known_gives_the_same_person(database: Database):
    huda = await met(database)
    assert await met(database, "another", "ar") == huda


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("  Huda \n ", "Huda"),
        ("هدى", "هدى"),
        ("x" * 500, "x" * 32),
        ("\u202eevil", "evil"),
        ("<b>", "<b>"),
        ("\ufdfd Ali", "Ali"),
        ("👩‍🚀", "👩‍🚀"),
        ("1️⃣", "1️⃣"),
        ("Hu\u3164da", "Hu da"),
        ("हिन्दी", "हिन्दी"),
    ],
)
async def test_names_are_cleaned(database: Database, raw: str, shown: str):
    assert (await met(database, raw)).name == shown


@pytest.mark.parametrize(
    "raw",
    [
        *("", "   ", "\u200b\u200e", "\ufdfd", "\x00\x07"),
        *(
            "\u3164",
            "\u2800\u2800",
            "\u115f\u1160",
            "\uffa0",
            "\ufe0f",
            "\u0301",
            "\u3164\u0301",
            "\U000e0100",
        ),
        "\u0301 " * 40 + "A",
    ],
)
async def test_who_has_no_name_is_a_guest_in_their_language(database: Database, raw: str):
    in_english = await met(database, raw)
    in_arabic = await met(database, raw, "ar-EG", "2")
    assert in_english.name.startswith("Guest ")
    assert in_english.name[-4:].isdigit()
    assert in_arabic.name != in_english.name
    assert in_arabic.language == "ar"


async def test_renaming_keeps_the_old_name_where_the_new_one_is_unreadable(database: Database):
    huda = await met(database)
    assert (await people.rename(database, huda, "\u200f")).name == "Huda"
    assert (await people.rename(database, huda, " Hoda ")).name == "Hoda"
    assert (await people.load(database, huda.id)).name == "Hoda"


async def test_a_language_we_do_not_have_becomes_one_we_do(database: Database):
    huda = await met(database, language="fr")
    assert huda.language == "en"
    assert (await people.set_language(database, huda, "hi-IN")).language == "hi"
    assert (await people.load(database, huda.id)).language == "hi"
    assert (await people.set_language(database, huda, "en")).language == "en"
