from dataclasses import replace

import pytest

from bot import cards
from bot.intents import Ask, Resign, What
from bot.phrases import LANGUAGES, phrases
from bot.picture import Style
from render import cards as drawn_cards
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


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_preview_has_the_size_chats_ask_for(house, language):
    table = await house.open("mahbusa", target=5)
    card = cards.preview(table, phrases(language))
    assert (card.code, card.right_to_left) == (table.code, language == "ar")
    assert drawn_cards.preview(card).size == (1200, 630)


async def test_a_preview_shows_no_game_that_is_played_without_spectators(house):
    table = await house.begin(spectators=False)
    table = await house.play_turn(table)
    waiting = replace(table, match=None)
    assert cards.preview(table, phrases("en")).board == cards.preview(waiting, phrases("en")).board
    seen = replace(table, setup=replace(table.setup, spectators=True))
    assert cards.preview(seen, phrases("en")).board != cards.preview(waiting, phrases("en")).board
