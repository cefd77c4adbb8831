"""Another game with the same rival, from a list beside a finished board; other offers have buttons under the board itself."""

from bot.buttons import Look
from bot.company.desk import Asker, Company
from bot.company.panel import Panel, Tap, act
from bot.grid import offer
from bot.intents import Kind, Plan, Rematch
from bot.onward import plans
from bot.refusals import refusal
from bot.table import No, Stage
from rules.errors import Malformed, Refused
from rules.ruleset import PRESETS

_IN_A_ROW = 2


async def again(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """`again.CODE`: which other game; `again.CODE.PRESET`: offer it, or accept the rival's offer of it."""
    match arguments:
        case (code,):
            return await _others(company, asker, code)
        case (code, preset) if preset in PRESETS:
            return await _offered(company, asker, code, Plan(Kind.OTHER, preset))
    raise Malformed("this is no button of ours")


async def _others(company: Company, asker: Asker, code: str) -> Panel:
    table = await company.tables.sought(code, asker.id, company.now())
    seat = table.seat_of(asker.id)
    if seat is None:
        raise Refused(No.SPECTATOR)
    if table.stage is not Stage.FINISHED:
        raise Refused(No.NOT_FINISHED)
    if table.next_code:
        return Panel(table=table.next_code)
    others = [plan for plan in plans(table) if plan.kind is Kind.OTHER]
    wished = table.rematch[seat.other]
    taps = [
        Tap(
            offer(table, plan, asker.words),
            act("again", code, plan.preset),
            Look.MAIN if plan == wished else Look.PLAIN,
        )
        for plan in others
    ]
    return Panel(
        heading=asker.words.t("Which game next?"),
        lines=(asker.words.t("Your rival is asked before it begins."),),
        rows=tuple(tuple(taps[at : at + _IN_A_ROW]) for at in range(0, len(taps), _IN_A_ROW)),
    )


async def _offered(company: Company, asker: Asker, code: str, plan: Plan) -> Panel:
    reply = await company.tables.handle(code, asker.person, Rematch(plan), now=company.now(), key=asker.key)
    if reply.refused:
        return Panel(said=refusal(reply.refused, asker.words))
    if reply.table.next_code:
        return Panel(table=reply.table.next_code)
    what = offer(reply.table, plan, asker.words)
    return Panel(said=asker.words.t("Offered: {what}. Your rival is asked.", what=what))
