"""Run as a program, it compiles every kernel into the cache, so that the process that needs them only reads them."""

from bot.computer.thinking import compile_now
from bot.workshop import step_aside

if __name__ == "__main__":
    step_aside()
    compile_now()
