"""The budgets, on a clock in the test's hand: no real time goes by."""

import asyncio
import itertools

import pytest
from telegram.error import RetryAfter

from bot import budgets
from bot.budgets import Budget
from bot.telegram import pace as paces
from bot.telegram.pace import NEWEST, Budgets, Pace

GROUP, OTHER, ALI = -1, -2, 7


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    yielding = asyncio.sleep

    async def sleep(seconds: float) -> None:
        time.now += seconds
        await yielding(0)

    monkeypatch.setattr(paces.asyncio, "sleep", sleep)
    return time


async def call(pace: Pace, place: int | str, endpoint: str = "sendMessage", **more: object) -> object:
    async def done() -> str:
        return "done"

    return await pace.process_request(
        more.pop("callback", done), (), {}, endpoint, {"chat_id": place}, more.pop("args", None)
    )


@pytest.mark.parametrize(("place", "limit"), [(GROUP, 17), (ALI, 65)])
async def test_the_worst_minute_and_the_longest_gap(time: Time, place: int, limit: int):
    pace, sent = Pace(clock=time), []
    for _ in range(200):
        await call(pace, place)
        sent.append(time.now)
    budget = Budgets().group if place < 0 else Budgets().private
    assert max(sum(first <= at < first + 60 for at in sent) for first in sent) <= limit
    assert max(after - before for before, after in itertools.pairwise(sent)) <= budget.seconds + 1e-3


async def test_what_a_chat_has_saved_up_is_no_more_than_its_bucket_holds(time: Time):
    pace = Pace(clock=time)
    await call(pace, GROUP)
    time.now = 3_600.0
    assert pace.wait(GROUP, Budgets().group.calls) == 0
    for left in range(Budgets().group.calls, 0, -1):
        assert pace.wait(GROUP, left) == 0
        await call(pace, GROUP)
    assert pace.wait(GROUP) == pytest.approx(Budgets().group.seconds)
    assert pace.wait(GROUP, 2) == pytest.approx(2 * Budgets().group.seconds)


async def test_whoever_waits_for_a_place_comes_in_the_order_of_asking(time: Time):
    pace, order = Pace(clock=time), []

    async def one(name: int) -> None:
        async def sent() -> None:
            order.append(name)

        await call(pace, GROUP, callback=sent)

    await asyncio.gather(*(one(name) for name in range(20)))
    assert order == list(range(20))


async def test_a_board_waits_for_one_of_a_long_line_at_most(time: Time):
    pace, order, begun = Pace(clock=time), [], asyncio.Event()

    async def answer(name: int) -> None:
        async def sent() -> None:
            order.append(name)
            begun.set()

        await call(pace, GROUP, callback=sent)

    answers = [asyncio.create_task(answer(name)) for name in range(30)]
    await begun.wait()
    before = len(order)
    async with pace.turn(GROUP):
        assert len(order) <= before + 1
        for _ in range(50):
            await asyncio.sleep(0)
        assert len(order) <= before + 1, "whoever has the turn keeps it"
        await call(pace, GROUP, args=NEWEST)
    await asyncio.gather(*answers)
    assert order == list(range(30))


async def test_one_chat_does_not_wait_for_another(time: Time):
    pace = Pace(Budgets(overall=Budget(100, 1.0)), time)
    for _ in range(Budgets().group.calls):
        await call(pace, GROUP)
    assert pace.wait(GROUP) > 0
    assert pace.wait(OTHER) == pace.wait(ALI) == 0


async def test_all_chats_together_keep_the_overall_budget(time: Time):
    pace, sent = Pace(clock=time), []
    for chat in range(100):
        await call(pace, -1 - chat)
        sent.append(time.now)
    assert max(sum(first <= at < first + 1 for at in sent) for first in sent) <= 25


async def test_answers_to_taps_never_wait(time: Time):
    pace = Pace(Budgets(*[Budget(1, 1e9)] * 3), time)
    await call(pace, ALI)
    pace._buckets._closed[ALI] = 1e9
    for endpoint in ("answerCallbackQuery", "answerInlineQuery", "getChatMember", "setMyCommands"):
        assert await call(pace, ALI, endpoint) == "done"
    assert time.now == 0


async def test_a_429_closes_its_chat_alone_and_other_messages_are_tried_again(time: Time):
    pace = Pace(clock=time)
    answers = [RetryAfter(7), "sent"]

    async def flooded() -> str:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            assert pace.wait(OTHER) == 0
            raise answer
        return answer

    assert await call(pace, GROUP, callback=flooded) == "sent"
    assert time.now >= 7


async def test_after_a_429_a_board_is_decided_anew(time: Time):
    pace = Pace(clock=time)

    async def flooded() -> str:
        raise RetryAfter(9)

    with pytest.raises(RetryAfter):
        await call(pace, GROUP, callback=flooded, args=NEWEST)
    assert pace.wait(GROUP) >= 9
    assert pace.wait(OTHER) == 0
    async with pace.turn(GROUP):
        assert time.now >= 9


async def test_idle_chats_are_forgotten(time: Time, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(budgets, "MANY", 3)
    pace = Pace(clock=time)
    for chat in range(3):
        await call(pace, chat + 1)
    time.now = 1_000.0
    await call(pace, 9)
    assert set(pace._buckets._full) == {9}
