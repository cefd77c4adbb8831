"""Whole matches in bad weather: calls lost, broken and late, presses that come twice, connections that drop."""

import asyncio
import re

from bot.table import Stage, Table
from tests.discord.bot import Bot, boards, is_turn, latest, moves, opened, running, wants_more
from tests.servers.discord import Channel, DiscordServer, Fault, Person, Seen

ACKNOWLEDGE_S = 1.0
"""So that who presses in vain need not wait as long as people do."""

EXPECTED = (10008, 10015, 10062, 40060, 50027)
"""What answers that were lost on their way lead to."""


async def test_a_whole_match_under_faults(server: DiscordServer):
    server.limits.acknowledge_seconds = ACKNOWLEDGE_S
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    async with running(server) as bot:
        code, board = await opened(bot, ali, room, game="majlis_sheesh_besh", length=1)
        await sara.presses(board, "Take the other seat")
        server.faults.at_random(
            0.1,
            seed=7,
            kinds=(Fault.DROP_BEFORE, Fault.DROP_AFTER, Fault.FLOOD, Fault.DELAY),
            seconds=0.1,
        )
        table = await stubborn(server, bot, code, [(ali, room), (sara, room)])
        assert table.stage is Stage.FINISHED
        assert len([call for call in server.journal if call.fault]) > 3
        server.faults.stop()
        await bot.settled()
        await ali.invokes(room, "/tawla board", code=code)
        await bot.settled()
        assert table.seed in boards(ali, room)[-1].text
        assert all(len(seen.pictures) == 1 for seen in boards(ali, room)), "pictures never pile up"
        assert sorted([await bot.pearls(ali), await bot.pearls(sara)]) == [5, 25]
        assert await bot.books_are_right()
    assert not server.violations
    assert not server.refused(but=EXPECTED)


async def test_a_whole_match_in_a_place_of_few_rights(server: DiscordServer, bot: Bot):
    ali, sara = server.user("Ali"), server.user("Sara")
    room = server.general(server.guild("Friends", ali, sara))
    server.deny(room, "attach_files", "embed_links", "send_messages", "create_public_threads")
    bot.expected += [50013]
    answer = await ali.invokes(room, "/tawla play", game="mahbooseh", length=1)
    board = (await ali.hears(answer)).seen
    code = re.search(r"· `([A-Z2-9]{6})`", board.text)[1]
    await sara.presses(board, "Take the other seat")
    table = await stubborn(server, bot, code, [(ali, room), (sara, room)])
    assert table.stage is Stage.FINISHED
    await bot.settled()
    over = ali.sees(room)[-1]
    assert table.seed in over.text
    assert over.pictures == ()


async def stubborn(
    server: DiscordServer, bot: Bot, code: str, players: list[tuple[Person, Channel]]
) -> Table:
    """Press until it has an effect, and ask for the board where none comes; now and then the connection drops."""
    pressed = 0
    async with asyncio.timeout(300):
        while (table := await bot.tables.get(code)).stage is not Stage.FINISHED:
            for person, room in players:
                if not is_turn(table, await bot.player(person)):
                    continue
                board = await newest(person, room, table)
                if board is None:
                    await person.invokes(room, "/tawla board", code=code)
                    continue
                await person.presses(board, wants_more(moves(board)))
                pressed += 1
                if pressed % 40 == 0:
                    server.gateway.drop()
            await asyncio.sleep(0.002)
    return table


async def newest(person: Person, room: Channel, table: Table) -> Seen | None:
    """The board as the table is now; nothing where it does not come in a moment."""
    for _ in range(100):
        board = latest(person, room, table.code)
        if board and int(moves(board)[0].split(":")[1], 36) == table.stamp:
            return board
        await asyncio.sleep(0.005)
    return None
