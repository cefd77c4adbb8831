"""What is told and shown of a finished match, in every language."""

import json
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from bot import analysing, school, tools
from bot.computer.analysis import Analysis
from bot.easel import drawn
from bot.lessons import Class, class_of, lesson
from bot.phrases import LANGUAGES, phrases
from bot.picture import Style
from bot.school import Log, School, analysed, look_apart, teaches
from bot.table import Against, No, Stage
from render.chart import Chart
from render.comparison import Comparison
from render.scene import Colour, Digits, Theme
from rules.errors import Malformed, Refused
from rules.ruleset import PRESETS
from rules.seat import Seat
from tests.rules.play import whole_match

BOTH = Class(("Huda", "عمر"))
EN = phrases("en")


def exported(preset: str = "race31", target: int = 1, seed: int = 3) -> dict:
    match, log = whole_match(replace(PRESETS[preset], target=target), Random(seed))
    return tools.export(
        match, log, commitment="", seed=bytes(32), words=("", ""), players=("Huda", "عمر"), code="ABCDEF"
    )


@cache
def looked_at(preset: str) -> Analysis:
    """The beginning of a match, which is enough to learn from; one that ends with a resignation."""
    match = exported(preset)
    return analysed(
        {**match, "log": [*match["log"][:240], [0, "resign"]]} if len(match["log"]) > 240 else match
    )


@pytest.fixture(scope="module")
def found() -> Analysis:
    return analysed(exported("majlis_sheesh_besh", 2))


def test_the_plot_is_seen_from_ones_own_side(found):
    own, others = (lesson(found, Class(BOTH.names, seat=seat), EN, Style()).plot.picture for seat in Seat)
    assert (own.lower.name, own.lower.colour) == ("Huda", Colour.LIGHT)
    assert (others.lower.name, others.lower.colour) == ("عمر", Colour.DARK)
    for mine, hers in zip(own.games, others.games, strict=True):
        assert mine == pytest.approx([1 - chance for chance in hers])
    assert own.games == found.chances()


def test_the_marks_are_where_the_mistakes_were_made(found):
    made = lesson(found, BOTH, EN, Style())
    worst = found.worst(Seat)
    for number, (mark, decision) in enumerate(zip(made.plot.picture.marks, worst, strict=True), 1):
        rolls = [roll for roll in found.rolls if roll.turn.game == mark.game + 1]
        assert rolls[mark.at].turn == decision.turn
        assert mark.label == str(number)


def test_a_mistake_is_shown_from_the_side_that_made_it(found):
    made = lesson(found, BOTH, EN, Style())
    for decision, shown, corrected in zip(found.worst(Seat), made.mistakes, made.corrections, strict=True):
        pair = shown.picture
        assert isinstance(pair, Comparison)
        assert pair.played.position == decision.turn.after
        assert pair.better.position == decision.best.position
        assert pair.played.own.name == BOTH.names[decision.turn.seat]
        assert sorted((step.source, step.target) for step in pair.better.steps) == sorted(
            (step.source, step.target) for step in decision.best.steps
        )
        assert corrected.better in shown.alt
        assert corrected.why


@pytest.mark.parametrize(
    ("taught", "seats"),
    [
        (Class(BOTH.names), (Seat.FIRST, Seat.SECOND)),
        (Class(BOTH.names, seat=Seat.SECOND), (Seat.SECOND,)),
        (Class(BOTH.names, people=(True, False)), (Seat.FIRST,)),
        (Class(BOTH.names, people=(False, False)), (Seat.FIRST, Seat.SECOND)),
    ],
)
def test_whose_mistakes_are_told(found, taught: Class, seats: tuple[Seat, ...]):
    assert taught.taught == seats
    made = lesson(found, taught, EN, Style())
    assert len(made.losses) == len(found.losses(seats)) > 0
    assert len(made.reports) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_lesson_in_every_language_of_every_game(language: str, preset: str):
    words = phrases(language)
    made = lesson(looked_at(preset), BOTH, words, Style(Theme.DARK, digits=Digits.ARABIC, width=320))
    assert isinstance(made.plot.picture, Chart)
    assert made.plot.picture.right_to_left is words.right_to_left
    for text in (made.caption, *made.losses, *(shown.alt for shown in made.pictures)):
        for opening in "\u2066\u2067\u2068":
            assert "{" not in text
            assert text.count(opening) <= text.count("\u2069")
        assert sum(map(text.count, "\u2066\u2067\u2068")) == text.count("\u2069")
    assert "\u2066" in made.corrections[0].better
    for shown in made.pictures:
        assert drawn(shown.picture).startswith(b"\xff\xd8")


def test_points_are_called_what_they_are():
    assert "checkers" in lesson(looked_at("race31"), BOTH, EN, Style()).caption
    assert "points" in lesson(looked_at("mahbooseh"), BOTH, EN, Style()).caption


def test_who_decided_nothing_has_no_grade():
    log = [[None, "open", 5, 2], [None, "roll", 6, 5], [0, "resign"]]
    ruleset = PRESETS["mahbusa"].to_json()
    made = lesson(analysed({"ruleset": ruleset, "log": log}), BOTH, EN, Style())
    assert [report.grade for report in made.reports] == ["", ""]
    assert (made.mistakes, made.losses) == ((), ())
    assert drawn(made.plot.picture)


async def test_the_school_looks_once_for_everybody(house):
    table = await house.finish(await house.practise("race31", Against.LOCAL, target=1))
    looks = []

    async def look(log):
        looks.append(log["code"])
        return analysed(log)

    with_threads = School(house.database, None, look)
    english = await with_threads.lesson(table, Seat.FIRST, EN, Style())
    assert english is await with_threads.lesson(
        table, None, EN, Style()
    )  # two at one screen are taught together
    arabic = await with_threads.lesson(table, None, phrases("ar"), Style())
    assert arabic.title != english.title
    assert looks == [table.code]
    await with_threads.end()


async def test_only_a_finished_match_has_a_lesson(house):
    table = await house.begin("race31")
    assert not teaches(table)
    with pytest.raises(Refused):
        await School(house.database, None).lesson(table, None, EN, Style())
    assert not teaches(replace(table, stage=Stage.FINISHED, match=None))


async def test_a_match_of_resignations_alone_has_no_lesson(house):
    table = await house.practise("mahbusa", Against.LOCAL, target=3)
    given_up = [[None, "open", 6, 1], [0, "resign"], [None, "next"], [0, "resign"]]

    async def look(_: Log) -> Analysis:
        return analysed({**exported("mahbusa", 3), "log": given_up})

    over = replace(table, stage=Stage.FINISHED, match=replace(table.match, number=2))
    assert teaches(over)
    with pytest.raises(Refused) as refused:
        await School(house.database, None, look).lesson(over, Seat.FIRST, EN, Style())
    assert refused.value.reason is No.NOTHING_PLAYED


async def test_names_on_the_plates(house):
    table = await house.practise("race31", Against.COMPUTER)
    taught = class_of(table, Seat.FIRST, EN)
    assert taught == Class(("Ali", "Computer"), (True, False), Seat.FIRST)


async def test_another_process_finds_the_same():
    log = exported()
    assert await look_apart(log) == analysed(log)


async def test_a_process_that_fails_or_takes_too_long_is_told(monkeypatch):
    with pytest.raises(RuntimeError, match="school failed"):
        await look_apart({})
    monkeypatch.setattr(school, "PATIENCE_S", 0.01)
    with pytest.raises(TimeoutError):
        await look_apart(exported())


def test_the_command_tells_and_draws(tmp_path):
    made = analysing.analyse(json.dumps(exported()), 1, EN)
    told = analysing.told(made)
    assert told[0] == "Analysis of the match"
    assert told[-len(made.losses) :] == made.losses
    written = analysing.write(made, tmp_path / "new" / "folder")
    assert [file.name for file in written] == [
        "chances.jpg",
        "mistake-1.jpg",
        "mistake-2.jpg",
        "mistake-3.jpg",
    ]
    assert all(file.with_suffix(".txt").read_text().strip() for file in written)
    (tmp_path / "file").touch()
    with pytest.raises(Malformed, match="cannot write"):
        analysing.write(made, tmp_path / "file")


def test_names_in_a_file_can_do_no_harm():
    forged = json.dumps({**exported(), "players": ["\x1b[31m\u202eHuda\ud800\n", "\ud800"]})
    first, second = analysing.analyse(forged, 1, EN).reports
    assert (first.name, second.name) == ("[31mHuda", "Computer")


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "null", "[" * 99_999, '{"log": []}', json.dumps({**exported(), "players": [1, 2]}), json.dumps({**exported(), "log": []})],
)  # fmt: skip
def test_what_is_no_match_is_one_sentence(text: str):
    with pytest.raises(Malformed):
        analysing.analyse(text, 1, EN)
