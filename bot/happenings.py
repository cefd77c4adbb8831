"""What has happened at a table and what matters now, a sentence a line."""

from collections.abc import Callable, Iterator

from bot import customs, onward, rewards
from bot.intents import What
from bot.phrases import Phrases, dice_call, isolated, ltr
from bot.sentences import Telling, match_why, why
from bot.table import Stage, Table
from bot.written import turn_text
from rules import scoring
from rules.game import FREE_TIMEOUTS, Game, Played
from rules.match import Match
from rules.ruleset import OnTimeout
from rules.seat import Seat


def lines(told: Telling) -> tuple[str, ...]:
    """What happened and what matters now, a sentence a line."""
    match = told.table.match
    found = _before(told) if match is None else _during(told, match)
    return tuple(line for line in found if line)


def _before(told: Telling) -> Iterator[str]:
    table, words = told.table, told.words
    if table.setup.stake:
        yield words.n("Stake: {n} pearl each.", "Stake: {n} pearls each.", table.setup.stake)
    if table.queued and table.stage is Stage.OPEN and not all(at and at.ready for at in table.seats):
        yield words.t("You have found each other. The table waits a minute for both to press Start.")
    if table.queued and table.stage is Stage.CLOSED:
        yield words.t("Whoever came is first in the queue again.")
    yield from _standing(told)
    for option, value in customs.changed(table.setup.preset, table.setup.ruleset, words):
        yield words.t("{option}: {value}", option=option, value=value)


def _during(told: Telling, match: Match) -> Iterator[str]:
    game = match.game
    if match.ruleset.target > 1 or match.verdict:
        yield _score(told, match)
    yield from _standing(told)
    if game.opening and not game.recent and game.to_move is not None:
        yield _opened(told, game)
    for played in game.recent[-2:]:
        yield _played(told, played)
    if game.dice and game.to_move is not None and not game.outcome and not match.verdict:
        yield _rolled(told, game.to_move, game.dice)
    yield _asked(told, match)
    yield from _agreed(told)
    yield from _late(told, match)
    if game.outcome:
        yield why(told, game.outcome)
    yield match_why(told, match)
    if match.between:
        yield told.words.t("The next game begins in a moment.")
    yield from rewards.earned(told)
    yield from rewards.marked(told)
    yield from rewards.offered(told)


def _score(told: Telling, match: Match) -> str:
    return told.words.t(
        "Score: {first} {score} {second}",
        first=told.name(Seat.FIRST),
        second=told.name(Seat.SECOND),
        score=_in_order(match.score, told.words),
    )


def _in_order(score: tuple[int, int], words: Phrases) -> str:
    """Two numbers as they stand between the first seat's name and the second's."""
    first, second = reversed(score) if words.right_to_left else score
    return ltr(f"{first} – {second}")


def _standing(told: Telling) -> Iterator[str]:
    """How the two stand in their evening, and in all the matches they have played; not in the midst of a match."""
    table, t = told.table, told.words.t
    names = {"first": told.name(Seat.FIRST), "second": told.name(Seat.SECOND)}
    if table.setup.evening and None not in table.seats:
        score = _in_order(onward.evening_score(table), told.words)
        yield t("Evening: {first} {score} {second}", score=score, **names)
    met = onward.met_score(table)
    if table.stage is Stage.PLAYING or None in table.seats or not any(table.met):
        return
    mine = told.seat if told.personal and told.seat is not None else Seat.FIRST
    score = ltr(f"{met[mine]}–{met[mine.other]}")
    rival = told.name(mine.other)
    if not told.personal:
        yield t("All matches: {first} {score} {second}", score=_in_order(met, told.words), **names)
    elif met[mine] == met[mine.other]:
        yield t("Over all your matches you and {name} are even, {score}.", name=rival, score=score)
    elif met[mine] > met[mine.other]:
        yield t("Over all your matches you lead {name} {score}.", name=rival, score=score)
    else:
        score = ltr(f"{met[mine.other]}–{met[mine]}")
        yield t("Over all your matches {name} leads you {score}.", name=rival, score=score)


def _opened(told: Telling, game: Game) -> str:
    opener = Seat.FIRST if game.opening and game.opening[0] > game.opening[1] else Seat.SECOND
    faces = sorted(game.opening or (), reverse=True)
    higher, lower = (ltr(str(face)) for face in faces)
    if told.is_you(opener):
        return told.words.t("You open with {higher} against {lower}.", higher=higher, lower=lower)
    name = told.name(opener)
    return told.words.t("{name} opens with {higher} against {lower}.", name=name, higher=higher, lower=lower)


def _dice(dice: tuple[int, int], words: Phrases) -> str:
    high, low = max(dice), min(dice)
    return f"{ltr(f'{high}-{low}')} {dice_call(high, low, words.language)}"


def _rolled(told: Telling, mover: Seat, dice: tuple[int, int]) -> str:
    shown = _dice(dice, told.words)
    if told.is_you(mover):
        return told.words.t("🎲 You rolled {dice}.", dice=shown)
    return told.words.t("🎲 {name} rolled {dice}.", name=told.name(mover), dice=shown)


def _played(told: Telling, played: Played) -> str:
    words, dice, name = told.words, _dice(played.dice, told.words), told.name(played.seat)
    you = told.is_you(played.seat)
    if not played.steps and not played.late:
        if you:
            return words.t("You, {dice}: no step is legal, the turn passes.", dice=dice)
        return words.t("{name}, {dice}: no step is legal, the turn passes.", name=name, dice=dice)
    turn = turn_text(played.steps, played.kinds, words)
    if played.late and you:
        return words.t("Time ran out: the computer played for you, {dice}: {turn}", dice=dice, turn=turn)
    if played.late:
        return words.t(
            "Time ran out: the computer played for {name}, {dice}: {turn}", name=name, dice=dice, turn=turn
        )
    if you:
        return words.t("You, {dice}: {turn}", dice=dice, turn=turn)
    return words.t("{name}, {dice}: {turn}", name=name, dice=dice, turn=turn)


def _asked(told: Telling, match: Match) -> str:
    seats = [told.seat] if told.personal else list(Seat)
    for seat in seats:
        what = told.table.asking[seat] if seat is not None else None
        if what is What.MATCH:
            return told.words.t("Leave the match? It is lost then.")
        if what is What.GAME and seat is not None:
            side = match.game.seen_by(seat).own
            points = scoring.resigned(seat, side, match.ruleset).points
            cost = told.words.n("{n} point", "{n} points", points)
            return told.words.t("Give up this game? It costs {points}.", points=cost)
    return ""


def _late(told: Telling, match: Match) -> Iterator[str]:
    if match.ruleset.on_timeout is not OnTimeout.PLAY_TWICE_THEN_LOSE_GAME or match.game.outcome:
        return
    for seat in Seat:
        if match.game.timeouts[seat] < FREE_TIMEOUTS:
            continue
        if told.is_you(seat):
            yield told.words.t("You lose the game if the time runs out once more.")
        else:
            yield told.words.t("{name} loses the game if the time runs out once more.", name=told.name(seat))


def _agreed(told: Telling) -> Iterator[str]:
    """What the two have agreed on about the clock, or would like to."""
    table, words = told.table, told.words
    if table.paused:
        yield words.t("The clock stands still. Either of you can go on; after a day it runs on by itself.")
    if table.woken:
        yield words.t("The pause has lasted a day: the clock runs again.")
    for seat in Seat:
        if table.pausing[seat] and told.is_you(seat):
            yield words.t("You ask for a pause.")
        elif table.pausing[seat]:
            yield words.t("{name} asks for a pause.", name=told.name(seat))
    if table.given:
        yield words.n(
            "{n} minute was added to this turn.", "{n} minutes were added to this turn.", table.given
        )


def seals(
    table: Table, words: Phrases, *, marked: Callable[[str], str], plain: Callable[[str], str]
) -> Iterator[str]:
    """The dice's commitment before the first roll, and how to check them afterwards.

    `marked` writes what people may want to copy the platform's way, `plain` everything else.
    """
    if table.stage is Stage.OPEN:
        yield words.t("🔒 Dice sealed: {digest}", digest=marked(table.commitment))
    if table.stage is Stage.FINISHED and table.seed:
        yield words.t("🔑 Seed of the dice: {seed}", seed=marked(table.seed))
        yield words.t("🔒 Dice sealed: {digest}", digest=marked(table.commitment))
        said = [isolated(word) for word in table.words if word]
        if said:
            yield plain(words.t("The players' words: {words}", words=" · ".join(said)))
