"""What can be said at a table without typing: phrases, emotes and gifts; and how typed words are made safe.

A phrase is kept by its name and put into words for whoever reads it, so each reads it in their own language.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from bot.names import clean_line
from bot.phrases import Phrases, isolated
from bot.table import Table
from storage.said import Line


class Kind(StrEnum):
    """What a line holds: the name of a phrase, an emote or a gift, or words as they were cleaned."""

    PHRASE = "phrase"
    EMOTE = "emote"
    GIFT = "gift"
    WORDS = "words"


class Gift(NamedTuple):
    """What one player treats the other to: its price in pearls, its sign, what it is called and what is told of it."""

    price: int
    sign: str
    label: str
    told: str


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


PHRASES = {
    "hello": _t("Hello!"),
    "luck": _t("Good luck!"),
    "played": _t("Well played!"),
    "hands": _t("God bless your hands!"),
    "lucky": _t("Lucky dice!"),
    "roll": _t("What a roll!"),
    "against": _t("The dice are against me!"),
    "door": _t("You left the door open!"),
    "hurry": _t("Hurry up, the tea is getting cold ☺"),
    "slowly": _t("Take your time."),
    "never": _t("Bad luck, never mind."),
    "yet": _t("It is not over yet!"),
    "thanks": _t("Thanks!"),
    "more": _t("One more?"),
    "go": _t("I have to go soon."),
    "bye": _t("Good game, see you!"),
}
"""By their names, which stay: lines are stored by them."""

EMOTES = {
    "bravo": "👏", "laugh": "😂", "phew": "😅", "wow": "😮", "heart": "❤️",
    "fire": "🔥", "cool": "😎", "think": "🤔", "pray": "🤲", "sad": "😢",
}  # fmt: skip

GIFTS = {
    "coffee": Gift(5, "☕", _t("Coffee"), _t("A coffee for {taker} from {giver}")),
    "rose": Gift(10, "🌹", _t("Rose"), _t("A rose for {taker} from {giver}")),
    "knafeh": Gift(15, "🍮", _t("Knafeh"), _t("A knafeh for {taker} from {giver}")),
    "shisha": Gift(25, "💨", _t("Shisha"), _t("A shisha for {taker} from {giver}")),
}

REASONS = {
    "insults": _t("Insults"),
    "stalling": _t("Plays slowly on purpose"),
    "cheating": _t("Cheats"),
    "spam": _t("Advertising or spam"),
}
"""Why somebody is reported."""

MAX_WORDS = 120
"""Characters of what somebody types."""

_LEADS = re.compile(r"[.:/@#$\\]+(?=[^\s.:/@#$\\])")
"""Signs by which chats know addresses, mentions, commands and the like."""

_WORD_JOINER = "\u2060"
"""Unseen, without a direction, and no part of any address."""


def clean_words(typed: str) -> str:
    """Typed words in one line that lead nowhere; empty where there is nothing to read.

    What bot.names.clean_line takes away is gone; and nothing in it is a link, a mention or a command to any chat.
    """
    line = clean_line(" ".join(typed[: 16 * MAX_WORDS].split()), MAX_WORDS)
    return leading_nowhere(line)


def leading_nowhere(text: str) -> str:
    """The same to read, but no link, mention or command to any chat."""
    return _LEADS.sub(lambda sign: _WORD_JOINER.join((*sign[0], "")), text)


def told(line: Line, table: Table, words: Phrases) -> str:
    """A line as one reader sees it; empty for what nobody at the table said, or nobody knows any more."""
    seat = table.seat_of(line.player_id)
    if seat is None:
        return ""
    name, other = (isolated(table.called(at, words) or words.t("Guest")) for at in (seat, seat.other))
    match line.kind:
        case Kind.GIFT if line.data in GIFTS:
            gift = GIFTS[line.data]
            return f"{gift.sign} {words.t(gift.told, giver=name, taker=other)}"
        case Kind.PHRASE if line.data in PHRASES:
            said = words.t(PHRASES[line.data])
        case Kind.EMOTE if line.data in EMOTES:
            said = EMOTES[line.data]
        case Kind.WORDS:
            said = isolated(line.data)
        case _:
            return ""
    return f"💬 {name}: {said}"
