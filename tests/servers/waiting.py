"""Waiting in vain: where everything in this process stands then, for whoever has to find out why."""

import asyncio
import sys
import threading
import traceback
from typing import Any

DEEPEST = 6
"""Innermost calls told of a task or a thread."""


class Unanswered(TimeoutError):
    """Whoever waited gave up."""


def in_vain(words: str) -> Unanswered:
    """What is raised by whoever gives up: what they waited for, and what every task and thread waits for."""
    return Unanswered(f"{words}\n{standing()}")


def standing() -> str:
    """Every task of this loop and every thread, each with its innermost calls."""
    tasks = [f"task {task.get_name()}: {_calls(task.get_coro())}" for task in asyncio.all_tasks()]
    frames = sys._current_frames()
    threads = [
        f"thread {thread.name}: {_lines(traceback.extract_stack(frames[thread.ident]))}"
        for thread in threading.enumerate()
        if thread.ident in frames
    ]
    return "\n".join([*sorted(tasks), *threads])


def _calls(awaited: Any) -> str:
    """What is awaited, from the outside in."""
    frames = []
    while awaited is not None:
        frame = getattr(awaited, "cr_frame", None) or getattr(awaited, "ag_frame", None)
        if frame is None:
            break
        frames.append(traceback.FrameSummary(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
        awaited = getattr(awaited, "cr_await", None) or getattr(awaited, "ag_await", None)
    return f"{_lines(frames)} < {type(awaited).__name__}"


def _lines(frames: Any) -> str:
    """The innermost first, in a line."""
    return " < ".join(
        f"{frame.name} ({'/'.join(frame.filename.split('/')[-2:])}:{frame.lineno})"
        for frame in reversed(list(frames)[-DEEPEST:])
    )
