"""The slash commands: what each is called, what can be filled in, and who carries it out."""

from typing import Any

from discord import Interaction, User
from discord.app_commands import (
    AppCommandContext,
    AppInstallationType,
    Choice,
    Command,
    ContextMenu,
    Group,
    Range,
    autocomplete,
    choices,
    command,
    describe,
)

from bot.company import acts
from bot.company.command import Command as Ours
from bot.computer import Level
from bot.discord.about import MOST
from bot.discord.here import Here
from bot.discord.offers import Offers
from bot.discord.opening import EVENING, Wanted
from bot.discord.router import Router
from bot.discord.words import t
from bot.phrases import NAMES
from bot.primer import FIRST_PAGE
from bot.table import Against
from rules.ruleset import MAX_TARGET

EVERYWHERE = AppCommandContext(guild=True, dm_channel=True, private_channel=True)
BOTH = AppInstallationType(guild=True, user=True)

DAILY, QUICK = "daily", "quick"

Press = Interaction[Any]

Length = Range[int, 1, MAX_TARGET]

OPPONENTS = [
    Choice(name=t("Whoever comes"), value=str(Against.FRIEND)),
    Choice(name=t("Computer"), value=str(Against.COMPUTER)),
    Choice(name=t("Both on this phone"), value=str(Against.LOCAL)),
    Choice(name=t("Quick play: whoever waits for the same"), value=QUICK),
    Choice(name=t("Whoever comes, for an evening of three games"), value=EVENING),
]
LEVELS = [
    Choice(name=t("easy"), value=str(Level.EASY)),
    Choice(name=t("medium"), value=str(Level.MEDIUM)),
    Choice(name=t("hard"), value=str(Level.HARD)),
    Choice(name=t("expert"), value=str(Level.EXPERT)),
]
PACES = [Choice(name=t("A day a turn"), value=DAILY)]
WHOSE = [Choice(name=t("Mine"), value="mine"), Choice(name=t("The server's"), value="server")]
TONGUES = [Choice(name=name, value=tag) for tag, name in NAMES.items()]

_GAME = t("Which game; Mahbusa unless you name another")
_LENGTH = t("How many points the match goes to")
_PACE = t("How long a turn may take")
_THREAD = t("Play in a thread of its own")
_CODE = t("The table's code")


async def _game(interaction: Press, typed: str) -> list[Choice[str]]:
    offers: Offers = interaction.client.offers
    return await offers.games(interaction, typed)


async def _length(interaction: Press, typed: str | float) -> list[Choice[int]]:
    offers: Offers = interaction.client.offers
    return offers.lengths(interaction, str(typed))


async def _waiting(interaction: Press, typed: str) -> list[Choice[str]]:
    offers: Offers = interaction.client.offers
    return await offers.waiting(interaction, typed)


async def _going_on(interaction: Press, typed: str) -> list[Choice[str]]:
    offers: Offers = interaction.client.offers
    return await offers.going_on(interaction, typed)


async def _acts(interaction: Press, typed: str) -> list[Choice[str]]:
    offers: Offers = interaction.client.offers
    return await offers.acts(interaction, typed)


class Tawla(Group):
    """/tawla and all that follows it."""

    def __init__(self, router: Router) -> None:
        super().__init__(
            name="tawla",
            description=t("Tawla: Mahbusa, Tawla 31 and Sheesh Besh"),
            allowed_contexts=EVERYWHERE,
            allowed_installs=BOTH,
        )
        self._router = router
        for ours in acts.COMMANDS:
            self.remove_command(ours.name)
        for ours in acts.COMMANDS[: MOST - len(self.commands)]:
            self.add_command(_command(router, ours))

    @command(description=t("Open a table: for whoever comes, or against the computer"))
    @describe(
        game=_GAME,
        opponent=t("Whom to play"),
        length=_LENGTH,
        level=t("How well the computer plays"),
        pace=_PACE,
        thread=_THREAD,
        customs=t("Choose the customs of the table one by one"),
    )
    @autocomplete(game=_game)
    @autocomplete(length=_length)
    @choices(opponent=OPPONENTS, level=LEVELS, pace=PACES)
    async def play(  # noqa: PLR0917 one parameter for each thing that can be filled in
        self,
        interaction: Press,
        game: str = "",
        opponent: str = "",
        length: Length | None = None,
        level: str = Level.MEDIUM,
        pace: str = "",
        thread: bool = False,
        customs: bool = False,
    ) -> None:
        """Open a table."""
        router = self._router
        wanted = Wanted(game, opponent, length, Level(level), pace == DAILY, thread)
        if opponent == QUICK:
            await router.obey(interaction, router.acts.named, "quick", f"{game} {length or ''}", hidden=True)
        elif customs and opponent != EVENING:
            await router.obey(interaction, self._customs, wanted, hidden=True)
        else:
            await router.obey(interaction, router.opening.play, wanted, hidden=False)

    async def _customs(self, here: Here, wanted: Wanted) -> None:
        setup = await self._router.opening.wished(here, wanted)
        if setup:
            await self._router.customs.offer(here, setup, thread=wanted.thread)

    @command(description=t("Challenge one person"))
    @describe(user=t("Whom to challenge"), game=_GAME, length=_LENGTH, pace=_PACE, thread=_THREAD)
    @autocomplete(game=_game)
    @autocomplete(length=_length)
    @choices(pace=PACES)
    async def challenge(  # noqa: PLR0917 one parameter for each thing that can be filled in
        self,
        interaction: Press,
        user: User,
        game: str = "",
        length: Length | None = None,
        pace: str = "",
        thread: bool = False,
    ) -> None:
        """Challenge one person."""
        wanted = Wanted(game, Against.FRIEND, length, daily=pace == DAILY, thread=thread)
        await self._router.obey(interaction, self._router.opening.challenge, user, wanted, hidden=False)

    @command(description=t("Sit down at a table by its code"))
    @describe(code=_CODE, word=t("A word of your own, mixed into the dice"))
    @autocomplete(code=_waiting)
    async def join(self, interaction: Press, code: str, word: str = "") -> None:
        """Sit down."""
        await self._router.obey(interaction, self._router.opening.join, code, word, hidden=False)

    @command(description=t("Bring the board down here"))
    @describe(code=_CODE)
    @autocomplete(code=_going_on)
    async def board(self, interaction: Press, code: str = "") -> None:
        """The board, here and now."""
        await self._router.obey(interaction, self._router.playing.board, code, hidden=False)

    @command(description=t("The best turn, and why"))
    async def hint(self, interaction: Press) -> None:
        """The best turn."""
        await self._router.obey(interaction, self._router.playing.hint, hidden=True)

    @command(description=t("Give up the game"))
    async def resign(self, interaction: Press) -> None:
        """Give up, once asked back."""
        await self._router.obey(interaction, self._router.playing.resign, hidden=False)

    @command(description=t("Mix a word of your own into the dice"))
    @describe(word=t("A word of your own, mixed into the dice"))
    async def word(self, interaction: Press, word: str) -> None:
        """One's own word."""
        await self._router.obey(interaction, self._router.playing.word, word, hidden=True)

    @command(description=t("Close a table before the first roll"))
    @describe(code=_CODE)
    @autocomplete(code=_waiting)
    async def close(self, interaction: Press, code: str = "") -> None:
        """Close a table."""
        await self._router.obey(interaction, self._router.playing.close, code, hidden=True)

    @command(description=t("Your pearls"))
    async def pearls(self, interaction: Press) -> None:
        """One's own pearls."""
        await self._router.obey(interaction, self._router.about.pearls, hidden=True)

    @command(description=t("How boards look, and more"))
    @describe(whose=t("Yours, or the server's for those who manage it"))
    @choices(whose=WHOSE)
    async def settings(self, interaction: Press, whose: str = "mine") -> None:
        """One's own settings, or the server's."""
        preferences = self._router.preferences
        offer = preferences.server if whose == "server" else preferences.settings
        await self._router.obey(interaction, offer, hidden=True)

    @command(description=t("Another language"))
    @describe(language=t("The language I speak with you"))
    @choices(language=TONGUES)
    async def language(self, interaction: Press, language: str = "") -> None:
        """Another language."""
        await self._router.obey(interaction, self._router.preferences.language, language, hidden=True)

    @command(description=t("How the games go"))
    @describe(game=t("Which game"))
    @autocomplete(game=_game)
    async def rules(self, interaction: Press, game: str = FIRST_PAGE) -> None:
        """The rules, with pictures."""
        await self._router.obey(interaction, self._router.about.rules, game, hidden=True)

    @command(description=t("More commands"))
    @describe(what=t("What to do"), text=t("What to write with it"))
    @autocomplete(what=_acts)
    async def more(self, interaction: Press, what: str, text: str = "") -> None:
        """Any command of ours: Discord has room for 25 below /tawla, and there may be more."""
        await self._router.obey(interaction, self._router.acts.named, what, text, hidden=True)

    @command(description=t("Every command"))
    async def help(self, interaction: Press) -> None:
        """What can be done."""
        await self._router.obey(interaction, self._router.about.help, hidden=True)


def _command(router: Router, ours: Ours) -> Command[Any, ..., None]:
    """A command that leads to an act."""

    async def silent(interaction: Press) -> None:
        await router.obey(interaction, router.acts.obey, ours, "", hidden=True)

    async def spoken(interaction: Press, text: str = "") -> None:
        await router.obey(interaction, router.acts.obey, ours, text, hidden=True)

    async def named(interaction: Press, user: User | None = None) -> None:
        await router.obey(interaction, router.acts.obey, ours, "", user, hidden=True)

    callback: Any = silent
    if ours.whose:
        callback = describe(user=t(ours.whose))(named)
    elif ours.asks:
        callback = describe(text=t(ours.asks))(spoken)
    return Command(name=ours.name, description=t(ours.about), callback=callback)


def profile_menu(router: Router) -> ContextMenu:
    """In the menu of a person: their card."""
    ours = next(one for one in acts.COMMANDS if one.name == "profile")

    async def profile(interaction: Press, user: User) -> None:
        await router.obey(interaction, router.acts.obey, ours, "", user, hidden=True)

    return ContextMenu(
        name=t("Tawla card"),
        callback=profile,
        allowed_contexts=EVERYWHERE,
        allowed_installs=BOTH,
    )


def challenge_menu(router: Router) -> ContextMenu:
    """In the menu of a person: challenge them."""

    async def challenge(interaction: Press, user: User) -> None:
        await router.obey(interaction, router.opening.challenge, user, Wanted(), hidden=False)

    return ContextMenu(
        name=t("Challenge to tawla"),
        callback=challenge,
        allowed_contexts=EVERYWHERE,
        allowed_installs=BOTH,
    )
