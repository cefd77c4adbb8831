"""Two people in private, by link: each from their own side; and what may go wrong with them."""

import re

import pytest

from bot.table import Stage
from tests.servers.telegram import Person, TelegramServer
from tests.telegram.bot import GAMES, Bot, play_on


async def invites(host: Person, preset: str) -> tuple[str, str]:
    """The menus to a table for a friend; gives its code and the link."""
    await host.writes(host.private, f"/play {preset} 1")
    menu = await host.awaits(host.private, lambda seen: "A friend, by link" in seen.labels)
    await host.taps(menu, "A friend, by link")
    card = await host.awaits(host.private, lambda seen: "Close the table" in seen.labels)
    assert card.photo is not None
    assert not card.preview
    link = re.search(r"https://t\.me/\S+start=join_([A-Z2-9]{6})", card.text)
    return link[1], link[0]


@pytest.mark.parametrize("preset", GAMES)
async def test_a_whole_match_by_deep_link(server: TelegramServer, bot: Bot, preset: str):
    ali, sara = server.user("Ali"), server.user("Sara", language_code="ar")
    code, link = await invites(ali, preset)
    await sara.follows(link)
    table = await play_on(bot, code, [(ali, ali.private), (sara, sara.private)])
    assert table.stage is Stage.FINISHED
    for person in (ali, sara):
        await person.awaits(person.private, lambda seen: table.seed in seen.text)
    assert sorted([await bot.pearls(ali), await bot.pearls(sara)]) == [5, 25]


@pytest.mark.usefixtures("bot")
async def test_each_sees_the_board_from_their_own_side(server: TelegramServer):
    ali, sara = server.user("Ali"), server.user("Sara")
    code, link = await invites(ali, "mahbusa")
    await sara.follows(link)
    mine = await ali.awaits(ali.private, lambda seen: "Resign" in seen.labels)
    hers = await sara.awaits(sara.private, lambda seen: "Resign" in seen.labels)
    assert mine.photo != hers.photo
    assert code in str(mine.buttons)


async def test_the_code_is_a_fallback_and_a_word_goes_into_the_dice(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    code, _ = await invites(ali, "mahbusa")
    await ali.writes(ali.private, "/word falcon")
    await ali.awaits(ali.private, "mixed into the dice")
    await sara.writes(sara.private, f"/join {code.lower()} Cedar")
    await sara.awaits(sara.private, lambda seen: "Resign" in seen.labels)
    assert (await bot.tables.get(code)).words == ("falcon", "Cedar")


async def test_a_blocked_friend_does_not_stop_the_match(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    code, link = await invites(ali, "mahbusa")
    await sara.follows(link)
    await sara.awaits(sara.private, lambda seen: "Resign" in seen.labels)
    await sara.blocks()
    await bot.until(lambda: bot.places(code), [str(ali.private.id)])
    await bot.play_turn_for_everybody(await bot.tables.get(code))
    await bot.settled()
    await sara.unblocks()
    await sara.writes(sara.private, "/board")
    await sara.awaits(sara.private, lambda seen: "Resign" in seen.labels and seen.edits == 0)


async def test_a_spectator_by_link_sees_and_presses_nothing(server: TelegramServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar")
    code, link = await invites(ali, "mahbusa")
    await sara.follows(link)
    await sara.awaits(sara.private, lambda seen: "Resign" in seen.labels)
    await omar.follows(link.replace("join_", "watch_"))
    seen = await omar.awaits(omar.private, lambda seen: seen.photo)
    assert seen.labels == []
    await omar.follows(link)
    await omar.awaits(omar.private, "Somebody else has just taken that seat.")
    assert (await bot.tables.get(code)).seat_of(await bot.player(omar)) is None


@pytest.mark.usefixtures("bot")
async def test_a_rematch_goes_on_in_both_chats(server: TelegramServer):
    ali, sara = server.user("Ali"), server.user("Sara")
    code, link = await invites(ali, "mahbusa")
    await sara.follows(link)
    await ali.awaits(ali.private, lambda seen: "Resign" in seen.labels)
    for press in ("Resign", "Yes, give up the game"):
        await ali.taps(await ali.awaits(ali.private, lambda seen, press=press: press in seen.labels), press)
    await ali.taps(await ali.awaits(ali.private, lambda seen: "Rematch" in seen.labels), "Rematch")
    await sara.taps(
        await sara.awaits(sara.private, lambda seen: "Accept the rematch" in seen.labels),
        "Accept the rematch",
    )
    for person in (ali, sara):
        await person.awaits(
            person.private, lambda seen: "Resign" in seen.labels and code not in str(seen.buttons)
        )
