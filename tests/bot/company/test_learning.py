"""The lessons as people tap through them: every exercise right and wrong, in every language, going on where they were."""

import pytest

from bot import hints
from bot.company.acts import perform
from bot.company.course import COURSES, PRACTICE
from bot.company.desk import Company
from bot.company.exercise import Verdict, answer, attempt, begun
from bot.company.panel import act
from bot.intents import Confirm
from bot.intents import Step as Played
from bot.phrases import LANGUAGES, phrases
from bot.table import Against, Setup, Stage
from bot.tables import Tables
from bot.view import view
from render.scene import Scene
from rules.errors import Malformed
from rules.game import whole_turns
from rules.ruleset import PRESETS
from storage import courses

CAPTION = 1024
"""Characters below a picture, Telegram's limit."""


def taps(panel):
    return [tap for row in panel.rows for tap in row]


def labelled(panel, label):
    return next(tap.act for tap in taps(panel) if tap.label == label)


def stepped(panel, step):
    """The act of the button that plays a step."""
    return next(
        tap.act for tap in taps(panel) if tap.act.split(".")[-1].endswith(f"{step.source}-{step.die}")
    )


async def reached(circle, person):
    async with circle.house.database.read() as conn:
        return await courses.of_player(conn, person.id)


async def solve(circle, person, panel, exercise):
    for step in answer(exercise):
        panel = await circle.act(person, stepped(panel, step))
    return panel


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("course", COURSES)
async def test_a_whole_course_by_its_buttons_right_and_wrong(circle, course, language):
    sara = circle.house.sara
    await circle.speak(sara, language)
    words = phrases(language)
    panel = await circle.act(sara, act("lesson", course))
    for number, exercise in enumerate(COURSES[course], 1):
        assert words.t(exercise.rule) in panel.lines
        assert any(words.t(exercise.asked) in line for line in panel.lines)
        wrong = await circle.act(sara, await slip(circle, sara, panel, exercise))
        assert any(words.t(exercise.wrong) in line for line in wrong.lines)
        assert (await reached(circle, sara)).get(course, 0) == number - 1
        panel = await circle.act(sara, labelled(wrong, words.t("Try again")))
        panel = await solve(circle, sara, panel, exercise)
        assert any(words.t(exercise.right) in line for line in panel.lines)
        assert (await reached(circle, sara))[course] == number
        lead = "Done" if number == len(COURSES[course]) else "Go on"
        panel = await circle.act(sara, labelled(panel, words.t(lead)))
    assert panel.heading.endswith("✓")
    assert labelled(panel, words.t("Practice game with hints")) == act("practice", course)


async def slip(circle, person, panel, exercise):
    """The last act of a turn that is no answer, tapped up to there."""
    game = begun(exercise)
    if exercise.die:
        return stepped(panel, next(step for step in game.steps if step.die == exercise.die))
    wrong = next(
        turn.steps
        for turn in whole_turns(game)
        if attempt(exercise, turn.steps).verdict is Verdict.WRONG and turn.steps[0] in game.steps
    )
    for played in range(1, len(wrong) + 1):
        tapped = stepped(panel, wrong[played - 1])
        if attempt(exercise, wrong[:played]).verdict is Verdict.WRONG:
            return tapped
        panel = await circle.act(person, tapped)
    raise AssertionError


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_panel_fits_a_caption_and_a_grid_of_buttons(circle, language):
    sara = circle.house.sara
    await circle.speak(sara, language)
    for course, exercises in COURSES.items():
        for number in range(1, len(exercises) + 1):
            for steps in ("go", "show"):
                for tail in ((), ("words",)):
                    panel = await circle.act(sara, act("lesson", course, number, steps, *tail))
                    assert len("\n".join((panel.heading, *panel.lines))) <= CAPTION
                    assert len(panel.rows) <= 5
                    assert all(len(row) <= 3 for row in panel.rows)
                    assert (panel.shown is None) == bool(tail)


async def test_the_picture_is_the_readers_and_moves_with_the_taps(circle):
    sara = circle.house.sara
    before = await circle.act(sara, "lesson.mahbusa.2")
    after = await circle.act(sara, "lesson.mahbusa.2.20-4")
    for panel in (before, after):
        assert isinstance(panel.shown.picture, Scene)
    assert before.shown.picture.position != after.shown.picture.position
    assert after.shown.picture.steps
    await circle.speak(sara, "ar")
    assert (await circle.act(sara, "lesson.mahbusa.2")).shown.picture.right_to_left


async def test_who_sees_no_picture_is_told_everything(circle):
    sara = circle.house.sara
    panel = await circle.act(sara, "lesson.mahbusa.4")
    spoken = panel.shown.alt
    assert "4 on 24, 2 on 20, 1 on 17, 3 on 15, 3 on 12, 2 on 9." in spoken
    assert "3 on 19, 1 on 17, 2 on 10, 3 on 7, 2 on 4, 4 on 1." in spoken
    assert "Yours lies pinned on 17." in spoken
    in_words = await circle.act(sara, labelled(panel, "In words"))
    assert in_words.shown is None
    assert spoken in "\n".join(in_words.lines)
    assert all(tap.act.endswith("words") for tap in taps(in_words) if tap.label.startswith("\u2066"))
    back = await circle.act(sara, labelled(in_words, "With a picture"))
    assert back == panel


async def test_the_answer_can_be_shown(circle):
    sara = circle.house.sara
    wrong = await circle.act(sara, "lesson.mahbusa.1.24-6_24-5")
    shown = await circle.act(sara, labelled(wrong, "Show me"))
    assert any("✅" in line for line in shown.lines)
    assert (await reached(circle, sara)) == {"mahbusa": 1}


async def test_a_course_goes_on_after_a_restart(circle):
    house, company = circle.house, circle.company
    await circle.act(house.sara, "lesson.sheesh_besh.3.show")
    again = Company(house.database, Tables(house.database), company.now, company.drawers, company.school)
    menu = await perform(again, await circle.asker(house.sara), "lesson")
    assert "Sheesh Besh: go on with 4 of 7" in [tap.label for tap in taps(menu)]
    panel = await perform(again, await circle.asker(house.sara), "lesson.sheesh_besh")
    assert panel.heading == "Sheesh Besh, 4 of 7: Closed points"
    # Nobody falls back by looking at what is done, and nobody else is any further.
    await circle.act(house.sara, "lesson.sheesh_besh.1.show")
    assert (await reached(circle, house.sara)) == {"sheesh_besh": 3}
    assert (await circle.act(house.ali, "lesson.sheesh_besh")).heading.startswith("Sheesh Besh, 1 of 7")


async def test_a_finished_course_says_so_and_can_be_taken_again(circle):
    sara = circle.house.sara
    await circle.act(sara, "lesson.tawla31.7.show")
    assert "Tawla 31 ✓" in [tap.label for tap in taps(await circle.act(sara, "lesson"))]
    done = await circle.act(sara, "lesson.tawla31")
    assert (await circle.act(sara, labelled(done, "Once more from the beginning"))).heading.startswith(
        "Tawla 31, 1 of 7"
    )


async def test_a_late_button_begins_its_exercise_anew(circle):
    sara = circle.house.sara
    fresh = await circle.act(sara, "lesson.mahbusa.2")
    assert await circle.act(sara, "lesson.mahbusa.2.3-3_3-3") == fresh
    twice = [await circle.act(sara, "lesson.mahbusa.2.20-4") for _ in range(2)]
    assert twice[0] == twice[1]


@pytest.mark.parametrize(
    "forged",
    [
        "lesson.chess",
        "lesson.mahbusa.0",
        "lesson.mahbusa.8",
        "lesson.mahbusa.x",
        "lesson.mahbusa.1.24",
        "lesson.mahbusa.1.24-9",
        "lesson.mahbusa.1.go.loud",
        "lesson.mahbusa.1.go.words.words",
        "practice",
        "practice.chess",
        "practice.mahbusa.1",
    ],
)
async def test_what_no_button_says_is_refused(circle, forged):
    with pytest.raises(Malformed):
        await circle.act(circle.house.sara, forged)


# --- the practice game ------------------------------------------------------------------------------------------


def seen(table, person, language="en"):
    return view(table, table.seat_of(person.id), phrases(language))


@pytest.mark.parametrize("course", PRACTICE)
async def test_a_practice_game_gives_a_hint_at_every_turn(circle, course):
    house = circle.house
    panel = await circle.act(house.ali, act("practice", course))
    table = await house.tables.get(panel.table)
    assert table.stage is Stage.PLAYING
    assert (table.setup.preset, table.setup.against) == (PRACTICE[course], Against.COMPUTER)
    turns = 0
    while table.stage is Stage.PLAYING and turns < 12:
        game = table.match.game
        if table.match.between or table.is_computer(game.to_move) or game.dice is None:
            assert not [line for line in seen(table, house.ali).lines if "💡" in line]
            house.now = table.wake_at
            table = await house.tick(table)
            continue
        told = [line for line in seen(table, house.ali).lines if line.startswith("💡")]
        assert len(told) == bool(game.steps)
        if told:
            assert "Best is" in told[0]
            turns += 1
            assert hints.coaching(table, None, phrases("en"), shared=False) == ""
            assert hints.coaching(table, None, phrases("en"), shared=True) == told[0]
            assert "الأفضل" in "".join(seen(table, house.ali, "ar").lines)
        table = await step_on(house, table)
    assert turns


async def step_on(house, table):
    if table.match.game.steps:
        wish = Played(*table.match.game.steps[0])
        return (await house.wish(table, house.ali, wish, stamp=table.stamp)).table
    return (await house.wish(table, house.ali, Confirm(), stamp=table.stamp)).table


async def test_one_practice_game_at_a_time(circle):
    ali = circle.house.ali
    first = await circle.act(ali, "practice.mahbusa")
    assert await circle.act(ali, "practice.mahbusa") == first
    other = await circle.act(ali, "practice.sheesh_besh")
    assert other.table != first.table


async def test_a_practice_game_is_kept_with_its_hints_and_pays_as_practice_does(circle):
    house = circle.house
    panel = await circle.act(house.ali, "practice.sheesh_besh")
    assert (await Tables(house.database).get(panel.table)).setup.coached
    table = await house.finish(await house.tables.get(panel.table))
    won = table.match.verdict.winner is table.seat_of(house.ali.id)
    assert await house.pearls(house.ali) == (25 if won else 5)


def test_only_who_plays_the_computer_is_coached():
    for against in (Against.FRIEND, Against.LOCAL):
        with pytest.raises(Malformed):
            Setup(PRESETS["mahbusa"], "mahbusa", against, coached=True)
