"""Views fit every platform: five rows of five, 64 bytes, 80 characters, in three languages, for every table."""

import random
from dataclasses import replace

import pytest

from bot.buttons import COLUMNS, MAX_LABEL, ROWS
from bot.change import Change, Moment, begin_when_ready
from bot.house import tick
from bot.intents import MAX_PAYLOAD, Ask, Confirm, PickDie, PlayOnly, Rematch, Step, What, decode
from bot.phrases import LANGUAGES, phrases
from bot.play import Person, act
from bot.refusals import refusal
from bot.table import COMPUTER, Against, No, Seated, Setup, Stage, Table
from bot.view import view
from render.scene import Side
from rules import actions
from rules import game as games
from rules.clock import Clock
from rules.dice import commitment
from rules.errors import Reason
from rules.match import new
from rules.position import parse
from rules.ruleset import PRESETS, ClockKind, Mother
from rules.seat import Seat

ALI, SARA = Person(1, "علي"), Person(2, "Sara <b>")
SEED = b"\7" * 32
EN = phrases("en")


def a_table(preset="mahbusa", against=Against.FRIEND, position=None, dice=(), **changes):
    """A table at a position, Ali (first) to move with these dice left."""
    ruleset = replace(PRESETS[preset], **changes)
    table = Table(
        id=1,
        code="KAHWAH",
        setup=Setup(ruleset, preset, against),
        host=ALI.id,
        commitment=commitment(SEED),
        seats=(Seated(ALI.id, ALI.name, ready=True), Seated(SARA.id, SARA.name, ready=True)),
    )
    if position is None:
        return table
    match = new(ruleset)
    game = replace(
        match.game, position=parse(position), to_move=Seat.FIRST, dice=tuple(dice[:2]), left=tuple(dice)
    )
    return replace(table, stage=Stage.PLAYING, match=replace(match, game=game))


def labels(table, seat=Seat.FIRST, **more):
    return [[b.label.strip("\u2066\u2069") for b in row] for row in view(table, seat, EN, **more).buttons]


def fits(shown):
    assert len(shown.buttons) <= ROWS
    payloads = []
    for row in shown.buttons:
        assert 1 <= len(row) <= COLUMNS
        for button in row:
            assert 0 < len(button.label) <= MAX_LABEL
            assert len(button.payload.encode()) <= MAX_PAYLOAD
            payloads.append(button.payload)
    assert len(set(payloads)) == len(payloads)
    assert shown.headline
    assert all(shown.lines)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(3))
def test_every_view_of_whole_matches_fits_and_its_buttons_work(preset, seed):
    rng = random.Random(f"{preset} {seed}")
    table = a_table(preset, target=2)
    moment = Moment(0, rng.randbytes(32))
    fits(view(table, Seat.FIRST, EN))
    table = begin_when_ready(Change(table), moment).table
    while table.stage is Stage.PLAYING:
        language = phrases(rng.choice(LANGUAGES))
        seats = {seat: view(table, seat, language) for seat in (*Seat, None)}
        for shown in seats.values():
            fits(shown)
        fits(view(table, None, language, shared=True))
        asked = replace(table, pausing=(rng.random() < 0.5, True))
        for shown in (
            *(view(asked, seat, language) for seat in Seat),
            view(asked, None, language, shared=True),
        ):
            fits(shown)
        assert not seats[None].buttons
        if table.match.between:
            table = tick(table, Moment(table.wake_at, moment.seed)).table
            continue
        mover = table.match.game.to_move
        presses = [decode(button.payload) for row in seats[mover].buttons for button in row]
        useful = [p for p in presses if isinstance(p.intent, Step | PlayOnly | Confirm)]
        pick = [p for p in presses if isinstance(p.intent, PickDie)]
        assert useful, "there is always a way on"
        press = rng.choice(pick if pick and rng.random() < 0.3 else useful)
        person = (ALI, SARA)[mover]
        table = act(table, person, press.intent, press.stamp, moment).table
    for seat in (*Seat, None):
        fits(view(table, seat, EN))


def test_few_steps_are_one_tap_each_labelled_by_die_and_points():
    table = a_table(position="24x13 20 15 / 24x15", dice=(6, 3))
    assert labels(table) == [
        ["⚅ 24→18", "⚂ 24→21", "⚅ 20→14"],
        ["⚂ 20→17", "⚅ 15→9", "⚂ 15→12"],
        ["Resign"],
    ]


def test_pins_and_hits_are_marked():
    assert "⚀ 3→2 📌" in labels(a_table(position="24x14 3 / 24x14 23", dice=(6, 1)))[0]
    hit = a_table("majlis_sheesh_besh", position="6x14 3 / 24x2 13x5 8x3 6x4 23", dice=(4, 1))
    assert any("⚀ 3→2 ✕" in row for row in labels(hit))


def test_too_many_steps_bring_a_row_of_dice():
    wide = a_table(position="24x2 23 22 21 20 19 18 17 16 15 14 13 12 11 / 24x15", dice=(6, 5))
    rows = labels(wide)
    assert rows[0] == ["⚅ 6 ✓", "⚄ 5"]
    assert all(label.count("→") == 1 and "⚅" not in label for row in rows[1:-1] for label in row)
    picked = act(wide, ALI, PickDie(5), None, Moment(0, SEED)).table
    assert labels(picked)[0] == ["⚅ 6", "⚄ 5 ✓"]
    assert "24→19" in labels(picked)[1]


def test_the_only_turn_is_one_button():
    table = a_table("majlis_tawla31", position="24x15 / 24x15", dice=(6, 5))
    assert labels(table) == [["Play \u206624/18 18/13\u2069"], ["Resign"]] or labels(table)[0][0].startswith(
        "Play"
    )
    assert len(labels(table)[0]) == 1


def test_the_lonely_mother_is_warned_of_before_confirming():
    table = a_table(position="24 10x2 9x2 8x2 7x2 6x6 / 24x10 6 5 4 3 2", dice=(2, 1))
    assert view(table, Seat.FIRST, EN).warning == ""
    for step in [Step(10, 2), Step(10, 1)]:
        table = act(table, ALI, step, None, Moment(0, SEED)).table
    shown = view(table, Seat.FIRST, EN)
    # Only 6-6, 6-3 and 6-4 miss: with the latter the one way to use both dice leads elsewhere.
    assert shown.warning == "⚠ Your mother stands alone: 31 rolls of 36 pin her."
    assert Side.OWN in shown.scene.danger
    assert view(table, Seat.SECOND, EN).warning == ""


def test_a_pass_is_explained():

    blocked = a_table("majlis_sheesh_besh", position="6x14 bar1 / 24x2 6x3 5x2 4x2 3x2 2x2 1x2", dice=())
    match = blocked.match
    game, _ = games.apply(replace(match.game, dice=None, left=()), None, actions.Roll(6, 5))
    shown = view(replace(blocked, match=replace(match, game=game)), Seat.FIRST, EN)
    assert any("no step is legal, the turn passes" in line for line in shown.lines)
    assert shown.headline == "\u2068Sara <b>\u2069 to move."


def test_resigning_says_what_it_costs():
    table = a_table(position="24x15 / 24x10 6x5", dice=(2, 1))
    asked = act(table, ALI, Ask(What.GAME), None, Moment(0, SEED)).table
    assert "Give up this game? It costs 2 points." in view(asked, Seat.FIRST, EN).lines
    assert not any("Give up" in line for line in view(asked, Seat.SECOND, EN).lines)


def test_who_pins_wins_and_why_is_told():
    table = a_table("mahbooseh", position="24x14 3 / 24 10x14", dice=(2, 1))
    table = act(table, ALI, Step(3, 2), None, Moment(0, SEED)).table
    over = act(table, ALI, Confirm(), None, Moment(0, SEED)).table
    shown = view(over, Seat.FIRST, EN)
    assert shown.headline == "You win!"
    assert "You hold the mother of \u2068Sara <b>\u2069." in shown.lines
    assert shown.scene.banner.winner is Side.OWN
    assert view(over, Seat.SECOND, EN).scene.banner.winner is Side.RIVAL


def test_every_custom_of_a_table_that_differs_is_told_before_the_game():
    table = a_table(mother=Mother.NONE)
    assert view(table, None, EN).lines == ("Pinning the mother: is a pin like any other",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence(language):
    for reason in (*Reason, *No):
        assert refusal(reason, phrases(language))


def test_the_computer_has_a_name_and_thinks():
    table = a_table(position="24x15 / 24x15", dice=(2, 1))
    table = replace(table, seats=(Seated(COMPUTER, "", ready=True), table.seats[1]))
    assert view(table, Seat.SECOND, EN).headline == "The computer is thinking…"


def test_a_turn_that_the_clock_took_away_is_told_to_both():
    table = a_table(position="24x15 / 24x15", dice=(2, 1), clock=ClockKind.RELAXED)
    table = replace(table, clock=Clock(0, None), wake_at=0)
    after = tick(table, Moment(1, SEED), ((24, 2), (24, 1))).table
    assert any(
        line.startswith("Time ran out: the computer played for you")
        for line in view(after, Seat.FIRST, EN).lines
    )
    assert any(
        "the computer played for \u2068علي\u2069" in line for line in view(after, Seat.SECOND, EN).lines
    )


def test_who_offers_a_rematch_is_told_and_waits():
    table = a_table("mahbooseh", position="24x14 3 / 24 10x14", dice=(2, 1))
    for intent in (Step(3, 2), Confirm(), Rematch()):
        table = act(table, ALI, intent, None, Moment(0, SEED)).table
    assert "You offered a rematch; waiting for \u2068Sara <b>\u2069." in view(table, Seat.FIRST, EN).lines
    assert "\u2068علي\u2069 offers a rematch." in view(table, Seat.SECOND, EN).lines
    assert labels(table, Seat.SECOND) == [["Accept the rematch"], ["Longer: to 3", "Three games evening"]]
    assert labels(table, Seat.FIRST) == [["Longer: to 3", "Three games evening"]]


def test_on_a_shared_screen_a_played_turn_asks_for_confirmation():
    table = a_table("mahbusa", Against.LOCAL, position="24x15 / 24x15", dice=(2, 1))
    for step in (Step(24, 2), Step(24, 1)):
        table = act(table, ALI, step, None, Moment(0, SEED)).table
    shown = view(table, Seat.FIRST, EN, shared=True)
    assert shown.headline == "\u2068علي\u2069: the turn is played, confirm it or undo."
    assert labels(table, Seat.FIRST, shared=True) == [["↶ Undo", "✓ Confirm"], ["Resign"]]
    assert shown.scene.numbers is Side.OWN
    after = act(table, ALI, Confirm(), None, Moment(0, SEED)).table
    assert view(after, Seat.FIRST, EN, shared=True).scene.numbers is Side.RIVAL
