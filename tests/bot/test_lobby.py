"""What chats need before there is a table: wishes as people type them, tables kept for one person, hints."""

from dataclasses import replace

import pytest

from bot import hints, lobby
from bot.computer import Level, Needs, rank
from bot.intents import Sit, Start
from bot.phrases import phrases
from bot.table import Against, No, Stage
from rules.errors import Malformed, Refused
from rules.ruleset import PRESETS, ClockKind
from rules.seat import Seat
from storage.tables import Status

EN = phrases("en")


@pytest.mark.parametrize(
    ("typed", "wish"),
    [
        ("", ("mahbusa", None, False)),
        ("5", ("mahbusa", 5, False)),
        ("sheesh besh 5", ("majlis_sheesh_besh", 5, False)),
        ("شيش بيش", ("majlis_sheesh_besh", None, False)),
        ("race31", ("race31", None, False)),
        ("Tawla 31 race", ("race31", None, False)),
        ("tawla 31 race 7", ("race31", 7, False)),
        ("mahbusa daily", ("mahbusa", None, True)),
        ("يومي", ("mahbusa", None, True)),
        ("chess 400", ("", None, False)),
        ("chess", ("", None, False)),
        ("9" * 5000, ("", None, False)),
    ],
)
def test_wishes_are_read_in_any_language(typed, wish):
    assert lobby.read_wish(typed) == wish


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("km7qxr", ("KM7QXR", "")),
        (" KM7QXR  Cedar tree ", ("KM7QXR", "Cedar tree")),
        ("km7 qxr cedar", ("KM7QXR", "cedar")),
        ("k m 7 q x r", ("KM7QXR", "")),
        ("km7-qxr", ("KM7QXR", "")),
        ("code KM7QXR", ("KM7QXR", "")),
        ("Code: KM7 QXR oasis", ("KM7QXR", "oasis")),
        ("رمز KM٧QXR", ("KM7QXR", "")),
        ("कोड KM7QXR", ("KM7QXR", "")),
        ("https://t.me/MajlisBot?start=join_KM7QXR", ("KM7QXR", "")),
        ("play with me: https://majlis.example/j/KM7QXR oasis", ("KM7QXR", "oasis")),
        ("https://majlis.example/t/km7qxr?watch", ("KM7QXR", "?watch")),
        ("KM7 cedar", ("KM7", "cedar")),
        ("", ("", "")),
    ],
)
def test_codes_are_read_however_they_are_typed(typed, read):
    assert lobby.read_invitation(typed) == (*read, "")


@pytest.mark.parametrize(
    "typed",
    [
        "KM7QXRAB2CD3",
        "km7qxr-ab2cd3",
        "KM٧QXR-AB٢CD٣ oasis",
        "https://t.me/MajlisBot?start=join_KM7QXRAB2CD3 oasis",
    ],
)
def test_a_key_stands_behind_its_code(typed):
    assert lobby.read_invitation(typed)[::2] == ("KM7QXR", "AB2CD3")


def test_a_word_for_the_dice_is_no_key():
    assert lobby.read_invitation("KM7QXR lucky9") == ("KM7QXR", "lucky9", "")


def test_games_are_found_by_what_was_typed():
    assert lobby.matching("") == list(PRESETS)
    assert lobby.matching("شيش") == ["majlis_sheesh_besh"]
    assert lobby.matching("chess") == []


def test_a_setup_by_preset_and_opponent():
    practice = lobby.setup("mahbusa", Against.COMPUTER, target=3, level=Level.HARD)
    assert (practice.ruleset.target, practice.ruleset.clock, practice.level) == (
        3,
        ClockKind.NONE,
        Level.HARD,
    )
    assert lobby.setup("mahbusa", Against.FRIEND, daily=True).ruleset.clock is ClockKind.DAILY
    with pytest.raises(KeyError):
        lobby.setup("chess", Against.FRIEND)
    with pytest.raises(Malformed):
        lobby.setup("mahbusa", Against.FRIEND, target=100)


async def test_a_table_kept_for_one_person(house):
    setup = house.setup(guest=house.sara.id)
    table = await house.tables.open(house.ali, setup, house.now)
    assert (await house.wish(table, house.omar, Sit())).refused is No.NOT_INVITED
    seated = await house.wish(table, house.sara, Sit())
    assert seated.table.stage is Stage.PLAYING
    assert seated.table.setup.guest == house.sara.id


async def test_a_place_closes_a_table_before_the_first_roll_only(house):
    table = await house.open()
    first = await house.tables.close(table.code, now=house.now, key="a")
    assert first.table.stage is Stage.CLOSED
    assert (await house.tables.close(table.code, now=house.now, key="b")).refused is No.CLOSED
    playing = await house.begin()
    assert (await house.tables.close(playing.code, now=house.now)).refused is No.STARTED
    with pytest.raises(Refused):
        await house.tables.close("NOWHER", now=house.now)


async def test_a_close_that_comes_twice(house):
    first, second = await house.open(), await house.open()
    await house.tables.close(first.code, now=house.now, key="same")
    again = await house.tables.close(second.code, now=house.now, key="same")
    assert again.repeated
    assert again.table.stage is Stage.OPEN


async def test_the_table_somebody_means(house):
    assert await lobby.current(house.database, house.ali.id) is None
    playing = await house.begin()
    waiting = await house.open()
    assert (await lobby.current(house.database, house.ali.id)).code == playing.code
    assert (await lobby.current(house.database, house.ali.id, (Status.OPEN,))).code == waiting.code
    assert {table.code for table in await lobby.tables_of(house.database, house.ali.id, 9)} == {
        playing.code,
        waiting.code,
    }


@pytest.mark.parametrize("preset", PRESETS)
async def test_hints_name_a_legal_turn_and_a_reason(house, preset):
    table = await house.practise(preset, Against.LOCAL)
    for _ in range(12):
        if table.stage is not Stage.PLAYING or not table.match.game.steps:
            break
        said = hints.hint(table, EN)
        assert said.startswith("Best is ")
        assert len(said.split(". ")) > 1 or "." in said[9:]
        seat = table.match.game.to_move
        assert table.seats[seat] is not None
        table = await house.play_turn(table)


async def test_hints_know_the_score(house, monkeypatch):
    asked = []

    def ranked(*about, needs, **more):
        asked.append(needs)
        return rank(*about, needs=needs, **more)

    monkeypatch.setattr(hints, "rank", ranked)
    table = await house.practise("mahbusa", Against.LOCAL, target=3)
    ahead = replace(table.match, score=(2, 0))
    assert hints.hint(replace(table, match=ahead), EN)
    own, rival = (1, 3) if ahead.game.to_move is Seat.FIRST else (3, 1)
    assert asked == [Needs(own, rival)]


async def test_hints_are_for_practice(house):
    waiting = await house.tables.open(house.ali, house.setup(against=Against.COMPUTER), house.now)
    assert hints.hint(waiting, EN) == ""
    assert hints.allowed(waiting)
    assert not hints.allowed(await house.begin())
    started = (await house.wish(waiting, house.ali, Start())).table
    assert hints.allowed(started)
