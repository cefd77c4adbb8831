"""Answers to taps: each is given once, and tried again while who tapped may still look for it."""

import asyncio
import time
from collections import OrderedDict

from telegram import CallbackQuery
from telegram.error import RetryAfter, TelegramError

from bot.telegram.errors import Meaning, meaning
from bot.telegram.pace import seconds
from bot.telegram.texts import toast

WAITS_S = (0.2, 1.0, 3.0)
"""Before an answer that failed is tried again, unless Telegram names a time."""

LONGEST_S = 12.0
"""After so long nobody waits for an answer any more; Telegram takes it for about fifteen seconds."""

MANY = 10_000
"""Taps remembered as answered: an update that comes twice is answered once."""


class Answers:
    """Answers every tap once; `patience` stretches the waits."""

    def __init__(self, patience: float = 1.0) -> None:
        self._patience = patience
        self._given: OrderedDict[str, None] = OrderedDict()

    async def give(self, query: CallbackQuery, said: str) -> bool:
        """Answer a tap with words, or without any; what cannot be said in time is left unsaid. Whether it was heard now."""
        if query.id in self._given:
            return False
        self._given[query.id] = None
        if len(self._given) > MANY:
            self._given.popitem(last=False)
        give_up = time.monotonic() + LONGEST_S
        for usual in (*WAITS_S, None):
            try:
                await query.answer(toast(said) or None)
            except TelegramError as error:
                # An answer may be repeated: where it had come through, the second is refused as too old.
                if usual is None or meaning(error) in (Meaning.TOO_OLD, Meaning.OTHER):
                    return False
                wait = seconds(error) if isinstance(error, RetryAfter) else usual * self._patience
                if time.monotonic() + wait > give_up:
                    return False
                await asyncio.sleep(wait)
            else:
                return True
        return False
