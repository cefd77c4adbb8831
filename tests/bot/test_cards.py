from dataclasses import replace

import pytest

from bot import cards
from bot.intents import Ask, Resign, What
from bot.phrases import LANGUAGES, phrases
from bot.picture import Style
from render.scene import Theme


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_invitation_says_who_invites_to_what(house, language):
    await house.grant(house.ali, 50)
    table = await house.open("mahbusa", target=5, stake=50, clock="live")
    card = cards.invitation(table, "https://example.org/j/X", phrases(language), Style(theme=Theme.DARK))
    assert card.code == table.code
    assert "Ali" in card.lines[0]
    assert len(card.lines) == 3
    assert card.right_to_left is (language == "ar")
    assert card.theme is Theme.DARK


async def test_a_result_names_the_winner_and_why(house):
    table = await house.begin(target=3)
    assert cards.result(table, phrases("en"), Style()) is None
    await house.wish(table, house.ali, Ask(What.MATCH))
    over = (await house.wish(table, house.ali, Resign(What.MATCH))).table
    card = cards.result(over, phrases("en"), Style())
    assert card.winner == 1
    assert [player.name for player in card.players] == ["Ali", "Sara"]
    assert "left the match" in card.lines[1]
    assert replace(card, winner=None) != card
