"""`majlis draw`: pictures from JSON lines, and a match as a moving picture."""

import io
import json

import pytest
from PIL import Image

from bot import archive, replays
from bot.drawing import draw_line, draw_replay
from bot.intents import Ask, Resign, What
from bot.phrases import LANGUAGES, phrases
from bot.picture import Style
from render.scene import Digits, Home, Theme
from rules.errors import Malformed
from rules.ruleset import PRESETS

START = "24x15 / 24x15"


def drawn(tmp_path, out="board.png", **asked):
    answer = json.loads(draw_line(json.dumps({"position": START, "out": str(tmp_path / out), **asked})))
    assert "error" not in answer, answer
    return answer


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("home", Home)
def test_every_theme_and_home_side(tmp_path, theme, home):
    answer = drawn(
        tmp_path, theme=theme, home=home, width=360, digits="arabic", names=["علي", "राम"], language="ar"
    )
    with Image.open(answer["file"]) as picture:
        assert picture.size == (answer["width"], answer["height"])
        assert picture.width == 360


@pytest.mark.parametrize(("out", "kind"), [("b.jpg", "JPEG"), ("b.JPEG", "JPEG"), ("b.png", "PNG")])
def test_the_files_ending_says_what_it_is(tmp_path, out, kind):
    with Image.open(drawn(tmp_path, out, dice=[6, 6, 6, 6], used=1, turn="rival")["file"]) as picture:
        assert picture.format == kind


def test_the_text_twin(tmp_path):
    drawn(tmp_path, "b.txt", preset="majlis_tawla31")
    assert "X15" in (tmp_path / "b.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset(tmp_path, preset):
    position = "24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5" if "sheesh" in preset else START
    assert drawn(tmp_path, preset=preset, position=position)


@pytest.mark.parametrize(
    "asked",
    [
        {}, {"out": 3}, {"out": "b.gif"}, {"out": "/nonexistent/b.png"}, {"position": None}, {"position": "24x14 / 24x15"},
        {"preset": "chess"}, {"preset": []}, {"language": "tlh"}, {"theme": "glass"}, {"home": 1}, {"width": 10}, {"width": "wide"},
        {"dice": [7]}, {"dice": [1, 2, 3, 4, 5]}, {"dice": "6-5"}, {"used": "all"}, {"names": "Ali"}, {"names": ["Ali"]}, {"title": 5},
        {"turn": "nobody"}, {"colour": None, "scores": {}},
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_said_in_a_line(tmp_path, asked):
    usual = {"position": START, "out": str(tmp_path / "b.png")} if asked else {}
    answer = json.loads(draw_line(json.dumps({**usual, **asked})))
    assert set(answer) == {"error"}
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("line", ["", "nonsense", "[]", "3", "[" * 100_000, '{"out": NaN}'])
def test_a_line_that_is_no_object(line):
    assert "error" in json.loads(draw_line(line))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_match_as_a_moving_picture(house, tmp_path, language):
    table = await house.begin(target=3)
    for _ in range(4):
        table = await house.play_turn(table)
    await house.wish(table, house.ali, Ask(What.MATCH))
    await house.wish(table, house.ali, Resign(What.MATCH))
    exported = await archive.exported(house.database, table.code)
    shown = replays.frames(exported, phrases(language), Style(theme=Theme.DARK, digits=Digits.ARABIC))
    assert shown[-1].scene.banner
    assert len(shown) > 9
    out = tmp_path / "match.gif"
    assert draw_replay(json.dumps(exported), out, language, Style(width=360)) == len(shown)
    with Image.open(io.BytesIO(out.read_bytes())) as moving:
        assert moving.format == "GIF"
        assert moving.n_frames >= len(shown) - 1


async def test_a_film_calls_the_computer_what_its_board_calls_it(house):
    table = await house.practise()
    house.now = table.wake_at
    table = await house.tick(table)
    exported = await archive.exported(house.database, table.code)
    scene = replays.frames(exported, phrases("hi"), Style())[-1].scene
    assert {scene.own.name, scene.rival.name} == {"Ali", phrases("hi").t("Computer")}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"log": [], "ruleset": {}}', '{"ruleset": {"game": "mahbusa"}, "log": 3}']
)
def test_a_replay_of_nothing(tmp_path, text):
    with pytest.raises(Malformed):
        draw_replay(text, tmp_path / "x.gif", "en", Style())
