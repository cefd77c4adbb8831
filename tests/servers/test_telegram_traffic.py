"""Updates, flood control and faults of the Bot API server of the tests, and the server as its own process."""

import asyncio
import sys
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from telegram.error import BadRequest, Conflict, NetworkError, RetryAfter, TimedOut
from telegram.ext import ApplicationBuilder, CallbackQueryHandler

from tests.servers.conftest import client, keyboard, picture, until
from tests.servers.telegram import Fault, TelegramServer

HOME = Path(__file__).parent.parent.parent


async def texts(telegram, **more) -> list[str]:
    return [update.message.text for update in await telegram.bot.get_updates(**more)]


# --- updates ------------------------------------------------------------------------------------------------------


async def test_updates_stay_until_they_are_confirmed(telegram):
    await telegram.ali.writes(telegram.ali.private, "/play")
    first, second = await telegram.bot.get_updates()
    assert await texts(telegram, limit=1) == ["/start"]
    assert await texts(telegram, offset=second.update_id) == ["/play"]
    assert await texts(telegram) == ["/play"]
    assert await texts(telegram, offset=-1) == ["/play"]
    assert await texts(telegram, offset=second.update_id + 1) == []
    assert second.update_id == first.update_id + 1


async def test_polling_waits_for_the_next_update(telegram):
    await telegram.bot.get_updates(offset=-1)
    offset = (await telegram.bot.get_updates())[-1].update_id + 1
    polling = asyncio.create_task(texts(telegram, offset=offset, timeout=20))
    await until(lambda: telegram.server.journal.of("getUpdates")[-1].given.get("timeout"))
    await telegram.ali.writes(telegram.ali.private, "/play")
    assert await polling == ["/play"]


async def test_only_one_may_poll(telegram):
    offset = (await telegram.bot.get_updates())[-1].update_id + 1
    first = asyncio.create_task(telegram.bot.get_updates(offset=offset, timeout=20))
    await until(lambda: len(telegram.server.journal.of("getUpdates")) == 2)
    async with client(telegram.server) as other:
        assert await other.get_updates() == ()
    with pytest.raises(Conflict, match="terminated by other getUpdates request"):
        await first


async def test_only_the_wanted_kinds_come_and_the_wish_is_kept(telegram):
    await telegram.bot.get_updates(allowed_updates=["callback_query"])
    sent = await telegram.bot.send_message(telegram.ali.id, "x", reply_markup=keyboard("Roll"))
    await telegram.ali.writes(telegram.ali.private, "/play")
    telegram.ali.touches(telegram.server.message(telegram.ali.id, sent.message_id), "Roll")
    kinds = [update.to_dict().keys() - {"update_id"} for update in await telegram.bot.get_updates()]
    assert kinds == [{"message"}, {"callback_query"}]


async def test_updates_come_twice_and_out_of_order_on_demand(telegram):
    telegram.server.faults.duplicate()
    assert await texts(telegram) == ["/start", "/start"]
    assert await texts(telegram) == ["/start"]
    wanted = ["/start", *[f"/play {number}" for number in range(20)]]
    for text in wanted[1:]:
        await telegram.ali.writes(telegram.ali.private, text)
    telegram.server.faults.shuffle = True
    mixed = await texts(telegram)
    assert mixed != wanted
    assert sorted(mixed) == sorted(wanted)


@pytest.mark.parametrize("failures", [0, 1])
async def test_a_webhook_gets_every_update_with_its_secret(telegram, failures):
    arrived, statuses = asyncio.Queue(), [500] * failures

    async def hook(request: web.Request) -> web.Response:
        arrived.put_nowait((request.headers.get("X-Telegram-Bot-Api-Secret-Token"), await request.json()))
        return web.Response(status=statuses.pop() if statuses else 200)

    runner, address = await listening(hook)
    await telegram.bot.set_webhook(f"{address}/hook", secret_token="dice_65")
    posts = [await arrived.get() for _ in range(failures + 1)]
    assert {(secret, update["message"]["text"]) for secret, update in posts} == {("dice_65", "/start")}
    with pytest.raises(Conflict, match="can't use getUpdates method while webhook is active"):
        await telegram.bot.get_updates()
    info = await telegram.bot.get_webhook_info()
    assert (info.url, bool(info.last_error_message)) == (f"{address}/hook", bool(failures))
    await telegram.bot.delete_webhook(drop_pending_updates=True)
    assert await telegram.bot.get_updates() == ()
    await runner.cleanup()


async def listening(hook) -> tuple[web.AppRunner, str]:
    application = web.Application()
    application.router.add_post("/hook", hook)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    return runner, f"http://127.0.0.1:{runner.addresses[0][1]}"


async def test_behind_a_webhook_a_balancer_hands_on_in_turn_and_who_is_slow_holds_up_nobody(telegram):
    arrived, ready = asyncio.Queue(), asyncio.Event()

    def hook(name: str):
        async def take(request: web.Request) -> web.Response:
            text = (await request.json())["message"]["text"]
            arrived.put_nowait((name, text))
            if text == "/start":
                await ready.wait()
            return web.Response()

        return take

    (one, first), (other, second) = await listening(hook("one")), await listening(hook("other"))
    telegram.server.balance(first, second)
    await telegram.bot.set_webhook(f"{first}/hook")
    for text in ("/help", "/rules", "/play"):
        await telegram.ali.writes(telegram.ali.private, text)
    came = [await arrived.get() for _ in range(4)]
    assert sorted(text for _, text in came) == ["/help", "/play", "/rules", "/start"]
    assert [name for name, _ in came].count("one") == 2
    async with asyncio.timeout(30):
        while len(telegram.server.state.updates) > 1:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    ready.set()
    await telegram.server.settles()
    await other.cleanup()
    for text in ("/top", "/menu"):
        await telegram.ali.writes(telegram.ali.private, text)
    assert sorted([await arrived.get(), await arrived.get()]) == [("one", "/menu"), ("one", "/top")]
    await telegram.bot.delete_webhook()
    await one.cleanup()


async def test_a_webhook_wants_https_and_a_plain_secret(telegram):
    with pytest.raises(BadRequest, match=r"(?i)HTTPS url must be provided"):
        await telegram.bot.set_webhook("http://example.com/hook")
    with pytest.raises(BadRequest, match="unallowed characters"):
        await telegram.bot.set_webhook("https://example.com/hook", secret_token="six five")


# --- flood control ------------------------------------------------------------------------------------------------


async def test_a_group_takes_twenty_a_minute(telegram):
    group = telegram.server.group("Friends", telegram.ali)
    sent = await telegram.bot.send_message(group.id, "0")
    for number in range(1, 20):
        telegram.clock.now += 1
        await telegram.bot.edit_message_text(str(number), group.id, sent.message_id)
    with pytest.raises(RetryAfter) as caught:
        await telegram.bot.edit_message_text("20", group.id, sent.message_id)
    assert caught.value.retry_after == timedelta(seconds=41)
    await telegram.bot.send_chat_action(group.id, "typing")
    await telegram.bot.send_message(telegram.ali.id, "another chat is free")
    telegram.clock.now += 41
    await telegram.bot.edit_message_text("20", group.id, sent.message_id)
    [refusal] = telegram.server.refused()
    assert (refusal.code, refusal.method) == (429, "editMessageText")


async def test_a_private_chat_takes_a_burst_and_then_one_a_second(telegram):
    telegram.server.limits.private_burst = 3
    for text in "abc":
        await telegram.bot.send_message(telegram.ali.id, text)
    with pytest.raises(RetryAfter):
        await telegram.bot.send_message(telegram.ali.id, "d")
    telegram.clock.now += 1
    await telegram.bot.send_message(telegram.ali.id, "d")


async def test_all_chats_together_take_thirty_a_second(telegram):
    groups = [telegram.server.group(str(number), telegram.ali) for number in range(31)]
    for group in groups[:30]:
        await telegram.bot.send_message(group.id, "x")
    with pytest.raises(RetryAfter):
        await telegram.bot.send_message(groups[30].id, "x")
    telegram.clock.now += 1
    await telegram.bot.send_message(groups[30].id, "x")


# --- faults -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "error", "done"),
    [
        (Fault.DROP_BEFORE, NetworkError, False),
        (Fault.DROP_AFTER, NetworkError, True),
        (Fault.SERVER_ERROR, NetworkError, False),
        (Fault.BAD_GATEWAY, NetworkError, False),
        (Fault.FLOOD, RetryAfter, False),
    ],
)
async def test_a_planned_fault_strikes_once(telegram, fault, error, done):
    telegram.server.faults.plan(fault)
    await telegram.bot.get_updates()
    with pytest.raises(error):
        await telegram.bot.send_message(telegram.ali.id, "x")
    assert ["x" for view in telegram.ali.sees(telegram.ali.private) if view.text == "x"] == ["x"] * done
    await telegram.bot.send_message(telegram.ali.id, "y")
    assert [call.done for call in telegram.server.journal.of("sendMessage")] == [done, True]
    assert telegram.server.refused() == []


async def test_a_delayed_call_is_done_after_the_client_gave_up(telegram):
    telegram.server.faults.plan(Fault.DELAY, "sendMessage", seconds=0.2)
    with pytest.raises(TimedOut):
        await telegram.bot.send_message(telegram.ali.id, "x", read_timeout=0.05)
    await telegram.ali.awaits(telegram.ali.private, "x")


async def test_random_faults_repeat_with_their_seed():
    drawn = []
    for _ in range(2):
        server = TelegramServer()
        server.faults.at_random(0.3, seed=7, spare=("getMe",))
        drawn.append([server.faults.draw("sendMessage") for _ in range(200)])
        assert not any(server.faults.draw("getMe") for _ in range(200))
    assert drawn[0] == drawn[1]
    assert 40 < sum(planned is not None for planned in drawn[0]) < 80


async def test_a_bot_lives_through_random_faults():
    """Every tap is answered at the latest when it is tapped again: nothing is lost for good."""
    async with TelegramServer() as server:
        ali = server.user("Ali")
        await ali.writes(ali.private, "/start")
        builder = ApplicationBuilder().token(server.token).base_url(server.base_url)
        application = builder.concurrent_updates(True).build()

        async def counts(update, _context):
            await update.callback_query.answer()

        async def shrugs(_update, _context):
            """The next tap will do."""

        application.add_handler(CallbackQueryHandler(counts))
        application.add_error_handler(shrugs)
        async with application:
            sent = await application.bot.send_photo(ali.id, picture(), reply_markup=keyboard("Roll"))
            await application.start()
            await application.updater.start_polling(poll_interval=0)
            kinds = (Fault.DROP_BEFORE, Fault.DROP_AFTER, Fault.BAD_GATEWAY)
            server.faults.at_random(0.3, seed=3, kinds=kinds, spare=("getUpdates", "getMe"))
            board = server.message(ali.id, sent.message_id)
            answered = [await _tapped_until_answered(ali, board) for _ in range(20)]
            server.faults.stop()
            await application.updater.stop()
            await application.stop()
        assert len(answered) == 20
        assert any(call.fault for call in server.journal)
        assert server.refused(but=("query is too old",)) == []


async def _tapped_until_answered(ali, board):
    while True:
        query = ali.touches(board, "Roll")
        done, _ = await asyncio.wait([query.answer], timeout=0.2)
        if done:
            return query


# --- its own process ----------------------------------------------------------------------------------------------


async def test_it_runs_as_a_process_and_is_told_what_to_do():
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.servers.telegram", cwd=HOME, stdout=asyncio.subprocess.PIPE
    )
    base_url, token = (await process.stdout.readline()).decode().split()
    root = base_url.removesuffix("/bot")

    async with aiohttp.ClientSession() as session:

        async def tell(on, do, *args, **more):
            asked = {"on": on, "do": do, "args": args, "with": more}
            async with session.post(f"{root}/control", json=asked) as answer:
                return await answer.json()

        ali = (await tell("server", "user", "Ali", language_code="ar"))["ok"]
        group = (await tell("server", "group", "Friends", ali))["ok"]
        await tell({"person": ali["person"]}, "writes", group, "/play")
        await session.post(f"{base_url}{token}/sendMessage", json={"chat_id": group["chat"], "text": "board"})
        [command, reply] = (await tell({"person": ali["person"]}, "sees", group))["ok"]
        assert (command["text"], reply["text"], reply["who"]) == ("/play", "board", "Majlis")
        buttons = {"inline_keyboard": [[{"text": "Roll", "callback_data": "r"}]]}
        sent = {"chat_id": group["chat"], "text": "roll", "reply_markup": buttons}
        await session.post(f"{base_url}{token}/sendMessage", json=sent)
        roll = (await tell({"person": ali["person"]}, "awaits", group, "roll"))["ok"]
        await session.post(f"{base_url}{token}/setWebhook", json={"url": "", "drop_pending_updates": True})
        tap = asyncio.create_task(
            tell({"person": ali["person"]}, "taps", {"message": roll["message"]}, "Roll")
        )
        wish = {"timeout": 5, "offset": -1, "allowed_updates": ["callback_query"]}
        async with session.post(f"{base_url}{token}/getUpdates", json=wish) as updates:
            query = (await updates.json())["result"][0]["callback_query"]
        await session.post(
            f"{base_url}{token}/answerCallbackQuery", json={"callback_query_id": query["id"], "text": "6-5"}
        )
        assert (await tap)["ok"]["text"] == "6-5"
        await session.post(f"{base_url}{token}/sendPigeon")
        assert [call["method"] for call in (await tell("server", "refused"))["ok"]] == ["sendPigeon"]
        assert "private" in (await tell("server", "_gather"))["error"]
        assert (await tell("limits", "group_per_minute"))["ok"] == 20
        async with session.get(f"{root}/control") as about:
            assert (await about.json())["base_url"] == base_url
    process.terminate()
    await process.communicate()
