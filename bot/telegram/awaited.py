"""Words that somebody was asked for: whose, where, and what they are for."""

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from telegram import Message

from bot.company.panel import Field

LONGEST_MS = 10 * 60 * 1000
"""How long words are waited for."""

MANY = 10_000
"""People of whom words are awaited."""


class _Question(NamedTuple):
    field: Field
    message: int
    until: int


class Awaited:
    """By chat and person, the newest question; a restart forgets them, and the panel is asked for again."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._questions: OrderedDict[tuple[int, int], _Question] = OrderedDict()

    def ask(self, user: int, message: Message, field: Field | None) -> None:
        """Wait for words of this person; None: for no more of them in this message's chat."""
        self._questions.pop((message.chat_id, user), None)
        if field:
            question = _Question(field, message.message_id, self._now() + LONGEST_MS)
            self._questions[message.chat_id, user] = question
            if len(self._questions) > MANY:
                self._questions.popitem(last=False)

    def field(self, message: Message) -> Field | None:
        """What these words are for: in private the next ones, in groups only an answer to the message that asks."""
        if message.from_user is None or not message.text:
            return None
        question = self._questions.get((message.chat_id, message.from_user.id))
        if question is None or question.until < self._now():
            return None
        answered = message.reply_to_message
        here = message.chat_id > 0 or (answered is not None and answered.message_id == question.message)
        return question.field if here else None

    def answered(self, message: Message, field: Field) -> None:
        """These words were taken, unless something else has been asked meanwhile."""
        where = message.chat_id, message.from_user.id if message.from_user else 0
        if where in self._questions and self._questions[where].field is field:
            del self._questions[where]
