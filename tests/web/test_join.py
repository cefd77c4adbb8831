import asyncio
import re

from bot.intents import Sit, encode
from bot.table import Stage
from bot.thrift import Caps
from storage import ledger
from tests.web.conftest import Guest, House, NewGuest


async def test_the_door_tells_who_invites_to_what(huda: Guest, new_guest: NewGuest, house: House):
    code = await huda.open("friend", "race31", name="Huda", target="62")
    table = await house.table(code)
    html = await (await new_guest("en")).see(f"/t/{code}")
    for expected in (
        "Huda",
        "Tawla 31 race",
        "62",
        table.commitment,
        f'action="/j/{code}"',
        'name="word"',
        "og:title",
    ):
        assert expected in html
    arabic = await (await new_guest("ar")).see(f"/j/{code}")
    assert 'dir="rtl"' in arabic
    assert "Huda" in arabic


async def test_a_friend_sits_down_and_the_match_begins(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend", name="Huda")
    answer = await omar.join(code, name="Omar", word="hel")
    assert (answer.status, answer.headers["Location"]) == (303, f"/t/{code}")
    table = await house.table(code)
    assert table.stage is Stage.PLAYING
    assert (table.name_of(0), table.name_of(1), table.words) == ("Huda", "Omar", ("", "hel"))


async def test_of_many_who_sit_down_at_once_one_does(huda: Guest, new_guest: NewGuest):
    code = await huda.open("friend")
    guests = [await new_guest() for _ in range(6)]
    for guest in guests:
        await guest.see(f"/j/{code}")
    answers = await asyncio.gather(*(guest.join(code, name=f"G{n}") for n, guest in enumerate(guests)))
    places = sorted(answer.headers["Location"] for answer in answers)
    assert places == [f"/t/{code}"] + [f"/t/{code}?said=seat_taken"] * 5
    late = next(g for g, a in zip(guests, answers, strict=True) if "said" in a.headers["Location"])
    assert "Somebody else has just taken that seat." in await late.see(f"/t/{code}?said=seat_taken")


async def test_the_host_and_the_late_go_straight_in(huda: Guest, omar: Guest, new_guest: NewGuest):
    code = await huda.open("friend")
    assert str((await huda.get(f"/j/{code}")).url).endswith(f"/t/{code}")
    assert (await huda.join(code)).headers["Location"] == f"/t/{code}?said=already_seated"
    await omar.join(code)
    assert str((await (await new_guest()).get(f"/j/{code}")).url).endswith(f"/t/{code}")


async def test_who_only_watches_can_still_sit_down(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend")
    html = await omar.see(f"/t/{code}?watch")
    payload = encode(code, 0, Sit())
    assert payload in html
    answer = await omar.press(code, payload)
    assert answer["toast"] == ""
    assert (await house.table(code)).name_of(1).startswith("Guest ")
    assert omar.session.cookie_jar


async def test_a_word_too_long_leaves_the_seat_free(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend")
    answer = await omar.join(code, name="Omar", word="x" * 65)
    assert answer.headers["Location"] == f"/j/{code}?said=word_too_long"
    html = await omar.see(answer.headers["Location"])
    assert "64" in html
    assert 'value="Omar"' in html
    assert (await house.table(code)).stage is Stage.OPEN


async def test_a_stake_needs_pearls_on_both_sides(house: House, huda: Guest, omar: Guest):
    await huda.open(name="Huda")
    async with house.services.database.write() as conn:
        account = await ledger.player_account(conn, 1)
        await ledger.transfer(conn, "gift", ledger.HOUSE, account, 50, house.time[0])
    house.services.tables.caps = Caps(guest_stake=50)
    code = await huda.open("friend", stake="50")
    html = await omar.see(f"/j/{code}")
    assert "Sitting down stakes 50 pearls." in html
    answer = await omar.join(code, name="Omar")
    assert answer.headers["Location"] == f"/j/{code}?said=not_enough_pearls"
    assert "You do not have enough pearls" in await omar.see(answer.headers["Location"])
    assert (await house.table(code)).stage is Stage.OPEN


async def test_a_new_guest_takes_no_seat_that_costs_pearls(house: House, huda: Guest, omar: Guest):
    await huda.open(name="Huda")
    house.services.tables.caps = Caps(guest_stake=50)
    async with house.services.database.write() as conn:
        account = await ledger.player_account(conn, 1)
        await ledger.transfer(conn, "gift", ledger.HOUSE, account, 50, house.time[0])
    code = await huda.open("friend", stake="50")
    house.services.tables.caps = Caps()
    answer = await omar.join(code, name="Omar")
    assert answer.headers["Location"] == f"/j/{code}?said=no_stakes_yet"
    assert "New guests of the page play for nothing" in await omar.see(answer.headers["Location"])


async def test_a_closed_table_is_told_so(huda: Guest, omar: Guest):
    code = await huda.open("friend")
    close = (await huda.buttons(code))[-1]
    await huda.press(code, close)
    assert "This table is closed." in await omar.see(f"/j/{code}")
    assert (await omar.join(code)).headers["Location"] == f"/t/{code}?said=closed"


async def test_a_double_tap_by_a_new_guest_is_one_player_who_sits(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend")
    key = re.search(r'name="key" value="(\w+)"', await omar.see(f"/j/{code}"))[1]
    answers = await asyncio.gather(*(omar.join(code, name="Omar", key=key) for _ in range(3)))
    assert {answer.headers["Location"] for answer in answers} == {f"/t/{code}"}
    table = await house.table(code)
    assert (table.stage, table.name_of(1)) == (Stage.PLAYING, "Omar")
    assert await players(house) == 2
    assert await omar.buttons(code)


async def test_a_tap_that_overtook_its_own_answer_is_the_same_player(house: House, huda: Guest, omar: Guest):
    code = await huda.open("friend")
    key = re.search(r'name="key" value="(\w+)"', await omar.see(f"/j/{code}"))[1]
    url = house.server.make_url("/")
    before = omar.session.cookie_jar.filter_cookies(url)["majlis"].value
    await omar.join(code, name="Omar", key=key)
    omar.session.cookie_jar.update_cookies({"majlis": before}, url)
    answer = await omar.join(code, name="Omar", key=key)
    assert answer.headers["Location"] == f"/t/{code}"
    assert await players(house) == 2
    assert omar.session.cookie_jar.filter_cookies(url)["majlis"].value.startswith("2.")


async def players(house: House) -> int:
    """Everybody with a pearl account, the house aside."""
    async with house.services.database.read() as conn:
        return (await ledger.audit(conn)).accounts - 1
