"""Nobody finds tables by trying codes; who sits at one is never held up."""

import pytest

from bot.guesses import PERSON
from bot.intents import Close, Sit
from bot.table import No, Stage
from rules.errors import Refused


async def reason(door):
    with pytest.raises(Refused) as refused:
        await door
    return refused.value.reason


async def guess(house, person, times=PERSON.calls):
    for _ in range(times):
        sitting = house.tables.handle("ZZZZZZ", person, Sit(), now=house.now)
        assert await reason(sitting) is No.NO_SUCH_TABLE


async def test_whoever_guesses_waits_and_does_not_learn_whether_a_code_is_right(house):
    table = await house.open()
    await guess(house, house.omar)
    for code in (table.code, "ZZZZZZ"):
        sitting = house.tables.handle(code, house.omar, Sit(), now=house.now)
        assert await reason(sitting) is No.TOO_MANY_GUESSES
    assert (await house.tables.get(table.code)).stage is Stage.OPEN
    assert await reason(house.tables.sought(table.code, house.omar.id, house.now)) is No.TOO_MANY_GUESSES
    assert (await house.wish(table, house.sara, Sit())).refused is None, "others are not held up"
    house.now += int(PERSON.seconds * 1000)
    assert (await house.tables.sought(table.code, house.omar.id, house.now)).code == table.code


async def test_who_sits_there_may_go_on_however_much_they_guess(house):
    table = await house.open()
    await guess(house, house.ali)
    assert (await house.wish(table, house.ali, Close())).table.stage is Stage.CLOSED


async def test_what_is_no_code_is_no_guess(house):
    table = await house.open()
    for word in ("hello", "", "a longer word") * PERSON.calls:
        assert await reason(house.tables.sought(word, house.omar.id, house.now)) is No.NO_SUCH_TABLE
    assert await house.tables.sought(table.code, house.omar.id, house.now)
