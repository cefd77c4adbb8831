import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.intents import (
    MAX_PAYLOAD,
    Ask,
    Close,
    Confirm,
    GoOn,
    Keep,
    Look,
    MoreTime,
    Pause,
    PickDie,
    PlayOnly,
    Press,
    Rematch,
    Resign,
    Roll,
    Sit,
    Start,
    Step,
    Undo,
    What,
    decode,
    encode,
)
from bot.names import CODE_LETTERS, clean_name, new_code, read_code
from rules.errors import Malformed

INTENTS = [Sit(), Start(), Roll(), Undo(), Confirm(), PlayOnly(), Keep(), Rematch(), Close(), Look()]
INTENTS += [Pause(), GoOn(), MoreTime()]
INTENTS += (
    [Ask(what) for what in What] + [Resign(what) for what in What] + [PickDie(die) for die in range(1, 7)]
)
INTENTS += [
    Step(source, die, times) for source in range(1, 26) for die in range(1, 7) for times in range(1, 5)
]


@given(st.sampled_from(INTENTS), st.integers(0, 36**8 - 1), st.text(CODE_LETTERS, min_size=4, max_size=12))
def test_buttons_carry_their_intent(intent, stamp, code):
    payload = encode(code, stamp, intent)
    assert len(payload.encode()) <= MAX_PAYLOAD
    assert decode(payload) == Press(code, stamp, intent)


@pytest.mark.parametrize(
    "forged",
    [
        "",
        ":",
        "::",
        "KAHWAH",
        "KAHWAH:0",
        "KAHWAH:0:",
        "KAHWAH:0:m",
        "KAHWAH:0:m0.1",
        "KAHWAH:0:m26.1",
        "KAHWAH:0:m24.7",
        "KAHWAH:0:m24.6.1",
        "KAHWAH:0:m24.6.5",
        "KAHWAH:0:m24.6.2.2",
        "KAHWAH:0:d0",
        "KAHWAH:0:d7",
        "KAHWAH:0:q",
        "KAHWAH:0:qx",
        "KAHWAH:0:xx",
        "KAHWAH:-1:r",
        "KAHWAH:0:r\n",
        "kahwah:0:r",
        "KAHWAH:٣:r",
        "KAHWAH:0:m٢٤.6",
        "KAHWAH:0:" + "r" * 64,
        "KAHWAH:zzzzzzzzz:r",
        "ÄÄÄÄÄÄ:0:r",
    ],
)
def test_forged_payloads_are_refused(forged):
    with pytest.raises(Malformed):
        decode(forged)


@given(st.text(max_size=80))
def test_nothing_but_our_own_buttons_decodes(text):
    try:
        press = decode(text)
    except Malformed:
        return
    assert encode(*press).split(":")[2] == text.split(":")[2]


def test_room_codes_are_long_and_unambiguous():
    codes = {new_code() for _ in range(100)}
    assert len(codes) == 100
    assert all(len(code) == 6 and not set(code) & set("ILO01") for code in codes)


@pytest.mark.parametrize(
    "typed",
    [
        "km7qxr",
        " KM7 QXR ",
        "km7-qxr",
        "K.M.7/Q_X_R",
        "KM٧QXR",
        "KM७QXR",
        "Km７qxr",
        "ｋｍ7qxr",
        "\u200fKM7\u2060QXR",
        "kmlqxr"[:2] + "1oxr",
    ],
)
def test_codes_are_read_as_people_type_them(typed):
    assert read_code(typed) == "KM7QXR"


@pytest.mark.parametrize("typed", "OoiIlL01")
def test_what_no_code_has_is_read_as_its_likeness(typed):
    assert read_code(typed) in CODE_LETTERS


@given(st.text(max_size=40))
def test_whatever_is_typed_is_read_the_same_twice(typed):
    assert read_code(read_code(typed)) == read_code(typed)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("", ""),
        ("  Ali \t\n Baba ", "Ali Baba"),
        ("\u202eevil\u202c", "evil"),
        ("a\u0000b\u200bc", "abc"),
        ("نـور", "نـور"),
        ("क्\u200dष", "क्\u200dष"),
        ("\ufdfd", ""),
        ("👩\u200d👧", "👩\u200d👧"),
        ("<b>x</b>&", "<b>x</b>&"),
        ("x" * 500, "x" * 32),
        ("e\u0301" * 3, "ééé"),
        ("z" + "\u0336" * 50, "z\u0336\u0336"),
        ("\u200d\u200d", ""),
        ("\u2066\u2069\u00ad", ""),
    ],
)
def test_names_are_cleaned(raw, clean):
    assert clean_name(raw) == clean


@given(st.text(max_size=600))
def test_a_cleaned_name_stays_as_it_is(raw):
    name = clean_name(raw)
    assert len(name) <= 32
    assert clean_name(name) == name
    assert name == name.strip()
