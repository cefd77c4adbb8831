"""A piece of work that takes long, as bot.workshop orders it: `python -m tests.running.sleeper`."""

import sys
import time

from bot.workshop import step_aside

LONG_S = 60

if __name__ == "__main__":
    step_aside()
    print("at work", file=sys.stderr, flush=True)
    time.sleep(LONG_S)
    print("done", file=sys.stderr, flush=True)
