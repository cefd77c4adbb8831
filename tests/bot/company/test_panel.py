import pytest

from bot.company.acts import perform
from bot.company.panel import MAX_ACT, Panel, act, read_act
from rules.errors import Malformed


def test_what_is_written_is_read_back():
    assert read_act(act("quick", "majlis_mahbusa", 5, "KM7QXR")) == (
        "quick",
        ("majlis_mahbusa", "5", "KM7QXR"),
    )
    assert read_act(act("top")) == ("top", ())


@pytest.mark.parametrize(
    "bad", ["", ".", "Top", "top.", "top..x", "top.é", "top x", "top:x", "t" * (MAX_ACT + 1)]
)
def test_what_is_never_written_is_refused(bad):
    with pytest.raises(Malformed):
        read_act(bad)
    with pytest.raises(ValueError, match="no act"):
        act(bad)


async def test_a_verb_that_nobody_knows_is_refused():
    with pytest.raises(Malformed):
        await perform(None, None, "nothing.at.all")


def test_a_panel_that_only_says_something_leaves_the_screen():
    assert Panel(said="Done").is_said_only
    assert not Panel(heading="Top").is_said_only
