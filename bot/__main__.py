"""The command line `majlis`: what it can do, and how each command ends (0 done, 1 found something wrong, 2 bad input)."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from bot.commands import hosting, keeping, matches, measuring
from bot.commands.common import CannotDo
from bot.computer import Level
from bot.computer.analysis import PLIES
from bot.config import Wrong
from bot.phrases import LANGUAGES
from render.scene import Colour, Digits, Home, Side, Theme
from rules.ruleset import PRESETS
from storage.database import Unusable

_LONGEST_BAN = 3650

_WHO = "telegram:ID, discord:ID (of people, groups or servers) or player:NUMBER"
_EXPORTED = "a match as `majlis export` prints it"
_QUESTIONS = (
    f"Presets: {', '.join(PRESETS)}; docs/rules.md tells them apart. "
    f"Levels: {', '.join(Level)}; docs/strength.md measures them. "
    "A position is whoever rolls, then ' / ', then the rival, each counted from its own side, such as "
    "'24x11 20 15p bar1 off1 / 24x15': 11 checkers on point 24, one on 20, one pinned on 15, one on the bar, one borne off."
)

Command = Callable[[argparse.Namespace], int]
_Add = Callable[[str, Command, str], argparse.ArgumentParser]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    arguments = _parser().parse_args(argv)
    command: Command = arguments.command
    try:
        return command(arguments)
    except (Wrong, Unusable, CannotDo) as error:
        print(f"majlis: {error}", file=sys.stderr)  # noqa: T201 for whoever typed the command
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has enough; closing it again at exit must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="majlis", description="Tawla, the backgammon family of the Arab world."
    )
    parsers = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Command, text: str) -> argparse.ArgumentParser:
        added = parsers.add_parser(name, help=text, description=text)
        added.set_defaults(command=command)
        return added

    add("run", hosting.run, "Start every platform that has its settings; the web page always.")
    add(
        "invite-links",
        hosting.invite_links,
        "Print the links by which people add the bot on Discord: to a server, or to their own account.",
    )
    _keeping(add)
    _fair_play(add)
    _matches(add)
    bench = add("bench", measuring.bench, "Measure every hot path beside its floor; prints JSON.")
    bench.add_argument(
        "only", nargs="*", metavar="NAME", help=f"only these of {', '.join(measuring.BENCHES)}"
    )
    return parser


def _keeping(add: _Add) -> None:
    backup = add("backup", keeping.backup, "Copy the database into FILE while Majlis runs.")
    backup.add_argument("file", metavar="FILE", help="where the copy goes; nothing is overwritten")
    restore = add(
        "restore",
        keeping.restore,
        "Put the backup FILE in the database's place, once Majlis is stopped; what stood there is kept beside it.",
    )
    restore.add_argument("file", metavar="FILE", help="what `majlis backup` has written")
    move = add(
        "move",
        keeping.move,
        "Copy everything from one database into an empty one, such as from a file to PostgreSQL, once Majlis is stopped.",
    )
    move.add_argument(
        "source", metavar="FROM", help="the old database's address, such as sqlite:///majlis.db"
    )
    move.add_argument("target", metavar="TO", nargs="?", help="the new one's; without it, MAJLIS_DATABASE")
    ledger = add("ledger", keeping.ledger, "Check the books of the pearls.")
    ledger.add_argument("action", choices=["check"], help="prove that all sums are zero")


def _fair_play(add: _Add) -> None:
    ban = add(
        "ban", hosting.ban, "Keep a person or a group out; matches under way are left, so the rival wins."
    )
    ban.add_argument("subject", metavar="WHO", help=_WHO)
    ban.add_argument("--days", type=_days, metavar="N", help="for so long; without it, for good")
    ban.add_argument("--why", default="", metavar="TEXT", help="what they are told")
    add("unban", hosting.unban, "Let somebody in again.").add_argument("subject", metavar="WHO", help=_WHO)
    add("bans", hosting.bans, "List who is kept out.")
    report = add(
        "report",
        hosting.report,
        "Say what to look at: one-sided pairs at stake tables, quick resignations, and reports.",
    )
    report.add_argument("--days", type=_days, default=30, metavar="N", help="how far back (30)")
    report.add_argument("--json", action="store_true", help="as JSON")
    close = add("close", hosting.close, "Close a table that has not begun; with --refund also one that has.")
    close.add_argument("code", metavar="CODE", help="the table's code")
    close.add_argument(
        "--refund", action="store_true", help="even if it is being played; stakes go back whole"
    )


def _matches(add: _Add) -> None:
    export = add("export", matches.export, "Print a finished or running match as JSON, or as .mat.")
    export.add_argument("match", metavar="CODE", help="a table's code; with --mat also an exported FILE")
    export.add_argument("--mat", action="store_true", help="Sheesh Besh as GNU Backgammon and others read it")
    verify = add("verify", matches.verify, "Check an exported match against its dice.")
    verify.add_argument("file", metavar="FILE", help=_EXPORTED)
    analyse = add("analyse", matches.analyse, "Tell what every decision of an exported match cost.")
    analyse.add_argument("file", metavar="FILE", help=_EXPORTED)
    analyse.add_argument(
        "--plies", type=int, choices=PLIES, default=1, help="how many rolls to look ahead (1)"
    )
    analyse.add_argument("--out", metavar="DIR", help="a folder for the plot and the worst mistakes")
    analyse.add_argument("--language", choices=LANGUAGES, default="en", help="the language of the words (en)")
    _draw_options(
        add("draw", matches.draw, "Draw boards: from options, from JSON lines, or a match as a GIF.")
    )
    for name, command, text in (
        (
            "turns",
            matches.turns,
            'Read JSON lines {"preset", "position", "dice": [a, b]}, answer {"finals": [...]}: all a roll can leave.',
        ),
        (
            "best",
            matches.best,
            'Read JSON lines {"preset", "position", "dice", "level"}, answer the computer\'s {"final", "turn", "equity"}.',
        ),
    ):
        add(name, command, text).epilog = _QUESTIONS


def _days(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _LONGEST_BAN:
        raise argparse.ArgumentTypeError(f"1 to {_LONGEST_BAN} days")
    return int(text)


def _draw_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--position",
        metavar="TEXT",
        help="position text; without it, JSON lines are read from standard input",
    )
    add("--replay", metavar="FILE", help="an exported match, to be drawn as a GIF")
    add("--out", metavar="FILE", help="the file to write: .jpg, .png or .txt; .gif for a replay")
    add("--preset", choices=PRESETS, help="the game it is played in (mahbusa)")
    add("--dice", nargs="+", type=int, metavar="N", help="one to four dice")
    add("--used", type=int, metavar="N", help="how many of the dice are used")
    add("--turn", choices=list(Side), help="whose turn it is")
    add("--colour", choices=list(Colour), help="the lower side's checkers (light)")
    add("--numbers", choices=list(Side), help="whose numbers stand along the board (own)")
    add("--theme", choices=list(Theme), help="what the board is made of (wood)")
    add("--home", choices=list(Home), help="where the lower side's home is (bottom_right)")
    add("--digits", choices=list(Digits), help="how numbers look (latin)")
    add("--language", choices=LANGUAGES, help="the language of the words (en)")
    add("--width", type=int, metavar="PX", help="pixels across, 240 to 2048 (1024)")
    add("--names", nargs=2, metavar="NAME", help="the lower side's and the upper side's name")
    add("--scores", nargs=2, metavar="TEXT", help="their scores")
    for name in ("title", "target", "stake"):
        add(f"--{name}", metavar="TEXT", help=f"the {name} as written on the board")


if __name__ == "__main__":
    sys.exit(main())
