"""Settings that are more than a word."""

from pathlib import Path

import pytest

from bot.config import Wrong, read_settings


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No .env of the host's in the way."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("ids", "read"), [("0", (0,)), ("0,2", (0, 2)), ("0-3", (0, 1, 2, 3)), ("0-1, 3", (0, 1, 3)), ("", ())]
)
def test_shards_are_named_one_by_one_or_as_a_range(monkeypatch, ids: str, read: tuple[int, ...]):
    monkeypatch.setenv("MAJLIS_DISCORD_SHARDS", "4")
    monkeypatch.setenv("MAJLIS_DISCORD_SHARD_IDS", ids)
    assert read_settings().discord_shard_ids == read


@pytest.mark.parametrize(
    ("shards", "ids", "said"),
    [
        ("4", "x", "MAJLIS_DISCORD_SHARD_IDS: must be numbers such as 0,1 or 0-3"),
        ("4", "0-x", "MAJLIS_DISCORD_SHARD_IDS: must be numbers such as 0,1 or 0-3"),
        ("4", "4", "MAJLIS_DISCORD_SHARD_IDS must be below MAJLIS_DISCORD_SHARDS"),
        ("", "0", "MAJLIS_DISCORD_SHARD_IDS must be below MAJLIS_DISCORD_SHARDS"),
        ("-1", "", "MAJLIS_DISCORD_SHARDS: "),
    ],
)
def test_a_wrong_one_is_one_line(monkeypatch, shards: str, ids: str, said: str):
    monkeypatch.setenv("MAJLIS_DISCORD_SHARDS", shards)
    monkeypatch.setenv("MAJLIS_DISCORD_SHARD_IDS", ids)
    with pytest.raises(Wrong, match=said) as wrong:
        read_settings()
    assert "\n" not in str(wrong.value)
