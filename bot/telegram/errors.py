"""What Telegram's refusals mean. Each meaning has one action, taken where boards are shown (bot.telegram.showing)."""

from enum import StrEnum

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)


class Meaning(StrEnum):
    """Why a call was refused, or what became of it.

    NOT_MODIFIED: it looks so already. GONE: the message cannot be edited, post anew. SHUT_OUT: nothing reaches
    this chat any more. MIGRATED: the chat has another id. NO_PHOTOS: write the board as text. NO_THREAD: post
    outside topics. TOO_OLD: the tap's answer comes too late. BAD_FILE: upload the picture again. FLOOD: wait.
    UNSENT: it surely did not happen. UNKNOWN_FATE: it may have happened or not. OTHER: a bug of ours.
    """

    NOT_MODIFIED = "not_modified"
    GONE = "gone"
    SHUT_OUT = "shut_out"
    MIGRATED = "migrated"
    NO_PHOTOS = "no_photos"
    NO_THREAD = "no_thread"
    TOO_OLD = "too_old"
    BAD_FILE = "bad_file"
    FLOOD = "flood"
    UNSENT = "unsent"
    UNKNOWN_FATE = "unknown_fate"
    OTHER = "other"


WEATHER = frozenset({Meaning.FLOOD, Meaning.UNSENT, Meaning.UNKNOWN_FATE})
"""What passes by itself, and says nothing of the chat."""

TEXTS: tuple[tuple[str, Meaning], ...] = (
    ("message is not modified", Meaning.NOT_MODIFIED),
    ("message to edit not found", Meaning.GONE),
    ("message can't be edited", Meaning.GONE),
    ("message_id_invalid", Meaning.GONE),
    ("there is no text in the message to edit", Meaning.GONE),
    ("there is no caption in the message to edit", Meaning.GONE),
    ("message identifier is not specified", Meaning.GONE),
    ("chat not found", Meaning.SHUT_OUT),
    ("bot was kicked", Meaning.SHUT_OUT),
    ("bot is not a member", Meaning.SHUT_OUT),
    ("bot was blocked by the user", Meaning.SHUT_OUT),
    ("bot can't initiate conversation", Meaning.SHUT_OUT),
    ("bot can't send messages to bots", Meaning.SHUT_OUT),
    ("user is deactivated", Meaning.SHUT_OUT),
    ("not enough rights to send text messages", Meaning.SHUT_OUT),
    ("have no rights to send a message", Meaning.SHUT_OUT),
    ("chat_write_forbidden", Meaning.SHUT_OUT),
    ("need administrator rights in the channel chat", Meaning.SHUT_OUT),
    ("group chat was deactivated", Meaning.SHUT_OUT),
    ("group chat was upgraded to a supergroup chat", Meaning.MIGRATED),
    ("not enough rights to send photos", Meaning.NO_PHOTOS),
    ("chat_send_photos_forbidden", Meaning.NO_PHOTOS),
    ("chat_send_media_forbidden", Meaning.NO_PHOTOS),
    ("message thread not found", Meaning.NO_THREAD),
    ("topic_closed", Meaning.NO_THREAD),
    ("query is too old", Meaning.TOO_OLD),
    ("wrong file identifier", Meaning.BAD_FILE),
    ("wrong remote file identifier", Meaning.BAD_FILE),
    ("media_empty", Meaning.BAD_FILE),
    ("file_reference", Meaning.BAD_FILE),
    ("invalid file_id", Meaning.BAD_FILE),
)
"""A part of the description, in small letters, and what it means."""

_SERVER_SAID_NO = ("(500)", "(502)", "(503)", "(504)", "connecterror", "connecttimeout", "pool timeout")
"""The server answered that it failed, or was never reached."""


def meaning(error: TelegramError) -> Meaning:
    """What a refusal means."""
    match error:
        case RetryAfter():
            return Meaning.FLOOD
        case ChatMigrated():
            return Meaning.MIGRATED
        case BadRequest() | Forbidden():
            said = str(error).lower()
            found = next((what for text, what in TEXTS if text in said), None)
            return found or (Meaning.SHUT_OUT if isinstance(error, Forbidden) else Meaning.OTHER)
        case NetworkError():
            said = f"{error!s} {error.__cause__!r}".lower()
            return Meaning.UNSENT if any(text in said for text in _SERVER_SAID_NO) else Meaning.UNKNOWN_FATE
        case Conflict() | InvalidToken() | TelegramError():
            return Meaning.OTHER
