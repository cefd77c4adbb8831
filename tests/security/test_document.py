"""docs/security.md names a test for each threat, and each of them is there."""

import re
from pathlib import Path

HERE = Path(__file__).parent
NAMED = re.findall(r"`([\w./]*test_\w+\.py)::(test_\w+)`", (HERE.parents[1] / "docs/security.md").read_text())


def test_every_threat_has_a_test_that_is_there():
    assert len(NAMED) >= 20
    for file, name in NAMED:
        assert re.search(rf"^(?:async )?def {name}\(", (HERE / file).read_text(), re.MULTILINE), name
