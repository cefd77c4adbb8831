"""Telegram: a platform like the page, with the same intents and the same views."""

import os

# Waits asked for by Telegram come as time spans, as they will for everybody in the library's next version.
os.environ.setdefault("PTB_TIMEDELTA", "true")
