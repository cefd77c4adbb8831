"""Any scene can be drawn. MAJLIS_FUZZ=10000 draws more of them than `make test` has patience for."""

import os
from dataclasses import replace

from render import board, text
from render.geometry import size
from render.kit import GROUNDS, TILES
from render.words import STRIPS
from tests.render.chance import NAMES, scene

SCENES = int(os.environ.get("MAJLIS_FUZZ", "300"))
BOUND = 120 << 20


def test_any_scene_is_drawn_within_the_caches_bounds():
    for seed in range(SCENES):
        drawn = replace(scene(seed), width=(360, 512, 1024)[seed % 3])
        picture = board.draw(drawn, "P" if seed % 7 == 0 else "RGB")
        assert picture.size == size(drawn), seed
        assert len(text.board_text(drawn)) < 4000, seed
        assert TILES.bytes <= TILES.limit
        assert GROUNDS.bytes <= GROUNDS.limit
        assert STRIPS.bytes <= STRIPS.limit
    assert TILES.limit + GROUNDS.limit + STRIPS.limit < BOUND


def test_the_same_scene_is_drawn_the_same():
    for seed in range(20):
        assert board.draw(scene(seed)).tobytes() == board.draw(scene(seed)).tobytes()


def test_every_odd_name_is_drawn_on_every_place():
    for name in NAMES:
        odd = scene(3)
        plate = odd.own._replace(name=name, score=name, pearls=name, clock=name)
        odd = replace(
            odd, own=plate, rival=plate, title=name, target=name, stake=name, pip_word=name, width=360
        )
        assert board.draw(odd).size == size(odd)
