"""Settings, read once from the environment and a .env file; a wrong one is one clear line at the start."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from typing import Annotated, Any, Literal, Self
from urllib.parse import unquote, urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    EnvSettingsSource,
    NoDecode,
    SettingsConfigDict,
)

from bot import thrift
from bot.limits import DAY_MS, Limits
from bot.thrift import Caps

STANDARD = Limits()
CAPS = thrift.STANDARD


class Wrong(Exception):
    """A setting that cannot be used; the message is one line and holds no secret."""


def _address(value: str) -> str:
    if value and not value.startswith(("http://", "https://")):
        raise ValueError("must begin with http:// or https://")
    return value.rstrip("/")


Address = Annotated[str, AfterValidator(_address)]


def _numbers(value: object) -> object:
    """`0,2,3` or `0-3` as numbers."""
    if not isinstance(value, str):
        return value
    numbers: list[int] = []
    for part in value.replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise ValueError("must be numbers such as 0,1 or 0-3")
        numbers += range(int(first), int(last or first) + 1)
    return tuple(numbers)


ROLES = ("web", "telegram", "discord", "house")
"""What a program can do; `house`: clocks, the computer, quick play, and what the command line asks."""


def _roles(value: object) -> object:
    """`web,house` as words."""
    if not isinstance(value, str):
        return value
    words = tuple(word for word in value.replace(",", " ").split())
    if not words or set(words) - set(ROLES):
        raise ValueError(f"must be some of {', '.join(ROLES)}")
    return words


Roles = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_roles)]

ShardIds = Annotated[tuple[int, ...], NoDecode, BeforeValidator(_numbers)]


def _passwords(address: str) -> Iterator[str]:
    with suppress(ValueError):  # no address at all: who opens it says so
        if password := urlsplit(address).password:
            yield unquote(password)


class Settings(BaseSettings):
    """Every setting with its default; each is an environment variable with MAJLIS_ before its name."""

    model_config = SettingsConfigDict(
        env_prefix="MAJLIS_",
        env_file=".env",
        extra="ignore",
        hide_input_in_errors=True,
        env_ignore_empty=True,
    )

    database: str = Field(default="sqlite:///majlis.db", repr=False)  # it may hold a password
    roles: Roles = ROLES
    web_host: str = "127.0.0.1"
    web_port: int = Field(default=8080, ge=0, le=65535)
    web_public_url: Address = ""
    telegram_token: SecretStr | None = None
    telegram_api: Address = "https://api.telegram.org/bot"
    telegram_webhook_url: Address = ""
    telegram_webhook_host: str = "127.0.0.1"
    telegram_webhook_port: int = Field(default=8081, ge=0, le=65535)
    telegram_store_chat: int | None = None
    discord_token: SecretStr | None = None
    discord_api: Address = "https://discord.com/api/v10"
    discord_shards: int = Field(default=0, ge=0)
    discord_shard_ids: ShardIds = ()
    most_tables: int = Field(default=STANDARD.tables, ge=1, le=1000)
    most_invitations: int = Field(default=STANDARD.invitations, ge=1, le=1000)
    invitation_days: int = Field(default=STANDARD.waits_ms // DAY_MS, ge=1, le=90)
    queue_minutes: int = Field(default=30, ge=1, le=24 * 60)
    paid_practice: int = Field(default=CAPS.practice, ge=0)
    paid_pair: int = Field(default=CAPS.pair, ge=0)
    paid_quick: int = Field(default=CAPS.quick, ge=0)
    guest_pearls: int = Field(default=CAPS.guest, ge=0)
    guest_days: int = Field(default=CAPS.guest_days, ge=0, le=365)
    guest_stake: int = Field(default=CAPS.guest_stake, ge=0)
    pair_stakes: int = Field(default=CAPS.pair_stakes, ge=0)
    log: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = Field(default=None, ge=0, le=65535)

    @property
    def limits(self) -> Limits:
        """What one person may have open."""
        return Limits(self.most_tables, self.most_invitations, self.invitation_days * DAY_MS)

    @property
    def caps(self) -> Caps:
        """What the house pays in a day, and what people may stake."""
        return Caps(
            self.paid_practice,
            self.paid_pair,
            self.paid_quick,
            self.guest_pearls,
            self.guest_days,
            self.guest_stake,
            self.pair_stakes,
        )

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be told."""
        tokens = (self.telegram_token, self.discord_token)
        return (*(token.get_secret_value() for token in tokens if token), *_passwords(self.database))

    @model_validator(mode="after")
    def _shards_fit(self) -> Self:
        if self.discord_shard_ids and not max(self.discord_shard_ids) < self.discord_shards:
            raise ValueError(
                "MAJLIS_DISCORD_SHARD_IDS must be below MAJLIS_DISCORD_SHARDS, which says how many there are"
            )
        return self


def read_settings() -> Settings:
    """The settings. Raises Wrong, naming the first that cannot be used and why."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(
            include_url=False,
            include_input=False,
        )[0]
        said = _why(first["type"], first.get("ctx", {}), first["msg"])
        raise Wrong(
            ": ".join((*(f"MAJLIS_{str(name).upper()}" for name in first["loc"][:1]), said))
        ) from None
    except UnicodeDecodeError:
        raise Wrong("the file .env is not readable as UTF-8 text") from None


_WHY = {
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a smaller number",
    "greater_than_equal": "must be at least {ge}",
    "less_than_equal": "must be at most {le}",
    "literal_error": "must be one of {expected}",
}


def _why(kind: str, context: Mapping[str, Any], said: str) -> str:
    """Pydantic's kinds of errors, in the words of our own validators."""
    return _WHY[kind].format_map(context) if kind in _WHY else said.removeprefix("Value error, ")


def unknown() -> tuple[str, ...]:
    """A line for each name that looks like a setting and is none. Call it once the settings could be read.

    They are told and no more: Kubernetes names what it tells of a service `majlis` in this way.
    """
    known = [f"MAJLIS_{name.upper()}" for name in Settings.model_fields]
    found = {*EnvSettingsSource(Settings).env_vars, *DotEnvSettingsSource(Settings).env_vars}
    strange = sorted({name.upper() for name in found if name.upper().startswith("MAJLIS_")} - set(known))
    return tuple(_unknown(name, get_close_matches(name, known, n=1)) for name in strange)


def _unknown(name: str, close: list[str]) -> str:
    return f"{name} is no setting and is passed over" + "".join(f"; is {one} meant?" for one in close)
