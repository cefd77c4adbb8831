"""Pictures drawn off the loop. A slot is waited for first and the table read then, so the newest state is drawn."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress

from aiohttp import web

from render import encode
from render.scene import Scene

AT_ONCE = 4
"""Pictures in the hands of the executor; the other requests wait, and then ask for what is newest."""

KEPT = 128
"""Finished pictures kept, about 100 kB each: players and spectators often see the same one."""

CROWD = 8
"""With more presses than this under way, pictures not yet begun let them go first."""

PATIENCE_S = 3.0
"""For how long they do, the time they have waited for a slot among it."""


class Pictures:
    """Draws scenes and remembers the last ones."""

    def __init__(self, executor: Executor, draw: Callable[[Scene], bytes] = encode.jpeg) -> None:
        self._executor = executor
        self._draw = draw
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._kept: OrderedDict[Scene, bytes] = OrderedDict()
        self._presses = 0
        self._calm = asyncio.Event()
        self._calm.set()

    @contextmanager
    def a_press(self) -> Iterator[None]:
        """Somebody waits for an answer, which should not wait for pictures."""
        self._presses += 1
        if self._presses > CROWD:
            self._calm.clear()
        try:
            yield
        finally:
            self._presses -= 1
            if self._presses <= CROWD:
                self._calm.set()

    async def newest(self, scene: Callable[[], Awaitable[Scene]]) -> tuple[Scene, bytes]:
        """The picture of the scene as it is when its turn to be drawn has come."""
        until = asyncio.get_running_loop().time() + PATIENCE_S
        wished = await scene()
        if wished not in self._kept:
            old = self._slots.locked() or not self._calm.is_set()
            async with self._slots:
                await self._let_presses_go_first(until)
                wished = await scene() if old else wished
                if wished not in self._kept:
                    loop = asyncio.get_running_loop()
                    self._keep(wished, await loop.run_in_executor(self._executor, self._draw, wished))
        self._kept.move_to_end(wished)
        return wished, self._kept[wished]

    async def drawn(self, draw: Callable[[], bytes]) -> bytes:
        """Another picture, drawn when its turn has come and not remembered."""
        async with self._slots:
            return await asyncio.get_running_loop().run_in_executor(self._executor, draw)

    async def _let_presses_go_first(self, until: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await self._calm.wait()

    def _keep(self, scene: Scene, picture: bytes) -> None:
        self._kept[scene] = picture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


PICTURES = web.AppKey("pictures", Pictures)
