"""Work that other processes do ends with the program, even where the program is killed."""

import subprocess
import sys

from tests.running.program import HOME

ORDER = """
import asyncio
from bot.workshop import apart
asyncio.run(apart("tests.running.sleeper", b"", 600))
"""


def test_who_works_for_a_program_that_is_killed_stops_too():
    program = subprocess.Popen(
        [sys.executable, "-c", ORDER], cwd=HOME, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    with program:
        assert program.stderr.readline() == b"at work\n"
        program.kill()
        # Both write there: it ends when the last of them has ended.
        assert program.stderr.read() == b""
