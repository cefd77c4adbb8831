"""What makes sitting at a table comfortable: one's settings, a pause, more time for the rival."""

from bot import agreements, tastes
from bot.company.desk import Asker, Company
from bot.company.panel import Panel, Tap, act
from bot.intents import GoOn, Intent, MoreTime, Pause
from bot.phrases import LANGUAGES, NAMES, Phrases, isolated, phrases
from bot.table import No, Table
from rules.errors import Malformed, Reason, Refused
from rules.seat import Seat


async def settings(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Everything one can choose, `settings`; the values of one choice, `settings.NAME`."""
    del company
    match arguments:
        case ():
            return _all(asker)
        case ("language",):
            values = tuple((tag, NAMES[tag]) for tag in LANGUAGES)
            return _one(asker, "language", asker.words.t("Language"), "", values)
        case (name,) if name in tastes.CHOICES:
            label, values = tastes.choices(asker.words)[name]
            return _one(asker, name, label, asker.words.t(tastes.ABOUT[name]), values)
        case _:
            raise Malformed("this is no choice of ours")


async def choose(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """One choice from now on: `set.NAME.VALUE`."""
    match arguments:
        case ("language", tag) if tag in LANGUAGES:
            player = await company.tables.likings.set_language(asker.player, tag)
        case (name, value) if value in map(str, tastes.CHOICES.get(name, ())):
            kept = tastes.kept(asker.player.settings, {name: value})
            player = await company.tables.likings.choose(asker.player, kept)
        case _:
            raise Malformed("this is no choice of ours")
    words = phrases(player.language)
    return _all(asker.changed(player, words), said=words.t("Kept."))


def _all(asker: Asker, said: str = "") -> Panel:
    t = asker.words.t
    taps = [
        Tap(_labelled(asker.words, t("Language"), NAMES[asker.words.language]), act("settings", "language"))
    ]
    for name, (label, values) in tastes.choices(asker.words).items():
        value = dict(values)[str(tastes.chosen(asker.player.settings, name))]
        taps.append(Tap(_labelled(asker.words, label, value), act("settings", name)))
    return Panel(
        heading=t("Settings"),
        lines=(t("Tap what you would like to change."),),
        rows=(
            *(tuple(taps[at : at + 2]) for at in range(0, len(taps), 2)),
            (Tap(t("My data as a file"), act("export")), Tap(t("Forget me"), act("forget"))),
        ),
        said=said,
    )


def _labelled(words: Phrases, label: str, value: str) -> str:
    return words.t("{option}: {value}", option=label, value=value)


def _one(asker: Asker, name: str, label: str, about: str, values: tuple[tuple[str, str], ...]) -> Panel:
    is_language = name == "language"
    now = asker.words.language if is_language else str(tastes.chosen(asker.player.settings, name))
    taps = [Tap(f"✓ {text}" if value == now else text, act("set", name, value)) for value, text in values]
    return Panel(
        heading=label,
        lines=(about,) if about else (),
        rows=(
            *(tuple(taps[at : at + 2]) for at in range(0, len(taps), 2)),
            (Tap(asker.words.t("All settings"), act("settings")),),
        ),
    )


async def pause(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Ask for a pause, or agree to one: `pause.CODE`."""
    after = await _wish(company, asker, arguments, Pause())
    t = asker.words.t
    return Panel(
        table=after.code,
        said=t("The game is paused.")
        if after.paused
        else t("You asked for a pause; the other has to agree."),
    )


async def go_on(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """End a pause, or want none after all: `goon.CODE`."""
    after = await _wish(company, asker, arguments, GoOn())
    return Panel(table=after.code, said=asker.words.t("The game goes on."))


async def minute(company: Company, asker: Asker, arguments: tuple[str, ...]) -> Panel:
    """Give the rival a minute more: `minute.CODE`."""
    after = await _wish(company, asker, arguments, MoreTime())
    seat = after.seat_of(asker.id)
    name = isolated(after.name_of(seat.other)) if seat is not None else ""
    return Panel(table=after.code, said=asker.words.t("{name} has a minute more.", name=name))


async def _wish(company: Company, asker: Asker, arguments: tuple[str, ...], intent: Intent) -> Table:
    match arguments:
        case (code,):
            reply = await company.tables.handle(
                code, asker.person, intent, now=company.now(), key=asker.key or None
            )
        case _:
            raise Malformed("which table is meant?")
    if reply.refused:
        raise Refused(next(reason for reason in (*No, *Reason) if reason == reply.refused))
    return reply.table


def taps(table: Table, seat: Seat | None, words: Phrases) -> tuple[Tap, ...]:
    """What two with a clock may wish of each other, as buttons beside their board."""
    if not agreements.may_pause(table) or table.paused:
        return ()
    may_ask = agreements.may_ask_for_pause(table) and not any(table.pausing)
    asks = (Tap(words.t("⏸ Ask for a pause"), act("pause", table.code)),) if may_ask else ()
    gives = seat is None or agreements.may_give_time(table, seat)
    more = (Tap(words.t("+1 minute for them"), act("minute", table.code)),) if gives else ()
    return (*more, *asks)
