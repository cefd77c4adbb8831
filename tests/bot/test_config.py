"""Settings that are more than a word."""

from pathlib import Path

import pytest

from bot.config import Wrong, read_settings, unknown


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
        ("-1", "", "MAJLIS_DISCORD_SHARDS: must be at least 0"),
    ],
)
def test_a_wrong_one_is_one_line(monkeypatch, shards: str, ids: str, said: str):
    monkeypatch.setenv("MAJLIS_DISCORD_SHARDS", shards)
    monkeypatch.setenv("MAJLIS_DISCORD_SHARD_IDS", ids)
    with pytest.raises(Wrong, match=said) as wrong:
        read_settings()
    assert "\n" not in str(wrong.value)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("MAJLIS_WEB_PORT", "eighty", "must be a whole number"),
        ("MAJLIS_METRICS_PORT", "1.5", "must be a whole number"),
        ("MAJLIS_WEB_PORT", "70000", "must be at most 65535"),
        ("MAJLIS_MOST_TABLES", "0", "must be at least 1"),
        ("MAJLIS_LOG_FORMAT", "xml", "must be one of 'text' or 'json'"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(monkeypatch, name: str, value: str, said: str):
    monkeypatch.setenv(name, value)
    with pytest.raises(Wrong) as wrong:
        read_settings()
    assert str(wrong.value) == f"{name}: {said}"


def test_names_that_are_no_setting_are_told(monkeypatch, tmp_path: Path):
    before = unknown()
    (tmp_path / ".env").write_text("MAJLIS_LOGG=debug\nPOSTGRES_PASSWORD=x\nMAJLIS_LOG=info\n")
    monkeypatch.setenv("MAJLIS_WEB_PROT", "9")
    assert set(unknown()) - set(before) == {
        "MAJLIS_LOGG is no setting and is passed over; is MAJLIS_LOG meant?",
        "MAJLIS_WEB_PROT is no setting and is passed over; is MAJLIS_WEB_PORT meant?",
    }
    assert read_settings().web_port == 8080
