"""What Alembic runs around the steps: on the connection it was handed, in that connection's transaction."""

from alembic import context

from storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
