"""What goes wrong on demand: requests lost on the way, answers of a broken server, interactions twice or late.

The kinds of fault and their drawing are those of the Telegram server.
"""

from tests.servers.telegram.faults import Fault, Faults, Planned

__all__ = ["Fault", "Faults", "Planned"]
