"""Invitations cannot be guessed: how many codes there are, and how many of them one may try."""

import math
from collections import Counter

from bot.guesses import PERSON
from bot.intents import Sit
from bot.names import CODE_LENGTH, CODE_LETTERS, new_code, new_key
from bot.table import No
from bot.web.guesses import ADDRESS

DAY_S = 24 * 3600
OPEN = 1_000
"""Invitations that wait at a big house."""


def test_codes_are_many_and_even():
    assert len(set(CODE_LETTERS)) == 31
    assert CODE_LENGTH * math.log2(len(CODE_LETTERS)) > 29.7, "bits"
    drawn = Counter("".join(new_code() for _ in range(5_000)))
    assert set(drawn) == set(CODE_LETTERS)
    assert max(drawn.values()) < 1.25 * min(drawn.values())
    assert len({new_code() + new_key() for _ in range(5_000)}) == 5_000, "with a key it is twice as long"


def test_a_year_of_guessing_finds_less_than_four_invitations_of_a_thousand():
    """By one person; with a key none is ever found: the chance of that is below one in a hundred million a year."""
    codes = len(CODE_LETTERS) ** CODE_LENGTH
    tries = PERSON.calls + 365 * DAY_S / PERSON.seconds
    assert tries * OPEN / codes < 4
    assert tries / codes**2 < 1e-8


def test_an_address_full_of_guessers_finds_one_in_ten_days():
    tries = ADDRESS.calls + 10 * DAY_S / ADDRESS.seconds
    assert tries * OPEN / len(CODE_LETTERS) ** CODE_LENGTH < 1


async def test_a_key_is_asked_for_and_compared_whole(coffeehouse):
    table = await coffeehouse.open(key="ABCDEF")
    for key in ("", "ABCDE", "ABCDEG", "abcdef", "ABCDEFA"):
        reply = await coffeehouse.wish(table, coffeehouse.omar, Sit(key=key))
        assert reply.refused is No.NOT_INVITED
    assert (await coffeehouse.wish(table, coffeehouse.sara, Sit(key="ABCDEF"))).refused is None
    assert (await coffeehouse.wish(table, coffeehouse.omar, Sit(key="ABCDEF"))).refused is No.SEAT_TAKEN
