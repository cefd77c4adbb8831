"""Whatever is written to what reads text: a value, or Malformed, and nothing else."""

import json
from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from bot import lobby, names
from bot.company.doors import payload, read_payload
from bot.company.panel import act, read_act
from bot.computer.best import best_line
from bot.drawing import draw_line
from bot.intents import decode, encode
from bot.tools import turns_line, verify
from rules import record
from rules.errors import Malformed
from rules.position import parse
from rules.ruleset import PRESETS, from_json
from tests.fuzz.pieces import fuzz, odd
from tests.fuzz.pieces import payload as forged

CODES = ("KM7QXR", "ZZZZZZ")
POSITION = "24x15 / 24x15"

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | odd | st.sampled_from((*PRESETS, POSITION)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(odd, inner, max_size=4),
    max_leaves=8,
)
pieces = st.lists(st.sampled_from("0123456789x/ *-bof=:.²٣") | odd, max_size=12).map("".join)
dice = st.lists(st.integers(1, 6), min_size=2, max_size=2) | values
asked = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.sampled_from([*PRESETS]) | values,
        "position": st.just(POSITION) | pieces | values,
        "dice": dice,
        "level": st.sampled_from(("easy", "god")) | values,
        "width": values,
        "names": values,
        "turn": values,
        "theme": values,
        "out": st.sampled_from(("/nowhere/x.jpg", "x.exe", "\0.txt"))
        | values.filter(lambda v: not isinstance(v, str)),
    },
)
line = odd | asked.map(json.dumps) | values.map(json.dumps)


@fuzz()
@given(forged(CODES) | st.binary(max_size=64).map(lambda raw: raw.decode("utf-8", "replace")))
def test_intents(text):
    with suppress(Malformed):
        assert decode(encode(*decode(text))) == decode(text)


@fuzz()
@given(pieces)
def test_position_text(text):
    with suppress(Malformed):
        assert parse(str(parse(text))) == parse(text)


@fuzz()
@given(line)
def test_lines_of_the_tools(text):
    for tool in (turns_line, best_line, draw_line):
        assert isinstance(json.loads(tool(text)), dict)


@fuzz()
@given(values)
def test_what_files_hold(data):
    for read in (from_json, record.read_entry):
        with suppress(Malformed):
            read(data)
    with suppress(Malformed):
        verify(json.dumps(data))


@fuzz()
@given(odd, st.lists(odd, max_size=4))
def test_acts_links_codes_and_wishes(text, more):
    with suppress(Malformed):
        read_act(text)
    with suppress(Malformed, ValueError):
        written = act(text, *more)
        verb, arguments = read_act(written)
        assert act(verb, *arguments) == written
        assert read_payload(payload(written)) == written
    with suppress(Malformed):
        read_payload(text)
    lobby.read_wish(text)
    lobby.read_invitation(text)
    lobby.matching(text)
    assert names.read_code(names.read_code(text)) == names.read_code(text)
    assert names.clean_name(names.clean_name(text)) == names.clean_name(text)
