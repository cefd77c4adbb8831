"""What the database holds about one person."""

from storage import schema
from storage.persons import OTHERS, OWN


def test_every_column_that_names_a_player_is_thought_of():
    named = {
        (table.name, column.name)
        for table in schema.metadata.tables.values()
        for column in table.c
        if any(key.column is schema.players.c.id for key in column.foreign_keys)
    }
    assert named | {("players", "id")} == {*OWN, *OTHERS}
    assert not {*OWN} & {*OTHERS}
