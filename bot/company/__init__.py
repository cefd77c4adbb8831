"""Everything around the tables: finding a rival, bringing a friend, talking, standing, coming back tomorrow.

What people see of it is a Panel, and what they do is an act written as `verb.argument.argument`; platforms show the one
and carry the other, and know neither verbs nor meanings.
"""
