"""`majlis draw`: pictures from JSON lines or options, and moving pictures from exported matches."""

import json
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

from bot.phrases import LANGUAGES, phrases
from bot.picture import Style
from bot.replays import frames
from render import encode, geometry, replay
from render.scene import Colour, Die, Digits, Home, Plate, Scene, Side, Theme
from render.text import board_text
from rules.errors import Malformed
from rules.position import parse
from rules.ruleset import PRESETS, Direction, Game
from rules.turns import check

_WRITERS: dict[str, Callable[[Scene], bytes]] = {
    ".jpg": encode.jpeg,
    ".jpeg": encode.jpeg,
    ".png": encode.png,
    ".txt": lambda scene: board_text(scene).encode() + b"\n",
}
_KINDS: dict[str, type[StrEnum]] = {
    "theme": Theme,
    "home": Home,
    "digits": Digits,
    "colour": Colour,
    "turn": Side,
    "numbers": Side,
}
_TEXTS = ("title", "target", "stake")


def draw_line(line: str) -> str:
    """Draw what one JSON line asks for, and answer in another: `{"file","width","height"}` or `{"error"}`.

    Asked are `position`, `out` (a file that ends in .jpg, .png or .txt) and any of `preset`, `dice`, `used` (how
    many of the dice), `turn`, `numbers` (whose, along the board), `colour`, `theme`, `home`, `digits`, `language`, `width`, `names`, `scores`, `title`,
    `target`, `stake`.
    """
    try:
        asked = json.loads(line)
        if not isinstance(asked, dict):
            raise Malformed("not a JSON object")
        return json.dumps(draw(asked))
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, Malformed) else "not a line of JSON"
        return json.dumps({"error": why})


def draw(asked: dict[str, Any]) -> dict[str, Any]:
    """Draw one picture into its file. Raises Malformed."""
    out = asked.get("out")
    if not isinstance(out, str) or Path(out).suffix.lower() not in _WRITERS:
        raise Malformed("out is a file that ends in .jpg, .png or .txt")
    scene = scene_of(asked)
    _write(Path(out), _WRITERS[Path(out).suffix.lower()](scene))
    width, height = geometry.size(scene)
    return {"file": out, "width": width, "height": height}


def _write(out: Path, data: bytes) -> None:
    try:
        out.write_bytes(data)
    except (OSError, ValueError) as error:
        raise Malformed(f"cannot write {out}: {getattr(error, 'strerror', None) or error}") from None


def scene_of(asked: dict[str, Any]) -> Scene:
    """The scene a JSON object describes. Raises Malformed where a value is none of those on offer."""
    preset = asked.get("preset", "mahbusa")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Malformed(f"preset is one of {', '.join(PRESETS)}")
    ruleset = PRESETS[preset]
    position = parse(_text(asked, "position"))
    check(position, ruleset)
    language = asked.get("language", "en")
    if language not in LANGUAGES:
        raise Malformed(f"language is one of {', '.join(LANGUAGES)}")
    chosen: dict[str, Any] = {
        name: _choice(name, asked[name]) for name in _KINDS if asked.get(name) is not None
    }
    chosen |= {name: _text(asked, name) for name in _TEXTS if name in asked}
    side = chosen.get("turn", Side.OWN)
    names, scores = _two(asked, "names"), _two(asked, "scores")
    try:
        return Scene(
            position,
            same_direction=ruleset.direction is Direction.SAME,
            has_bar=ruleset.game is Game.SHEESH_BESH,
            dice=_dice(asked, side),
            pip_word=phrases(language).t("pips"),
            own=Plate(names[0], scores[0]),
            rival=Plate(names[1], scores[1]),
            right_to_left=phrases(language).right_to_left,
            width=_number(asked, "width", 1024),
            **chosen,
        )
    except Malformed:
        raise
    except ValueError as error:
        raise Malformed(str(error)) from error


def _choice(name: str, value: Any) -> StrEnum:
    try:
        return _KINDS[name](value)
    except ValueError:
        raise Malformed(f"{name} is one of {', '.join(_KINDS[name])}") from None


def _text(asked: dict[str, Any], name: str) -> str:
    if not isinstance(asked.get(name), str):
        raise Malformed(f"{name} is a text")
    return str(asked[name])


def _number(asked: dict[str, Any], name: str, usual: int) -> int:
    value = asked.get(name, usual)
    if type(value) is not int:
        raise Malformed(f"{name} is a whole number")
    return value


def _two(asked: dict[str, Any], name: str) -> tuple[str, str]:
    value = asked.get(name, ["", ""])
    if not isinstance(value, list) or len(value) != 2:  # noqa: PLR2004 two sides
        raise Malformed(f"{name} are two texts, the lower side's first")
    return str(value[0]), str(value[1])


def _dice(asked: dict[str, Any], side: Side) -> tuple[Die, ...]:
    values = asked.get("dice", [])
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise Malformed("dice are numbers from 1 to 6")
    used = _number(asked, "used", 0)
    return tuple(Die(value, side, used=at < used) for at, value in enumerate(values))


def draw_replay(text: str, out: Path, language: str, style: Style) -> int:
    """Write an exported match as a GIF, and give its number of frames. Raises Malformed."""
    try:
        exported = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed("this is no exported match (it is not JSON)") from None
    if not isinstance(exported, dict):
        raise Malformed("this is no exported match")
    shown = frames(exported, phrases(language), style)
    if not shown:
        raise Malformed("nothing has been played yet in this match")
    _write(out, replay.gif(shown))
    return len(shown)
