import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot import projector, replays, tools
from bot.phrases import phrases
from bot.picture import Style
from bot.projector import Busy, Projector, Wish, draw_apart, frames
from bot.replays import RESULT_MS
from render.replay import gif
from rules.ruleset import PRESETS
from tests.rules.play import whole_match

SMALL = Style(width=240)


def wish(code: str) -> Wish:
    return Wish(code, "en", SMALL)


async def no_log() -> dict:
    return {}


def exported(target: int) -> dict:
    match, log = whole_match(replace(PRESETS["race31"], target=target), Random(3))
    return tools.export(
        match, log, commitment="", seed=bytes(32), words=("", ""), players=("Huda", "Omar"), code="ABCDEF"
    )


class Studio:
    """Draws when it is told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go_on = asyncio.Event()

    async def draw(self, wished: Wish, _log: dict) -> bytes:
        self.begun.append(wished.code)
        await self.go_on.wait()
        return wished.code.encode()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_one_drawing_serves_everybody_who_wants_it_and_is_kept():
    studio = Studio()
    cinema = Projector(studio.draw)
    waiting = [asyncio.create_task(cinema.film(wish("one"), no_log)) for _ in range(9)]
    await settle()
    waiting.pop().cancel()
    studio.go_on.set()
    assert await asyncio.gather(*waiting) == [b"one"] * 8
    assert await cinema.film(wish("one"), no_log) == b"one"
    assert studio.begun == ["one"]


async def test_one_is_drawn_at_a_time_some_wait_and_the_rest_come_back():
    studio = Studio()
    cinema = Projector(studio.draw)
    codes = [f"film{number}" for number in range(projector.AT_ONCE)]
    waiting = [asyncio.create_task(cinema.film(wish(code), no_log)) for code in codes]
    await settle()
    assert studio.begun == ["film0"]
    with pytest.raises(Busy):
        await cinema.film(wish("one more"), no_log)
    studio.go_on.set()
    assert await asyncio.gather(*waiting) == [code.encode() for code in codes]
    assert await cinema.film(wish("one more"), no_log) == b"one more"


async def test_only_the_last_films_are_kept(monkeypatch):
    monkeypatch.setattr(projector, "KEPT", 2)
    studio = Studio()
    studio.go_on.set()
    cinema = Projector(studio.draw)
    for code in ("a", "b", "a", "c", "a", "b"):
        await cinema.film(wish(code), no_log)
    assert studio.begun == ["a", "b", "c", "b"]


async def test_a_film_that_failed_is_tried_again():
    tries = []

    async def draw(_wish: Wish, _log: dict) -> bytes:
        tries.append(1)
        if len(tries) == 1:
            raise RuntimeError("torn")
        return b"film"

    cinema = Projector(draw)
    with pytest.raises(RuntimeError, match="torn"):
        await cinema.film(wish("a"), no_log)
    assert await cinema.film(wish("a"), no_log) == b"film"


async def test_nothing_is_drawn_on_once_the_program_ends():
    studio = Studio()
    cinema = Projector(studio.draw)
    waiting = asyncio.create_task(cinema.film(wish("a"), no_log))
    await settle()
    await cinema.end()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_another_process_draws_the_same_film():
    log = exported(1)
    assert await draw_apart(wish("ABCDEF"), log) == gif(frames(log, "en", SMALL))


async def test_a_process_that_fails_or_takes_too_long_is_told(monkeypatch):
    with pytest.raises(RuntimeError, match="projector failed"):
        await draw_apart(wish("ABCDEF"), {})
    monkeypatch.setattr(projector, "PATIENCE_S", 0.01)
    with pytest.raises(TimeoutError):
        await draw_apart(wish("ABCDEF"), exported(1))


def test_of_a_long_match_the_last_game_is_shown(monkeypatch):
    log = exported(31)
    whole = replays.frames(log, phrases("en"), SMALL)
    monkeypatch.setattr(projector, "LONGEST", len(log["log"]))
    assert frames(log, "en", SMALL) == whole
    monkeypatch.setattr(projector, "LONGEST", len(log["log"]) - 1)
    last = frames(log, "en", SMALL)
    assert whole[-len(last) :] == last
    assert [frame.milliseconds for frame in last].count(RESULT_MS) == 1
    assert whole[-len(last) - 1].milliseconds == RESULT_MS
    monkeypatch.setattr(projector, "LONGEST", 10)
    assert frames(log, "en", SMALL) == whole[-10:]
