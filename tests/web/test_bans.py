"""Whom the host keeps out may look, and plays no more."""

from bot.errands import Errands
from tests.web.conftest import Guest, House


async def test_a_guest_kept_out_may_look_and_open_nothing(house: House, huda: Guest):
    code = await huda.open("friend")
    player = (await house.table(code)).host
    errands = Errands(house.services.database, house.services.tables, house.services.now)
    assert (await errands.do({"do": "ban", "subject": f"player:{player}", "until": None, "why": "rude"})).ok
    assert (await house.table(code)).stage == "closed"
    await huda.see(f"/t/{code}")
    answer = await huda.post("/open", {"against": "computer", "preset": "mahbusa", "target": "1"})
    assert answer.status == 403
    assert "does not let you play any more" in await answer.text()
    assert (await errands.do({"do": "unban", "subject": f"player:{player}"})).ok
    await huda.open("friend")
