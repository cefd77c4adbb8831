"""Sheesh Besh: points, hitting, the bar, bearing off."""

from bot.company.exercise import Exercise


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


EXERCISES = (
    Exercise(
        "majlis_sheesh_besh",
        _t("Making a point"),
        _t(
            "Two of your checkers together close a point to the rival, and nobody can hit them. You travel down to your home, 6 to 1."
        ),
        "24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5",
        (3, 1),
        _t("Make your point 5: bring two checkers there."),
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
