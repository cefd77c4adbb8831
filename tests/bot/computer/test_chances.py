"""What a position promises before the dice fall."""

import pytest

from bot.computer import thinking
from bot.computer.chances import chances
from rules.position import parse
from rules.ruleset import PRESETS


@pytest.mark.parametrize("text", ["6x15 / 1 off14", "6x15 / 1x3 off12", "6x12 off3 / 2 1 off13"])
def test_what_is_certain_is_no_more_than_certain(text: str):
    thinking.compile_now()
    # Summed up from the chances of many rolls in single precision, the loss comes to 1.0000005.
    found = chances(parse(text), PRESETS["mahbusa"])
    assert found.win == 0
    assert 0 <= found.lose_big <= 1
    sure = chances(parse("1 off14 / 6x15"), PRESETS["mahbusa"])
    assert sure.win == sure.win_big == 1
