"""Panels on their way through another program: as plain values, in a line of news that may not be long."""

import pytest

from bot.company.panel import Panel, Tap
from bot.company.relay import LONGEST, packed, unpacked
from storage.news import About, Line

HEADING = "قهوة"
LINES = ("one", "two")
ROWS = ((Tap("Go", "~b:menu"),), (Tap("Stay", "~b:stay"),))


def test_a_panel_comes_out_as_it_went_in():
    panel = Panel(heading=HEADING, lines=LINES, rows=ROWS)
    assert unpacked(packed(panel)) == panel


@pytest.mark.parametrize(
    ("lines", "rows", "left"),
    [
        (("x" * LONGEST,), ROWS, ((), ROWS)),
        (LINES, ROWS * LONGEST, ((), ())),
    ],
)
def test_one_too_long_loses_its_lines_and_then_its_buttons(lines: tuple, rows: tuple, left: tuple):
    values = packed(Panel(heading=HEADING, lines=lines, rows=rows))
    assert len(Line(About.TELL, (values,)).written()) <= LONGEST
    shown = unpacked(values)
    assert (shown.heading, shown.lines, shown.rows) == (HEADING, *left)
