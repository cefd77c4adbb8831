"""Words that somebody was asked for: whose, where, and what they are for."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

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


Tell = Callable[[int, int, Sequence[Any]], Awaitable[None]]


class Awaited:
    """By chat and person, the newest question; a restart forgets them, and the panel is asked for again."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._questions: OrderedDict[tuple[int, int], _Question] = OrderedDict()
        self.elsewhere: Tell | None = None
        """Told by chat and person of each question, or with nothing of its end: the words may come to another program."""

    async def ask(self, user: int, message: Message, field: Field | None) -> None:
        """Wait for words of this person; None: for no more of them in this message's chat."""
        question = _Question(field, message.message_id, self._now() + LONGEST_MS) if field else None
        await self._change(message.chat_id, user, question)

    def heard(self, chat: int, user: int, question: Sequence[Any]) -> None:
        """Another program has asked, or waits no more: what `elsewhere` is told there."""
        match question:
            case [[*field], int(message), int(until)]:
                self._note(chat, user, _Question(Field(*field), message, until))
            case _:
                self._note(chat, user, None)

    async def _change(self, chat: int, user: int, question: _Question | None) -> None:
        if self._note(chat, user, question) and self.elsewhere:
            await self.elsewhere(chat, user, question or ())

    def _note(self, chat: int, user: int, question: _Question | None) -> bool:
        """Whether anything changes by it."""
        before = self._questions.pop((chat, user), None)
        if question:
            self._questions[chat, user] = question
            if len(self._questions) > MANY:
                self._questions.popitem(last=False)
        return before != question

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

    async def answered(self, message: Message, field: Field) -> None:
        """These words were taken, unless something else has been asked meanwhile."""
        where = message.chat_id, message.from_user.id if message.from_user else 0
        if where in self._questions and self._questions[where].field is field:
            await self._change(*where, None)
