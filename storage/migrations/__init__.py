"""The steps of the schema, and how they run: from inside the package, at every start, in one transaction.

Steps are written by hand in `versions/`; `tests/storage/test_migrations.py` holds them to storage.schema.
"""

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect


class NewerSchema(Exception):
    """The database has a step this program does not know."""


class ForeignTables(Exception):
    """The database has tables, and they are not Majlis's."""


def migrate(connection: Connection) -> None:
    """Bring the database up to the newest step, inside the caller's transaction."""
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    config.attributes["connection"] = connection  # env.py takes it from here
    steps = ScriptDirectory.from_config(config)
    known = {step.revision for step in steps.walk_revisions()}
    present = set(MigrationContext.configure(connection).get_current_heads())
    if present - known:
        raise NewerSchema
    if not present and inspect(connection).get_table_names():
        raise ForeignTables
    if present != set(steps.get_heads()):
        command.upgrade(config, "head")
