import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageStat

from render import board, replay
from render.replay import Frame
from render.scene import Theme
from tests.render.games import frames
from tests.render.scenes import GALLERY, PINS


def shown(data):
    """Each picture a viewer has on the screen when it stays, and for how long in milliseconds."""
    kept, brief = [], 0
    with Image.open(io.BytesIO(data)) as film:
        for at in range(film.n_frames):
            film.seek(at)
            brief += film.info["duration"]
            if film.info["duration"] > 10 * replay.BLINK:
                kept.append((film.convert("RGB"), brief))
                brief = 0
    return kept


def alone(frame):
    """What a frame shows when it is the only one."""
    return shown(replay.gif((frame,)))[0][0]


@pytest.mark.parametrize("preset", ["mahbooseh", "majlis_sheesh_besh", "majlis_tawla31", "race31"])
def test_every_frame_is_shown_as_if_it_were_the_only_one(preset):
    film = [Frame(replace(frame.scene, width=320), 500) for frame in frames(preset, 9)]
    pictures = shown(replay.gif(film))
    assert len(pictures) == len(film)
    for frame, (picture, milliseconds) in zip(film, pictures, strict=True):
        assert milliseconds == 500
        assert ImageChops.difference(picture, alone(frame)).getbbox() is None


def test_a_frame_looks_like_its_picture():
    still = replace(PINS, title="", target="", stake="", movable=(), turn=None)
    difference = ImageChops.difference(alone(Frame(still, 500)), board.draw(still))
    assert max(ImageStat.Stat(difference).mean) < 12


def test_a_whole_game_is_small():
    assert len(replay.gif(frames("majlis_sheesh_besh", 60))) <= 800 * 1024


def test_a_frame_without_a_change_still_takes_its_time():
    pictures = shown(replay.gif((Frame(PINS, 300), Frame(PINS, 400))))
    assert [milliseconds for _, milliseconds in pictures] == [300, 400]


def test_it_runs_for_ever():
    with Image.open(io.BytesIO(replay.gif((Frame(PINS, 300),)))) as film:
        assert film.info["loop"] == 0


def test_frames_of_different_boards_are_refused():
    with pytest.raises(ValueError, match="one theme"):
        replay.gif(())
    with pytest.raises(ValueError, match="one theme"):
        replay.gif((Frame(PINS, 300), Frame(replace(PINS, theme=Theme.DARK), 300)))


@pytest.mark.parametrize("theme", Theme)
def test_no_tile_uses_the_colour_that_stands_for_no_change(theme):
    for scene in GALLERY.values():
        drawn = board.draw(replace(scene, theme=theme, width=512), "GIF")
        assert drawn.getextrema()[1] < replay.COLOURS["GIF"] - 1
