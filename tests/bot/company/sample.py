"""A few small acts for tests of how platforms show them; registered there only."""

from bot import people
from bot.buttons import Look
from bot.company import acts
from bot.company.command import Command
from bot.company.desk import Asker, Company
from bot.company.panel import Field, File, Link, Panel, Shown, Tap
from bot.intents import Ask, Resign, Sit, What
from bot.lobby import setup
from bot.phrases import phrases
from bot.picture import Style
from bot.play import Person
from bot.primer import scene
from bot.table import Against, No, Table
from bot.tables import Tables
from rules.errors import Malformed, Refused
from storage import presses
from storage.database import Database


async def cafe(_company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Something of everything: taps, links, a picture, a file, words asked for."""
    match arguments:
        case ():
            return Panel(
                heading=f"The café of <{asker.player.name}>",
                lines=("coffee & tea",),
                rows=(
                    (Tap("Menu", "cafe.menu"), Tap("Order", "order.coffee", Look.MAIN)),
                    (Link("Ours", "/c/cafe"), Link("Elsewhere", "https://example.org/")),
                ),
            )
        case ("menu",):
            picture = scene("mahbooseh", asker.words, Style(width=256))
            return Panel(heading="Menu", shown=Shown(picture, "a board"), rows=((Tap("Back", "cafe"),),))
        case ("wall",):
            return Panel(
                heading="The wall",
                lines=("for everybody",),
                rows=((Tap("Sign", "cafe.wall"), Tap("Mine", "cafe")),),
                open=True,
            )
        case ("word",):
            return Panel(heading="Say", field=Field("A word", "order", "tea", 12))
        case ("bill",):
            return Panel(heading="The bill", file=File("bill.txt", b"coffee: 3"))
        case ("soon",):
            return Panel(heading="Soon", again="cafe.soon", again_s=1)
    raise Malformed("this is nothing we have")


async def order(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Counts once for each press, however often it comes; what is written is the order."""
    wished = asker.typed or ".".join(arguments)
    if wished == "water":
        raise Refused(No.NOT_ENOUGH_PEARLS)
    async with company.database.write() as conn:
        again = not await presses.remember(conn, f"cafe:{asker.key}", None, company.now())
    if not again:
        ORDERS.append((asker.id, wished))
    return Panel(said=f"One {wished}")


async def seat(company: Company, asker: Asker, _arguments: tuple[str, ...]) -> Panel:
    """A table of one's own."""
    table = await company.tables.open(asker.person, setup("mahbooseh", Against.COMPUTER), company.now())
    return Panel(table=table.code)


async def given_up(tables: Tables, loser: Person, winner: Person, now: int) -> Table:
    """A match of two that one of them leaves, without a platform."""
    table = await tables.open(loser, setup("mahbusa", Against.FRIEND), now)
    for person, intent in ((winner, Sit()), (loser, Ask(What.MATCH)), (loser, Resign(What.MATCH))):
        table = (await tables.handle(table.code, person, intent, now=now)).table
    return table


async def asker(database: Database, player: int) -> Asker:
    """Somebody who asks, as no platform's."""
    known = await people.load(database, player)
    return Asker(known, phrases("en"), "nowhere", "", "key")


ORDERS: list[tuple[int, str]] = []


def serve(monkeypatch) -> None:
    """Register them, for one test, with their commands in the place of all others but those that platforms name."""
    ORDERS.clear()
    for name, act in (("cafe", cafe), ("order", order), ("seat", seat)):
        monkeypatch.setitem(acts.ACTS, name, act)
    monkeypatch.setattr(acts, "SAFE", acts.SAFE | {"cafe"})
    commands = (
        Command("cafe", "cafe", "A café"),
        Command("order", "order", "Order something", asks="What you would like"),
        Command("say", "cafe.word", "Say something"),
        Command("wall", "cafe.wall", "The wall"),
        Command("purse", "order.secret", "Between us", alone=True),
    )
    named = tuple(command for command in acts.COMMANDS if command.name in {"menu", "profile"})
    monkeypatch.setattr(acts, "COMMANDS", (*named, *commands))
