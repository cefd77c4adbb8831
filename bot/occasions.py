"""What a table's newest state means for those who are not looking: who is to move, and what is worth a new message."""

from bot.table import COMPUTER, Against, Seated, Stage, Table
from rules.ruleset import ClockKind

BEGUN = "begun"


def in_mid_turn(table: Table) -> bool:
    """Whether somebody has taken a step of a turn that is not over."""
    game = table.match.game if table.match else None
    return game is not None and bool(game.taken) and not game.outcome


def mover(table: Table) -> Seated | None:
    """Whoever is to move now, if it is a person."""
    game = table.match.game if table.match else None
    if table.stage is not Stage.PLAYING or game is None or game.outcome or game.to_move is None:
        return None
    at = table.seats[game.to_move]
    return at if at and at.player != COMPUTER else None


def awaited(table: Table) -> tuple[Seated, ...]:
    """Whom the table waits for: whoever is to move, or who has yet to come where quick play brought two together."""
    if table.queued and table.stage is Stage.OPEN:
        return tuple(at for at in table.seats if at and not at.ready)
    at = mover(table)
    return (at,) if at else ()


def news(told: str, table: Table, player: int | None) -> str:
    """A short name of the newest thing a screen's readers should hear of even if they are elsewhere.

    `told` is what they heard of last, and is given back if there is nothing newer; `player` is who looks (None:
    everybody there). An edit makes no sound. So a new message tells a host in private that the match has begun, and
    at a table with the daily clock whoever is to move that it is their turn, in private and in groups, and
    everybody that a long pause is over.
    """
    match = table.match
    if table.stage is not Stage.PLAYING or table.setup.against is not Against.FRIEND or match is None:
        return told
    if table.woken:
        return f"woken.{match.number}.{table.woken}"
    at = mover(table)
    theirs = at is not None and player in (None, at.player)
    if theirs and table.setup.ruleset.clock is ClockKind.DAILY:
        return f"{match.number}.{sum(match.game.turns)}"
    return told or (BEGUN if player is not None and player == table.host else "")
