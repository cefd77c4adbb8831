"""Names and room codes as people type them, made safe to show and to compare."""

import secrets
import unicodedata
from hashlib import sha256

from bot.phrases import Phrases

MAX_NAME = 32
"""Characters of a name, as shown everywhere."""

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No letter or digit that is read aloud or written like another."""

CODE_LENGTH = 6

_FORGOTTEN = "Player"

_LIKES = str.maketrans({"O": "Q", "0": "Q", "I": "J", "L": "J", "1": "7"})
"""No code has the letters on the left: whoever typed one of them has misread the one that looks like it."""

_BASES = "LNPS"
"""Letters, numbers, punctuation and signs: what a mark can stand on."""

_JOINERS = "\u200c\u200d"
_SENTENCES = "\ufdfd\ufdfa\ufdfb"
_FILLERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that look like spaces: Hangul's fillers, Braille without a dot."""


def clean_name(raw: str) -> str:
    """A name in one line of printable characters, or an empty text where nothing can be shown."""
    return clean_line(raw, MAX_NAME)


def clean_line(raw: str, longest: int) -> str:
    """A line of at most so many printable characters, or an empty text where nothing can be shown.

    Composed (NFC); control, format and bidirectional characters go (joiners between letters stay), and so do
    ligatures of whole sentences that no font draws, characters that show nothing, and piles of more than two
    marks on one letter. Marks alone are nothing to show.
    """
    shown: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", raw[: 16 * longest]):
        category = unicodedata.category(char)
        marks = marks + 1 if category.startswith("M") else 0
        if char in _SENTENCES or char in _FILLERS or category.startswith("Z"):
            shown.append(" ")
        elif (category[0] != "C" and marks <= 2) or (char in _JOINERS and shown):  # noqa: PLR2004 two marks
            shown.append(char)
    line = " ".join("".join(shown).split())[:longest].strip(_JOINERS + " ")
    return line if any(unicodedata.category(char)[0] in _BASES for char in line) else ""


def new_code() -> str:
    """A room code nobody can guess: 31 to the power of 6, about 900 million."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_key() -> str:
    """What stands behind a code where a seat is kept for whoever brings it; as hard to guess as the code."""
    return new_code()


def pseudonym(player: int) -> str:
    """What somebody is called once they have been forgotten, as it is stored: the same each time."""
    return f"{_FORGOTTEN} {_mark(player)}"


def called(player: int, name: str, words: Phrases) -> str:
    """A player's name as people read it: of those who have been forgotten, a pseudonym in the reader's language."""
    if name.startswith(_FORGOTTEN) and name == pseudonym(player):
        return words.t("Player {mark}", mark=_mark(player))
    return name


def _mark(player: int) -> str:
    digest = sha256(f"forgotten {player}".encode()).digest()
    return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in digest[:4])


def read_code(typed: str) -> str:
    """A room code as typed, with the key behind it where there is one.

    Small letters, spaces, dashes, unseen marks, other scripts' digits and look-alikes are all the same to us.
    """
    wide = unicodedata.normalize("NFKC", typed)
    plain = "".join(str(unicodedata.digit(char, char)) for char in wide if char.isalnum())
    return plain.upper().translate(_LIKES)[: 2 * CODE_LENGTH]


def in_groups(code: str) -> str:
    """A code and its key as people read them to each other."""
    return "-".join(part for part in code_and_key(code) if part)


def code_and_key(code: str) -> tuple[str, str]:
    """What `read_code` gave, apart: the table, and the key that lets one person sit down there (empty: none)."""
    return code[:CODE_LENGTH], code[CODE_LENGTH:]
