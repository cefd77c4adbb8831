"""Players' cards on Telegram: one's own, a rival's, somebody's in a group, and by a link."""

import pytest

from bot.achievements import Award
from bot.play import Person as Player
from bot.running import now_ms
from storage import achievements
from tests.bot.company.sample import given_up
from tests.servers.telegram import Person, Seen, TelegramServer
from tests.telegram.bot import Bot
from tests.telegram.test_friends import invites


def picture(seen: Seen) -> bool:
    return seen.photo is not None


async def met(bot: Bot, person: Person) -> int:
    """The player somebody is, once they have written to us."""
    await person.writes(person.private, "/start")
    await person.awaits(person.private, "Welcome")
    return await bot.player(person)


@pytest.mark.usefixtures("bot")
async def test_ones_own_card_comes_as_a_picture_with_its_words(server: TelegramServer):
    ali = server.user("A<li")
    await ali.writes(ali.private, "/profile")
    card = await ali.awaits(ali.private, picture)
    assert card.text.splitlines()[0] == "\u2068A<li\u2069"
    assert "The first match is still to come" in card.text
    assert "You have 0 pearls." in card.text
    assert card.labels == ["🎲 My dice", "Finished matches"]
    await ali.follows(f"https://t.me/{server.bot.username}?start=profile")
    again = await ali.awaits(ali.private, picture, after=card)
    assert again.photo == card.photo, "drawn and uploaded once"


async def test_in_a_group_by_an_answer_or_by_name(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara", username="sara_k")
    omar, huda = server.user("Omar"), server.user("Huda")
    his, hers = await met(bot, ali), await met(bot, sara)
    table = await given_up(bot.tables, Player(his, "Ali"), Player(hers, "Sara"), now_ms())
    async with bot.database.write() as conn:
        await achievements.award(conn, hers, Award.MOTHER, table.id, now_ms())
    group = server.group("Friends", ali, sara, omar, huda)
    said = await sara.writes(group, "hello")
    await omar.writes(group, "/profile", reply_to=said)
    card = await omar.awaits(group, picture)
    assert "\u2068Sara\u2069" in card.text
    assert "Won against people: 1 of 1" in card.text
    assert "👑 First mother held" in card.text
    assert "pearl" not in card.text
    await omar.writes(group, "/profile @Sara_K")
    assert "\u2068Sara\u2069" in (await omar.awaits(group, picture, after=card)).text
    asked = await ali.writes(group, "/profile @nobody")
    await ali.awaits(group, "not known here", after=asked)
    unmet = await huda.writes(group, "hello")
    asked = await ali.writes(group, "/profile", reply_to=unmet)
    await ali.awaits(group, "not known here", after=asked)
    assert await bot.telegram.desk.find(huda.id) is None, "whom somebody asks about becomes no player"
    own = await omar.writes(group, "/profile")
    mine = await omar.awaits(group, "still to come", after=own)
    assert "pearl" not in mine.text


async def test_a_rivals_card_by_a_tap_at_the_table(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara", language_code="ar")
    code, link = await invites(ali, "mahbusa")
    await sara.follows(link)
    theirs = "👤 \u2068Sara\u2069"
    board = await ali.awaits(ali.private, lambda seen: theirs in seen.labels and code in str(seen.buttons))
    await ali.taps(board, theirs)
    card = await ali.awaits(ali.private, "still to come")
    assert card.photo
    assert card.id != board.id
    await ali.taps(card, "My card")
    await ali.awaits(ali.private, "You have 0 pearls.")
    await bot.settled()


async def test_a_forged_card_is_refused(server: TelegramServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    hers = await met(bot, sara)
    await ali.writes(ali.private, "/profile")
    card = await ali.awaits(ali.private, picture)
    for number in (hers, 999):
        answer = await ali.forges(card, f"~c:profile.{number}")
        assert "not known here" in answer.text
    assert "does not belong" in (await ali.forges(card, "~c:profile.x")).text


async def test_words_in_a_topic_are_no_answer_to_whoever_began_it(server: TelegramServer, bot: Bot):
    """Telegram sends them as answers to the topic's first message."""
    ali, sara = server.user("Ali"), server.user("Sara")
    his, hers = await met(bot, ali), await met(bot, sara)
    await given_up(bot.tables, Player(his, "Ali"), Player(hers, "Sara"), now_ms())
    forum = server.supergroup("Club", ali, sara, forum=True)
    topic = server.topic(forum, "Tawla")
    began = forum.messages[topic]
    await sara.writes(forum, "/profile", thread=topic, reply_to=began)
    card = await sara.awaits(forum, picture)
    assert "\u2068Sara\u2069" in card.text
    await bot.settled()
