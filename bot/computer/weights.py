"""What each sign is worth, per game and the options that change its nature."""

from bot.computer.signs import Signs
from rules.ruleset import Direction, Game, Mother, Ruleset

_MAHBUSA = Signs(
    pips=-0.5,
    held=-0.3,
    held_back=-0.3,
    shut=-0.4,
    jam=-0.4,
    risk=-0.3,
    aim=0.1,
    mother_risk=-2,
    mother_aim=0.4,
    mother_held=-1,
)
_TAWLA = Signs(pips=-0.8, shut=-0.5, jam=-0.5, guarded=-0.3)
_SHEESH_BESH = Signs(pips=-0.7, shut=-0.4, jam=-0.4, risk=-0.3, aim=0.1, home=0.3, bar=-0.3)
MAHBUSA = {mother: _MAHBUSA for mother in Mother}
TAWLA = {d: _TAWLA for d in Direction}
SHEESH_BESH = _SHEESH_BESH


def weights(ruleset: Ruleset) -> Signs:
    """The weights for a table's customs."""
    if ruleset.game is Game.MAHBUSA:
        return MAHBUSA[ruleset.mother]
    return TAWLA[ruleset.direction] if ruleset.game is Game.TAWLA31 else SHEESH_BESH
