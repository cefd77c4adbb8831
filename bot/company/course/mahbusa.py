"""Mahbusa: the way, pins, closed points, the mother, bearing off."""

from bot.company.exercise import Exercise


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


EXERCISES = (
    Exercise(
        "mahbusa",
        _t("The way"),
        _t(
            "All fifteen of yours begin on 24 and travel down to your home, the points 6 to 1. Each die is a step of its own."
        ),
        "24x15 / 24x15",
        (6, 5),
        _t("Bring one checker as far as 13, with both dice."),
        _t("One checker, two steps. Even so it is a step at a time: each must land where it may."),
        _t("That leaves two checkers half way. Let the same checker play both dice."),
        ("24/18 18/13",),
    ),
    Exercise(
        "mahbusa",
        _t("Pinning"),
        _t(
            "A single checker of the rival's does not close a point. Land on it and it is pinned under yours: it cannot move before you leave."
        ),
        "24x8 20x3 17x2 14x2 / 24x7 20x3 18x2 15x2 9",
        (5, 4),
        _t("The rival has left one checker alone, on your 16. Pin it."),
        _t("It lies under yours now and waits for as long as you like. 📌 marks a step that pins."),
        _t("The lonely checker got away. It stands on 16: who reaches it with a 4?"),
        ("20/16 24/19", "20/16 20/15", "20/16 17/12", "20/16 14/9"),
    ),
    Exercise(
        "mahbusa",
        _t("Closed points"),
        _t(
            "Two or more of the rival's checkers close a point: you may not land there, nor step on it on the way."
        ),
        "24x5 22x2 19x3 16x3 14x2 / 24x6 21x2 16x3 12x2 8x2",
        (6, 2),
        _t("Which checker may not play the 6?"),
        _t("Right: two of the rival's stand where it would land, and that point is closed."),
        _t("That one may: nobody closes the point where it lands. Look where the rival stands in pairs."),
        die=6,
    ),
    Exercise(
        "mahbusa",
        _t("Under a pin"),
        _t(
            "The rival can pin you too. Your pinned checker stays until the last one on top has left, and its point is closed to you, be there only one on top."
        ),
        "24x4 20x2 17p 15x3 12x3 9x2 / 24x4 21x2 18x3 15x2 8 6x3",
        (4, 3),
        _t("Which checker may not play the 4?"),
        _t("Right: it lies under one of the rival's, and waits until that one moves on."),
        _t("That one is free to go. Look for the checker with one of the rival's on top."),
        die=4,
    ),
    Exercise(
        "mahbusa",
        _t("The mother"),
        _t(
            "The last checker on the start point is the mother. Hold the rival's mother while none of yours is left on your own 24, and you win at once: 2 points."
        ),
        "13x2 10x3 8x2 7 5x3 4x2 3x2 / 24 23x2 22p 19x2 16x2 14x2 9x3 6x2",
        (6, 3),
        _t("The rival's mother stands on your 1. Win the game."),
        _t(
            "The mother is yours. At Mahbooseh tables she wins at any time, at Majlis Mahbusa she is a pin like any other."
        ),
        _t("She is still free. Which checker stands 6 or 3 points from your 1?"),
        ("7/1", "4/1"),
    ),
    Exercise(
        "mahbusa",
        _t("Your own mother"),
        _t(
            "Never leave your own mother alone within the rival's reach. Once she has left 24, she is a checker like any other."
        ),
        "24 18x3 15x3 11x3 9x2 6x3 / 22x3 20x2 15x2 12x3 8x3 5x2",
        (6, 3),
        _t("Bring your mother to a point that you hold already, then play the 3 as you like."),
        _t("She stands among her own now, and nobody can pin her there."),
        _t("She could still be pinned. With which die does she land on a point of yours?"),
        ("24/18 18/15", "24/18 15/12", "24/18 11/8", "24/18 9/6"),
    ),
    Exercise(
        "mahbusa",
        _t("Bearing off"),
        _t(
            "With all of yours at home and none pinned you bear off. A die takes a checker from its own point, or from your highest where none is as far back."
        ),
        "5x3 4x3 3x3 2x2 1 off3 / 15 11x2 9x2 6x4 5x2 4x2 3x2",
        (6, 2),
        _t("Bear off two checkers."),
        _t(
            "The 6 took your highest, the 2 its own. Who bears off first all fifteen wins; with none of the rival's off it is mars."
        ),
        _t("Only one went off. With the 2 another could go as well."),
        ("5/off 2/off",),
    ),
)
