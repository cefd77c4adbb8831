"""Dice anybody can check: docs/dice.md."""

import re
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import dice as dice_module
from rules.dice import MAX_WORD, ROLLS, SEED_BYTES, Dice, clean_word, commitment
from rules.errors import Malformed
from tests.rules.strategies import many

SEED = bytes(range(SEED_BYTES))
KNOWN = [(1, 5), (3, 5), (4, 3), (5, 6), (3, 4), (5, 6), (2, 5), (6, 3)]
KNOWN_WITHOUT_WORDS = [(1, 5), (4, 1), (3, 1), (5, 5), (3, 3), (2, 2)]
DOC = Path(__file__).parents[2] / "docs" / "dice.md"


def test_the_21_rolls_and_their_36_throws():
    assert len(ROLLS) == 21
    assert sum(weight for _, weight in ROLLS) == 36
    assert all(high >= low and weight == (1 if high == low else 2) for (high, low), weight in ROLLS)


def test_the_commitment_is_sha_256_of_the_seed():
    assert commitment(SEED) == sha256(SEED).hexdigest()
    assert len(commitment(SEED)) == 64


def test_known_rolls():
    """These never change: a published match must stay checkable."""
    dice = Dice(SEED, ("ya rab", "shesh besh"))
    assert [dice.roll(1, number) for number in range(8)] == KNOWN
    assert [Dice(SEED).roll(game, 0) for game in range(1, 7)] == KNOWN_WITHOUT_WORDS


def _rolls(dice: Dice) -> list[tuple[int, int]]:
    return [dice.roll(game, number) for game in (1, 2) for number in range(20)]


def test_seed_words_game_and_roll_number_all_matter():
    mine = _rolls(Dice(SEED, ("a", "b")))
    assert _rolls(Dice(SEED, ("a", "b"))) == mine
    assert _rolls(Dice(SEED[::-1], ("a", "b"))) != mine
    assert _rolls(Dice(SEED, ("b", "a"))) != mine
    assert _rolls(Dice(SEED, ("a", ""))) != mine
    assert _rolls(Dice(SEED, ("ab", ""))) != _rolls(Dice(SEED, ("a", "b"))) != _rolls(Dice(SEED, ("", "ab")))
    assert mine[:20] != mine[20:]
    assert len(set(mine)) > 10


def test_no_two_different_messages_are_the_same_bytes():
    """Each part carries its length: no word can pose as another part."""
    messages = {
        dice_module._message(words, game, number, block)
        for words in [("", ""), ("1", ""), ("", "1"), ("1:1", ""), ("1:", "1"), ("0:", "0:")]
        for game in (1, 11)
        for number in (1, 11)
        for block in (0, 1)
    }
    assert len(messages) == 6 * 2 * 2 * 2


def test_every_face_is_exactly_as_likely(monkeypatch):
    """All 256 bytes as a digest: 252 of them are kept and each face comes 42 times."""
    faces = Counter()
    for byte in range(256):
        block = bytes([byte]) * 32
        digests = iter([block, bytes(32)])
        monkeypatch.setattr(dice_module.hmac, "digest", lambda *_, blocks=digests: next(blocks))
        first, second = Dice(SEED).roll(1, 0)
        if byte < 252:
            assert first == second
            faces[first] += 1
        else:
            assert (first, second) == (1, 1)
            assert next(digests, None) is None
    assert faces == dict.fromkeys(range(1, 7), 42)


def test_a_block_without_two_fair_bytes_is_followed_by_the_next(monkeypatch):
    digests = iter([bytes([255] * 31 + [3]), bytes([255] * 30 + [5, 0])])
    monkeypatch.setattr(dice_module.hmac, "digest", lambda *_: next(digests))
    assert Dice(SEED).roll(1, 0) == (4, 6)


def test_many_rolls_hold_every_throw():
    throws = Counter(Dice(SEED).roll(1, number) for number in range(3600))
    assert len(throws) == 36


class TestWords:
    @pytest.mark.parametrize(
        ("word", "clean"),
        [
            ("", ""),
            ("  ya   rab \n", "ya rab"),
            ("e\u0301", "é"),
            ("a\x00b\u200eb", "a b b"),
            ("\ud800", ""),
            ("حظ", "حظ"),
            ("🎲", "🎲"),
            ("x" * MAX_WORD, "x" * MAX_WORD),
        ],
    )
    def test_have_one_form(self, word, clean):
        assert clean_word(word) == clean

    def test_are_short(self):
        with pytest.raises(Malformed):
            clean_word("x" * (MAX_WORD + 1))

    @given(st.text(max_size=MAX_WORD))
    @many
    def test_cleaned_twice_are_the_same_and_can_always_be_mixed_in(self, word):
        try:
            clean = clean_word(word)
        except Malformed:
            return
        assert clean_word(clean) == clean
        assert Dice(SEED, (clean, "")).roll(1, 0)


def test_the_example_of_the_documentation_is_right():
    """The Python of docs/dice.md runs as it stands and prints what stands under it."""
    code, shown = re.search(r"```python\n(.*?)```.*?```text\n(.*?)```", DOC.read_text(), re.DOTALL).groups()
    printed: list[str] = []
    exec(compile(code, str(DOC), "exec"), {"print": lambda *words: printed.append(" ".join(map(str, words)))})
    assert "\n".join(printed) + "\n" == shown
    example = [f"commitment {commitment(SEED)}"]
    example += [f"game 1, roll {number} is {list(roll)}" for number, roll in enumerate(KNOWN[:4])]
    assert printed == example
