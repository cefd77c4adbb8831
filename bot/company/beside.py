"""Buttons beside a board that are no moves: what else one may do at this table."""

from collections.abc import Iterator

from bot import onward
from bot.company import afterwards, comfort, profile
from bot.company.panel import Tap, act
from bot.intents import Kind
from bot.phrases import Phrases
from bot.table import COMPUTER, Against, Stage, Table
from rules.seat import Seat


def beside(table: Table, seat: Seat | None, words: Phrases, *, watching: bool = False) -> tuple[Tap, ...]:
    """In the order of their worth: chats show as many as fit.

    `seat` is the reader's; None for everybody in a group, and for somebody who is only `watching`.
    """
    other = onward.may_follow(table, Kind.OTHER) and not watching
    again = (Tap(words.t("Another game"), act("again", table.code)),) if other else ()
    over = afterwards.buttons(table, words)
    talk = (Tap(words.t("💬 Talk"), act("talk", table.code)),) if _are_two(table) and not watching else ()
    clock = () if watching else comfort.taps(table, seat, words)
    reader = table.seats[seat] if seat is not None else None
    cards = profile.people_at(table, reader.player) if reader else ()
    return (*again, *over, *talk, *_company(table, seat, words, watching=watching), *clock, *cards)


def _company(table: Table, seat: Seat | None, words: Phrases, *, watching: bool) -> Iterator[Tap]:
    """The host brings a friend; whoever sees a game in a group may follow it in their own chat."""
    at = table.seats[seat] if seat is not None else None
    if table.invites and at and at.player == table.host:
        yield Tap(words.t("Invite"), act("invite", table.code))
    if table.stage is Stage.PLAYING and seat is None and table.setup.spectators and not watching:
        yield Tap(words.t("👁 Watch"), act("watch", table.code))


def _are_two(table: Table) -> bool:
    """Whether two people sit there who may have something to say to each other."""
    people = [at for at in table.seats if at and at.player != COMPUTER]
    return (
        table.setup.against is Against.FRIEND and len(people) == len(Seat) and table.stage is not Stage.CLOSED
    )
