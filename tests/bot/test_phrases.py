import unicodedata

import pytest

from bot.phrases import CALLS, ISOLATED, LANGUAGES, closest, dice_call, isolated, ltr, phrases
from tests import catalogues


@pytest.mark.parametrize(
    ("wished", "language"),
    [
        ("ar-EG,en;q=0.5", "ar"),
        ("hi_IN", "hi"),
        ("de, fr;q=0.9", "en"),
        ("de,ar;q=0.1", "ar"),
        ("", "en"),
        ("EN", "en"),
    ],
)
def test_the_closest_language(wished, language):
    assert closest(wished) == language


def test_the_catalogues_are_complete():
    template = catalogues.sources()
    assert [fault for language in LANGUAGES for fault in catalogues.faults(language, template)] == []


def test_a_fault_in_a_catalogue_is_found(tmp_path, monkeypatch):
    template = catalogues.sources()
    monkeypatch.setattr(catalogues, "LOCALES", tmp_path)
    assert any("missing" in fault for fault in catalogues.faults("ar", template))


def test_arabic_has_six_plural_forms():
    words = phrases("ar")
    assert len({words.n("{n} point", "{n} points", n).replace(str(n), "") for n in (1, 2, 3, 11)}) == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_roll_has_its_call(language):
    assert len({dice_call(*dice, language) for dice in CALLS}) == 21


def test_the_famous_calls():
    assert dice_call(6, 5, "ar") == "شيش بيش"
    assert dice_call(2, 1, "ar") == "دو يك"
    assert dice_call(5, 5, "ar") == "دبش"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sign_before_a_name_stands_where_lines_begin(language):
    for name in ("Sara", "سارة", "सारा"):
        line = phrases(language).along(f"👤 {isolated(name)}")
        outside = ISOLATED.sub("", line)
        strong = [kind for char in outside if (kind := unicodedata.bidirectional(char)) in {"L", "R", "AL"}]
        assert strong == (["R"] if language == "ar" else [])
        assert line.endswith(f"👤 {isolated(name)}")


def test_notation_and_names_keep_to_themselves():
    assert ltr("24/18") == "\u206624/18\u2069"
    assert isolated("علي") == "\u2068علي\u2069"
    assert ltr("") == isolated("") == ""
