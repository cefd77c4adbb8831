"""The dice of a match and of all one's matches."""

import pytest

from bot import easel
from bot.company import dice
from bot.company.dice import _lines
from bot.dicecount import Count
from bot.phrases import LANGUAGES, phrases
from rules.dice import ROLLS
from rules.errors import Malformed
from storage import throws


async def test_every_roll_of_all_ones_matches_is_counted_once(circle):
    house = circle.house
    assert "no finished match" in (await circle.act(house.ali, "dice")).lines[0]
    tables = [await house.finish(await house.begin(preset, target=1)) for preset in ("race31", "mahbusa")]
    per_match = []
    for table in tables:
        panel = await circle.act(house.ali, f"match.{table.code}.dice")
        assert len(panel.lines) == 2
        assert len(panel.shown.picture.series) == 2
        per_match.append(sum(panel.shown.picture.series[0].counts))
    for _ in range(2):
        panel = await circle.act(house.ali, "dice")
        assert sum(panel.shown.picture.series[0].counts) == sum(per_match)
        assert f"{sum(per_match)} rolls in all" in panel.lines[0]
    sara = await circle.act(house.sara, "dice")
    assert sum(sara.shown.picture.series[0].counts) > 0
    assert "6-6:" in panel.shown.alt
    async with house.database.read() as conn:
        assert len(await throws.of_player(conn, house.ali.id)) == 2
    with pytest.raises(Malformed):
        await circle.act(house.ali, "dice.1")


async def test_many_matches_are_counted_by_and_by(circle, monkeypatch):
    monkeypatch.setattr(dice, "AT_ONCE", 1)
    house = circle.house
    for _ in range(2):
        await house.finish(await house.begin(target=1))
    panel = await circle.act(house.ali, "dice")
    assert panel.rows[0][0].act == "dice"
    assert not (await circle.act(house.ali, "dice")).rows


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sixes", [0, 20, 40, 80])
def test_every_verdict_has_its_sentence(language, sixes):
    rolls = [5 * weight for _, weight in ROLLS]
    rolls[-1] += sixes
    lines = list(_lines(Count(tuple(rolls)), phrases(language)))
    assert len(lines) == 5
    assert all("{" not in line for line in lines)


async def test_the_picture_can_be_drawn(circle):
    house = circle.house
    table = await house.finish(await house.begin(target=1))
    for written in (f"match.{table.code}.dice", "dice"):
        shown = (await circle.act(house.ali, written)).shown
        assert easel.drawn(shown.picture).startswith(b"\xff\xd8")
