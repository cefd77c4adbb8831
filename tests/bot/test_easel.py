"""Names of pictures."""

from dataclasses import replace

from bot import easel
from render.scene import Scene
from rules.position import parse


def test_a_picture_has_another_name_when_it_shows_or_is_drawn_otherwise(monkeypatch):
    scene = Scene(parse("24x15 / 24x15"))
    name = easel.digest(scene)
    assert easel.digest(replace(scene)) == name
    assert easel.digest(replace(scene, width=720)) != name
    monkeypatch.setattr(easel, "_hand", lambda: b"a newer program")
    easel.digest.cache_clear()
    assert easel.digest(scene) != name
    easel.digest.cache_clear()
