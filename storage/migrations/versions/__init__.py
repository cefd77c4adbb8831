"""One module per step of the schema, each naming the one before it."""
