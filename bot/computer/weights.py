"""What each sign is worth, per game and the options that change its nature.

Fitted to games this very evaluation played against itself: tests/bench/fit_sense.py. A worth is in units of
what a game can be worth at most, before it is bent to stay within that (bot.computer.sense).
"""

from bot.computer.signs import Signs
from rules.ruleset import Direction, Game, Mother, Ruleset

MAHBUSA = {
    Mother.WIN: Signs(
        roll=0.01,
        pips=0.31,
        outside=0.69,
        saved=0.78,
        start=-0.66,
        stack=-0.25,
        home=-0.59,
        outer=-0.78,
        far=-1.43,
        deep=-2.35,
        guarded=-1.14,
        shut=-0.21,
        jam=-0.44,
        prime=0.09,
        dead=0.11,
        dead_rival=-0.07,
        risk=0.02,
        risk_back=-0.14,
        aim=-0.02,
        aim_back=0.07,
        held=0.13,
        held_back=-0.56,
        held_firm=-0.24,
        mother_risk=-2.01,
        mother_aim=0.05,
        mother_held=-1.00,
    ),
    Mother.WIN_IF_OWN_START_CLEAR: Signs(
        pips=0.01,
        outside=1.10,
        saved=0.75,
        start=-0.84,
        stack=-0.38,
        home=-0.65,
        outer=-0.74,
        far=-1.58,
        deep=-2.53,
        guarded=-1.21,
        shut=-0.11,
        jam=-0.23,
        prime=0.06,
        dead=0.10,
        dead_rival=-0.05,
        risk=0.01,
        risk_back=-0.11,
        aim=-0.01,
        aim_back=0.05,
        held=0.11,
        held_back=-0.48,
        held_firm=-0.25,
        mother_risk=-1.95,
        mother_aim=0.14,
        mother_held=-1.02,
    ),
    Mother.NONE: Signs(
        pips=0.48,
        outside=0.52,
        saved=0.82,
        start=-0.74,
        stack=-0.32,
        home=-0.69,
        outer=-0.78,
        far=-1.62,
        deep=-2.42,
        guarded=-1.20,
        shut=-0.23,
        jam=-0.33,
        prime=0.09,
        dead=0.13,
        dead_rival=-0.09,
        risk=0.02,
        risk_back=-0.16,
        aim=-0.02,
        aim_back=0.10,
        held=0.13,
        held_back=-0.57,
        held_firm=-0.25,
        mother_risk=-1.93,
        mother_aim=0.13,
        mother_held=-1.09,
    ),
}

TAWLA = {
    Direction.SAME: Signs(pips=-0.8, shut=-0.5, jam=-0.5, guarded=-0.3),
    Direction.OPPOSITE: Signs(pips=-0.8, shut=-0.5, jam=-0.5, guarded=-0.3),
}

SHEESH_BESH = Signs(
    roll=-0.03,
    pips=-0.34,
    outside=-0.50,
    saved=0.16,
    start=-0.34,
    stack=-0.19,
    home=0.02,
    far=0.08,
    deep=0.04,
    guarded=0.30,
    shut=-0.04,
    jam=-0.61,
    prime=-0.13,
    bar=-0.07,
    dead=-0.07,
    dead_rival=0.10,
    risk=-0.29,
    risk_back=0.23,
    aim=-0.01,
    aim_back=0.08,
)


def weights(ruleset: Ruleset) -> Signs:
    """The weights for a table's customs."""
    if ruleset.game is Game.MAHBUSA:
        return MAHBUSA[ruleset.mother]
    return TAWLA[ruleset.direction] if ruleset.game is Game.TAWLA31 else SHEESH_BESH
