"""What does not concern one table: help, the rules with pictures, and pearls."""

from io import BytesIO

from discord import File

from bot import customs, primer, standings, tastes
from bot.buttons import Button, Look
from bot.company import acts
from bot.discord.buttons import Choices
from bot.discord.desk import Desk
from bot.discord.faces import BESIDE, explained, headed
from bot.discord.here import Here
from bot.discord.posted import FILE, MAX_ALT
from bot.phrases import Phrases, isolated
from render.text import board_text
from rules.errors import Malformed
from rules.ruleset import PRESETS

FIRST = ("quick", "play", "challenge", "lesson", "menu")
"""The commands that are named before all others."""

MOST = 25
"""Commands that Discord has room for below one; the others are below its `more`."""


class About:
    """Answers that anybody may ask for."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def help(self, here: Here) -> None:
        """What can be done, a line for each command."""
        t = here.words.t
        commands = (
            ("play", t("Open a table: for whoever comes, or against the computer")),
            ("challenge", t("Challenge one person")),
            ("join", t("Sit down at a table by its code")),
            ("board", t("Bring the board down here")),
            ("hint", t("The best turn, and why")),
            ("resign", t("Give up the game")),
            ("word", t("Mix a word of your own into the dice")),
            ("close", t("Close a table before the first roll")),
            ("pearls", t("Your pearls")),
            ("settings", t("How boards look, and more")),
            ("rules", t("How the games go")),
            ("language", t("Another language")),
        )
        welcome = t("Welcome to Majlis, {name}!", name=isolated(here.player.name))
        about = t(
            "Mahbusa, Tawla 31 and Sheesh Besh, as in the coffee house: against the computer, a friend or a whole group."
        )
        replaced = {command.name for command in acts.COMMANDS}
        own = [*(one for one in commands if one[0] not in replaced), ("more", t("More commands"))]
        ours = [(command.name, t(command.about)) for command in acts.COMMANDS]
        room = MOST - len(own) - 1  # this one is not told of
        described = (*own, *ours[:room], *((f"more {name}", text) for name, text in ours[room:]))
        lines = {name: explained(f"/tawla {name}", text, here.words) for name, text in described}
        first = [lines.pop(name) for name in FIRST if name in lines]
        said = "\n".join((headed(welcome, about), "", *first, "", *lines.values()))
        await here.say(said, _first_steps(here.words))

    async def rules(self, here: Here, preset: str) -> None:
        """A page for a game, with a picture and a menu of the others."""
        if preset not in PRESETS:
            raise Malformed("this is no game of ours")
        words = here.words
        scene = primer.scene(preset, words, tastes.style(here.player.settings))
        drawn = await self._desk.drawn(scene)
        picture = File(BytesIO(drawn), FILE, description=board_text(scene)[:MAX_ALT])
        page = headed(customs.preset_name(preset, words), *filter(None, primer.lines(preset, words)))
        games = tuple((other, customs.preset_name(other, words)) for other in PRESETS)
        menu = Choices(words.t("How the games go"), "rules", games, preset)
        await here.change(page, (menu,), file=picture)

    async def pearls(self, here: Here) -> None:
        """How many pearls, and what moved them last."""
        await here.say(headed(*await standings.purse(self._desk.database, here.player.id, here.words)))


def _first_steps(words: Phrases) -> tuple[Button, ...]:
    """What needs nothing to be filled in."""
    return (
        Button(words.t("⚡ Quick play"), f"{BESIDE}quick", Look.MAIN),
        Button(words.t("🤖 The computer"), f"{BESIDE}queue.computer"),
        Button(words.t("🎓 First lessons"), f"{BESIDE}lesson"),
        Button(words.t("Everything there is to do"), f"{BESIDE}menu"),
    )
