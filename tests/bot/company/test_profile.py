"""Players' cards: what stands on them, and who is shown to whom."""

import pytest

from bot import easel
from bot.achievements import Award
from bot.company import profile
from bot.company.profile import draft
from bot.company.repute import Repute, gather
from bot.intents import Ask, Resign, Sit, Start, What
from bot.phrases import LANGUAGES, phrases
from bot.picture import Style
from bot.rating import DAY_MS, SETTLED, Rating
from bot.table import COMPUTER, Against, No
from render.profile import Profile
from rules.errors import Malformed, Refused
from rules.ruleset import Game
from storage import achievements, bans, blocks, gifts, ratings
from storage.bans import BanRow
from storage.ratings import RatingRow
from storage.results import Record
from tests.bot.company.test_forgetting import forget

NOTHING = Repute({}, Record(0, 0, 0, 0, 0, 0), None, 0, 0, {}, ())
MUCH = Repute(
    {Game.MAHBUSA: Rating(1763.4, 90.0, 214), Game.TAWLA31: Rating(1498.0, 300.0, 3)},
    Record(1251, 730, 133, 212, 840, 507),
    Game.MAHBUSA,
    7,
    31,
    {"coffee": 1234, "rose": 4, "knafeh": 1, "shisha": 12},
    tuple(Award),
)


async def lose(house, table, person):
    """Give the whole match up."""
    await house.wish(table, person, Ask(What.MATCH))
    return (await house.wish(table, person, Resign(What.MATCH))).table


def values(panel) -> dict[str, str]:
    """The figures of a card by their labels."""
    return {figure.label: figure.value.strip("\u2066\u2069") for figure in panel.shown.picture.figures}


async def test_ones_own_card_says_what_has_been_played_and_won(circle):
    house = circle.house
    for loser in (house.ali, house.ali, house.sara, house.ali):
        await lose(house, await house.begin(), loser)
    await lose(house, await house.practise("race31"), house.ali)
    sara, ali = [await circle.act(person, "profile") for person in (house.sara, house.ali)]
    assert sara.heading == "\u2068Sara\u2069"
    assert values(sara)["won against people"] == "3 of 4"
    assert values(sara)["won against the computer"] == "–"
    assert values(sara)["favourite game"] == "Mahbusa"
    assert values(sara)["won in a row"] == "1"
    assert sara.shown.picture.figures[5].note == "best: \u20662\u2069"
    assert values(ali)["won against people"] == "1 of 4"
    assert values(ali)["won against the computer"] == "0 of 1"


async def test_everything_on_the_picture_stands_in_the_words(circle):
    house = circle.house
    table = await house.finish(await house.begin(target=1))
    winner, loser = (house.ali, house.sara)[:: -1 if table.match.verdict.winner else 1]
    async with house.database.write() as conn:
        await gifts.give(conn, loser.id, winner.id, "rose", table.id, house.now)
    panel = await circle.act(winner, "profile")
    card, told = panel.shown.picture, "\n".join(panel.lines)
    assert isinstance(card, Profile)
    for figure in card.figures:
        assert figure.value in told
        assert figure.label.lower() in told.lower()
        assert figure.note in told
    assert [gift.kind for gift in card.gifts] == ["rose"]
    assert f"🌹 Rose {card.gifts[0].pieces}" in told
    assert "First win" in card.awards
    assert all(award in told for award in card.awards)
    assert easel.drawn(card).startswith(b"\xff\xd8")


async def test_a_rating_is_provisional_until_it_is_known_well_and_once_it_has_faded(circle):
    house = circle.house
    await lose(house, await house.begin(), house.ali)
    row = RatingRow(house.sara.id, "mahbusa", 1650.6, 60.0, 40, house.now, settled=True)
    async with house.database.write() as conn:
        await ratings.keep(conn, row)

    async def shown() -> tuple[str, str]:
        figure = (await circle.act(house.ali, f"profile.{house.sara.id}")).shown.picture.figures[0]
        return figure.value, figure.note

    assert await shown() == ("\u20661651\u2069", "40 matches")
    house.now += 400 * DAY_MS
    assert await shown() == ("\u20661651\u2069", "provisional")
    async with house.database.read() as conn:
        faded = (await gather(conn, house.sara.id, house.now)).ratings[Game.MAHBUSA]
    assert faded.deviation > SETTLED


async def test_pearls_are_told_to_oneself_alone(circle):
    house = circle.house
    await lose(house, await house.begin(), house.ali)
    await house.grant(house.ali, 41)
    pearls = f"You have {await house.pearls(house.ali)} pearls."
    assert pearls in (await circle.act(house.ali, "profile")).lines
    assert pearls in (await circle.act(house.ali, f"profile.{house.ali.id}")).lines
    for panel in (
        await circle.act(house.ali, "profile", chat="-100"),
        await circle.act(house.sara, f"profile.{house.ali.id}"),
    ):
        assert "pearl" not in "\n".join(panel.lines)


async def test_who_has_not_finished_a_match_has_a_friendly_card(circle):
    house = circle.house
    panel = await circle.act(house.omar, "profile")
    assert "still to come" in panel.lines[0]
    assert not panel.shown.picture.figures
    with pytest.raises(Refused, match=No.NOBODY_TO_SHOW):
        await circle.act(house.ali, f"profile.{house.omar.id}")
    table = await house.open()
    await house.wish(table, house.omar, Sit())
    assert (await circle.act(house.ali, f"profile.{house.omar.id}")).heading == "\u2068Omar\u2069"
    with pytest.raises(Refused, match=No.NOBODY_TO_SHOW):
        await circle.act(house.sara, f"profile.{house.omar.id}")


async def test_nobody_is_shown_who_is_not_there(circle):
    house = circle.house
    await lose(house, await house.begin(), house.ali)
    for number in (COMPUTER, 999_999, 10**17):
        with pytest.raises(Refused, match=No.NOBODY_TO_SHOW):
            await circle.act(house.sara, f"profile.{number}")
    for forged in ("profile.x", "profile.-1", f"profile.{'9' * 19}", "profile.1.2", "profile.1e3"):
        with pytest.raises(Malformed):
            await circle.act(house.sara, forged)
    await forget(circle, house.ali)
    with pytest.raises(Refused, match=No.NOBODY_TO_SHOW):
        await circle.act(house.sara, f"profile.{house.ali.id}")
    house.tables.gone.clear()  # as after a restart
    with pytest.raises(Refused, match=No.NOBODY_TO_SHOW):
        await circle.act(house.sara, f"profile.{house.ali.id}")


async def test_who_is_kept_out_is_shown_to_nobody(circle):
    house = circle.house
    await lose(house, await house.begin(), house.ali)
    ban = BanRow(f"player:{house.ali.id}", house.now + DAY_MS, "", house.now)
    async with house.database.write() as conn:
        await bans.keep(conn, ban)
    await house.tables.bans.load(house.database)
    with pytest.raises(Refused, match=No.NOBODY_TO_SHOW):
        await circle.act(house.sara, f"profile.{house.ali.id}")
    house.now += DAY_MS
    assert (await circle.act(house.sara, f"profile.{house.ali.id}")).shown


async def test_a_block_hides_no_card(circle):
    """Nothing on it is private; and a card that vanished would tell of the block."""
    house = circle.house
    await lose(house, await house.begin(), house.ali)
    async with house.database.write() as conn:
        await blocks.block(conn, house.ali.id, house.sara.id, house.now)
    assert (await circle.act(house.sara, f"profile.{house.ali.id}")).shown


async def test_what_nobody_knows_any_more_is_left_out(circle):
    house = circle.house
    table = await lose(house, await house.begin(), house.ali)
    async with house.database.write() as conn:
        await gifts.give(conn, house.ali.id, house.sara.id, "camel", table.id, house.now)
        await achievements.award(conn, house.sara.id, "moon", table.id, house.now)
    card = (await circle.act(house.sara, "profile")).shown.picture
    assert card.gifts == ()
    assert all(card.awards)


async def test_the_match_and_the_board_lead_to_the_rivals_card(circle):
    house = circle.house
    table = await lose(house, await house.begin(), house.ali)
    by_reader = {
        person: (await circle.act(person, f"match.{table.code}")).rows[-1]
        for person in (house.ali, house.sara, house.omar)
    }
    cards = {person: [tap.act for tap in taps] for person, taps in by_reader.items()}
    ali, sara = f"profile.{house.ali.id}", f"profile.{house.sara.id}"
    assert cards == {house.ali: [sara], house.sara: [ali], house.omar: [ali, sara]}
    alone = await house.practise()
    assert profile.people_at(alone, house.ali.id, phrases("en")) == ()
    shared = (await house.wish(await house.open(against=Against.LOCAL), house.ali, Start())).table
    assert profile.people_at(shared, None, phrases("en")) == ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("repute", [NOTHING, MUCH])
def test_a_card_has_words_in_every_language(language, repute):
    card = draft("Layla", repute, phrases(language), Style())
    told = repr(card)
    assert "{" not in told
    assert card.right_to_left is (language == "ar")
    if language != "en":
        assert "won" not in told
    assert len(card.awards) == len(repute.awards)
    assert easel.drawn(card).startswith(b"\xff\xd8")
