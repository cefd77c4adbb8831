"""How a table comes into being in a chat: /play, its menus, /challenge, /join."""

from telegram import InlineKeyboardMarkup

from bot import lobby
from bot.computer import Level
from bot.intents import Sit
from bot.phrases import Phrases, isolated
from bot.refusals import refusal
from bot.table import COMPUTER, Against, No, Setup, Stage, Table
from bot.telegram import meant, menus
from bot.telegram.desk import Desk
from bot.telegram.here import Here
from bot.telegram.menus import DAILY, games_menu, lengths_menu, levels_menu, no_such_game, opponents_menu
from bot.telegram.showing import Showing
from bot.telegram.texts import plain
from rules.errors import Malformed, Refused
from rules.ruleset import PRESETS, TARGETS


class Opening:
    """Everything that ends in a table."""

    def __init__(self, desk: Desk, showing: Showing) -> None:
        self._desk = desk
        self._showing = showing
        self._under_way: set[str] = set()
        """Menus whose table is being opened."""

    # --- /play --------------------------------------------------------------------------------------------------

    async def play(self, here: Here, typed: str) -> None:
        """In private the menu of games; in a group an open table at once, by the game named or the usual one."""
        if here.private and not typed:
            await here.say(*games_menu(here.words))
            return
        wish = lobby.read_wish(typed)
        if not wish.preset:
            await here.say(*no_such_game(here.words, private=here.private))
        elif here.private:
            await here.say(*self._after_game(wish.preset, wish.target, here.words))
        elif await self.may_open(here):
            setup = lobby.setup(wish.preset, Against.FRIEND, target=wish.target, daily=wish.daily)
            await self.open(here, setup, key=here.key)

    async def chosen(self, here: Here, choice: list[str]) -> None:
        """A tap on the menu: a game, then a length, then an opponent, then how well the computer plays.

        The opponent may come first, as in `/start`.
        """
        match choice:
            case []:
                await here.change(*games_menu(here.words))
            case [menus.GAMES, against] if against in menus.KNOWN:
                await here.say(*games_menu(here.words, against))
            case [menus.EVENING]:
                await self._open_once(here, lobby.evening())
            case [preset, menus.ANY, against] if preset in PRESETS and against in menus.KNOWN:
                await here.change(*lengths_menu(preset, here.words, against))
            case [preset] if preset in PRESETS:
                await here.change(*self._after_game(preset, None, here.words))
            case [preset, target] if preset in PRESETS and lobby.is_length(target):
                await here.change(*opponents_menu(preset, int(target), here.words))
            case [preset, target, Against.COMPUTER] if preset in PRESETS and lobby.is_length(target):
                await here.change(*levels_menu(preset, int(target), here.words))
            case [preset, target, against, *level]:
                await self._opened(here, preset, target, against, level)
            case _:
                raise Malformed("this is no choice of ours")

    async def _opened(self, here: Here, preset: str, target: str, against: str, level: list[str]) -> None:
        try:
            wish = lobby.setup(
                preset,
                Against.FRIEND if against == DAILY else Against(against),
                target=int(target),
                daily=against == DAILY,
                level=Level(level[0]) if level else Level.MEDIUM,
            )
        except (KeyError, ValueError):
            raise Malformed("this is no choice of ours") from None
        await self._open_once(here, wish)

    async def _open_once(self, here: Here, wish: Setup) -> None:
        # However often a menu is tapped before it is gone, it opens one table.
        key = f"tg:open:{here.chat}:{here.message.message_id}"
        if key in self._under_way:
            return
        self._under_way.add(key)
        try:
            table = await self.open(here, wish, key=key)
        finally:
            self._under_way.discard(key)
        if table:
            await here.change(plain(here.words.t("Table {code} is open.", code=table.code)))

    def _after_game(
        self, preset: str, target: int | None, words: Phrases
    ) -> tuple[str, InlineKeyboardMarkup]:
        targets = TARGETS[preset]
        if target is not None:
            return opponents_menu(preset, target, words)
        if len(targets) == 1:
            return opponents_menu(preset, targets[0], words)
        return lengths_menu(preset, words)

    async def open(self, here: Here, wish: Setup, *, key: str) -> Table | None:
        """Open a table and show it here; a second time with the same key it is only given."""
        try:
            table = await self._desk.tables.open(here.person, wish, here.desk.now(), key=key, home=here.home)
        except Refused as refused:
            how = " /close" if refused.reason is No.TOO_MANY_INVITATIONS else ""
            await here.say(plain(f"{refusal(refused.reason, here.words)}{how}"))
            return None
        await self._showing.put(table, here.place, player=here.looker, thread=here.thread, down=False)
        return table

    async def may_open(self, here: Here) -> bool:
        """Whether somebody may open a table in this group; they are told where they may not."""
        settings = await self._desk.chat_settings(here.chat)
        if "language" not in settings:
            await self._desk.set_chat(here.chat, language=here.player.language)
        if settings.get("open") != "admins" or await is_admin(here):
            return True
        await here.say(plain(here.words.t("In this group only administrators open tables.")))
        return False

    # --- /challenge ---------------------------------------------------------------------------------------------

    async def challenge(self, here: Here, typed: str) -> None:
        """A table for one person only: whose message is replied to, or who is mentioned."""
        if not await self.may_open(here):
            return
        rival = await meant.somebody(here, here.desk.player)
        if rival is None:
            await here.say(plain(_nobody(here)))
            return
        if rival.id == here.player.id:
            await here.say(plain(here.words.t("You cannot challenge yourself.")))
            return
        wish = lobby.read_wish(" ".join(word for word in typed.split() if not word.startswith("@")))
        preset = wish.preset or lobby.USUAL
        setup = lobby.setup(preset, Against.FRIEND, target=wish.target, guest=rival.id, daily=wish.daily)
        await self.open(here, setup, key=here.key)

    # --- /join --------------------------------------------------------------------------------------------------

    async def join(self, here: Here, typed: str) -> None:
        """Sit down at the table of a code; a word after it is mixed into the dice."""
        code, word, opens = lobby.read_invitation(typed)
        if not code:
            await here.say(plain(here.words.t("Write the table's code after it: /join KM7QXR")))
            return
        try:
            reply = await self._desk.tables.handle(
                code, here.person, Sit(word, opens), now=self._desk.now(), key=here.key
            )
        except Refused as refused:
            await here.say(plain(refusal(refused.reason, here.words)))
            return
        if reply.refused and reply.refused != No.ALREADY_SEATED:
            await here.say(plain(refusal(reply.refused, here.words)))
            if reply.table.stage is Stage.PLAYING and here.private:
                await self._showing.put(reply.table, here.place, player=here.player.id)
            return
        await self._showing.put(reply.table, here.place, player=here.looker, thread=here.thread)
        if here.private:
            await self._follow_in_private(reply.table, here.place)

    async def watch(self, here: Here, code: str) -> None:
        """See a table without sitting there."""
        try:
            table = await lobby.to_watch(self._desk.tables, code, here.player.id, self._desk.now())
        except Refused as refused:
            await here.say(plain(refusal(refused.reason, here.words)))
            return
        await self._showing.put(table, here.place, player=here.player.id)

    async def _follow_in_private(self, table: Table, shown: str) -> None:
        """Players who are not in one chat each have the board in their own, from their own side, as somebody has already."""
        for seated in table.seats:
            account = (
                await self._desk.account(seated.player) if seated and seated.player != COMPUTER else None
            )
            if seated is None or account in (None, shown):
                continue
            await self._showing.put(table, account, player=seated.player, down=False)


def _nobody(here: Here) -> str:
    """What is said where nobody we know is challenged."""
    if name := meant.mentioned(here):
        return here.words.t(
            "I have not met {name} yet; reply to one of their messages instead.", name=isolated(name)
        )
    return here.words.t("Reply to somebody's message with /challenge, or mention them by name.")


async def is_admin(here: Here) -> bool:
    """Whether somebody administers the group they write in."""
    return await here.desk.administers(here.chat, here.user.id)
