"""The rules of the tawla games, as pure values and functions.

Nothing here reads a clock, a file or a random source: time, dice and identity come in as arguments.
docs/rules.md restates the rules the docstrings refer to by section (`§3`).
"""
