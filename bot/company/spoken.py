"""A board in sentences, for who hears it instead of seeing it: everything by the learner's own numbers."""

from collections.abc import Iterable, Iterator

from bot.phrases import Phrases, ltr
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
    yield t("Your checkers: {places}.", places=_stacks(own))
    yield t("The rival's, by your numbers: {places}.", places=_stacks(sorted(rival.items(), reverse=True)))
    if position.own_pinned:
        yield t("Yours lies pinned on {places}.", places=_listed(places(position.own_pinned)))
    if position.rival_pinned:
        held = faced(places(position.rival_pinned))
        yield t("The rival's lies pinned on {places}.", places=_listed(held))
    for place, said in _BESIDE.items():
        mine, theirs = count(position.own, place), count(position.rival, place)
        if mine or theirs:
            yield t(said, own=mine, rival=theirs)
    if game.left:
        yield t("Dice to play: {dice}.", dice=_listed(game.left))


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


_BESIDE = {
    BAR: _t("On the bar: {own} of yours, {rival} of the rival's."),
    OFF: _t("Borne off: {own} of yours, {rival} of the rival's."),
}


def _points(side: int) -> list[int]:
    return [place for place in places(side) if OFF < place < BAR]


def _stacks(stacks: Iterable[Stack]) -> str:
    return ltr(", ".join(f"{point} ×{number}" if number > 1 else str(point) for point, number in stacks))


def _listed(numbers: Iterable[int]) -> str:
    return ltr(", ".join(map(str, numbers)))
