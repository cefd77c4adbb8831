"""Settings, read once from the environment and a .env file; a wrong one is one clear line at the start."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict


class Wrong(Exception):
    """A setting that cannot be used; the message is one line and holds no secret."""


def _address(value: str) -> str:
    if value and not value.startswith(("http://", "https://")):
        raise ValueError("must begin with http:// or https://")
    return value.rstrip("/")


Address = Annotated[str, AfterValidator(_address)]


class Settings(BaseSettings):
    """Every setting with its default; each is an environment variable with MAJLIS_ before its name."""

    model_config = SettingsConfigDict(
        env_prefix="MAJLIS_",
        env_file=".env",
        extra="ignore",
        hide_input_in_errors=True,
        env_ignore_empty=True,
    )

    database: str = "sqlite:///majlis.db"
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
    log: Literal["debug", "info", "warning", "error"] = "info"


def read_settings() -> Settings:
    """The settings. Raises Wrong, naming the first that cannot be used and why."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        name = f"MAJLIS_{str(first['loc'][0]).upper()}"
        raise Wrong(f"{name}: {first['msg'].removeprefix('Value error, ')}") from None
    except UnicodeDecodeError:
        raise Wrong("the file .env is not readable as UTF-8 text") from None
