"""Work of seconds for somebody who has tapped: meanwhile their chat shows that something is coming."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from typing import TypeVar

from telegram.constants import ChatAction
from telegram.error import TelegramError

from bot.telegram.here import Here

SOON_S, AGAIN_S = 0.5, 4.0
"""After so long people are shown that something is coming, and again while it takes longer; Telegram forgets it after five seconds."""

Found = TypeVar("Found")


async def coming(here: Here, work: Awaitable[Found]) -> Found:
    """Wait for work, and show meanwhile that it is being done."""
    task = asyncio.ensure_future(work)
    try:
        patience = SOON_S
        while not (await asyncio.wait({task}, timeout=patience))[0]:
            with suppress(TelegramError):
                await here.desk.bot.send_chat_action(
                    here.chat, ChatAction.UPLOAD_PHOTO, message_thread_id=here.thread
                )
            patience = AGAIN_S
        return task.result()
    finally:
        task.cancel()
