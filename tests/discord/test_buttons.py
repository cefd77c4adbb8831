"""Whatever stands on a board's buttons, Discord's library brings it to us."""

import pytest

from bot.discord.buttons import TableButton
from bot.intents import Ask, Confirm, Kind, PickDie, Plan, Rematch, Step, What, encode
from rules.ruleset import PRESETS

WISHES = (
    Confirm(),
    Step(25, 6, 4),
    PickDie(6),
    Ask(What.MATCH),
    *(Rematch(Plan(kind)) for kind in Kind if kind is not Kind.OTHER),
    *(Rematch(Plan(Kind.OTHER, preset)) for preset in PRESETS),
)


@pytest.mark.parametrize("wish", WISHES, ids=repr)
def test_every_button_of_a_board_is_heard(wish):
    heard = TableButton.__discord_ui_compiled_template__
    assert heard.fullmatch(encode("KM7QXR", 1_000_000, wish))
