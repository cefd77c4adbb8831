"""The storm's short form: the long one is `python -m tests.storm` (docs/storm.md)."""

from random import Random

import pytest

from bot.table import Against, Setup, Stage, Table
from rules import match as matches
from rules.ruleset import PRESETS
from tests.storm.players import forged
from tests.storm.storm import Plan, Summary, run
from tests.storm.witness import Witness, has_result, is_stuck

SEED = 20


@pytest.mark.sqlite  # it fills the disk under the file
async def test_a_short_storm():
    """Killed over and over in bad weather, with people on all platforms."""
    plan = Plan(seed=SEED, kills=4, presses=120, people=45, pause_s=0.6, life_s=30, minutes=15)
    held(await run(plan))


@pytest.mark.postgres
async def test_a_short_storm_over_programs_that_share_a_database():
    """One dies at a time, Telegram brings its updates to whichever is there, and the database goes away now and then."""
    plan = Plan(
        seed=SEED,
        kills=4,
        presses=120,
        people=45,
        pause_s=0.6,
        life_s=30,
        minutes=15,
        webhook=True,
        programs=2,
    )
    held(await run(plan))


def held(summary: Summary) -> None:
    print("\n".join(summary.lines()))
    assert summary.calm, summary.lines()
    assert summary.figures["kills"] >= 3
    assert summary.checks["logs"] >= 1
    assert summary.checks["confirmed"] >= 1, "many more on a machine that is not as busy"


def witness_of(code: str, *payloads: str) -> Witness:
    witness = Witness()
    for payload in payloads:
        witness.was_done(payload)
    assert set(witness.confirmed) == {code}
    return witness


@pytest.mark.parametrize("log", [[], ['[0,"move",24,5]'], ['[0,"confirm"]', '[1,"move",24,5]']])
def test_the_witness_misses_what_was_confirmed_and_is_not_there(log: list[str]):
    witness = witness_of("ABCDEF", "ABCDEF:0:m24.6")
    witness._find(log, witness.confirmed["ABCDEF"])
    assert witness.complaints


def test_the_witness_finds_what_was_confirmed():
    witness = witness_of("ABCDEF", "ABCDEF:1:m24.6.2", "ABCDEF:2:p")
    log = ['[null,"roll",6,5]', '[0,"move",24,6]', '[0,"move",24,6]']
    witness._find(log, witness.confirmed["ABCDEF"])
    assert not witness.complaints


def test_the_witness_misses_what_the_rules_forbid():
    setup = Setup(PRESETS["mahbusa"], "mahbusa", Against.FRIEND)
    fresh = Table(
        1, "ABCDEF", setup, 1, "", (None, None), stage=Stage.PLAYING, match=matches.new(setup.ruleset)
    )
    for log, sound in ([], True), (['[0,"move",24,6]'], False), (['[null,"open",6,5]'], False):
        witness = Witness()
        witness._replay(fresh, log)
        assert bool(witness.complaints) is not sound


def test_a_table_that_nobody_takes_further_is_stuck():
    setup = Setup(PRESETS["mahbusa"], "mahbusa", Against.FRIEND)
    table = Table(1, "ABCDEF", setup, 1, "", (None, None))
    assert is_stuck(table)
    assert not is_stuck(Table(1, "ABCDEF", setup, 1, "", (None, None), wake_at=5))
    between = Table(
        1, "ABCDEF", setup, 1, "", (None, None), stage=Stage.PLAYING, match=matches.new(setup.ruleset)
    )
    assert is_stuck(between)


@pytest.mark.parametrize("against", Against)
@pytest.mark.parametrize("stage", Stage)
def test_what_is_over_has_a_result_except_of_a_shared_screen(against: Against, stage: Stage):
    table = Table(
        1, "ABCDEF", Setup(PRESETS["mahbusa"], "mahbusa", against), 1, "", (None, None), stage=stage
    )
    wanted = (stage, against) in {(Stage.FINISHED, Against.FRIEND), (Stage.FINISHED, Against.COMPUTER)}
    assert has_result(table) is wanted


def test_every_choice_follows_from_the_seed():
    assert [forged("ABCDEF:1:c", Random(7)) for _ in range(9)] == [
        forged("ABCDEF:1:c", Random(7)) for _ in range(9)
    ]
