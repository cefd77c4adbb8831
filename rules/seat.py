"""The two seats of a table, fixed for a match; who opens is a matter of the opening rule."""

from enum import IntEnum


class Seat(IntEnum):
    """A side of the table."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> "Seat":
        """The seat across the board."""
        return Seat(1 - self)
