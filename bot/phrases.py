"""What people read, in their language: gettext catalogues, plural forms, and marks that keep bidi text in order.

Messages are marked `t("…")` (with named places), `n("one", "many", count)`; Babel extracts them
(`make catalogues`). The catalogues are read from their .po files at the start, so nothing has to be compiled.
"""

import gettext
import re
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = ("ar", "en", "hi")

NAMES = {"ar": "العربية", "en": "English", "hi": "हिन्दी"}
"""Each language by its own name."""

FALLBACK = "en"

_HERE = Path(__file__).parent / "locales"
_RLM, _LRI, _FSI, _PDI = "\u200f", "\u2066", "\u2068", "\u2069"

ISOLATED = re.compile(f"{_FSI}[^{_FSI}{_PDI}]*{_PDI}")
"""A name within a sentence, as `isolated` puts it there."""


def ltr(text: str) -> str:
    """Notation and numbers that must read left to right wherever they stand."""
    return f"{_LRI}{text}{_PDI}" if text else ""


def isolated(text: str) -> str:
    """A name whose direction is its own affair."""
    return f"{_FSI}{text}{_PDI}" if text else ""


class Phrases:
    """One language's sentences."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        self.language = language
        self.right_to_left = language == "ar"
        self._catalogue = catalogue

    def along(self, line: str) -> str:
        """A line that goes the language's way though it holds nothing, or begins with nothing, but signs, figures and names."""
        return f"{_RLM}{line}" if self.right_to_left else line

    def t(self, message: str, **places: object) -> str:
        """A sentence with its named places filled in."""
        text = self._catalogue.gettext(message)
        return text.format(**places) if places else text

    def n(self, one: str, many: str, count: int, **places: object) -> str:
        """A sentence whose form depends on a count, which fills the place `{n}`."""
        return self._catalogue.ngettext(one, many, count).format(n=count, **places)


@cache
def phrases(language: str) -> Phrases:
    """The sentences of a language; English for one we do not have."""
    known = language if language in LANGUAGES else FALLBACK
    path = _HERE / known / "LC_MESSAGES" / "majlis.po"
    with path.open("rb") as file:
        catalogue = read_po(file, locale=known)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Phrases(known, gettext.GNUTranslations(compiled))


def closest(wished: str) -> str:
    """The language of ours that fits a list such as an Accept-Language header or `ar-EG` best."""
    for part in wished.replace("_", "-").split(","):
        language = part.split(";")[0].split("-")[0].strip().lower()
        if language in LANGUAGES:
            return language
    return FALLBACK


@cache
def dice_call(high: int, low: int, language: str) -> str:
    """The coffee house's call of a roll, such as شيش بيش."""
    return phrases(language).t(CALLS[high, low])


def _t(message: str) -> str:
    """Mark a message for extraction where it is only listed."""
    return message


CALLS: dict[tuple[int, int], str] = {
    (1, 1): _t("hab yak"),
    (2, 1): _t("du yak"),
    (2, 2): _t("dubara"),
    (3, 1): _t("se yak"),
    (3, 2): _t("se du"),
    (3, 3): _t("du se"),
    (4, 1): _t("jhar yak"),
    (4, 2): _t("jhar du"),
    (4, 3): _t("jhar se"),
    (4, 4): _t("durji"),
    (5, 1): _t("benj yak"),
    (5, 2): _t("benj du"),
    (5, 3): _t("benj se"),
    (5, 4): _t("benj jhar"),
    (5, 5): _t("dabash"),
    (6, 1): _t("shesh yak"),
    (6, 2): _t("shesh du"),
    (6, 3): _t("shesh se"),
    (6, 4): _t("shesh jhar"),
    (6, 5): _t("shesh besh"),
    (6, 6): _t("dushesh"),
}
