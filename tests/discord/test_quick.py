"""Quick play on Discord: two who have never met are brought together, wherever each of them pressed."""

from bot.table import Stage, Table
from tests.discord.bot import Bot, code_of, play_on, running
from tests.servers.discord import Channel, DiscordServer, Person, Seen


async def looks(person: Person, place: Channel, game: str = "mahbusa 1") -> Seen:
    """Into the queue; gives the panel that says so."""
    stakes = (await person.hears(await person.invokes(place, "/tawla quick", text=game))).seen
    assert "For nothing, as yet" in stakes.text
    return (await person.hears(await person.presses(stakes, "For nothing"))).seen


async def joins(person: Person, place: Channel) -> None:
    """Against whoever waits, from the list of those who do."""
    busy = (await person.hears(await person.invokes(place, "/tawla quick"))).seen
    await person.presses(busy, next(label for label in busy.labels if label.endswith("1 waits")))


async def met(bot: Bot, person: Person, place: Channel) -> Table:
    """The table somebody sees there, once it is being played."""
    code = code_of(await person.awaits(place, lambda seen: seen.pictures and not seen.ephemeral))
    await bot.until(lambda: bot.stage(code), Stage.PLAYING)
    return await bot.tables.get(code)


async def test_two_strangers_find_each_other_and_play_to_the_end(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara", installed=True)
    waits = await looks(ali, ali.dm)
    assert "Looking for a rival…" in waits.text
    assert "Nobody else waits for this yet." in waits.text
    await joins(sara, sara.dm)
    table = await met(bot, ali, ali.dm)
    assert {at.player for at in table.seats} == {await bot.player(ali), await bot.player(sara)}
    over = await play_on(bot, table.code, [(ali, ali.dm), (sara, sara.dm)])
    assert over.stage is Stage.FINISHED
    for person in (ali, sara):
        await person.awaits(person.dm, lambda seen: over.seed in seen.text)
    assert sorted([await bot.pearls(ali), await bot.pearls(sara)]) == [5, 25]


async def test_the_queue_is_left_with_one_press(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali", installed=True), server.user("Sara", installed=True)
    waits = await looks(ali, ali.dm)
    gone = (await ali.presses(waits, "Leave the queue")).seen
    assert "You are not in the queue any more." in gone.text
    assert "Nobody else waits for this yet." in (await looks(sara, sara.dm)).text
    assert await bot.number_of_tables() == 0


async def test_who_takes_no_messages_is_called_where_they_began_to_wait(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara", installed=True)
    room = server.general(server.guild("Friends", ali))
    await ali.closes_dms()
    bot.expected += [50007]
    await looks(ali, room)
    await joins(sara, sara.dm)
    table = await met(bot, ali, room)
    await play_on(bot, table.code, [(ali, room), (sara, sara.dm)], presses=8)
    await bot.settled()
    assert set(await bot.places(table.code)) == {str(room.id), str(sara.dm.id), str(ali.dm.id)}
    assert len([call for call in server.journal if call.code == 50007]) == 1, "it is tried once"


async def test_who_has_looked_away_meanwhile_is_mentioned_and_starts_the_table(server: DiscordServer):
    async with running(server, hurried=False) as bot:
        ali, sara = server.user("Ali"), server.user("Sara", installed=True)
        room = server.general(server.guild("Friends", ali))
        await ali.closes_dms()
        await looks(ali, room)
        bot.discord.company.queue.seen.clear()
        await joins(sara, sara.dm)
        board = await ali.awaits(room, f"<@{ali.id}>")
        assert "You have found each other." in board.text
        await ali.presses(board, "Start")
        assert (await met(bot, ali, room)).stage is Stage.PLAYING


async def test_of_two_who_take_no_messages_each_plays_in_their_own_channel(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    his, hers = server.general(server.guild("Friends", ali)), server.general(server.guild("Family", sara))
    for person in (ali, sara):
        await person.closes_dms()
    bot.expected += [50007]
    await looks(ali, his)
    await joins(sara, hers)
    table = await met(bot, ali, his)
    await play_on(bot, table.code, [(ali, his), (sara, hers)], presses=8)
    assert sum((await bot.tables.get(table.code)).match.game.turns) >= 2
