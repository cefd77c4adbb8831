"""The courses: what each game's lesson is made of, step by step."""

from bot.company.course import mahbusa, sheesh_besh, tawla31
from bot.company.exercise import Exercise


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


COURSES: dict[str, tuple[Exercise, ...]] = {
    "mahbusa": mahbusa.EXERCISES,
    "tawla31": tawla31.EXERCISES,
    "sheesh_besh": sheesh_besh.EXERCISES,
}
"""Each game's course by the game's name (rules.ruleset.Game)."""

PRACTICE = {"mahbusa": "mahbusa", "tawla31": "majlis_tawla31", "sheesh_besh": "majlis_sheesh_besh"}
"""The customs of each course's practice game."""

NAMES = {"mahbusa": _t("Mahbusa"), "tawla31": _t("Tawla 31"), "sheesh_besh": _t("Sheesh Besh")}
