"""What pictures cost: `python -m tests.bench.render`, figures as one JSON line.

Floors are measured in turns with ours, so that a busy moment of the machine meets both: the bare encoder on the
same ready pixels, a copy of the pixels, and the same kind of board drawn directly at twice its size.
Milliseconds are medians and best values of one picture; `--long` draws 10,000 boards for the caches' bounds.
"""

import io
import json
import statistics
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

from PIL import Image, ImageDraw, JpegImagePlugin

from render import board, encode, kit, palette, replay, signs, sprites, words
from render.geometry import layout_of, own_point, place_box
from render.scene import Plate, Scene, Side, Theme
from rules.position import POINTS, count
from tests.render.chance import scene
from tests.render.games import frames

BOARDS = 48
ROUNDS = 9
WORKERS_PICTURES = 240
LONG = 10_000

OWN, RIVAL = Plate("Layla Haddad", "2", "1,240", "0:24"), Plate("عمر الفاروق", "3", "980")

Work = Callable[[Scene], object]


def boards(number: int) -> list[Scene]:
    """Take boards out of random games, as tables have them: full size, the wood theme."""
    shown = [
        replace(frame.scene, own=OWN, rival=RIVAL, movable=(24, 13), banner=None)
        for preset in ("mahbooseh", "majlis_sheesh_besh", "majlis_tawla31")
        for frame in frames(preset, 60)
    ]
    return shown[:: len(shown) // number][:number]


def in_turns(works: Sequence[Callable[[], object]]) -> list[list[float]]:
    """Time functions one after the other, ROUNDS times; milliseconds of each call."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for at, work in enumerate(works):
            begin = time.perf_counter()
            work()
            times[at].append((time.perf_counter() - begin) * 1000)
    return times


def each(scenes: Sequence[Scene], works: dict[str, Work]) -> dict[str, dict[str, float]]:
    """Time works on every scene; medians over the scenes of each one's median and best call."""
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
    for one in scenes:
        calls = [partial(work, one) for work in works.values()]
        for name, times in zip(works, in_turns(calls), strict=True):
            taken[name].append((statistics.median(times), min(times)))
    return {
        name: {
            "median_ms": round(statistics.median(median for median, _ in pairs), 3),
            "best_ms": round(statistics.median(best for _, best in pairs), 3),
        }
        for name, pairs in taken.items()
    }


def supersampled(one: Scene) -> Image.Image:
    """Draw the board directly at twice its size and reduce it, as a renderer without tiles would."""
    plan = layout_of(one)
    picture = Image.new("RGB", (2 * plan.width, 2 * plan.height), "#8f6239")
    pen = ImageDraw.Draw(picture)
    for point in range(1, POINTS + 1):
        box = place_box(one, Side.OWN, point)
        foot, tip = (box.top, box.bottom) if box.top < plan.middle else (box.bottom, box.top)
        corners = ((2 * box.left, 2 * foot), (2 * box.right, 2 * foot), (box.left + box.right, 2 * tip))
        pen.polygon(corners, fill="#a87a49", outline="#f0dfbd", width=4)
    for side in Side:
        for point in range(1, POINTS + 1):
            box = place_box(one, Side.OWN, own_point(one, side, point))
            for at in range(min(5, count(one.seen_by(side).own, point))):
                top = box.top + at * plan.pitch
                disc = (2 * box.left, 2 * top, 2 * box.right, 2 * (top + plan.checker))
                pen.ellipse(
                    disc, fill="#f5ead3" if side is Side.OWN else "#170d09", outline="#2a1710", width=4
                )
    return picture.reduce(2)


def bare_jpeg(picture: Image.Image) -> bytes:
    """Encode as Pillow does by itself, without our short cut."""
    out = io.BytesIO()
    ours, JpegImagePlugin.RAWMODE["RGB"] = JpegImagePlugin.RAWMODE["RGB"], "RGB"
    picture.save(out, "JPEG", qtables=encode.TABLES, subsampling="4:2:0")
    JpegImagePlugin.RAWMODE["RGB"] = ours
    return out.getvalue()


def bare_png(picture: Image.Image) -> bytes:
    """Encode as Pillow does by itself."""
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=encode.PNG_LEVEL)
    return out.getvalue()


def in_a_row(scenes: Sequence[Scene], work: Work) -> float:
    """Time a work on all scenes one after the other, nothing between; milliseconds of one, the best round."""
    (times,) = in_turns([lambda: [work(one) is None for one in scenes]])
    return round(min(times) / len(scenes), 3)


def pictures(scenes: Sequence[Scene]) -> dict[str, object]:
    ready = {one: board.draw(one) for one in scenes}
    indexed = {one: board.draw(one, "P") for one in scenes}
    rows = {one: picture.crop((-1, 0, *picture.size)).tobytes() for one, picture in indexed.items()}
    for one in scenes:
        encode.png(one)
    figures = each(
        scenes,
        {
            "draw": board.draw,
            "draw_palette": lambda one: board.draw(one, "P"),
            "floor_copy_of_pixels": lambda one: ready[one].copy(),
            "jpeg": encode.jpeg,
            "floor_jpeg_of_ready_pixels": lambda one: bare_jpeg(ready[one]),
            "png": encode.png,
            "floor_png_of_ready_pixels": lambda one: bare_png(indexed[one]),
            "floor_zlib_of_ready_rows": lambda one: zlib.compress(rows[one], encode.PNG_LEVEL),
        },
    )
    direct = each(scenes[:6], {"direct_supersampled": supersampled})
    best = {name: row["best_ms"] for name, row in figures.items()}
    return {
        **figures,
        **direct,
        "draw_in_a_row_ms": in_a_row(scenes, board.draw),
        "draw_palette_in_a_row_ms": in_a_row(scenes, lambda one: board.draw(one, "P")),
        "jpeg_share_of_floor": round(best["jpeg"] / best["floor_jpeg_of_ready_pixels"], 3),
        "png_share_of_zlib": round(best["png"] / best["floor_zlib_of_ready_rows"], 3),
        "png_share_of_floor": round(best["png"] / best["floor_png_of_ready_pixels"], 3),
        "jpeg_per_second": round(1000 / best["jpeg"]),
        "times_faster_than_direct": round(direct["direct_supersampled"]["best_ms"] / best["draw"]),
        "jpeg_bytes": statistics.median(len(encode.jpeg(one)) for one in scenes),
        "png_bytes": statistics.median(len(encode.png(one)) for one in scenes),
    }


def cold() -> dict[str, float]:
    """Time a theme's first picture at full size: board, sprites, tiles; words are not the theme's."""
    taken = {}
    for theme in Theme:
        one = replace(boards(9)[4], theme=theme)
        board.draw(one)
        best = []
        for _ in range(3):
            forget()
            begin = time.perf_counter()
            board.draw(one)
            best.append((time.perf_counter() - begin) * 1000)
        taken[theme.value] = round(min(best), 1)
    return taken


def forget() -> None:
    """Empty every cache but those of words and fonts."""
    for cache in (kit.TILES, kit.GROUNDS):
        cache.clear()
    for module in (palette, signs, sprites):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def replays() -> dict[str, dict[str, float]]:
    """Encode a random game of sixty turns of each kind as a GIF at full size."""
    taken = {}
    for preset in ("mahbooseh", "majlis_sheesh_besh", "majlis_tawla31"):
        film = frames(preset, 60)
        size = len(replay.gif(film))
        (times,) = in_turns([partial(replay.gif, film)])
        taken[preset] = {"frames": len(film), "best_ms": round(min(times)), "kib": round(size / 1024)}
    return taken


def workers(scenes: Sequence[Scene]) -> dict[str, float]:
    """Encode the same pictures with one worker thread and with two, in turns."""
    work = [scenes[at % len(scenes)] for at in range(WORKERS_PICTURES)]

    def run(threads: int) -> None:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(encode.jpeg, work))

    one, two = in_turns([lambda: run(1), lambda: run(2)])
    return {
        "one_per_second": round(len(work) * 1000 / min(one)),
        "two_per_second": round(len(work) * 1000 / min(two)),
        "gain": round(min(one) / min(two), 2),
    }


def caches(boards: int) -> dict[str, float]:
    """Draw many random boards of all themes and see what the caches hold."""
    most = 0
    for seed in range(boards):
        board.draw(scene(seed), "P" if seed % 5 == 0 else "RGB")
        most = max(most, kit.TILES.bytes + kit.GROUNDS.bytes + words.STRIPS.bytes)
    return {
        "boards": boards,
        "most_mb": round(most / 2**20, 1),
        "bound_mb": (kit.TILES.limit + kit.GROUNDS.limit + words.STRIPS.limit) / 2**20,
    }


def main() -> None:
    scenes = boards(BOARDS)
    figures = {
        "cold_theme_ms": cold(),
        "pictures": pictures(scenes),
        "workers": workers(scenes),
        "replay_60_turns": replays(),
        "caches": caches(LONG if "--long" in sys.argv else LONG // 20),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
