"""The scene of a table: what its picture shows, from one seat's side."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from bot.phrases import Phrases
from bot.table import Table
from render.scene import WIDTH, Banner, Colour, Die, Digits, Home, Kind, Plate, Scene, Side, Step, Theme
from rules import danger
from rules import ruleset as customs
from rules import turns as legal
from rules.game import Game, Played, new
from rules.seat import Seat

_KINDS = {legal.Kind.HIT: Kind.HIT, legal.Kind.PIN: Kind.PIN}


class Style(NamedTuple):
    """How somebody likes boards to look."""

    theme: Theme = Theme.WOOD
    home: Home = Home.BOTTOM_RIGHT
    digits: Digits = Digits.LATIN
    width: int = WIDTH


class Captions(NamedTuple):
    """The words on a picture: the seats' names, the game, and the result once there is one."""

    names: tuple[str, str]
    title: str
    banner: Banner | None = None
    numbers: Seat | None = None
    """Whose numbers the points bear, where it is not the lower side's."""


def scene(table: Table, bottom: Seat, captions: Captions, words: Phrases, style: Style) -> Scene:
    """The picture with `bottom` at the lower edge."""
    ruleset = table.setup.ruleset
    game = table.match.game if table.match else new(ruleset)
    return replace(
        board(game, bottom, words, style),
        own=_plate(table, bottom, captions.names),
        rival=_plate(table, bottom.other, captions.names),
        title=captions.title,
        numbers=Side.OWN if captions.numbers is None else _side(captions.numbers, bottom),
        target=words.t("Match to {target}", target=ruleset.target) if ruleset.target > 1 else "",
        stake=words.n("{n} pearl", "{n} pearls", 2 * table.setup.stake) if table.setup.stake else "",
        banner=captions.banner,
    )


def board(game: Game, bottom: Seat, words: Phrases, style: Style) -> Scene:
    """The picture of a game that stands on no table: nothing is written beside it."""
    ruleset = game.ruleset
    return Scene(
        position=game.seen_by(bottom),
        colour=Colour.LIGHT if bottom is Seat.FIRST else Colour.DARK,
        turn=None if game.to_move is None or game.outcome else _side(game.to_move, bottom),
        same_direction=ruleset.direction is customs.Direction.SAME,
        has_bar=ruleset.game is customs.Game.SHEESH_BESH,
        dice=tuple(_dice(game, bottom)),
        last=_last(game, bottom),
        steps=_taken(game, bottom),
        movable=tuple(sorted({step.source for step in game.steps}, reverse=True)),
        danger=_danger(game, bottom),
        pip_word=words.t("pips"),
        right_to_left=words.right_to_left,
        theme=style.theme,
        home=style.home,
        digits=style.digits,
        width=style.width,
    )


def _side(seat: Seat, bottom: Seat) -> Side:
    return Side.OWN if seat is bottom else Side.RIVAL


def _plate(table: Table, seat: Seat, names: tuple[str, str]) -> Plate:
    match = table.match
    return Plate(name=names[seat], score=str(match.score[seat]) if match else "")


def _dice(game: Game, bottom: Seat) -> Iterable[Die]:
    if game.dice and game.to_move is not None:
        side = _side(game.to_move, bottom)
        left = list(game.left)
        for value in game.dice * 2 if game.dice[0] == game.dice[1] else game.dice:
            unused = value in left
            if unused:
                left.remove(value)
            yield Die(value, side, used=not unused)
    elif game.opening and not game.recent:
        for seat in Seat:
            yield Die(game.opening[seat], _side(seat, bottom))


def _steps(steps: Iterable[legal.Step], kinds: Iterable[legal.Kind], side: Side) -> tuple[Step, ...]:
    return tuple(
        Step(side, step.source, step.target, _KINDS.get(kind, Kind.PLAIN))
        for step, kind in zip(steps, kinds, strict=True)
    )


def _last(game: Game, bottom: Seat) -> tuple[Step, ...]:
    """The last turn in which somebody could move; passes in between do not hide it."""
    played: Played | None = next((turn for turn in reversed(game.recent) if turn.steps), None)
    return _steps(played.steps, played.kinds, _side(played.seat, bottom)) if played else ()


def _taken(game: Game, bottom: Seat) -> tuple[Step, ...]:
    if game.to_move is None:
        return ()
    side = _side(game.to_move, bottom)
    return _steps((t.step for t in game.taken), (t.kind for t in game.taken), side)


def _danger(game: Game, bottom: Seat) -> tuple[Side, ...]:
    if game.outcome:
        return ()
    return tuple(
        _side(seat, bottom) for seat in Seat if danger.pinning_rolls(game.seen_by(seat), game.ruleset)
    )
