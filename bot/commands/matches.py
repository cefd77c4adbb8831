"""Commands about positions and matches: what is legal, what is best, pictures, files."""

import argparse
import json
import sys
from functools import partial
from pathlib import Path

from bot import analysing, archive, drawing, tools
from bot.commands.common import CannotDo, line_by_line, read, say, with_database
from bot.computer import jit, thinking
from bot.computer.best import best_line
from bot.names import read_code
from bot.phrases import phrases
from bot.picture import Style
from render.scene import WIDTH, Digits, Home, Theme
from rules.errors import Malformed
from storage.database import Database


def turns(_: argparse.Namespace) -> int:
    """Answer positions line by line."""
    return line_by_line(tools.turns_line)


def best(_: argparse.Namespace) -> int:
    """Answer positions line by line with the computer's turn."""
    _prepare_to_think()
    return line_by_line(best_line)


def _prepare_to_think() -> None:
    """Compile the computer before the first question; who waits for it is told."""
    if not jit.kept():
        print("Compiling the computer, once: half a minute.", file=sys.stderr, flush=True)  # noqa: T201 for who waits
    thinking.compile_now()


def verify(arguments: argparse.Namespace) -> int:
    """Check an exported match; 1 where something is wrong with it."""
    found = tools.verify(read(arguments.file))
    if found.unreadable:
        raise CannotDo(f"{arguments.file} is no exported match: {found.problems[0].found}")
    say(*found.lines())
    return 0 if found.ok else 1


def export(arguments: argparse.Namespace) -> int:
    """Print a match as JSON, or as `.mat`; an exported file can become one too."""
    try:
        if arguments.mat and Path(arguments.match).is_file():
            say(archive.file_as_mat(read(arguments.match)).rstrip("\n"))
        else:
            say(with_database(partial(_exported, read_code(arguments.match), mat=arguments.mat)))
    except Malformed as error:
        raise CannotDo(str(error)) from None
    return 0


async def _exported(code: str, database: Database, *, mat: bool) -> str:
    kept = await archive.kept(database, code)
    return archive.as_mat(kept).rstrip("\n") if mat else json.dumps(archive.as_json(kept), ensure_ascii=False)


def draw(arguments: argparse.Namespace) -> int:
    """Draw one picture from the options, a moving one from a match, or a picture for each line on standard input."""
    asked = {
        name: value for name, value in vars(arguments).items() if name != "command" and value is not None
    }
    try:
        if arguments.replay:
            style = Style(
                theme=Theme(arguments.theme or Theme.WOOD),
                home=Home(arguments.home or Home.BOTTOM_RIGHT),
                digits=Digits(arguments.digits or Digits.LATIN),
                width=arguments.width or WIDTH,
            )
            out = Path(arguments.out or "replay.gif")
            count = drawing.draw_replay(read(arguments.replay), out, arguments.language or "en", style)
            say(json.dumps({"file": str(out), "frames": count}))
        elif arguments.position:
            say(json.dumps(drawing.draw({"out": "board.png", **asked})))
        else:
            return line_by_line(drawing.draw_line)
    except ValueError as error:
        raise CannotDo(str(error)) from None
    return 0


def analyse(arguments: argparse.Namespace) -> int:
    """Tell what there is to learn from an exported match, and draw it where a folder is given."""
    words, text = phrases(arguments.language), read(arguments.file)
    _prepare_to_think()
    progress = _progress if arguments.plies > 1 else None
    try:
        made = analysing.analyse(text, arguments.plies, words, progress)
        written = analysing.write(made, Path(arguments.out)) if arguments.out else ()
    except Malformed as error:
        raise CannotDo(str(error)) from None
    say(*analysing.told(made), *map(str, written))
    return 0


def _progress(done: int, total: int) -> None:
    """Count the turns on standard error: one line that changes, or in a file a line for each tenth."""
    seen = sys.stderr.isatty()
    if seen or done == total or done * 10 // total > (done - 1) * 10 // total:
        end = "\r" if seen and done < total else "\n"
        print(f"{done} of {total} turns", end=end, file=sys.stderr, flush=True)  # noqa: T201 for who waits
