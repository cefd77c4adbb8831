"""What `majlis analyse` does: an exported match looked at again, told in lines, its pictures written to a folder."""

import json
from pathlib import Path
from typing import Any

from bot.computer.analysis import Progress
from bot.easel import drawn
from bot.lessons import Class, Lesson, lesson
from bot.names import clean_name
from bot.phrases import Phrases
from bot.picture import Style
from bot.school import analysed
from rules.errors import Malformed

PLOT = "chances.jpg"
MISTAKE = "mistake-{number}.jpg"


def analyse(text: str, plies: int, words: Phrases, progress: Progress | None = None) -> Lesson:
    """Make the lesson of an exported match. Raises Malformed where the text is none."""
    try:
        exported = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed("this is no exported match (it is not JSON)") from None
    found = analysed(exported, plies, progress)
    if not found.rolls:
        raise Malformed("nothing has been played yet in this match")
    return lesson(found, Class(_names(exported, words)), words, Style())


def _names(exported: dict[str, Any], words: Phrases) -> tuple[str, str]:
    """The players' names, fit to be shown whoever wrote the file; the computer has none."""
    names = exported.get("players")
    match names:
        case [str(first), str(second)]:
            computer = words.t("Computer")
            return clean_name(first) or computer, clean_name(second) or computer
    raise Malformed("this is no exported match (it does not name two players)")


def told(made: Lesson) -> tuple[str, ...]:
    """The lesson in lines: how both played, the worst mistakes, then everything that cost something."""
    mistakes = [line for shown in made.mistakes for line in ("", *shown.caption.split("\n"))]
    return (made.title, *(report.text for report in made.reports), *mistakes, "", *made.losses)


def write(made: Lesson, out: Path) -> tuple[Path, ...]:
    """Write a lesson's pictures, and what they show in words beside each. Raises Malformed where that cannot be."""
    names = (PLOT, *(MISTAKE.format(number=number) for number in range(1, len(made.mistakes) + 1)))
    written = []
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, shown in zip(names, made.pictures, strict=True):
            file = out / name
            file.write_bytes(drawn(shown.picture))
            file.with_suffix(".txt").write_text(shown.alt + "\n", encoding="utf-8")
            written.append(file)
    except (OSError, ValueError) as error:
        raise Malformed(f"cannot write to {out}: {getattr(error, 'strerror', None) or error}") from None
    return tuple(written)
