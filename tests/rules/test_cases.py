"""The shared case files: every legal turn of 1,800 rolls."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from rules.ruleset import PRESETS
from tests.rules.reading import finals

CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_roll_leaves_exactly_these_positions(preset):
    cases = [json.loads(line) for line in (CASES / f"{preset}.jsonl").read_text().splitlines()]
    assert len(cases) == 300
    for case in cases:
        found = sorted(finals(case["position"], tuple(case["dice"]), PRESETS[preset]))
        where = f"{preset} {case['position']} {case['dice']}"
        assert found == case.get("finals", found), where
        assert len(found) == case["count"], where
        assert sha256("\n".join(found).encode()).hexdigest() == case["sha256"], where
