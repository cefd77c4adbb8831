"""A player's card: a picture and the same in words, one's own and everybody else's.

There is nothing private on it, so who has blocked whom makes no difference; pearls are told to oneself alone. Somebody who has
not finished a match has not come out yet: their name is shown to themselves and to those they sit with. Who is kept out is
shown to nobody, as in the lists.
"""

from collections.abc import Iterator
from typing import NamedTuple

from bot import achievements, customs, lobby, people, tastes
from bot.company.desk import Asker, Company
from bot.company.manners import MAX_DIGITS
from bot.company.panel import Panel, Rows, Shown, Tap, act
from bot.company.phrasebook import GIFTS
from bot.company.repute import Repute, gather
from bot.people import Player
from bot.phrases import Phrases, isolated, ltr
from bot.picture import Style
from bot.table import COMPUTER, Against, No, Table
from render.profile import ACROSS, Figure, Gift, Profile
from rules.errors import Malformed, Refused
from rules.ruleset import Game
from storage import ledger, persons
from storage.tables import Status

NONE = "–"
"""Where there is nothing to count yet."""

MANY = 50
"""Tables at which two are looked for."""


class _Known(NamedTuple):
    """Somebody who may be shown to whoever asks; `pearls` only to themselves, and where nobody else reads."""

    player: Player
    repute: Repute
    pearls: int | None


async def profile(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """One's own card, `profile`, or anybody's, `profile.ID`. Raises Refused for whoever is not to be shown."""
    match arguments:
        case ():
            number = asker.id
        case (written,) if written.isdecimal() and len(written) <= MAX_DIGITS:
            number = int(written)
        case _:
            raise Malformed("nobody is named")
    known = await _known(company, asker, number)
    words = asker.words
    card = draft(known.player.name, known.repute, words, tastes.style(asker.player.settings))
    return Panel(
        heading=isolated(known.player.name),
        lines=tuple(_lines(known, card, words)),
        rows=_ways(asker, number),
        shown=Shown(
            card,
            words.t("The card of {name}; the words with it say the same.", name=isolated(known.player.name)),
        ),
        open=number == asker.id,
    )


def people_at(table: Table, reader: int | None, words: Phrases) -> tuple[Tap, ...]:
    """The way to the card of everybody at a table but whoever reads."""
    if table.setup.against is not Against.FRIEND:
        return ()
    others = (at for at in table.seats if at and at.player not in {COMPUTER, reader})
    return tuple(
        Tap(words.along(f"👤 {isolated(at.called(words))}"), act("profile", at.player)) for at in others
    )


async def _known(company: Company, asker: Asker, number: int) -> _Known:
    player = asker.player if number == asker.id else await people.load(company.database, number)
    tables = company.tables
    if player is None or number in tables.gone or tables.bans.of_player(number, company.now()):
        raise Refused(No.NOBODY_TO_SHOW)
    async with company.database.read() as conn:
        is_gone = not await persons.accounts(conn, number)
        repute = await gather(conn, number, company.now())
        alone = number == asker.id and not asker.chat
        pearls = await ledger.balance(conn, number) if alone else None
    if is_gone or not (
        repute.record.matches or number == asker.id or await _sit_together(company, asker.id, number)
    ):
        raise Refused(No.NOBODY_TO_SHOW)
    return _Known(player, repute, pearls)


async def _sit_together(company: Company, one: int, other: int) -> bool:
    tables = await lobby.tables_of(company.database, one, MANY, (Status.OPEN, Status.PLAYING))
    return any(table.seat_of(other) is not None for table in tables)


def _ways(asker: Asker, number: int) -> Rows:
    t = asker.words.t
    if number != asker.id:
        return ((Tap(t("My card"), act("profile")),),)
    if asker.chat:
        return ()
    return ((Tap(t("🎲 My dice"), act("dice")), Tap(t("Finished matches"), act("mine", "over", 0))),)


# --- the card -------------------------------------------------------------------------------------------------------


def draft(name: str, repute: Repute, words: Phrases, style: Style) -> Profile:
    """What the picture shows of somebody, in the reader's words and style."""
    t, record = words.t, repute.record
    return Profile(
        name,
        words.n("{n} finished match", "{n} finished matches", record.matches)
        if record.matches
        else t("The first match is still to come: the board is laid."),
        (*_ratings(repute, words), *_figures(repute, words)) if record.matches else (),
        tuple(Gift(kind, t(GIFTS[kind].label), ltr(f"×{pieces}")) for kind, pieces in repute.gifts.items()),
        t("The shelf is still empty; gifts will stand here."),
        t("Achievements"),
        tuple(achievements.title(award, words) for award in repute.awards),
        theme=style.theme,
        digits=style.digits,
        right_to_left=words.right_to_left,
        width=style.width,
    )


def _ratings(repute: Repute, words: Phrases) -> Iterator[Figure]:
    for game in Game:
        rating, label = repute.ratings.get(game), customs.game_name(game, words)
        if rating is None:
            yield Figure(NONE, label, words.t("not rated yet"))
            continue
        matches = words.n("{n} match", "{n} matches", rating.matches)
        note = matches if rating.settled else words.t("provisional")
        yield Figure(ltr(str(round(rating.value))), label, note)


def _figures(repute: Repute, words: Phrases) -> Iterator[Figure]:
    t, record = words.t, repute.record
    machine = (record.wins - record.beaten, record.matches - record.met)
    yield Figure(_share(record.beaten, record.met, words), t("won against people"))
    yield Figure(_share(*machine, words), t("won against the computer"))
    yield Figure(ltr(str(repute.streak)), t("won in a row"), t("best: {n}", n=ltr(str(repute.best))))
    yield Figure(ltr(str(record.mars)), t("mars given"))
    yield Figure(ltr(str(record.mothers)), t("mothers held"))
    yield Figure(
        customs.game_name(repute.favourite, words) if repute.favourite else NONE, t("favourite game")
    )


def _share(won: int, played: int, words: Phrases) -> str:
    return words.t("{won} of {played}", won=won, played=played) if played else NONE


# --- the same in words ----------------------------------------------------------------------------------------------


def _lines(known: _Known, card: Profile, words: Phrases) -> Iterator[str]:
    """All that the picture shows, so that nobody needs it; and one's pearls."""
    t, repute = words.t, known.repute
    yield card.about
    for at in range(0, len(card.figures), ACROSS):
        yield " · ".join(_told(figure, words) for figure in card.figures[at : at + ACROSS])
    if card.gifts:
        stands = " · ".join(f"{GIFTS[gift.kind].sign} {gift.label} {gift.pieces}" for gift in card.gifts)
        yield t("{option}: {value}", option=t("Shelf"), value=stands)
    else:
        yield card.bare
    if repute.awards:
        told = " · ".join(achievements.name(award, words) for award in repute.awards)
        yield t("{option}: {value}", option=card.awards_title, value=told)
    if known.pearls is not None:
        yield words.n("You have {n} pearl.", "You have {n} pearls.", known.pearls)


def _told(figure: Figure, words: Phrases) -> str:
    value = f"{figure.value} ({figure.note})" if figure.note else figure.value
    return words.t("{option}: {value}", option=figure.label[:1].upper() + figure.label[1:], value=value)
