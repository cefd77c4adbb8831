"""What those who manage a server choose for it."""

from bot.phrases import phrases
from bot.table import Stage
from tests.discord.bot import Bot, boards, code_of, opened, said
from tests.servers.discord import DiscordServer


async def test_only_those_who_manage_the_server_choose_for_it(server: DiscordServer, bot: Bot):
    ali, sara, omar = server.user("Ali"), server.user("Sara"), server.user("Omar")
    guild = server.guild("Friends", ali, sara, omar)
    room, other = server.general(guild), server.channel(guild, "tawla")
    refused = said(await sara.invokes(room, "/tawla settings", whose="server"))
    assert refused == "Only those who manage the server can change this."
    server.empower(guild, "manage_guild", person=omar)
    panel = await omar.invokes(room, "/tawla settings", whose="server")
    for select, value in (
        ("~=server:language", "ar"),
        ("~=server:theme", "dark"),
        ("~=server:open", "admins"),
        ("~=server:quiet", "on"),
    ):
        panel = await omar.chooses(panel.seen, value, select=select)
        assert panel.seen.select(select).chosen == (value,)
    panel = await omar.chooses(panel.seen, other, select="~#channels")
    settings = await bot.discord.desk.chats.of(str(guild.id))
    assert settings == {
        "language": "ar",
        "theme": "dark",
        "open": "admins",
        "quiet": True,
        "channels": [other.id],
    }
    assert f"<#{other.id}>" in said(await ali.invokes(room, "/tawla play"))
    assert said(await sara.invokes(other, "/tawla play")) == "On this server only administrators open tables."
    menu = await sara.invokes(other, "/tawla menu")
    for refused in (
        await sara.invokes(other, "/tawla evening"),
        await sara.presses(menu.seen, "Open an evening of three games"),
    ):
        assert said(refused) == "On this server only administrators open tables."
    assert await bot.number_of_tables() == 0
    answer = await ali.invokes(other, "/tawla play", game="mahbusa")
    board = (await ali.hears(answer)).seen
    [label] = board.labels
    assert label == phrases("ar").t("Take the other seat")
    await sara.presses(board, label)
    assert await bot.stage(code_of(board)) is Stage.PLAYING
    await bot.settled()
    await omar.chooses(panel.seen, select="~#channels")
    assert (await bot.discord.desk.chats.of(str(guild.id)))["channels"] == []


async def test_who_manages_the_server_closes_a_table_that_waits(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    guild = server.guild("Friends", ali, sara)
    room = server.general(guild)
    code, _ = await opened(bot, sara, room)
    assert said(await ali.invokes(room, "/tawla close", code=code)) == f"Table {code} is closed."
    await bot.settled()
    assert "This table is closed." in boards(ali, room)[-1].text
    code, _ = await opened(bot, ali, room)
    refused = said(await sara.invokes(room, "/tawla close", code=code))
    assert refused == "Only the one who opened the table can close it."
    elsewhere = server.general(server.guild("Elsewhere", sara))
    assert "Only the one" in said(await sara.invokes(elsewhere, "/tawla close", code=code)), (
        "it is not shown there"
    )


async def test_the_language_of_the_first_who_opens_a_table_is_the_servers(server: DiscordServer, bot: Bot):
    ravi = server.user("Ravi", locale="hi")
    room = server.general(server.guild("Friends", ravi))
    _, board = await opened(bot, ravi, room)
    assert board.labels == ["दूसरी कुर्सी पर बैठें"]


async def test_a_thread_of_an_allowed_channel_is_allowed(server: DiscordServer, bot: Bot):
    ali = server.user("Ali")
    guild = server.guild("Friends", ali)
    room, other = server.general(guild), server.channel(guild, "tawla")
    await bot.discord.desk.chats.change(str(guild.id), channels=[other.id])
    thread = server.thread(other, "games", ali)
    _, board = await opened(bot, ali, thread)
    assert board.labels == ["Take the other seat"]
    assert said(await ali.invokes(room, "/tawla play"))


async def test_a_table_is_closed_from_any_channel_of_the_server_where_it_was_opened(
    server: DiscordServer, bot: Bot
):
    ali, sara = server.user("Ali"), server.user("Sara")
    guild = server.guild("Friends", ali, sara)
    room, office = server.general(guild), server.channel(guild, "office")
    answer = await sara.invokes(room, "/tawla play", thread=True)
    in_thread = code_of((await sara.hears(answer)).seen)
    in_channel, _ = await opened(bot, sara, room)
    for code in (in_thread, in_channel):
        assert said(await ali.invokes(office, "/tawla close", code=code)) == f"Table {code} is closed."


async def test_bringing_a_table_to_ones_own_server_gives_no_right_to_close_it(
    server: DiscordServer, bot: Bot
):
    ali, sara = server.user("Ali"), server.user("Sara")
    code, _ = await opened(bot, ali, server.general(server.guild("Friends", ali)))
    own = server.general(server.guild("Elsewhere", sara))
    await sara.hears(await sara.invokes(own, "/tawla board", code=code))
    await bot.settled()
    assert "Only the one" in said(await sara.invokes(own, "/tawla close", code=code))
