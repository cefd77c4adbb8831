"""A board in sentences, for who hears it instead of seeing it: everything by the learner's own numbers."""

from collections.abc import Iterable, Iterator

from bot.phrases import Phrases
from render.scene import facing
from rules.game import Game
from rules.position import BAR, OFF, count, places
from rules.ruleset import Direction

Stack = tuple[int, int]
"""A point and how many checkers stand there."""


def spoken(game: Game, words: Phrases) -> Iterator[str]:
    """Where everybody stands, as whoever is to move would tell it, and the dice left to play."""
    t, position = words.t, game.position
    same = game.ruleset.direction is Direction.SAME

    def faced(points: Iterable[int]) -> list[int]:
        return sorted((facing(point, same_direction=same) for point in points), reverse=True)

    own = [(point, count(position.own, point)) for point in _points(position.own)]
    rival = {facing(at, same_direction=same): count(position.rival, at) for at in _points(position.rival)}
    yield t("Your checkers: {places}.", places=_stacks(own, words))
    theirs = _stacks(sorted(rival.items(), reverse=True), words)
    yield t("The rival's, by your numbers: {places}.", places=theirs)
    if position.own_pinned:
        yield t("Yours lies pinned on {places}.", places=_listed(places(position.own_pinned), words))
    if position.rival_pinned:
        held = faced(places(position.rival_pinned))
        yield t("The rival's lies pinned on {places}.", places=_listed(held, words))
    for place, said in _BESIDE.items():
        mine, others = count(position.own, place), count(position.rival, place)
        if mine or others:
            yield t(said, own=mine, rival=others)
    if game.left:
        yield t("Dice to play: {dice}.", dice=_listed(game.left, words))


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


_BESIDE = {
    BAR: _t("On the bar: {own} of yours, {rival} of the rival's."),
    OFF: _t("Borne off: {own} of yours, {rival} of the rival's."),
}


def _points(side: int) -> list[int]:
    return [place for place in places(side) if OFF < place < BAR]


def _stacks(stacks: Iterable[Stack], words: Phrases) -> str:
    told = (words.t("{number} on {point}", number=number, point=point) for point, number in stacks)
    return words.t(", ").join(told)


def _listed(numbers: Iterable[int], words: Phrases) -> str:
    return words.t(", ").join(map(str, numbers))
