"""After a match: its parts, from the score sheet to the files that prove it."""

import json

from bot import archive
from bot.company import dice
from bot.company.desk import Asker, Company
from bot.company.finished import Over, back, nothing_more
from bot.company.making import film, lesson
from bot.company.panel import File, Panel, Tap, act
from bot.company.scoresheet import score_sheet
from bot.phrases import isolated, ltr
from bot.sentences import Telling
from bot.table import No, Stage
from rules.errors import Malformed, Refused


async def match(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """A finished match, `match.CODE`, and its parts, such as `match.CODE.proof`."""
    code, part = (*arguments, "", "")[:2]
    if part not in PARTS:
        raise Malformed("a match has no such part")
    table = await company.tables.sought(code, asker.id, company.now())
    if table.stage is not Stage.FINISHED or table.match is None:
        raise Refused(No.NOT_FINISHED)
    if not table.may_watch(asker.id):
        raise Refused(No.NO_SPECTATORS)
    told = Telling(table, table.seat_of(asker.id), asker.words, personal=False)
    over = Over(await archive.kept(company.database, code), told)
    return await PARTS[part](company, asker, over, arguments[2:])


async def _proof(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
    del company
    nothing_more(rest)
    t, table = asker.words.t, over.table
    told = [(t("Seed"), ltr(table.seed or "")), (t("Shown before the first roll"), ltr(table.commitment))]
    told += [
        (t("The word of {name}", name=name), isolated(word))
        for name, word in zip(over.names, table.words, strict=True)
        if word
    ]
    return Panel(
        heading=t("The dice of this match"),
        lines=(
            t(
                "This seed made every roll, together with the players’ words. It fits the number shown before the first roll."
            ),
            *(f"{what}: {value}" for what, value in told),
            t("To check it yourself: {command}", command=ltr(f"majlis verify {over.file_name}.json")),
        ),
        rows=(
            (Tap(t("⬇ The match as a file"), act("match", table.code, "log")),),
            *back(table, asker.words),
        ),
        open=True,
    )


async def _log(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
    del company
    nothing_more(rest)
    file = f"{over.file_name}.json"
    check = ltr(f"majlis verify {file}")
    return Panel(
        heading=asker.words.t("The match as a file"),
        lines=(
            asker.words.t(
                "Every roll follows from the seed and the words. Check it: {command}", command=check
            ),
        ),
        rows=back(over.table, asker.words),
        file=File(file, json.dumps(archive.as_json(over.kept), ensure_ascii=False).encode()),
        open=True,
    )


async def _mat(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
    del company
    nothing_more(rest)
    return Panel(
        heading=asker.words.t("For GNU Backgammon"),
        lines=(asker.words.t("GNU Backgammon and programs like it open this file and judge every turn."),),
        rows=back(over.table, asker.words),
        file=File(f"{over.file_name}.mat", archive.as_mat(over.kept).encode()),
        open=True,
    )


async def _dice(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
    del company
    nothing_more(rest)
    mine = () if over.told.seat is None else ((Tap(asker.words.t("🎲 My dice"), act("dice")),),)
    return dice.of_match(asker, over.kept, over.told.plain_names, (*mine, *back(over.table, asker.words)))


PARTS = {
    "": score_sheet,
    "dice": _dice,
    "film": film,
    "lesson": lesson,
    "proof": _proof,
    "log": _log,
    "mat": _mat,
}
