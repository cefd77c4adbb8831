"""The budgets, on a clock in the test's hand: no real time goes by."""

import asyncio

import pytest
from telegram.error import RetryAfter

from bot.telegram import pace as paces
from bot.telegram.pace import NEWEST, Budget, Budgets, Pace

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


async def test_a_group_gets_its_share_a_minute(time: Time):
    pace, sent = Pace(clock=time), []
    for _ in range(40):
        await call(pace, GROUP)
        sent.append(time.now)
    budget = Budgets().group
    for first, beyond in zip(sent, sent[budget.calls :], strict=False):
        assert beyond - first >= budget.seconds


async def test_one_chat_does_not_wait_for_another(time: Time):
    pace = Pace(clock=time)
    for _ in range(Budgets().group.calls):
        await call(pace, GROUP)
    assert pace.wait(GROUP) > 0
    assert pace.wait(OTHER) == pace.wait(ALI) == 0


async def test_all_chats_together_keep_the_overall_budget(time: Time):
    pace, sent = Pace(clock=time), []
    for chat in range(100):
        await call(pace, -1 - chat)
        sent.append(time.now)
    budget = Budgets().overall
    assert all(
        beyond - first >= budget.seconds for first, beyond in zip(sent, sent[budget.calls :], strict=False)
    )


async def test_answers_to_taps_never_wait(time: Time):
    pace = Pace(Budgets(*[Budget(1, 1e9)] * 3), time)
    await call(pace, ALI)
    pace._closed[ALI] = 1e9
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
    await pace.ready(GROUP)
    assert time.now >= 9


async def test_idle_chats_are_forgotten(time: Time, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(paces, "MANY", 3)
    pace = Pace(clock=time)
    for chat in range(3):
        await call(pace, chat + 1)
    time.now = 1_000.0
    await call(pace, 9)
    assert set(pace._calls) == {9}
