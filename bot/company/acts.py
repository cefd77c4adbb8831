"""Every act by its verb, and the commands that lead to them."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from bot.company import afterwards, learning, manners, talking
from bot.company.desk import Asker, Company
from bot.company.panel import Panel, read_act
from rules.errors import Malformed

Act = Callable[[Company, Asker, tuple[str, ...]], Awaitable[Panel]]


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


ACTS: dict[str, Act] = {
    "lesson": learning.lesson,
    "practice": learning.practise,
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
}
"""Each raises Malformed for arguments that no button of ours has, and Refused with a reason of bot.table.No."""


class Command(NamedTuple):
    """A word that people type after a slash; what they write behind it comes with the act.

    `about` is a message to translate; `asks` one that names what is to be written, empty where nothing is. `alone` ones
    are offered in private only.
    """

    name: str
    act: str
    about: str
    asks: str = ""
    alone: bool = False


COMMANDS: tuple[Command, ...] = (
    Command("lesson", "lesson", _t("first lessons, on real boards")),
    Command("talk", "talk", _t("say something at your table"), asks=_t("your own words")),
    Command("blocked", "blocked", _t("whom you have blocked"), alone=True),
)
"""In the order in which they are listed; their words are marked for translation here."""


async def perform(company: Company, asker: Asker, written: str) -> Panel:
    """Do what a button or command says. Raises Malformed and Refused, which platforms turn into a sentence."""
    verb, arguments = read_act(written)
    if verb not in ACTS:
        raise Malformed("this is no button of ours")
    return await ACTS[verb](company, asker, arguments)
