"""What the program tells its host as it goes: one line, or one JSON object, for each thing; no secret in any of them.

Ours is told from the level that the host sets; libraries' only from warnings on: below, they note statements with their
values, and addresses with tokens in them.
"""

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from urllib.parse import quote

_OURS = ("bot", "storage", "render", "rules")
_HIDDEN = "[hidden]"
_NOTED = "majlis_table"

_table: ContextVar[str] = ContextVar("table", default="")
_secrets: set[str] = set()


@contextmanager
def about(code: str) -> Iterator[None]:
    """Whatever is told inside, and of what goes wrong inside, concerns the table of this code."""
    token = _table.set(code)
    try:
        yield
    except BaseException as error:
        # Told further out, it is still this table's.
        vars(error).setdefault(_NOTED, code)
        raise
    finally:
        _table.reset(token)


def hide(secret: str) -> None:
    """Never tell this, should anything ever hold it; nothing that is to be told has it by chance."""
    if secret:
        _secrets.update((secret, quote(secret, safe="")))


def begin(level: str, *, as_json: bool) -> None:
    """Tell it on standard error from now on; `level` is one of logging's names in small letters."""
    told = logging.StreamHandler(sys.stderr)
    told.setFormatter(_Json() if as_json else _Text())
    logging.basicConfig(handlers=[told], level=logging.WARNING, force=True)
    logging.captureWarnings(capture=True)
    for name in _OURS:
        logging.getLogger(name).setLevel(level.upper())


class _Text(logging.Formatter):
    """A line, and a traceback where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """When, how bad, where, which table, what."""
        table = _table_of(record)
        where = f"{record.name} [{table}]" if table else record.name
        line = _one_line(f"{_at(record)} {record.levelname.lower()} {where}: {record.getMessage()}")
        return _safe("\n".join(filter(None, (line, _trace(self, record)))))


class _Json(logging.Formatter):
    """An object in one line: at, level, logger, message; table and error where there are any."""

    def format(self, record: logging.LogRecord) -> str:
        """The same as JSON."""
        told = {
            "at": _at(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "table": _table_of(record),
            "message": _safe(record.getMessage()),
            "error": _safe(_trace(self, record)),
        }
        return json.dumps({name: value for name, value in told.items() if value}, ensure_ascii=False)


def _at(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _table_of(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return _table.get() or str(getattr(error, _NOTED, ""))


def _trace(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    return formatter.formatException(record.exc_info) if record.exc_info and record.exc_info[0] else ""


def _one_line(text: str) -> str:
    """Whatever somebody sent us, an address with a line's end in it, must not look like another line."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def _safe(text: str) -> str:
    for secret in _secrets:
        text = text.replace(secret, _HIDDEN)
    return text
