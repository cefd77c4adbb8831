"""The score sheet of a finished match, from which everything else of it is a tap away."""

from collections.abc import Iterator

from bot import sentences, sheet
from bot.company import profile
from bot.company.desk import Asker, Company
from bot.company.finished import Over, analysis, nothing_more, on_page
from bot.company.panel import Panel, Rows, Tap, act
from bot.phrases import Phrases, ltr
from bot.school import teaches
from bot.sheet import Line
from bot.table import Table
from rules.ruleset import Game


async def score_sheet(company: Company, asker: Asker, over: Over, rest: tuple[str, ...]) -> Panel:
    """Every game of a match, and the ways to everything else of it."""
    del company
    nothing_more(rest)
    return Panel(
        heading=f"{sentences.title(over.told)} – {sentences.headline(over.told)}",
        lines=tuple(_sheet_lines(over)),
        rows=(*_ways(over.table, asker.words), *_card(asker, over.table), *_profiles(over)),
        open=True,
    )


def _profiles(over: Over) -> Rows:
    """The cards of those who played, but for the reader's own."""
    at = over.table.seats[over.told.seat] if over.told.seat is not None else None
    people = profile.people_at(over.table, at.player if at else None, over.told.words)
    return (people,) if people else ()


def _sheet_lines(over: Over) -> Iterator[str]:
    filled, t = sheet.sheet(over.kept), over.told.words.t
    for line in filled.lines:
        yield from _game(over, line, alone=over.table.setup.ruleset.target == 1 and len(filled.lines) == 1)
    if over.table.match and (left := sentences.match_why(over.told, over.table.match)):
        yield left
    if any(filled.thought):
        each = (span(milliseconds, over.told.words) for milliseconds in filled.thought)
        both = " · ".join(f"{name} {time}" for name, time in zip(over.names, each, strict=True))
        yield t("Time used: {both}", both=both)


def _game(over: Over, line: Line, *, alone: bool) -> Iterator[str]:
    words = over.told.words
    turns = words.n("{n} turn", "{n} turns", line.turns)
    size = f"{turns} · {span(line.took, words)}"
    if line.outcome is None:
        if line.turns:
            yield words.t("Game {number} was not played to its end: {size}", number=line.number, size=size)
        return
    told = sentences.why(over.told, line.outcome)
    if not alone:
        told = words.t("Game {number}: {told}", number=line.number, told=told)
    yield told
    facts = []
    if line.outcome.winner is not None:
        facts.append(words.n("{n} point", "{n} points", line.outcome.points))
    if not alone:
        facts.append(_score(over, line.score))
    yield " · ".join((*facts, size))


def _score(over: Over, score: tuple[int, int]) -> str:
    """Each side's points after its name, so that it reads the same from either direction."""
    return " – ".join(f"{name} {ltr(str(points))}" for name, points in zip(over.names, score, strict=True))


def span(milliseconds: int, words: Phrases) -> str:
    """A time as people say it."""
    seconds = round(milliseconds / 1000)
    if seconds < 60:  # noqa: PLR2004 seconds in a minute
        return words.n("{n} second", "{n} seconds", seconds)
    minutes = round(seconds / 60)
    if minutes < 60:  # noqa: PLR2004 minutes in an hour
        return words.n("{n} minute", "{n} minutes", minutes)
    hours = round(minutes / 60)
    if hours < 48:  # noqa: PLR2004 two days
        return words.n("{n} hour", "{n} hours", hours)
    return words.n("{n} day", "{n} days", round(hours / 24))


def _ways(table: Table, words: Phrases) -> Rows:
    """Everything else of this match."""
    t = words.t

    def way(label: str, part: str) -> Tap:
        return Tap(label, act("match", table.code, part))

    looks = [way(t("🎞 Replay"), "film")]
    if teaches(table):
        looks.append(analysis(table, words))
    files = [way(t("⬇ The match as a file"), "log")]
    if table.setup.ruleset.game is Game.SHEESH_BESH:
        files.append(way(t("⬇ For GNU Backgammon"), "mat"))
    return (
        tuple(looks),
        (way(t("Check the dice"), "proof"), way(t("🎲 The dice, counted"), "dice")),
        tuple(files),
    )


def _card(asker: Asker, table: Table) -> Rows:
    return on_page(asker, table, asker.words.t("🖼 The result as a picture"), "card.jpg")
