"""The menus that lead to a table: which game, how long, against whom, how well the computer plays."""

from telegram import InlineKeyboardMarkup

from bot import customs
from bot.computer import Level
from bot.phrases import Phrases
from bot.table import Against
from bot.telegram.panels import TAP
from bot.telegram.texts import bold, menu, plain
from rules.ruleset import PRESETS, TARGETS

DAILY = "daily"
"""On the menu of opponents: a friend, with a day for each turn."""


EVENING = "evening"
"""On the menu of games: three of them in turn."""

GAMES = "games"
"""The menu of games for an opponent who is chosen already."""

ANY = "0"
"""In the place of a length that is still to be chosen."""

KNOWN = (Against.COMPUTER, Against.FRIEND)
"""Opponents who may be chosen before the game."""


def games_menu(words: Phrases, against: str = "") -> tuple[str, InlineKeyboardMarkup]:
    """The games to choose from, and ways to play that need no choosing; the games only for one of the `KNOWN`."""
    names = [(customs.preset_name(preset, words), _game(preset, against)) for preset in PRESETS]
    rows = [names[at : at + 2] for at in range(0, len(names), 2)]
    if not against:
        rows.append([(words.t("⚡ Quick play"), f"{TAP}quick")])
        rows.append([(words.t("An evening of three games"), f"~play:{EVENING}")])
    return bold(words.t("What shall we play?")), menu(*rows)


def _game(preset: str, against: str) -> str:
    if not against:
        return f"~play:{preset}"
    targets = TARGETS[preset]
    return f"~play:{preset}:{targets[0] if len(targets) == 1 else ANY}:{against}"


def no_such_game(words: Phrases, *, private: bool) -> tuple[str, InlineKeyboardMarkup | None]:
    """What is said to a game we do not know: the ones there are, in private as a menu."""
    said = plain(words.t("There is no such game here."))
    if private:
        text, games = games_menu(words)
        return f"{said}\n{text}", games
    return "\n".join((said, *(plain(customs.preset_name(preset, words)) for preset in PRESETS))), None


def lengths_menu(preset: str, words: Phrases, against: str = "") -> tuple[str, InlineKeyboardMarkup]:
    """The lengths of a match."""
    then = f":{against}" if against else ""
    lengths = [
        (
            words.t("one game") if target == 1 else words.t("to {target}", target=target),
            f"~play:{preset}:{target}{then}",
        )
        for target in TARGETS[preset]
    ]
    text = _asked(preset, words, words.t("How long a match?"))
    return text, menu(lengths, [_back(words)])


def opponents_menu(preset: str, target: int, words: Phrases) -> tuple[str, InlineKeyboardMarkup]:
    """Whom to play."""
    here = f"~play:{preset}:{target}"
    text = _asked(preset, words, words.t("Against whom?"))
    return text, menu(
        [(words.t("Computer"), f"{here}:{Against.COMPUTER}")],
        [(words.t("A friend, by link"), f"{here}:{Against.FRIEND}")],
        [(words.t("A friend, a day a turn"), f"{here}:{DAILY}")],
        [(words.t("Both on this phone"), f"{here}:{Against.LOCAL}")],
        [_back(words)],
    )


def levels_menu(preset: str, target: int, words: Phrases) -> tuple[str, InlineKeyboardMarkup]:
    """How well the computer plays."""
    here = f"~play:{preset}:{target}:{Against.COMPUTER}"
    t = words.t
    named = (
        (Level.EASY, t("easy")),
        (Level.MEDIUM, t("medium")),
        (Level.HARD, t("hard")),
        (Level.EXPERT, t("expert")),
    )
    text = _asked(preset, words, t("How well shall the computer play?"))
    buttons = [(name, f"{here}:{level}") for level, name in named]
    return text, menu(buttons[:2], buttons[2:], [_back(words)])


def _asked(preset: str, words: Phrases, question: str) -> str:
    name, about = customs.preset_name(preset, words), customs.preset_text(preset, words)
    return "\n".join((bold(name), plain(about), plain(question)))


def _back(words: Phrases) -> tuple[str, str]:
    return words.t("Another game"), "~play"
