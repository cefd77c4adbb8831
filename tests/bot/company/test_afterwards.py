"""The panel of a finished match: score sheet, film, lesson, proof and files."""

import asyncio
import json

import pytest

from bot import tools
from bot.company import making
from bot.company.beside import beside
from bot.company.panel import Link, Tap
from bot.company.scoresheet import span
from bot.intents import Ask, Resign, What
from bot.phrases import LANGUAGES, phrases
from bot.projector import Projector
from bot.school import School, analysed
from bot.table import No, Stage
from rules.errors import Malformed, Refused
from rules.seat import Seat

EN = phrases("en")


@pytest.fixture
async def played(circle):
    """A match of two games of Sheesh Besh: one played, the other left."""
    house = circle.house
    table = await house.begin("majlis_sheesh_besh", target=5)
    while not table.match.outcomes:
        house.now += 7_000
        table = await house.play_turn(table)
    house.now = table.wake_at
    table = await house.tick(table)
    for intent in (Ask(What.MATCH), Resign(What.MATCH)):
        table = (await house.wish(table, house.sara, intent)).table
    assert table.stage is Stage.FINISHED
    return table


def taps(panel):
    return [item.act for row in panel.rows for item in row if isinstance(item, Tap)]


def links(panel):
    return [item.address for row in panel.rows for item in row if isinstance(item, Link)]


async def test_the_score_sheet_has_every_game(circle, played):
    panel = await circle.act(circle.house.ali, f"match.{played.code}")
    text = "\n".join(panel.lines)
    first = played.match.outcomes[0]
    assert "Game 1: " in text
    assert f"{first.points} point" in text
    assert "turns · " in text
    assert "left the match" in text
    assert "Time used: " in text
    assert panel.open
    assert f"profile.{circle.house.sara.id}" in taps(panel)
    parts = {each.split(".")[2] for each in taps(panel) if each.startswith("match.")}
    assert parts == {"film", "lesson", "proof", "dice", "log", "mat"}
    assert links(panel) == [f"/t/{played.code}/card.jpg"]


def test_beside_the_board_stand_the_panel_and_the_analysis_once(played):
    acts = [tap.act for tap in beside(played, Seat.FIRST, EN)]
    for wanted in ("", ".lesson"):
        assert acts.count(f"match.{played.code}{wanted}") == 1
    assert not [act for act in acts if act.endswith((".film", ".log", ".proof"))]


async def test_who_speaks_another_language_reads_it_there(circle, played):
    await circle.speak(circle.house.ali, "ar")
    panel = await circle.act(circle.house.ali, f"match.{played.code}.log")
    assert panel.heading == phrases("ar").t("The match as a file")
    assert panel.file.name == f"match-{played.code}.json"
    for language in LANGUAGES:
        await circle.speak(circle.house.sara, language)
        assert (await circle.act(circle.house.sara, f"match.{played.code}")).lines


async def test_files_are_what_the_command_line_checks(circle, played):
    log = await circle.act(circle.house.omar, f"match.{played.code}.log")
    assert tools.verify(log.file.content.decode()).ok
    assert f"majlis verify {log.file.name}" in log.lines[0]
    mat = await circle.act(circle.house.omar, f"match.{played.code}.mat")
    assert mat.file.name == f"match-{played.code}.mat"
    assert b"5 point match" in mat.file.content


async def test_the_proof_names_seed_words_and_the_check(circle, played):
    panel = await circle.act(circle.house.sara, f"match.{played.code}.proof")
    text = "\n".join(panel.lines)
    assert played.seed in text
    assert played.commitment in text
    assert "majlis verify" in text


async def test_the_film_is_made_once_and_a_page_asks_again(circle, played, monkeypatch):
    ready, made = asyncio.Event(), []

    async def draw(wish, log):
        made.append(wish)
        assert json.loads(json.dumps(log))["players"] == ["Ali", "Sara"]
        await ready.wait()
        return b"GIF89a"

    monkeypatch.setitem(making.PATIENCE_S, "web", 0.01)
    circle.company.films = Projector(draw)
    written = f"match.{played.code}.film"
    waiting = await circle.act(circle.house.ali, written, platform="web")
    assert (waiting.again, waiting.file) == (written, None)
    ready.set()
    monkeypatch.setitem(making.PATIENCE_S, "web", 600)
    done = await circle.act(circle.house.ali, written, platform="web")
    assert done.file.content == b"GIF89a"
    assert done.file.name == f"match-{played.code}.gif"
    assert [wish.style.width for wish in made] == [making.FILM_WIDTH["web"]]
    await circle.act(circle.house.ali, written, platform="telegram")
    assert made[-1].style.width == making.CHAT_FILM_WIDTH


async def test_whoever_asks_for_too_much_comes_back_later(circle, played):
    films = circle.company.films = Projector(None)
    films.workshop.at_once = 0
    with pytest.raises(Refused, match=No.BUSY):
        await circle.act(circle.house.ali, f"match.{played.code}.film")


async def test_what_takes_too_long_is_told_and_not_waited_for_in_vain(circle, played):
    async def slow(*_: object):
        raise TimeoutError

    company = circle.company
    company.films, company.school = Projector(slow), School(company.database, company.drawers, slow)
    for part in ("film", "lesson"):
        for platform in ("web", "telegram"):
            with pytest.raises(Refused, match=No.TOOK_TOO_LONG):
                await circle.act(circle.house.ali, f"match.{played.code}.{part}", platform=platform)


async def test_a_failure_between_two_looks_is_told_once(circle, played, monkeypatch):
    looks = []

    async def fails(log):
        looks.append(log["code"])
        raise TimeoutError

    monkeypatch.setitem(making.PATIENCE_S, "web", 0)
    company = circle.company
    company.school = School(company.database, company.drawers, fails)
    written = f"match.{played.code}.lesson"
    assert (await circle.act(circle.house.ali, written, platform="web")).again == written
    await asyncio.gather(*company.school._workshop._making.values(), return_exceptions=True)
    with pytest.raises(Refused, match=No.TOOK_TOO_LONG):
        await circle.act(circle.house.ali, written, platform="web")
    assert len(looks) == 1
    assert (await circle.act(circle.house.ali, written, platform="web")).again == written
    await asyncio.gather(*company.school._workshop._making.values(), return_exceptions=True)
    assert len(looks) == 2


async def test_the_lesson_leads_from_picture_to_picture(circle, played, monkeypatch):
    async def look(log):
        return await asyncio.to_thread(analysed, log, 1)

    monkeypatch.setitem(making.PATIENCE_S, "telegram", 600)
    company = circle.company
    company.school = School(company.database, company.drawers, look)
    panel = await circle.act(circle.house.ali, f"match.{played.code}.lesson", platform="telegram")
    assert panel.shown.alt.count("Chances to win") == 1
    assert len(panel.lines) == 2
    mistake = await circle.act(circle.house.ali, taps(panel)[0])
    assert [line.split(" ")[0] for line in mistake.lines[1:3]] == ["Played:", "Better:"], "a line each"
    assert next(row[0].label for row in panel.rows) == "Mistake 1"
    assert f"match.{played.code}.lesson.0" in taps(mistake)
    with pytest.raises(Malformed):
        await circle.act(circle.house.ali, f"match.{played.code}.lesson.99")


async def test_what_is_none_is_refused(circle, played):
    running = await circle.house.begin()
    for written, reason in (("match.NOSUCH", No.NO_SUCH_TABLE), (f"match.{running.code}", No.NOT_FINISHED)):
        with pytest.raises(Refused, match=reason):
            await circle.act(circle.house.ali, written)
    for bad in ("match", f"match.{played.code}.song", f"match.{played.code}.proof.x"):
        with pytest.raises((Malformed, Refused)):
            await circle.act(circle.house.ali, bad)
    mahbusa = await circle.house.finish(running)
    panel = await circle.act(circle.house.ali, f"match.{mahbusa.code}")
    assert f"match.{mahbusa.code}.mat" not in taps(panel)
    assert "Game 1" not in "\n".join(panel.lines)
    with pytest.raises(Malformed):
        await circle.act(circle.house.ali, f"match.{mahbusa.code}.mat")


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0, "0 seconds"), (1, "1 second"), (90, "2 minutes"), (3600, "1 hour"), (200_000, "2 days")],
)
def test_times_as_people_say_them(seconds, told):
    assert span(seconds * 1000, EN) == told


async def test_a_match_without_spectators_is_for_those_who_played_it(circle):
    house = circle.house
    table = await house.finish(await house.begin(spectators=False))
    for part in ("", ".log", ".proof"):
        assert (await circle.act(house.sara, f"match.{table.code}{part}")).heading
        with pytest.raises(Refused) as error:
            await circle.act(house.omar, f"match.{table.code}{part}")
        assert error.value.reason is No.NO_SPECTATORS
