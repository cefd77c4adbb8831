"""A random game as the frames of its replay."""

import random
from dataclasses import replace

from render.replay import Frame
from render.scene import Banner, Die, Kind, Plate, Scene, Side, Step
from rules import turns
from rules.ruleset import PRESETS, Direction, Game

_KINDS = {turns.Kind.HIT: Kind.HIT, turns.Kind.PIN: Kind.PIN}


def frames(preset: str, most_turns: int, seed: int = 1) -> tuple[Frame, ...]:
    """Play at random: a title, then for each turn its dice and each step, a result at the end."""
    chance = random.Random(seed)
    ruleset = PRESETS[preset]
    position = turns.start_position(ruleset.game)
    scene = Scene(
        position,
        same_direction=ruleset.direction is Direction.SAME,
        has_bar=ruleset.game is Game.SHEESH_BESH,
        own=Plate("Layla Haddad", "0"),
        rival=Plate("عمر الفاروق", "0"),
        title="Mahbusa",
        target="to 5",
        pip_word="pips",
    )
    shown = [Frame(replace(scene, banner=Banner("Layla Haddad – عمر الفاروق", ("Mahbusa",))), 1500)]
    side, last = Side.OWN, ()
    for _ in range(most_turns):
        roll = (chance.randint(1, 6), chance.randint(1, 6))
        left = list(roll * 2 if roll[0] == roll[1] else roll)
        dice = [Die(value, side) for value in left]
        taken: tuple[Step, ...] = ()
        ending = None
        scene = replace(scene, turn=side, dice=tuple(dice), last=last, steps=())
        shown.append(Frame(scene, 900))
        while left and ending is None and (legal := turns.legal_steps(position, tuple(left), ruleset)):
            step = chance.choice(legal)
            result = turns.take(position, step, ruleset)
            position, ending = result.position, result.ending
            left.remove(step.die)
            dice[next(at for at, die in enumerate(dice) if die.value == step.die and not die.used)] = Die(
                step.die, side, used=True
            )
            taken = (*taken, Step(side, step.source, step.target, _KINDS.get(result.kind, Kind.PLAIN)))
            seen = position if side is Side.OWN else position.turned()
            scene = replace(scene, position=seen, dice=tuple(dice), steps=taken)
            shown.append(Frame(scene, 700))
        if ending is not None:
            break
        side, last, position = side.other, taken, position.turned()
    banner = Banner("Layla Haddad wins!", ("+2 points",), Side.OWN)
    return (*shown, Frame(replace(scene, turn=None, banner=banner), 3000))
