"""GNU Backgammon itself loads every match we export, without complaint and as it was played."""

import re
import subprocess
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from rules import match as matches
from rules import record
from rules.gnubg import match_id, position_id
from rules.mat import LONGEST_MATCH, Pages, mat
from rules.match import Ended, Match
from rules.record import Entry
from rules.ruleset import PRESETS, NextOpener, OnTimeout, Opening, Ruleset, Scoring
from tests.conftest import PROGRAMS
from tests.rules.play import stroll, whole_match

pytestmark = pytest.mark.gnubg

SHEESH_BESH = PRESETS["majlis_sheesh_besh"]
NAMES = ("Ali: the 2nd, 5", "محمد بن عبد الله بن عبد المطلب")
COMPLAINTS = ("warning", "unrecogni", "invalid", "garbage", "illegal", "errors", "not a valid", "support")
MATCHES = 30


class Read(NamedTuple):
    """What GNU Backgammon makes of files: each file's games, and the last position's names where there was a turn."""

    games: list[list[str]]
    names: list[tuple[str, str]]


def load(folder: Path, texts: Iterable[str]) -> Read:
    files = []
    for number, text in enumerate(texts):
        files.append(folder / f"{number}.mat")
        files[-1].write_text(text, encoding="utf-8")
    orders = [f"import mat {file}\nsave match {file.with_suffix('.sgf')}\n" for file in files]
    done = subprocess.run(
        [PROGRAMS["gnubg"], "--tty", "--quiet", "--no-rc"],
        input="".join(orders),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env={"HOME": str(folder), "LC_ALL": "C.UTF-8"},
    )
    said = done.stdout + done.stderr
    assert not [line for line in said.splitlines() if any(word in line.lower() for word in COMPLAINTS)]
    return Read(
        [file.with_suffix(".sgf").read_text(encoding="utf-8").split("(;FF")[1:] for file in files],
        re.findall(r"Position ID: (\S+)\s+Match ID\s+: (\S+)", said),
    )


def some_match(rng: Random) -> tuple[Ruleset, Match, list[Entry]]:
    ruleset = replace(
        SHEESH_BESH,
        target=rng.choice([1, 1, 2, 3, 5, 7, LONGEST_MATCH + 1]),
        opening=rng.choice(list(Opening)),
        next_opener=rng.choice(list(NextOpener)),
        scoring=rng.choice([Scoring.MARS, Scoring.MARS, Scoring.CHECKERS_LEFT]),
        on_timeout=rng.choice(list(OnTimeout)),
    )
    if rng.random() < 0.6 and ruleset.target <= LONGEST_MATCH:
        return ruleset, *whole_match(ruleset, rng)
    return ruleset, *stroll(ruleset, rng, rng.randint(1, 2_000))


def scores(match: Match) -> list[tuple[int, int]]:
    """The score before each game, and after the last."""
    found = [(0, 0)]
    for outcome in match.outcomes:
        (first, second), won = found[-1], outcome.winner
        found.append((first + outcome.points * (won == 0), second + outcome.points * (won == 1)))
    return found


def test_every_match_is_loaded_as_it_was_played(tmp_path):
    rng = Random(1)
    played = [some_match(rng) for _ in range(MATCHES)]
    texts = [mat(ruleset, log, Pages(NAMES, "KM7QXR", "2026.11.30")) for ruleset, _, log in played]
    for (ruleset, match, _), games in zip(played, load(tmp_path, texts).games, strict=True):
        left = match.verdict is not None and match.verdict.why is not Ended.TARGET
        assert len(games) == match.number + (left and match.game.outcome is not None)
        assert "PW[Ali the 2nd 5]" in games[0]
        for game, (first, second) in zip(games, scores(match), strict=False):
            assert f"[ws:{first}][bs:{second}]" in game
        for game, outcome in zip(games, match.outcomes, strict=False):
            result = re.search(r"RE\[([WB])\+(\d)", game)
            begun = re.search(r";[WB]\[", game)  # one given up before that is told by the next score alone
            assert (result and "WB".index(result[1])) == (outcome.winner if begun else None)
            exact = ruleset.scoring is Scoring.MARS and ruleset.target <= LONGEST_MATCH
            if result and exact and game is not games[-1]:
                assert int(result[2]) == outcome.points
    assert {match.verdict and match.verdict.why for _, match, _ in played} == {*Ended, None}


def test_a_position_and_its_match_have_the_names_that_gnu_backgammon_gives_them(tmp_path):
    rng = Random(1)
    cut = []
    while len(cut) < MATCHES:
        ruleset = replace(SHEESH_BESH, target=rng.choice([1, 3, 5]))
        _, log = whole_match(ruleset, rng)
        for at in rng.sample(range(1, len(log)), 5):
            match = record.replay(ruleset, log[:at])
            if matches.wants_roll(match) and match.game.to_move is not None and any(match.game.turns):
                cut.append((match, mat(ruleset, log[:at], Pages(NAMES))))
    named = [(position_id(match.game.position), match_id(match)) for match, _ in cut]
    assert load(tmp_path, (text for _, text in cut)).names == named
