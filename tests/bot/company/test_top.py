"""The lists of the best: what is in them, who is not, and the way from one to the next."""

import pytest

from bot.company.panel import Tap
from bot.company.top import ON_A_PAGE
from bot.errands import Errands
from bot.intents import Ask, Resign, What
from bot.phrases import isolated, phrases
from rules.errors import Malformed
from storage import players, ratings, standings
from storage.ratings import RatingRow
from storage.standings import Place

CHAT = {"chat": "-1"}
HOME = "test:-1"
WEEK_MS = 7 * 24 * 3600 * 1000

COUNTED = "What counts here: matches between people, unless given up within the first turns."


def taps(panel):
    return [tap.act for row in panel.rows for tap in row if isinstance(tap, Tap)]


async def win(circle, **opened):
    """Ali beats Sara in a match that counts."""
    house = circle.house
    table = await house.begin(**opened)
    for _ in range(12):
        table = await house.play_turn(table)
    await house.wish(table, house.sara, Ask(What.MATCH))
    await house.wish(table, house.sara, Resign(What.MATCH))


async def rate(circle, person, rating, *, settled=True, game="mahbusa"):
    async with circle.house.database.write() as conn:
        row = RatingRow(person.id, game, rating, 100.0, 12, circle.house.now, settled)
        await ratings.keep(conn, row)


async def crowd(circle, many):
    """People with many wins down to one."""
    async with circle.house.database.write() as conn:
        made = [(await players.create(conn, "web", f"p{n}", f"P{n}", "en", 0)).id for n in range(many)]
        for wins, player in zip(range(many, 0, -1), made, strict=True):
            await standings.add(conn, Place(), player, wins, 0)


async def test_wins_pearls_and_ratings_of_a_match_stand_in_every_list_it_counts_for(circle):
    ali, name = circle.house.ali, isolated("Ali")
    await win(circle, home=HOME)
    for where, when in (("here", "ever"), ("here", "week"), ("world", "ever"), ("world", "week")):
        wins = await circle.act(ali, f"top.wins.{where}.{when}.0", **CHAT)
        assert f"◆ 1. {name}: 1 win" in wins.lines
        earned = await circle.act(ali, f"top.earned.{where}.{when}.0", **CHAT)
        assert f"◆ 1. {name}: 25 pearls" in earned.lines
        assert f"2. {isolated('Sara')}: 5 pearls" in earned.lines
    elsewhere = await circle.act(ali, "top.wins.here.ever.0", chat="-2")
    assert elsewhere.lines[1:] == ("Nobody yet.", f"{name} is not in this list yet: 0 wins", COUNTED)
    circle.house.now += WEEK_MS
    assert "Nobody yet." in (await circle.act(ali, "top.wins.world.week.0")).lines


async def test_who_holds_most_is_told_to_all_and_how_much_to_oneself_alone(circle):
    ali, sara = circle.house.ali, circle.house.sara
    await win(circle, home=HOME)
    hint = "How many pearls somebody has is told to them alone."
    alone = await circle.act(ali, "top.held.world.ever.0")
    assert alone.lines[1:] == (f"◆ 1. {isolated('Ali')}: 25 pearls", f"2. {isolated('Sara')}", hint)
    group = await circle.act(sara, "top.held.here.ever.0", **CHAT)
    assert group.lines[1:] == (f"1. {isolated('Ali')}", f"◆ 2. {isolated('Sara')}", hint)
    elsewhere = await circle.act(ali, "top.held.here.ever.0", chat="-2")
    assert elsewhere.lines[1:] == ("Nobody yet.", hint, f"{isolated('Ali')} is not in this list yet.")


async def test_ratings_that_are_not_sure_stand_in_no_list_but_are_told(circle):
    house = circle.house
    panel = await circle.act(house.ali, "top.mahbusa.world.ever.0")
    assert panel.heading == "The strongest at Mahbusa"
    assert panel.lines[2:] == (f"{isolated('Ali')} is not in this list yet: no rating yet", COUNTED)
    await rate(circle, house.ali, 1534.4, settled=False)
    await rate(circle, house.sara, 1601.0)
    panel = await circle.act(house.ali, "top.mahbusa.world.ever.0")
    assert panel.lines[1:] == (
        f"1. {isolated('Sara')}: rating 1601",
        f"{isolated('Ali')} is not in this list yet: rating 1534",
        "A rating stands here once it is sure, after about ten matches.",
    )


async def test_ones_own_line_stands_below_the_page_and_a_button_leads_to_it(circle):
    ali = circle.house.ali
    await crowd(circle, 25)
    async with circle.house.database.write() as conn:
        await standings.add(conn, Place(), ali.id, 3, 0)
    first = await circle.act(ali, "top")
    own = f"◆ 23. {isolated('Ali')}: 3 wins"
    assert len(first.lines) == 1 + ON_A_PAGE + 2
    assert first.lines[-2:] == ("…", own)
    assert first.lines[1] == f"1. {isolated('P0')}: 25 wins"
    assert taps(first)[-2:] == ["top.wins.world.ever.2", "top.wins.world.ever.1"]
    last = await circle.act(ali, "top.wins.world.ever.2")
    assert own in last.lines
    assert "…" not in last.lines
    assert taps(last)[-1] == "top.wins.world.ever.1"
    assert last.lines[-1].startswith("26. ")
    assert (await circle.act(ali, "top.wins.world.ever.9999")).lines == first.lines


async def test_what_is_shown_and_what_cannot_be_is_not_offered(circle):
    ali = circle.house.ali
    assert taps(await circle.act(ali, "top")) == [
        "top.mahbusa.world.ever.0", "top.earned.world.ever.0", "top.held.world.ever.0", "top.wins.world.week.0",
    ]  # fmt: skip
    assert taps(await circle.act(ali, "top.earned.here.week.0", **CHAT)) == [
        "top.mahbusa.here.ever.0", "top.wins.here.week.0", "top.held.here.ever.0",
        "top.earned.world.week.0", "top.earned.here.ever.0",
    ]  # fmt: skip
    assert taps(await circle.act(ali, "top.tawla31.here.week.0", **CHAT)) == [
        "top.wins.here.ever.0", "top.earned.here.ever.0", "top.held.here.ever.0",
        "top.mahbusa.here.ever.0", "top.sheesh_besh.here.ever.0", "top.tawla31.world.ever.0",
    ]  # fmt: skip


async def test_every_button_leads_to_a_list(circle):
    await crowd(circle, 11)
    todo, seen = ["top"], set()
    while todo:
        panel = await circle.act(circle.house.ali, todo.pop(), **CHAT)
        assert panel.heading
        assert len(panel.rows) <= 5
        assert len({*taps(panel)}) == len(taps(panel)), "Discord takes no two buttons that do the same"
        todo += {*taps(panel)} - seen
        seen |= {*taps(panel)}
    assert len(seen) == 2 * (3 + 1 + 2 * 2) + 1, "each list here and anywhere, and one second page"


async def test_here_is_the_world_where_there_is_no_group(circle):
    await crowd(circle, 1)
    panel = await circle.act(circle.house.ali, "top.wins.here.ever.0")
    assert panel.lines[0] == "Worldwide · All time"
    assert panel.lines[1] == f"1. {isolated('P0')}: 1 win"


@pytest.mark.parametrize(
    "forged",
    ["top.wins", "top.x.here.ever.0", "top.wins.there.ever.0", "top.wins.here.day.0", "top.wins.here.ever.x",
     "top.wins.here.ever.10000", "top.wins.here.ever.-1"],
)  # fmt: skip
async def test_forged_buttons_are_refused(circle, forged):
    with pytest.raises(Malformed):
        await circle.act(circle.house.ali, forged)


async def test_who_is_kept_out_or_forgotten_stands_in_no_list(circle):
    house = circle.house
    await win(circle, home=HOME)
    await rate(circle, house.ali, 1700.0)
    await rate(circle, house.sara, 1600.0)
    lists = [
        f"top.{of}.{where}.ever.0"
        for of in ("wins", "earned", "held", "mahbusa")
        for where in ("here", "world")
    ]
    for act in lists:
        assert isolated("Ali") in "".join((await circle.act(house.sara, act, **CHAT)).lines)
    errands = Errands(house.database, house.tables, lambda: house.now)
    await errands.do({"do": "ban", "subject": f"player:{house.ali.id}", "until": house.now + 9, "why": ""})
    for act in lists:
        lines = (await circle.act(house.sara, act, **CHAT)).lines
        assert isolated("Ali") not in "".join(lines)
        assert lines[1].startswith(("◆ 1.", "Nobody"))
    house.now += 10
    assert isolated("Ali") in "".join((await circle.act(house.sara, "top.earned.world.ever.0")).lines)
    sure = (await circle.act(house.ali, "forgetme.sure")).rows[1][0].act
    house.now += 10_000
    await circle.act(house.ali, sure)
    for act in lists:
        lines = (await circle.act(house.sara, act, **CHAT)).lines
        assert lines[1].startswith(("◆ 1.", "Nobody")), lines


async def test_names_keep_to_themselves_in_every_language(circle):
    house = circle.house
    await win(circle)
    for language, expected in (
        ("ar", f"◆ 1. {isolated('Ali')}: فوز واحد"),
        ("hi", f"◆ 1. {isolated('Ali')}: 1 जीत"),
    ):
        await circle.speak(house.ali, language)
        panel = await circle.act(house.ali, "top")
        assert panel.heading == phrases(language).t("Most wins") != "Most wins"
        assert expected in panel.lines
