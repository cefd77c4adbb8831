"""Every act by its verb, and the commands that lead to them."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.buttons import Look
from bot.company import (
    afterwards,
    again,
    comfort,
    dice,
    forgetting,
    hinting,
    inviting,
    keeping,
    learning,
    manners,
    menu,
    mine,
    profile,
    quick,
    talking,
    top,
)
from bot.company.command import Command
from bot.company.desk import Asker, Company
from bot.company.panel import Panel, Tap, read_act
from bot.phrases import Phrases
from bot.table import No
from rules.errors import Malformed, Refused

Act = Callable[[Company, Asker, tuple[str, ...]], Awaitable[Panel]]


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


async def _menu(company: Company, asker: Asker, _arguments: tuple[str, ...]) -> Panel:
    return await menu.menu(company, asker, COMMANDS)


ACTS: dict[str, Act] = {
    "menu": _menu,
    "lesson": learning.lesson,
    "practice": learning.practise,
    "hint": hinting.hint,
    "talk": talking.talk,
    "say": talking.say,
    "words": talking.allow,
    "voice": talking.voice,
    "gifts": talking.offer_gifts,
    "gift": talking.give,
    "manners": manners.manners,
    "mute": manners.mute,
    "hear": manners.hear,
    "block": manners.block,
    "unblock": manners.unblock,
    "blocked": manners.blocked,
    "report": manners.report,
    "match": afterwards.match,
    "again": again.again,
    "export": keeping.export,
    "forget": forgetting.forget,
    "forgetme": forgetting.forget_me,
    "settings": comfort.settings,
    "set": comfort.choose,
    "mine": mine.mine,
    "table": mine.table,
    "pause": comfort.pause,
    "goon": comfort.go_on,
    "minute": comfort.minute,
    "quick": quick.quick,
    "queue": quick.queue,
    "evening": quick.evening,
    "dice": dice.dice,
    "invite": inviting.invite,
    "watch": inviting.watch,
    "top": top.top,
    "profile": profile.profile,
}
"""Each raises Malformed for arguments that no button of ours has, and Refused with a reason of bot.table.No."""

SAFE = frozenset(
    {
        "menu",
        "lesson",
        "quick",
        "hint",
        "talk",
        "gifts",
        "manners",
        "blocked",
        "match",
        "export",
        "forget",
        "settings",
        "mine",
        "table",
        "dice",
        "watch",
        "top",
        "profile",
    }
)
"""Acts that change nothing unless something is typed: links lead to them, the page loads them again. Others wait for a tap.

A lesson notes how far somebody is, which they may well do twice.
"""

OPEN_TO_ALL = frozenset({"export", "forget", "forgetme"})
"""Acts that are everybody's right, also where the house keeps them out."""

ALONE = frozenset(
    {
        "export",
        "forget",
        "forgetme",
        "hint",
        "dice",
        "manners",
        "mute",
        "hear",
        "block",
        "unblock",
        "blocked",
        "report",
    }
)
"""Acts whose answers nobody else is to read, wherever they are done."""

OPENING = frozenset({"evening", "queue.computer"})
"""Acts that open a table where they are done, which in a group may be for its administrators only."""

COMMANDS: tuple[Command, ...] = (
    Command("dice", "dice", _t("How your dice have fallen"), alone=True),
    Command("menu", "menu", _t("Everything there is to do")),
    Command("quick", "quick", _t("Find a rival at once"), asks=_t("a game and how long, such as mahbusa 3")),
    Command("evening", "evening", _t("Open an evening of three games")),
    Command("lesson", "lesson", _t("First lessons, on real boards")),
    Command("talk", "talk", _t("Say something at your table"), asks=_t("your own words")),
    Command("games", "mine", _t("All your tables and finished matches")),
    Command("top", "top", _t("Who is strongest, and who has won most")),
    Command("profile", "profile", _t("Your profile card"), whose=_t("Whose; yours unless you name somebody")),
    Command("export", "export", _t("All that is kept of you, as a file"), alone=True),
    Command("forget", "forget", _t("Be forgotten here"), alone=True),
    Command("blocked", "blocked", _t("Whom you have blocked"), alone=True),
)
"""In the order in which they are listed; their words are marked for translation here."""


async def perform(company: Company, asker: Asker, written: str) -> Panel:
    """Do what a button or command says. Raises Malformed and Refused, which platforms turn into a sentence."""
    verb, arguments = read_act(written)
    if verb not in ACTS:
        raise Malformed("this is no button of ours")
    if verb not in OPEN_TO_ALL:
        _let_in(company, asker)
    return await ACTS[verb](company, asker, arguments)


def _let_in(company: Company, asker: Asker) -> None:
    if company.tables.bans.of_player(asker.id, company.now()):
        raise Refused(No.KEPT_OUT)
    if asker.id in company.tables.gone:  # forgotten since they asked; the next time they are somebody new
        raise Refused(No.BUSY)


async def perform_beside(company: Company, asker: Asker, written: str) -> Panel:
    """Do what a button below a board says: that board stands where it is, and is not led to."""
    panel = await perform(company, asker, written)
    _, arguments = read_act(written)
    return replace(panel, table=None) if panel.table in arguments[:1] else panel


def is_open_to_all(written: str) -> bool:
    """Whether an act is also done for those who are kept out; not so for what no button of ours carries."""
    return written.partition(".")[0] in OPEN_TO_ALL


def is_alone(written: str) -> bool:
    """Whether what an act leads to is for one person's eyes; not so for what no button of ours carries."""
    return written.partition(".")[0] in ALONE


def is_command_open_to_all(name: str) -> bool:
    """Whether a command leads to such an act."""
    return any(one.name == name and is_open_to_all(one.act) for one in COMMANDS)


def is_safe(written: str) -> bool:
    """Whether an act changes nothing. Raises Malformed for what no button of ours carries."""
    verb, _ = read_act(written)
    if verb not in ACTS:
        raise Malformed("this is no button of ours")
    return verb in SAFE


async def follow(company: Company, asker: Asker, written: str) -> Panel:
    """Do what a link says, which somebody may have followed without knowing: what changes anything is asked back first."""
    if is_safe(written):
        return await perform(company, asker, written)
    return asked_back(written, asker.words)


def asked_back(written: str, words: Phrases) -> Panel:
    """Whether to do it, before it is done."""
    about = next((one.about for one in COMMANDS if one.act == written), "")
    heading = words.t(about) if about else words.t("Shall I do what this link says?")
    return Panel(heading=heading, rows=((Tap(words.t("Yes, go on"), written, Look.MAIN),),))
