"""What the rules refuse, as a closed list.

ValueError
├── Refused      a wish the rules do not allow, with a Reason; expected, and told to the person
└── Malformed    a text, a log or a set of options that cannot be read; told to whoever wrote it
"""

from enum import StrEnum


class Reason(StrEnum):
    """Why a wish is refused. Each has its sentence in the catalogues."""

    NOT_YOUR_TURN = "not_your_turn"
    NOT_SEATED = "not_seated"
    ILLEGAL_STEP = "illegal_step"
    NOTHING_TO_UNDO = "nothing_to_undo"
    TURN_UNFINISHED = "turn_unfinished"
    ROLL_FIRST = "roll_first"
    ALREADY_ROLLED = "already_rolled"
    GAME_OVER = "game_over"
    GAME_RUNNING = "game_running"
    MATCH_OVER = "match_over"


class Refused(ValueError):
    """A wish the rules do not allow now; nothing has changed."""

    def __init__(self, reason: StrEnum) -> None:
        """Tables have reasons of their own, as closed a list as Reason."""
        super().__init__(reason.value)
        self.reason = reason


class Malformed(ValueError):
    """A text that cannot be read as what it should be; the message says where it fails."""
