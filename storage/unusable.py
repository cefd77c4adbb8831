"""What is raised where a database cannot be used at all."""


class Unusable(Exception):
    """The database cannot be used; the message is one line for the host, without secrets."""
