"""The fonts of the pictures: which face covers a character, and faces at a size.

The faces come as packages, so that every machine draws the same. They are asked in order; a character that
none covers is drawn as a small star by render.words. No package is imported, only its files are found.
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from fontTools.ttLib import TTFont
from PIL import ImageFont, features


@dataclass(frozen=True, slots=True)
class Face:
    """One font file of a package; `axes` are its variable axes in the file's order."""

    package: str
    file: str
    axes: tuple[str, ...] = ()


FACES = (
    Face("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf", ("wght", "wdth")),
    Face("fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf", ("wght", "wdth")),
    Face("fontpkg_heebo", "files/Heebo[wght].ttf", ("wght",)),
    Face("fontpkg_hind_siliguri", "files/HindSiliguri-SemiBold.ttf"),
    Face("fontpkg_noto_sans_tamil", "files/NotoSansTamil[wdth,wght].ttf", ("wght", "wdth")),
    Face("fontpkg_noto_sans_telugu", "files/NotoSansTelugu[wdth,wght].ttf", ("wght", "wdth")),
    Face("fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf", ("wght", "wdth")),
    Face("cvttf_NotoSansCJK_Regular", "NotoSansCJKtc-Regular.otf"),
)
"""Latin, Greek, Cyrillic and Devanagari; Arabic; Hebrew; Bengali; Tamil; Telugu; Thai; Chinese, Japanese, Korean."""

REGULAR, BOLD = 500, 750


def ready() -> str | None:
    """Give None where text can be drawn as it should be, else one sentence on what to install."""
    if not (features.check("raqm") and features.check("fribidi")):
        return "Arabic cannot be joined on pictures without FriBiDi: install it (Debian, Ubuntu: apt install libfribidi0)."
    missing = [face.package.replace("_", "-") for face in FACES[:2] if _path(face) is None]
    return (
        f"Pictures have no letters without their fonts: pip install {' '.join(missing)}." if missing else None
    )


@lru_cache(maxsize=len(FACES))
def _path(face: Face) -> Path | None:
    spec = find_spec(face.package)
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / face.file
    return path if path.is_file() else None


@lru_cache(maxsize=len(FACES))
def _coverage(face: Face) -> frozenset[int]:
    path = _path(face)
    if path is None:
        return frozenset()
    with TTFont(path, lazy=True, fontNumber=0) as font:
        return frozenset(font.getBestCmap())


@lru_cache(maxsize=4096)
def face_of(character: str) -> Face | None:
    """Find the first face that covers a character."""
    return next((face for face in FACES if ord(character) in _coverage(face)), None)


def covers(face: Face, character: str) -> bool:
    """Tell whether a face has a glyph for a character."""
    return ord(character) in _coverage(face)


@lru_cache(maxsize=96)
def font(face: Face, size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Open a face at a size in pixels and a weight (for faces that can vary it).

    Raises FileNotFoundError where the face's package is not installed; face_of never names such a face.
    """
    path = _path(face)
    if path is None:
        raise FileNotFoundError(f"the font package {face.package} is not installed")
    opened = ImageFont.truetype(path, size)
    if face.axes:
        opened.set_variation_by_axes([weight if axis == "wght" else 100 for axis in face.axes])
    return opened
