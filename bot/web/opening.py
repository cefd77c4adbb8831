"""The form that opens a table: from what a person filled in to a setup, and back to the form if it does not fit.

Every custom is a field, filled in from the preset. Without a script the fields do not follow when another preset
is chosen, so the form says which preset it was filled from: a field that still has that preset's value was left
alone and takes the new preset's.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from bot import customs
from bot.computer import Level
from bot.names import new_key
from bot.phrases import Phrases
from bot.table import MAX_STAKE, Against, Setup
from rules.errors import Malformed
from rules.ruleset import MAX_TARGET, PRESETS, ClockKind, Game, Ruleset, choices, from_json, options_of

FIRST = "mahbusa"
"""The preset a fresh form proposes."""

OPTIONS = tuple(field.name for field in fields(Ruleset) if field.name not in {"game", "target"})
"""The customs with named values, in the order the form shows them."""

_DIGITS = 7
_YES, _NO = "True", "False"


ANYONE, ONE = "anyone", "one"


class Unfit(Exception):
    """What a form says makes no table: the `field` it is about and a sentence for whoever filled it in."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(field)
        self.field = field
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Wish:
    """The form as filled in; everything is text, so that nothing is lost on the way back.

    `filled` names the preset and the opponent that the customs were filled in from.
    """

    name: str = ""
    other: str = ""
    preset: str = FIRST
    against: str = Against.COMPUTER
    level: str = Level.MEDIUM
    stake: str = ""
    target: str = ""
    auto_roll: bool = True
    whom: str = ANYONE
    """For whom the other seat is: `ANYONE`, `ONE` by a link, or a player's id."""
    private: bool = False
    """Whether nobody may watch."""
    filled: str = f"{FIRST}.{Against.COMPUTER}"
    customs: Mapping[str, str] = field(default_factory=dict)


def values(option: str) -> tuple[str, ...]:
    """The values of a custom as the form sends them."""
    return (_YES, _NO) if option == "prime_rule" else choices(option)


def value_of(option: str, ruleset: Ruleset) -> str:
    """A ruleset's value of an option as the form sends it."""
    return str(getattr(ruleset, option))


def named(option: str, words: Phrases) -> tuple[tuple[str, str], ...]:
    """The values of a custom with their names, in the order the form shows them."""
    return tuple((value, customs.value_name(option, value, words)) for value in values(option))


def games_with(option: str) -> tuple[Game, ...]:
    """The games that know a custom."""
    return tuple(game for game in Game if option in options_of(game))


def usual(preset: str, against: str) -> Ruleset:
    """The customs a form is filled in with: the preset's, without a clock against the computer (§6)."""
    ruleset = PRESETS[preset]
    return replace(ruleset, clock=ClockKind.NONE) if against == Against.COMPUTER else ruleset


def fresh(name: str, preset: str = "", against: str = "") -> Wish:
    """The form before anybody has touched it; with a preset it is filled in to invite a friend to that game."""
    if against not in tuple(Against):
        against = Against.FRIEND if preset in PRESETS else Against.COMPUTER
    preset = preset if preset in PRESETS else FIRST
    return _filled(Wish(name=name, preset=preset, against=against), usual(preset, against))


def _filled(wish: Wish, ruleset: Ruleset) -> Wish:
    return replace(
        wish,
        target=str(ruleset.target),
        filled=f"{wish.preset}.{wish.against}",
        customs={key: value_of(key, ruleset) for key in OPTIONS},
    )


def read(form: Mapping[str, str]) -> Wish:
    """What a person filled in, customs settled: those left alone are the chosen preset's."""
    wish = Wish(
        name=form.get("name", ""),
        other=form.get("other", ""),
        preset=form.get("preset", FIRST),
        against=form.get("against", Against.COMPUTER),
        level=form.get("level", Level.MEDIUM),
        stake=form.get("stake", "").strip(),
        auto_roll="auto_roll" in form,
        whom=form.get("whom", ANYONE),
        private="private" in form,
        filled=form.get("filled", ""),
    )
    if wish.preset not in PRESETS or wish.against not in tuple(Against):
        return wish
    before, now = _filled_from(wish), usual(wish.preset, wish.against)

    def settled(key: str) -> str:
        sent, left_alone = form.get(key, "").strip(), value_of(key, before)
        return value_of(key, now) if sent in ("", left_alone) else sent

    target = settled("target")
    return replace(_filled(wish, now), target=target, customs={key: settled(key) for key in OPTIONS})


def _filled_from(wish: Wish) -> Ruleset:
    preset, _, against = wish.filled.partition(".")
    return usual(preset, against) if preset in PRESETS else usual(wish.preset, wish.against)


def setup(wish: Wish, words: Phrases, rivals: Collection[int] = ()) -> Setup:
    """The table a wish describes; `rivals` are the players for whom a seat may be kept. Raises Unfit."""
    if wish.preset not in PRESETS or wish.against not in tuple(Against) or wish.level not in tuple(Level):
        raise Unfit("preset", words.t("Please choose one of the games on offer."))
    try:
        ruleset, stake = _ruleset(wish, words), _stake(wish, words)
        if stake and ruleset.clock is ClockKind.NONE:
            raise Unfit("clock", words.t("A stake needs a clock."))
        friend = wish.against == Against.FRIEND
        return Setup(
            guest=_guest(wish, words, rivals) if friend else 0,
            key=new_key() if friend and wish.whom == ONE else "",
            spectators=not (friend and wish.private),
            ruleset=ruleset,
            preset=wish.preset,
            against=Against(wish.against),
            level=Level(wish.level),
            stake=stake,
            auto_roll=wish.auto_roll,
        )
    except Malformed:
        raise Unfit("customs", words.t("These customs do not go together.")) from None


def _ruleset(wish: Wish, words: Phrases) -> Ruleset:
    usual_one = usual(wish.preset, wish.against)
    chosen: dict[str, Any] = {"game": usual_one.game, "target": _target(wish, words)}
    for key, value in wish.customs.items():
        if value not in values(key):
            raise Unfit(key, words.t("Please choose one of the values on offer."))
        if key in options_of(usual_one.game):
            chosen[key] = value == _YES if key == "prime_rule" else value
        elif value != value_of(key, usual_one):
            raise Unfit(key, _no_custom(key, usual_one.game, words))
    return from_json(chosen)


def _no_custom(option: str, game: Game, words: Phrases) -> str:
    games = {
        Game.MAHBUSA: words.t("Mahbusa"),
        Game.TAWLA31: words.t("Tawla 31"),
        Game.SHEESH_BESH: words.t("Sheesh Besh"),
    }
    name = customs.option_name(option, words)
    return words.t("“{custom}” is no custom of {game}.", custom=name, game=games[game])


def _guest(wish: Wish, words: Phrases, rivals: Collection[int]) -> int:
    if wish.whom in (ANYONE, ONE):
        return 0
    guest = _number(wish.whom)
    if guest is None or guest not in rivals:
        raise Unfit("whom", words.t("Please choose one of the people on offer."))
    return guest


def _target(wish: Wish, words: Phrases) -> int:
    points = _number(wish.target)
    if points is None or not 1 <= points <= MAX_TARGET:
        raise Unfit("target", words.t("A match is played to 1–{most} points.", most=MAX_TARGET))
    return points


def _stake(wish: Wish, words: Phrases) -> int:
    pearls = _number(wish.stake or "0")
    if pearls is None or pearls > MAX_STAKE:
        raise Unfit("stake", words.t("A stake is a whole number of pearls, {most} at most.", most=MAX_STAKE))
    if pearls and wish.against != Against.FRIEND:
        raise Unfit("stake", words.t("Pearls are staked only against a friend by link."))
    return pearls


def _number(text: str) -> int | None:
    """A whole number as people type it, in any script's digits; None for anything else."""
    return int(text) if text.isdecimal() and len(text) <= _DIGITS else None
