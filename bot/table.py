"""A table as a pure value: who sits there, by which customs, and how far the match is.

The seed of the dice is no part of it: a table can be shown, logged and stored without giving the rolls away.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from bot import tally as tallies
from bot.computer import Level, Needs
from bot.intents import Plan, What
from bot.names import called
from bot.phrases import Phrases
from bot.tally import Tally
from bot.thrift import Unpaid
from rules.clock import STOPPED, Clock, Left
from rules.errors import Malformed
from rules.match import Match
from rules.ruleset import ClockKind, Ruleset
from rules.seat import Seat

COMPUTER = 0
"""The player id of the computer."""

MAX_STAKE = 1_000_000


class Against(StrEnum):
    """Whom the host plays."""

    COMPUTER = "computer"
    FRIEND = "friend"
    LOCAL = "local"


class Stage(StrEnum):
    """Where a table is in its life. OPEN: somebody or somebody's start is awaited; no die has been rolled."""

    OPEN = "open"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


class No(StrEnum):
    """Why a table refuses a wish, beside the rules' own reasons. Each has its sentence in the catalogues."""

    STALE = "stale"
    SPECTATOR = "spectator"
    NOT_INVITED = "not_invited"
    SEAT_TAKEN = "seat_taken"
    ALREADY_SEATED = "already_seated"
    NOT_HOST = "not_host"
    NOT_STARTED = "not_started"
    STARTED = "started"
    CLOSED = "closed"
    NOT_FINISHED = "not_finished"
    NOTHING_PLAYED = "nothing_played"
    NOT_ASKED = "not_asked"
    NO_ONLY_TURN = "no_only_turn"
    BUSY = "busy"
    TOOK_TOO_LONG = "took_too_long"
    CLOSING = "closing"
    KEPT_OUT = "kept_out"
    NOT_ENOUGH_PEARLS = "not_enough_pearls"
    RIVAL_LACKS_PEARLS = "rival_lacks_pearls"
    NO_STAKES_YET = "no_stakes_yet"
    STAKED_ENOUGH = "staked_enough"
    NO_SUCH_TABLE = "no_such_table"
    TOO_MANY_GUESSES = "too_many_guesses"
    NO_SPECTATORS = "no_spectators"
    TOO_MANY_INVITATIONS = "too_many_invitations"
    TOO_MANY_TABLES = "too_many_tables"
    NO_SUCH_BUTTON = "no_such_button"
    WORD_TOO_LONG = "word_too_long"
    NO_SEAT_FOR_YOU = "no_seat_for_you"
    TAKES_NO_CHALLENGE = "takes_no_challenge"
    NOBODY_TO_TALK_TO = "nobody_to_talk_to"
    NOT_PASSED_ON = "not_passed_on"
    NOTHING_SAID = "nothing_said"
    TOO_MUCH_TALK = "too_much_talk"
    TOO_FEW_FOR_GIFT = "too_few_for_gift"
    PAUSED = "paused"
    NO_CLOCK = "no_clock"
    OWN_TURN = "own_turn"
    GIVEN_ENOUGH = "given_enough"
    PAUSED_ENOUGH = "paused_enough"
    NOBODY_TO_SHOW = "nobody_to_show"


class Evening(NamedTuple):
    """Where a table stands in an evening of several games; `number` counts from 0.

    `won` is how many of the earlier games each seat has won; `over`: it goes no further after this game.
    """

    number: int = 0
    won: tuple[int, int] = (0, 0)
    over: bool = False


class Queued(NamedTuple):
    """How a seat's player stood in the queue of quick play, should they have to go back there."""

    since: int
    platform: str
    place: str
    rating: int


@dataclass(frozen=True, slots=True)
class Setup:
    """What the host chose; `preset` names the customs the ruleset began from. Raises Malformed for a bad stake.

    The other seat is for whoever comes, unless it is kept for one person: for the player `guest`, whom the host knows,
    or for whoever brings the `key`, which only the host's link has in it. A table's code alone then only lets one
    watch: it stands on every board, and anybody in a group could pass it on. `spectators`: whether others may watch.
    `coached`: whoever learns is told the best turn at every roll.
    """

    ruleset: Ruleset
    preset: str
    against: Against
    level: Level = Level.MEDIUM
    stake: int = 0
    auto_roll: bool = True
    guest: int = 0
    key: str = field(default="", repr=False)
    spectators: bool = True
    coached: bool = False
    evening: Evening | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.stake <= MAX_STAKE:
            raise Malformed(f"a stake is 0 to {MAX_STAKE} pearls")
        if self.stake and self.against is not Against.FRIEND:
            raise Malformed("pearls are staked only against another person")
        if self.stake and self.ruleset.clock is ClockKind.NONE:
            raise Malformed("a stake needs a clock, or the pot could stay on the table for ever")
        if self.coached and self.against is not Against.COMPUTER:
            raise Malformed("only who plays the computer is coached")


class Mark(NamedTuple):
    """What a finished match has changed in a player's standing.

    `rating` is the new one and `change` the difference, both None where the match did not count; `awards` are
    bot.achievements.Award, those earned by this match.
    """

    rating: int | None = None
    change: int | None = None
    awards: tuple[str, ...] = ()


class Seated(NamedTuple):
    """Who sits on a seat, and whether they are ready for the first roll."""

    player: int
    name: str
    ready: bool
    word: str = ""

    def called(self, words: Phrases) -> str:
        """Their name as people read it."""
        return called(self.player, self.name, words)


class Paused(NamedTuple):
    """A pause: what the clock had left, and when the house ends it if nobody does."""

    left: Left
    until: int


@dataclass(frozen=True, slots=True)
class Table:
    """One table, which is one match. Every change of it raises `version`; times are milliseconds.

    `stamp` counts the entries of the match's log. `wake_at` is when the house has something to do here:
    the clock runs out, the computer plays, the next game or the match begins.
    """

    id: int
    code: str
    setup: Setup
    host: int
    commitment: str
    seats: tuple[Seated | None, Seated | None]
    version: int = 0
    stage: Stage = Stage.OPEN
    match: Match | None = None
    clock: Clock = STOPPED
    wake_at: int | None = None
    stamp: int = 0
    picked: int | None = None
    asking: tuple[What | None, What | None] = (None, None)
    rematch: tuple[Plan | None, Plan | None] = (None, None)
    """What each seat would play next."""
    met: tuple[int, int] = (0, 0)
    """The matches that each seat had won against the other before this one."""
    queued: tuple[Queued, Queued] | None = None
    """Where the two came from, if quick play has brought them together."""
    next_code: str | None = None
    paid: tuple[int, int] = (0, 0)
    """The pearls each seat got at the end."""
    unpaid: tuple[Unpaid | None, Unpaid | None] = (None, None)
    """Why the house paid a seat nothing."""
    expired: bool = False
    """Whether the house closed it because nobody came."""
    notes: int = 0
    """How many of the log's last entries changed nothing of the turn: buttons drawn before them still fit."""
    pausing: tuple[bool, bool] = (False, False)
    """Who asks for a pause."""
    paused: Paused | None = None
    woken: int = 0
    """The stamp at which the house ended a pause nobody had ended; 0 once the game has gone on."""
    pauses: int = 0
    """How many pauses the two have agreed on in this match."""
    given: int = 0
    """How many minutes the rival has given for the turn under way."""
    seed: str | None = field(default=None, repr=False)
    """Shown once the match is over; None before."""
    home: str | None = None
    """The group or server where it was opened (storage.results.home); None in private and on the page."""
    tally: Tally = tallies.NOTHING
    marks: tuple[Mark | None, Mark | None] = (None, None)

    @property
    def words(self) -> tuple[str, str]:
        """The players' words, which the rolls depend on."""
        first, second = self.seats
        return (first.word if first else "", second.word if second else "")

    def seat_of(self, player: int) -> Seat | None:
        """Where a player sits; on a shared screen the seat whose turn it is."""
        if self.setup.against is Against.LOCAL and player == self.host:
            mover = self.match.game.to_move if self.match else None
            return Seat.FIRST if mover is None else mover
        return next((seat for seat in Seat if (at := self.seats[seat]) and at.player == player), None)

    @property
    def invites(self) -> bool:
        """Whether somebody is awaited on the other seat."""
        return self.stage is Stage.OPEN and None in self.seats

    @property
    def invitation(self) -> str:
        """What leads to the free seat: the code, and the key where the table has one. For the host's eyes."""
        return f"{self.code}{self.setup.key}"

    def may_watch(self, player: int) -> bool:
        """Whether somebody may see the game; before the first roll there is nothing to hide."""
        return self.setup.spectators or self.stage is Stage.OPEN or self.seat_of(player) is not None

    def fits(self, stamp: int) -> bool:
        """Whether a button with this stamp is about the turn as it stands."""
        return self.stamp - self.notes <= stamp <= self.stamp

    def name_of(self, seat: Seat) -> str:
        """The name on a seat; empty for the computer and for a free seat."""
        at = self.seats[seat]
        return at.name if at else ""

    def called(self, seat: Seat, words: Phrases) -> str:
        """Likewise as people read it."""
        at = self.seats[seat]
        return at.called(words) if at else ""

    def is_computer(self, seat: Seat) -> bool:
        """Whether the computer sits there."""
        at = self.seats[seat]
        return at is not None and at.player == COMPUTER


def needs_of(table: Table) -> Needs | None:
    """What whoever is to move and its rival still need to win the match."""
    match = table.match
    if match is None or match.game.to_move is None:
        return None
    seat = match.game.to_move
    target = match.ruleset.target
    return Needs(target - match.score[seat], target - match.score[seat.other])
