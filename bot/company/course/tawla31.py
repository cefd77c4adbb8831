"""Tawla 31: a checker closes a point, the lead, walls, bearing off, and the race."""

from bot.company.exercise import Exercise


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


EXERCISES = (
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
