import asyncio

from tests.servers.waiting import in_vain


async def waits_for_ever() -> None:
    await asyncio.Event().wait()


async def test_whoever_gives_up_says_where_everything_stands():
    stuck = asyncio.create_task(waits_for_ever(), name="the stuck one")
    await asyncio.sleep(0)
    told = str(in_vain("Ali waited 1 s for his board"))
    stuck.cancel()
    assert told.startswith("Ali waited 1 s for his board\n")
    assert "task the stuck one: wait (asyncio/locks.py:" in told
    assert "waits_for_ever (servers/test_waiting.py:" in told
    assert "thread MainThread: " in told
