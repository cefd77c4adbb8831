import io
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageStat, JpegImagePlugin

from render import board, encode
from render.cache import Cache
from render.canvas import BOUND, Canvas, drawn, held
from render.geometry import size
from render.kit import kit_of
from render.scene import Theme
from tests.render import chance
from tests.render.scenes import GALLERY, PINS

HEAVIEST = 125_000
"""Bytes of a picture 1024 px wide, whatever is on it."""


def read(data):
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture


@pytest.mark.parametrize("name", ["mahbusa", "dark-hit", "contrast-bearing-off"])
def test_a_png_holds_the_picture_exactly(name):
    scene = GALLERY[name]
    picture = read(encode.png(scene))
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", size(scene))
    drawn = board.draw(scene, "P").convert("RGB")
    assert ImageChops.difference(picture.convert("RGB"), drawn).getbbox() is None


@pytest.mark.parametrize("name", ["mahbusa", "dark-hit", "contrast-bearing-off"])
def test_a_palette_is_close_to_the_colours(name):
    drawn, indexed = (board.draw(GALLERY[name], mode).convert("RGB") for mode in ("RGB", "P"))
    assert max(ImageStat.Stat(ImageChops.difference(drawn, indexed)).mean) < 3


def test_a_jpeg_holds_the_picture():
    picture = read(encode.jpeg(PINS))
    assert (picture.format, picture.size) == ("JPEG", size(PINS))
    assert max(ImageStat.Stat(ImageChops.difference(picture, board.draw(PINS))).mean) < 5


@pytest.mark.parametrize("name", GALLERY)
def test_a_board_is_light_enough_for_a_slow_phone(name):
    assert len(encode.jpeg(GALLERY[name])) <= HEAVIEST


@pytest.mark.parametrize("theme", Theme)
def test_a_light_jpeg_looks_the_same_on_a_phone(theme):
    scene = replace(PINS, theme=theme)
    wanted, seen = (
        picture.convert("RGB").resize((360, 287), Image.Resampling.LANCZOS)
        for picture in (board.draw(scene), read(encode.jpeg(scene)))
    )
    assert max(ImageStat.Stat(ImageChops.difference(wanted, seen)).rms) < 4.5


def test_only_the_finest_waves_of_light_are_coarse():
    light, colour = encode.TABLES
    assert light[0] == max(1, round(16 * 0.4))
    assert light[63] == round(99 * 0.4) * (1 + encode.COARSER)
    assert (colour[0], colour[63]) == (round(17 * 0.4), round(99 * 0.4))
    assert max(light) <= 255


def test_a_jpeg_is_the_same_without_the_short_cut(monkeypatch):
    wanted = encode.jpeg(PINS)
    monkeypatch.setitem(JpegImagePlugin.RAWMODE, "RGB", "RGB")
    assert encode.jpeg(PINS) == wanted


def test_a_system_without_memory_files_uses_a_temporary_one(monkeypatch):
    wanted = encode.jpeg(PINS)
    monkeypatch.delattr(os, "memfd_create")
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(encode.jpeg, PINS).result() == wanted


def test_threads_draw_the_same_pictures():
    scenes = list(GALLERY.values())
    wanted = [encode.jpeg(scene) for scene in scenes]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(encode.jpeg, scenes * 3)) == wanted * 3


def test_a_kept_canvas_shows_each_scene_as_if_it_were_new():
    scenes = [replace(chance.scene(seed), width=512, theme=Theme.WOOD) for seed in range(60)]
    shown = {}
    for scene in (*scenes, *reversed(scenes)):
        kit = kit_of(scene)
        canvas = shown.setdefault(kit, Canvas(kit))
        canvas.show(scene)
        assert ImageChops.difference(canvas.image, board.draw(scene)).getbbox() is None


def test_free_canvases_are_bounded():
    for width in range(900, 1024, 8):
        encode.jpeg(replace(PINS, width=width))
        assert 0 < held() <= BOUND


def test_a_canvas_is_not_lent_twice():
    with drawn(PINS, "RGB") as one, drawn(PINS, "RGB") as other:
        assert one is not other
    with drawn(PINS, "RGB") as again:
        assert again in (one, other)


def test_a_drawn_picture_belongs_to_the_caller():
    wanted = board.draw(PINS).tobytes()
    board.draw(PINS).paste((255, 0, 0), (0, 0, 500, 500))
    assert board.draw(PINS).tobytes() == wanted


def test_a_cache_keeps_within_its_bound_and_forgets_the_oldest():
    cache = Cache(3 * (100 * 100 + 1024))
    asked = []

    def picture(key):
        def build():
            asked.append(key)
            return Image.new("L", (100, 100))

        return cache.get(key, build)

    for key in "abcadabc":
        picture(key)
        assert cache.bytes <= cache.limit
    assert asked == ["a", "b", "c", "d", "b", "c"]
    assert len(cache) == 3
    cache.clear()
    assert (len(cache), cache.bytes) == (0, 0)


def test_a_picture_larger_than_the_bound_is_kept_alone():
    cache = Cache(100)
    one = cache.get(1, lambda: Image.new("L", (50, 50)))
    assert cache.get(1, lambda: Image.new("L", (1, 1))) is one
    cache.get(2, lambda: Image.new("L", (50, 50)))
    assert len(cache) == 1
