import pytest

from render import bidi, fonts


def seen(text, **base):
    """The runs as they are read from left to right: text, with < for those written right to left."""
    return [("<" if run.right_to_left else "") + run.text for run in bidi.runs(bidi.clean(text), **base)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Sam", ["Sam"]),
        ("علي", ["<علي"]),
        ("Ali علي", ["Ali ", "<علي"]),
        ("علي Ali", ["Ali", "<علي "]),
        ("عمر 12", ["12", "<عمر "]),
        ("\u2068علي\u2069 beats \u2068Sam\u2069", ["<علي", " beats ", "Sam"]),
        ("فاز \u2068Sam\u2069", ["Sam", "<فاز "]),
        ("\u2068ا\u2068b\u2069ج\u2069 d", ["<ج", "b", "<ا", " d"]),
        ("Ali علي (3)", ["Ali ", "<)", "3", "<علي ("]),
        ("علي Sam (x)", ["Sam (x)", "<علي "]),
        ("علي (Sam)", ["<)", "Sam", "<علي ("]),
        ("Sam (علي", ["Sam (", "<علي"]),
        ("", []),
    ],
)
def test_runs_stand_in_the_order_they_are_seen(text, wanted):
    assert seen(text) == wanted


def test_the_base_direction_can_be_given():
    assert seen("3 : 2", right_to_left=True) == ["2", "< : ", "3"]
    assert seen("3 : 2", right_to_left=False) == ["3 : 2"]


def test_a_run_is_of_one_face():
    faces = [run.face.package for run in bidi.runs(bidi.clean("Aa हिन्दी عمر 李 ไท שלום"))]
    assert set(faces) == {
        "fontpkg_noto_sans",
        "fontpkg_noto_sans_arabic",
        "cvttf_NotoSansCJK_Regular",
        "fontpkg_noto_sans_thai",
        "fontpkg_heebo",
    }


@pytest.mark.parametrize("text", ["राम", "क्ष्म्य", "عَبْدُ", "தமிழ்", "e\u0301x"])
def test_marks_stay_with_their_letters(text):
    assert len(seen(text)) == 1


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("😀", 1),
        ("😀😀", 2),
        ("👨\u200d👩\u200d👧", 1),
        ("🇪🇬", 1),
        ("🇪🇬🇯🇴", 2),
        ("👍🏽", 1),
        ("☕\ufe0f", 1),
        ("አማ", 2),
    ],
)
def test_a_sign_no_face_covers_is_one_star(text, signs):
    (run,) = bidi.runs(bidi.clean(text))
    assert run.face is None
    assert len(run.text) == signs


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("a\tb\nc\u00a0d", "a b c d"),
        ("\u202eevil\u202c\u200e", "evil"),
        ("\ud800bad\x00", "bad"),
        ("𝓐𝓵𝓲", "Ali"),
        ("a" + "\u0301" * 9, "\u00e1" + "\u0301" * 3),
        ("x" * 500, "x" * bidi.MAX_CHARACTERS),
    ],
)
def test_text_is_cleaned(text, clean):
    assert bidi.clean(text) == clean


def test_every_character_has_a_face_that_covers_it_or_none():
    for code in (*range(0x20, 0x3000, 7), *range(0x4E00, 0x5000, 11), 0x1F600, 0x10FFFF):
        face = fonts.face_of(chr(code))
        assert face is None or fonts.covers(face, chr(code))


def test_all_faces_are_installed():
    for face in fonts.FACES:
        assert fonts.font(face, 20, fonts.BOLD).getlength("1") >= 0


def test_a_face_that_is_not_installed_covers_nothing():
    missing = fonts.Face("no_such_font_package", "files/None.ttf")
    assert not fonts.covers(missing, "a")
    with pytest.raises(FileNotFoundError, match="no_such_font_package"):
        fonts.font(missing, 20, 400)


def test_a_machine_without_the_first_fonts_is_told_what_to_install(monkeypatch):
    assert fonts.ready() is None
    missing = fonts.Face("no_such_font_package", "files/None.ttf")
    monkeypatch.setattr(fonts, "FACES", (missing, *fonts.FACES[1:]))
    assert "no-such-font-package" in fonts.ready()
