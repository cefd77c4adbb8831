"""What a person would point at: one position for each reason."""

from bot.computer.reasons import Reason, Why, reasons, replies
from rules.notation import parse_turn
from rules.position import parse
from rules.ruleset import PRESETS, Ruleset
from rules.turns import Turn, legal_turns, take

MAHBUSA, BESH, TAWLA = PRESETS["mahbusa"], PRESETS["majlis_sheesh_besh"], PRESETS["majlis_tawla31"]


def turn(text: str, played: str, dice: tuple[int, int], ruleset: Ruleset) -> Turn:
    """The legal turn that leads where these steps lead."""
    start = parse(text)
    steps = parse_turn(played, start, dice, ruleset)
    position = start
    for step in steps:
        position = take(position, step, ruleset).position
    return next(each for each in legal_turns(start, dice, ruleset) if each.position == position)


def told(ruleset: Ruleset, text: str, dice: tuple[int, int], better: str, other: str) -> list[Reason]:
    """The reasons for one turn against another."""
    pair = (turn(text, played, dice, ruleset) for played in (better, other))
    return list(reasons(parse(text), *pair, ruleset))


def test_a_win_needs_no_other_reason():
    found = told(MAHBUSA, "2 1 off13 / 6x15", (2, 1), "2/off 1/off", "2/off 1/off")
    assert found == [Reason(Why.ENDS)]


def test_bearing_off_more():
    found = told(MAHBUSA, "3 2 1x3 off10 / 6x15", (2, 1), "2/off 1/off", "3/2 2/off")
    assert found[0] == Reason(Why.OFF, 2)


def test_hits():
    found = told(BESH, "24x2 13x5 8x3 6x5 / 24 20 13x5 8x3 6x5", (3, 1), "8/5* 6/5", "24/21 6/5*")
    assert Why.HIT not in [each.why for each in found]
    found = told(BESH, "24x2 13x5 8x3 6x5 / 24 20 13x5 8x3 6x5", (3, 1), "8/5* 6/5", "13/10 24/23")
    assert found[0] == Reason(Why.HIT, 1)


def test_safety_is_counted_in_rolls():
    text = "24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5"
    made = turn(text, "8/5 6/5", (3, 1), BESH)
    loose = turn(text, "6/3 6/5", (3, 1), BESH)
    found = list(reasons(parse(text), made, loose, BESH))
    safe = next(each for each in found if each.why in (Why.SAFE, Why.SAFER))
    assert (safe.number, safe.other) == (
        replies(made.position, BESH).shots,
        replies(loose.position, BESH).shots,
    )
    assert safe.other - safe.number >= 3


def test_a_blot_six_away_is_hit_by_seventeen_rolls():
    # Every six, 5-1, 4-2, 3-3 and 2-2: the rival's 11 against my 20, which is its 5.
    assert replies(parse("20 6x7 4x7 / 11 3x14"), BESH).shots == 17
    assert replies(parse("20x2 6x7 4x6 / 11 3x14"), BESH).shots == 0


def test_pins_made_and_kept():
    found = told(MAHBUSA, "24x13 12 8 / 24x13 20 10", (3, 1), "8/5^ 24/23", "24/21 24/23")
    assert found[0] == Reason(Why.PIN, 1)
    kept = told(MAHBUSA, "24x12 12x2 5 / 24x13 20p 10", (3, 1), "24/21 24/23", "5/4 24/21")
    assert Reason(Why.KEEPS_PINNED, 1) in kept


def test_the_mother_out_of_danger():
    text = "24x2 6x13 / 20 2x14"
    found = told(MAHBUSA, text, (5, 5), "24/19(2) 19/14(2)", "24/19 19/14 14/9 9/4")
    assert found[0].why is Why.MOTHER_SAFE
    assert found[0].other > 0


def test_holding_the_mother():
    found = told(PRESETS["majlis_mahbusa"], "6x7 4x7 3 / 24 18x14", (2, 1), "3/1^ 6/5", "6/4 6/5")
    assert Reason(Why.MOTHER_HELD) in found


def test_holding_her_still_is_no_new_pin():
    text = "6x6 4x7 3 1 / 24p 18x14"
    found = told(PRESETS["majlis_mahbusa"], text, (2, 1), "6/4 6/5", "6/4 1/off")
    assert Reason(Why.MOTHER_STAYS) in found
    assert not {Why.MOTHER_HELD, Why.PIN, Why.KEEPS_PINNED} & {each.why for each in found}


def test_a_wall_that_stands_already_is_kept():
    found = told(TAWLA, "24x9 11 10 9 8 4 3 / 24x15", (2, 1), "4/2 3/2", "11/9 10/9")
    assert Reason(Why.KEEPS_WALL, 4) in found
    assert Why.WALL not in [each.why for each in found]


def test_a_wall_and_closed_points():
    found = told(TAWLA, "24x9 12 11 9 8 4 3 / 24x15", (2, 1), "12/10 4/3", "4/2 3/2")
    assert Reason(Why.WALL, 4) in found
    more = told(BESH, "24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5", (4, 2), "8/4 6/4", "24/20 13/11")
    assert Reason(Why.CLOSED, 2) in more  # it keeps 24 closed, too


def test_escaping_and_coming_home():
    found = told(BESH, "24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5", (6, 5), "24/18 18/13", "13/7 13/8")
    assert Reason(Why.ESCAPES, 1) in found
    race = told(MAHBUSA, "8 7 5x13 / 8x15", (2, 1), "8/6 7/6", "8/7 5/3")
    assert race[0].why is Why.HOME
    assert race[0].number == 2


def test_there_is_always_something_to_say():
    same = told(BESH, "24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5", (2, 1), "13/11 6/5", "13/11 6/5")
    assert same == [Reason(Why.PLACED)]


def test_a_rival_shut_out_passes_with_every_roll():
    shut = parse("24x3 6x2 5x2 4x2 3x2 2x2 1x2 / 13x14 bar1")
    assert replies(shut, BESH).passes == 36
    assert replies(parse("24x15 / 24x15"), MAHBUSA).passes == 0
