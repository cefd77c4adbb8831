"""Run as a program, it compiles every kernel into the cache, so that the process that needs them only reads them."""

import os

from bot.computer.thinking import compile_now

_NICENESS = 10

if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(_NICENESS)  # people at their boards come first
    compile_now()
