"""Two guests of the page find each other: one waits, the other comes, both are led to the table."""

from tests.web.conftest import Guest, House

JOIN = "/c/queue.mahbusa.1.0"


async def test_two_guests_find_each_other(house: House, huda: Guest, omar: Guest):
    waits = await huda.post(JOIN, {"key": "h" * 12})
    page = await waits.text()
    assert "Looking for a rival" in page
    assert "Nobody else waits for this yet." in await huda.see("/c/quick")
    found = await omar.post(JOIN, {"key": "o" * 12})
    code = found.headers["Location"].removeprefix("/t/")
    table = await house.table(code)
    assert len({at.player for at in table.seats}) == 2
    assert (await huda.get("/c/quick")).url.path == f"/t/{code}", "the page that waits is led there"
    assert (await huda.post("/c/queue.leave", {"key": "l" * 12})).headers["Location"] == f"/t/{code}"
