"""Customs to choose one by one: a menu whose id holds everything chosen so far, so that it outlives any restart.

The id is `customs:preset:against:level:thread:` and a number for each option of the game, with points between: which of its
values is chosen, and the length of the match as it is, since any may be filled in.
"""

from dataclasses import dataclass, replace

from bot import customs
from bot.buttons import Button, Look
from bot.computer import Level
from bot.discord.buttons import Choices, Row
from bot.discord.faces import headed
from bot.discord.here import Here
from bot.discord.opening import Opening
from bot.phrases import Phrases
from bot.refusals import refusal
from bot.table import Against, No, Setup
from rules.errors import Malformed
from rules.ruleset import PRESETS, TARGETS, choices, from_json, options_of

LENGTHS = (1, 3, 5, 7, 31)


@dataclass(frozen=True, slots=True)
class Draft:
    """A table in the making."""

    setup: Setup
    thread: bool

    @property
    def id(self) -> str:
        """Everything chosen, as a menu's id holds it."""
        ruleset, preset = self.setup.ruleset, self.setup.preset
        numbers = (
            ruleset.target
            if option == "target"
            else _values(option, preset).index(str(getattr(ruleset, option)))
            for option in options_of(ruleset.game)
        )
        held = ".".join(map(str, numbers))
        return f"{preset}:{self.setup.against}:{self.setup.level}:{int(self.thread)}:{held}"

    def chosen(self, option: str, number: int) -> "Draft":
        """With another value of one option. Raises Malformed where there is none, or it contradicts another."""
        ruleset = self.setup.ruleset
        if option not in options_of(ruleset.game):
            raise Malformed("this game has no such option")
        values = _values(option, self.setup.preset)
        if not 0 <= number < len(values):
            raise Malformed("this option has no such value")
        changed = from_json({**ruleset.to_json(), option: _native(option, values[number])})
        return replace(self, setup=replace(self.setup, ruleset=changed))


def read(preset: str, against: str, level: str, thread: str, numbers: str) -> Draft:
    """What an id holds. Raises Malformed for anything that `Draft.id` does not write."""
    try:
        ruleset = PRESETS[preset]
        options = options_of(ruleset.game)
        chosen = {
            option: int(number)
            if option == "target"
            else _native(option, _values(option, preset)[int(number)])
            for option, number in zip(options, numbers.split("."), strict=True)
        }
        setup = Setup(
            from_json({**ruleset.to_json(), **chosen}), preset, Against(against), level=Level(level)
        )
    except (KeyError, IndexError, ValueError) as error:
        raise Malformed("this is no choice of ours") from error
    return Draft(setup, thread == "1")


def _values(option: str, preset: str) -> list[str]:
    """An option's values as texts; the length of the match is one of some."""
    if option == "target":
        lengths = {*LENGTHS, *TARGETS[preset]}
        return [str(length) for length in sorted(lengths)]
    return ["True", "False"] if option == "prime_rule" else list(choices(option))


def _native(option: str, value: str) -> str | int | bool:
    if option == "target":
        return int(value)
    return value == "True" if option == "prime_rule" else value


class Customs:
    """The menu and its button."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening

    async def offer(self, here: Here, setup: Setup, *, thread: bool) -> None:
        """Show every option with the values to choose from."""
        draft = Draft(setup, thread)
        await here.say(_text(draft, here.words), *_rows(draft, here.words))

    async def choose(self, here: Here, *said: str) -> None:
        """A value was chosen: the menu goes on with it."""
        *held, value = said
        option, _, number = value.partition(".")
        try:
            draft = read(*held).chosen(option, int(number))
        except (Malformed, TypeError, ValueError):
            await here.say(refusal(No.NO_SUCH_BUTTON, here.words))
            return
        await here.change(_text(draft, here.words), _rows(draft, here.words))

    async def open(self, here: Here, *held: str) -> None:
        """Open the table; however often the button is pressed, it is one."""
        try:
            draft = read(*held)
        except TypeError:
            raise Malformed("this is no choice of ours") from None
        message = here.ticket.message
        await here.ticket.bare()
        table = await self._opening.open(
            here, draft.setup, thread=draft.thread, key=f"dc:open:{here.spot.channel}:{message}"
        )
        if table:
            await here.change(here.words.t("Table {code} is open.", code=table.code), ())


def _text(draft: Draft, words: Phrases) -> str:
    setup = draft.setup
    chosen = customs.customs(setup.ruleset, words)
    lines = (words.t("{option}: {value}", option=option, value=value) for option, value in chosen)
    return headed(customs.preset_name(setup.preset, words), *(f"• {line}" for line in lines))


def _rows(draft: Draft, words: Phrases) -> tuple[Row, ...]:
    ruleset, preset = draft.setup.ruleset, draft.setup.preset
    offered = tuple(
        (
            f"{option}.{number}",
            words.t(
                "{option}: {value}",
                option=customs.option_name(option, words),
                value=customs.value_name(option, _native(option, value), words),
            ),
        )
        for option in options_of(ruleset.game)
        for number, value in enumerate(_values(option, preset))
        if value != str(getattr(ruleset, option))
    )
    menu = Choices(words.t("Change a custom"), f"customs:{draft.id}", offered)
    button = Button(words.t("Open the table"), f"~customs:{draft.id}", Look.MAIN)
    return menu, (button,)
