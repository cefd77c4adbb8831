"""Buttons beside a board that are no moves: what else one may do at this table."""

from bot import onward
from bot.company import comfort, finished, hinting, profile
from bot.company.panel import Tap, act
from bot.intents import Kind
from bot.phrases import Phrases
from bot.table import COMPUTER, Against, Stage, Table
from rules.seat import Seat


def beside(
    table: Table, seat: Seat | None, words: Phrases, *, watching: bool = False, invites: bool = True
) -> tuple[Tap, ...]:
    """In the order of their worth: chats show as many as fit.

    `seat` is the reader's; None for everybody in a group, and for somebody who is only `watching`. `invites` false: the
    invitation stands there already.
    """
    other = onward.may_follow(table, Kind.OTHER) and not watching
    again = (Tap(words.t("Another game"), act("again", table.code)),) if other else ()
    over = finished.buttons(table, words)
    hint = hinting.taps(table, seat, words)
    talk = (Tap(words.t("💬 Talk"), act("talk", table.code)),) if are_two(table) and not watching else ()
    clock = () if watching else comfort.taps(table, seat, words)
    at = table.seats[seat] if seat is not None else None
    brings = invites and table.invites and at and at.player == table.host
    invite = (Tap(words.t("Invite"), act("invite", table.code)),) if brings else ()
    follows = table.stage is Stage.PLAYING and seat is None and table.setup.spectators and not watching
    watch = (Tap(words.t("👁 Watch"), act("watch", table.code)),) if follows else ()
    cards = profile.people_at(table, at.player, words) if at else ()
    return (*again, *over, *hint, *talk, *invite, *watch, *clock, *cards)


def are_two(table: Table) -> bool:
    """Whether two people sit there who may have something to say to each other."""
    people = [at for at in table.seats if at and at.player != COMPUTER]
    return (
        table.setup.against is Against.FRIEND and len(people) == len(Seat) and table.stage is not Stage.CLOSED
    )
