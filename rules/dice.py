"""Dice anybody can check afterwards: rolls from a seed that was committed to before the first roll.

The table shows SHA-256 of the seed, then each player may add a word of their own, and only then the first
roll is made; when the match ends the seed is shown. A roll is drawn from HMAC-SHA256 with the seed as its
key over the words, the game's number, the roll's number and a block counter. A byte of 252 or more is thrown
away and the others taken modulo six, so that every face is exactly as likely (rejection sampling).
docs/dice.md tells the same with an example.
"""

import hmac
import unicodedata
from hashlib import sha256
from itertools import count
from typing import NamedTuple

from rules.errors import Malformed

SEED_BYTES = 32
MAX_WORD = 64
"""The longest word a player may add, in characters."""

_LABEL = b"majlis dice 1"
_FAIR = 252
_DICE = 2

ROLLS: tuple[tuple[tuple[int, int], int], ...] = tuple(
    ((high, low), 1 if high == low else 2) for high in range(1, 7) for low in range(1, high + 1)
)
"""The 21 rolls, larger die first, with how many of the 36 throws give each."""


class Dice(NamedTuple):
    """A match's dice: the secret seed and the players' words, first seat first."""

    seed: bytes
    words: tuple[str, str] = ("", "")

    def roll(self, game: int, number: int) -> tuple[int, int]:
        """The `number`th roll (from 0) of the `game`th game (from 1); in an opening, first seat's die first."""
        faces: list[int] = []
        blocks = count()
        while len(faces) < _DICE:
            digest = hmac.digest(self.seed, _message(self.words, game, number, next(blocks)), "sha256")
            faces += [byte % 6 + 1 for byte in digest if byte < _FAIR]
        return faces[0], faces[1]


def _message(words: tuple[str, str], game: int, number: int, block: int) -> bytes:
    parts = [_LABEL, *(word.encode() for word in words), *(str(n).encode() for n in (game, number, block))]
    return b"".join(str(len(part)).encode() + b":" + part for part in parts)


def commitment(seed: bytes) -> str:
    """What the table shows before the first roll: SHA-256 of the seed, 64 hexadecimal digits."""
    return sha256(seed).hexdigest()


def clean_word(word: str) -> str:
    """A player's word in the one form that is mixed into the dice.

    Composed (NFC), printable, single spaces, at most MAX_WORD characters. Raises Malformed if it is longer.
    """
    composed = unicodedata.normalize("NFC", word)
    printable = "".join(c if c.isprintable() else " " for c in composed)
    cleaned = " ".join(printable.split())
    if len(cleaned) > MAX_WORD:
        raise Malformed(f"a word has at most {MAX_WORD} characters")
    return cleaned
