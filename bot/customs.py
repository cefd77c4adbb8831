"""The customs of a table in words: presets, options and their values, and what differs from the preset."""

from dataclasses import replace

from bot.phrases import Phrases
from rules.ruleset import PRESETS, Game, Ruleset, options_of


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


PRESET_NAMES = {
    "mahbooseh": _t("Mahbooseh"),
    "mahbusa": _t("Mahbusa"),
    "majlis_mahbusa": _t("Majlis Mahbusa"),
    "majlis_sheesh_besh": _t("Sheesh Besh"),
    "majlis_tawla31": _t("Majlis Tawla 31"),
    "race31": _t("Tawla 31 race"),
}

PRESET_TEXTS = {
    "mahbooseh": _t("Pin, don't hit. Pin the rival's mother and you win on the spot."),
    "mahbusa": _t("Pin, don't hit. Pinning the mother wins once your own start is clear."),
    "majlis_mahbusa": _t(
        "Pin, don't hit. The mother is a checker like any other; the opener plays the first dice."
    ),
    "majlis_sheesh_besh": _t("Backgammon without the cube: hit, enter from the bar, bear off."),
    "majlis_tawla31": _t(
        "No hitting: block and run, both the same way round; a lead goes first, and no walls of six."
    ),
    "race31": _t("No hitting, towards each other. The winner scores the checkers left; first to 31."),
}

GAME_NAMES = {
    Game.MAHBUSA: _t("Mahbusa"),
    Game.TAWLA31: _t("Tawla 31"),
    Game.SHEESH_BESH: _t("Sheesh Besh"),
}

OPTION_NAMES = {
    "direction": _t("Direction"),
    "mother": _t("Pinning the mother"),
    "start_lock": _t("The lead must first reach"),
    "prime_rule": _t("No wall of six before the rival has passed"),
    "opening": _t("Who wins the opening roll"),
    "next_opener": _t("Who opens the next game"),
    "scoring": _t("A won game counts"),
    "target": _t("Match to"),
    "clock": _t("Clock"),
    "on_timeout": _t("Out of time"),
}

VALUE_NAMES: dict[tuple[str, str], str] = {
    ("direction", "opposite"): _t("towards each other"),
    ("direction", "same"): _t("the same way round"),
    ("mother", "win"): _t("wins on the spot"),
    ("mother", "win_if_own_start_clear"): _t("wins once one's own start is clear"),
    ("mother", "none"): _t("is a pin like any other"),
    ("start_lock", "rival_start_quarter"): _t("the rival's starting quarter"),
    ("start_lock", "own_home"): _t("its own home"),
    ("start_lock", "none"): _t("nowhere: all may leave"),
    ("prime_rule", "True"): _t("yes"),
    ("prime_rule", "False"): _t("no"),
    ("opening", "roll_again"): _t("rolls both dice anew"),
    ("opening", "plays_both"): _t("plays the opening dice"),
    ("next_opener", "roll"): _t("an opening roll decides"),
    ("next_opener", "winner"): _t("the winner of the last game"),
    ("scoring", "mars"): _t("1 point, mars 2"),
    ("scoring", "checkers_left"): _t("the loser's checkers left"),
    ("clock", "live"): _t("live: 15 s a step, 30 s a turn"),
    ("clock", "relaxed"): _t("relaxed: 2 minutes a turn"),
    ("clock", "daily"): _t("daily: 24 hours a turn"),
    ("clock", "none"): _t("none"),
    ("on_timeout", "play_on"): _t("the computer plays the turn"),
    ("on_timeout", "play_twice_then_lose_game"): _t("the computer plays two turns a game, then it is lost"),
}


def preset_name(preset: str, words: Phrases) -> str:
    """What people call a preset; a table whose customs came from nowhere has none."""
    return words.t(PRESET_NAMES[preset]) if preset in PRESET_NAMES else ""


def game_name(game: Game, words: Phrases) -> str:
    """What people call a game, whichever customs it is played by."""
    return words.t(GAME_NAMES[game])


def preset_text(preset: str, words: Phrases) -> str:
    """A preset in a sentence or two."""
    return words.t(PRESET_TEXTS[preset])


def option_name(option: str, words: Phrases) -> str:
    """The label of an option of rules.ruleset.Ruleset."""
    return words.t(OPTION_NAMES[option])


def value_name(option: str, value: object, words: Phrases) -> str:
    """The label of an option's value; the target is a number."""
    if option == "target":
        return str(value)
    return words.t(VALUE_NAMES[option, str(value)])


def customs(ruleset: Ruleset, words: Phrases) -> tuple[tuple[str, str], ...]:
    """Every option of a table with its value, in words."""
    return tuple(
        (option_name(option, words), value_name(option, getattr(ruleset, option), words))
        for option in options_of(ruleset.game)
    )


def changed(preset: str, ruleset: Ruleset, words: Phrases) -> tuple[tuple[str, str], ...]:
    """The options that differ from the preset; the length of the match and the clock are every table's own."""
    usual = PRESETS.get(preset)
    if usual is None:
        return customs(ruleset, words)
    like = replace(usual, target=ruleset.target, clock=ruleset.clock)
    return tuple(
        (option_name(option, words), value_name(option, getattr(ruleset, option), words))
        for option in options_of(ruleset.game)
        if getattr(ruleset, option) != getattr(like, option)
    )
