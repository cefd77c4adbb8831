"""The best turn and why, for whoever asks at a table where that is fair."""

from bot import hints
from bot.company.desk import Asker, Company
from bot.company.panel import Panel, Tap, act
from bot.phrases import Phrases, ltr
from bot.table import No, Table
from rules.errors import Malformed, Refused
from rules.seat import Seat


async def hint(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """What /hint says, of the player's own table: `hint.CODE`. Raises Refused for whoever does not sit there."""
    match arguments:
        case (code,):
            table = await company.tables.sought(code, asker.id, company.now())
        case _:
            raise Malformed("which table is meant?")
    if table.seat_of(asker.id) is None:
        raise Refused(No.SPECTATOR)
    said = await hints.answer(table, asker.words, company.drawers)
    back = Tap(asker.words.t("To your table"), act("table", code))
    return Panel(heading=_heading(table, asker.words), lines=(said,), rows=((back,),))


def _heading(table: Table, words: Phrases) -> str:
    """With the dice it is for: the next roll comes while this one's hint still stands beside the board."""
    dice = table.match.game.left if table.match and hints.offered(table) else ()
    return " ".join(filter(None, (words.t("💡 Hint"), ltr("-".join(map(str, dice))) if dice else "")))


def taps(table: Table, seat: Seat | None, words: Phrases) -> tuple[Tap, ...]:
    """What asks for a hint, beside the player's own board while there is something to choose."""
    if seat is None or not hints.offered(table):
        return ()
    return (Tap(words.t("💡 Hint"), act("hint", table.code)),)
