"""What is told of a person everywhere: how strong they are, what they have won, been given and achieved."""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import rating
from bot.achievements import Award
from bot.company.phrasebook import GIFTS
from bot.rating import Rating
from rules.ruleset import Game
from storage import achievements, gifts, ratings, results
from storage.results import Record


class Repute(NamedTuple):
    """One person's, none of it private.

    `ratings` are as sure as they are now, of games in which there is one. `record` sums all games, `favourite` is the one
    they have finished most matches of. Streaks are of matches against people. `gifts` counts what we know, by kind.
    """

    ratings: Mapping[Game, Rating]
    record: Record
    favourite: Game | None
    streak: int
    best: int
    gifts: Mapping[str, int]
    awards: tuple[Award, ...]


async def gather(conn: AsyncConnection, player: int, now: int) -> Repute:
    """Everything as it stands; nothing of somebody who has done nothing."""
    records = await results.records(conn, player)
    shelf = await gifts.shelf(conn, player)
    achieved = {row.name for row in await achievements.of_player(conn, player)}
    return Repute(
        ratings={
            Game(row.game): rating.faded(Rating(row.rating, row.deviation, row.matches, row.updated_at), now)
            for row in await ratings.of_player(conn, player)
        },
        record=Record(*(sum(counts) for counts in zip(*records.values(), strict=True)))
        if records
        else Record(0, 0, 0, 0, 0, 0),
        favourite=Game(max(records, key=lambda game: records[game].matches)) if records else None,
        streak=await results.streak(conn, player),
        best=await results.best_streak(conn, player),
        gifts={kind: shelf[kind] for kind in GIFTS if kind in shelf},
        awards=tuple(award for award in Award if award in achieved),
    )
