"""What all tests share: those that need a browser are left out where there is none, and said to be."""

import os
from pathlib import Path

import pytest

CHROMIUM = Path("/usr/bin/chromium")
_MISSING = f"there is no {CHROMIUM} (apt-get install chromium)"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the browser tests out; where the checks run for everybody, a missing browser is a failure."""
    left_out = [item for item in items if item.get_closest_marker("browser")]
    if CHROMIUM.exists() or not left_out:
        return
    if os.environ.get("CI") == "true":
        raise pytest.UsageError(f"the browser tests cannot run: {_MISSING}")
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what was left out."""
    if not CHROMIUM.exists():
        terminalreporter.write_line(f"The tests in a real browser were left out: {_MISSING}.")
