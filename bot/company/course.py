"""The courses: what each game's lesson is made of, step by step."""

from bot.company.exercise import Exercise


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


_MAHBUSA = (
    Exercise(
        "mahbusa",
        _t("The way"),
        _t(
            "All fifteen of yours begin on 24 and travel down to your home, the points 6 to 1. Each die is a step of its own."
        ),
        "24x15 / 24x15",
        (6, 5),
        _t("You rolled 6-5. Bring one checker as far as 13, with both dice."),
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

_SHEESH_BESH = (
    Exercise(
        "majlis_sheesh_besh",
        _t("Making a point"),
        _t(
            "Two of your checkers together close a point to the rival, and nobody can hit them. You travel down to your home, 6 to 1."
        ),
        "24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5",
        (3, 1),
        _t("You rolled 3-1. Make your point 5: bring two checkers there."),
        _t("The best opening there is: a second point closed in your own home."),
        _t("Your 5 is not closed. One checker reaches it with the 3, another one with the 1."),
        ("8/5 6/5",),
    ),
    Exercise(
        "majlis_sheesh_besh",
        _t("Hitting"),
        _t("A single checker can be hit: land on it and it goes to the bar, to begin its way again."),
        "24x2 13x5 8x3 6x5 / 24 18 13x5 8x3 6x5",
        (6, 1),
        _t("Hit the checker on your 7, and do not stay alone there."),
        _t("Hit, and your 7 is closed as well. ✕ marks a step that hits."),
        _t("Either the rival is not hit, or one of yours stands alone on 7. Two of yours can reach it."),
        ("13/7 8/7",),
    ),
    Exercise(
        "majlis_sheesh_besh",
        _t("The bar"),
        _t(
            "Whoever has a checker on the bar brings it in before anything else: a 4 enters on 21, a 2 on 23, and so on."
        ),
        "24 13x4 8x3 6x4 5x2 bar1 / 24x2 13x3 8x3 6x4 5x2 4",
        (4, 2),
        _t("Enter so that you hit, then play the other die as you like."),
        _t("In, and the rival's checker is on the bar instead."),
        _t("That enters and hits nobody. The rival's single checker stands on your 21."),
        ("bar/21 24/22", "bar/21 13/11", "bar/21 8/6", "bar/21 6/4", "bar/21 5/3"),
    ),
    Exercise(
        "majlis_sheesh_besh",
        _t("Closed points"),
        _t(
            "Two or more of the rival's checkers close a point: you may not land there, nor step on it on the way."
        ),
        "24x2 13x5 8x3 6x5 / 20x2 13x3 8x3 6x5 4x2",
        (5, 1),
        _t("Which checker may not play the 5?"),
        _t("Right: the rival has closed the point where it would land."),
        _t("That one may: nobody closes the point where it lands. Look where the rival stands in pairs."),
        die=5,
    ),
    Exercise(
        "majlis_sheesh_besh",
        _t("Nobody alone"),
        _t(
            "What stands alone can be hit. While the rival still has checkers behind yours, play so that nobody is left alone."
        ),
        "13x3 11 8x3 6x5 4x2 3 / 23x2 13x4 8x3 6x4 5x2",
        (5, 3),
        _t("Play 5-3 and leave no checker of yours alone."),
        _t("Everybody has company. The rival finds nobody to hit."),
        _t("Somebody stands alone now. Two of yours are alone at first: on 11 and on 3."),
        ("11/8 8/3",),
    ),
    Exercise(
        "majlis_sheesh_besh",
        _t("Bearing off"),
        _t(
            "With all of yours at home and none on the bar you bear off. A die takes a checker from its own point, or from your highest where none is as far back."
        ),
        "6x2 5x3 4x4 3x2 2x2 off2 / 17 15 6x4 5x3 4x3 3x2 off1",
        (6, 5),
        _t("Bear off two checkers."),
        _t("Each die took one from its own point. Who bears off first all fifteen wins."),
        _t("Only one went off. With the 5 another could go as well."),
        ("6/off 5/off",),
    ),
    Exercise(
        "majlis_sheesh_besh",
        _t("Saving the mars"),
        _t(
            "Who loses without a single checker borne off loses mars: 2 points instead of 1. One checker off is enough to save it."
        ),
        "10 6x3 5x3 4x3 3x3 2x2 / 2 1 off13",
        (6, 4),
        _t("The rival will be done at the next turn. Save the mars."),
        _t("The last one home, then one off: the loss costs 1 point, not 2."),
        _t(
            "Nobody is off yet, and the rival's next turn is mars. Once all are home, the 4 can bear one off."
        ),
        ("10/4 4/off",),
    ),
)

_TAWLA31 = (
    Exercise(
        "majlis_tawla31",
        _t("No hitting"),
        _t(
            "Here nobody hits and nobody pins: a single checker already closes its point to the other side. You travel from 24 down to your home, 6 to 1."
        ),
        "24x5 21x2 18x3 11x3 10x2 / 24x6 21x3 17x3 14x2 8",
        (4, 1),
        _t("Which checker may not play the 4?"),
        _t("Right: one of the rival's stands there, and one is enough."),
        _t("That one may. Look for a point where at least one of the rival's stands."),
        die=4,
    ),
    Exercise(
        "majlis_tawla31",
        _t("The lead"),
        _t(
            "The first to leave your 24 is the lead. Nobody else may move before it has reached your 12 or lower, the quarter where the rival began."
        ),
        "24x14 17 / 24x14 19",
        (6, 3),
        _t("Bring the lead there, then let a second checker out."),
        _t("It has arrived, and with that very step the others are free."),
        _t("The lead ran on alone. Once it has arrived, the die that is left may play another checker."),
        ("17/11 24/21",),
    ),
    Exercise(
        "majlis_tawla31",
        _t("No wall of six"),
        _t(
            "Five points in a row are a fine wall. Six are not allowed before one of the rival's checkers has passed the whole row."
        ),
        "24x3 20x3 19x2 18 17x2 16x2 11x2 / 24x9 22x3 16x3",
        (3, 1),
        _t("You hold 20 to 16. Which checker may not play the 3?"),
        _t("Right: it would make six points in a row, 21 to 16, and no rival has passed."),
        _t("That one may: it builds no wall of six. Look for the point that would lengthen your row."),
        die=3,
    ),
    Exercise(
        "majlis_tawla31",
        _t("Bearing off"),
        _t(
            "With all of yours at home you bear off. A die takes a checker from its own point, or from your highest where none is as far back."
        ),
        "6x4 5x4 4x3 3x2 1 off1 / 9x2 6x5 5x4 4x3 1",
        (6, 5),
        _t("Bear off two checkers."),
        _t(
            "Each die took one from its own point. Who bears off first all fifteen wins; with none of the rival's off it is mars."
        ),
        _t("Only one went off. With the 5 another could go as well."),
        ("6/off 5/off",),
    ),
    Exercise(
        "race31",
        _t("The race: the lead"),
        _t(
            "In the race to 31 both run towards each other, and walls of six are allowed. The lead must first reach your home, 6 or lower."
        ),
        "24x14 11 / 24x14 9",
        (5, 4),
        _t("Bring the lead home, then let a second checker out."),
        _t("Home with the 5, and the 4 may play another."),
        _t("The lead moved twice. Once it is home, the die that is left may play another checker."),
        ("11/6 24/20",),
    ),
    Exercise(
        "race31",
        _t("The race: winning"),
        _t(
            "A won game counts as many points as the loser has checkers not borne off. The first with 31 wins the match."
        ),
        "3 1 off13 / 8 5x3 4x2 2 off8",
        (5, 2),
        _t("The rival has 7 left. Finish now."),
        _t("Both off: 7 points for you, on the way to 31."),
        _t("One of yours is still there, and the rival rolls on. Both can go off in this turn."),
        ("3/off 1/off",),
    ),
    Exercise(
        "race31",
        _t("The race: losing little"),
        _t("When the game is lost, every checker that you still bear off is a point less for the rival."),
        "6x2 5x4 4x3 3x2 2x2 off2 / 2 1 off13",
        (5, 4),
        _t("The rival will be done at the next turn. Give away as few points as you can."),
        _t("Two off: the rival gets 11 points, not 13."),
        _t("That gives away more than need be. Each die can bear one off."),
        ("5/off 4/off",),
    ),
)

COURSES: dict[str, tuple[Exercise, ...]] = {
    "mahbusa": _MAHBUSA,
    "tawla31": _TAWLA31,
    "sheesh_besh": _SHEESH_BESH,
}
"""Each game's course by the game's name (rules.ruleset.Game)."""

PRACTICE = {"mahbusa": "mahbusa", "tawla31": "majlis_tawla31", "sheesh_besh": "majlis_sheesh_besh"}
"""The customs of each course's practice game."""

NAMES = {"mahbusa": _t("Mahbusa"), "tawla31": _t("Tawla 31"), "sheesh_besh": _t("Sheesh Besh")}
