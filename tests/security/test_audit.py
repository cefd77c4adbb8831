"""What `make check` asks of the repository and of the libraries."""

import pytest

from tests import audit


@pytest.mark.parametrize(
    "line",
    [
        "TOKEN = '" + "12345678" + "9:" + "AA" + "b" * 33 + "'",
        "-----BEGIN " + "RSA PRIVATE KEY-----",
        "key: AKIA" + "ABCDEFGHIJKLMNOP",
        "https://x-access:" + "hunter2hunter2@example.com/repo",
        "ghp_" + "a" * 36,
    ],
)
def test_a_secret_is_seen_and_not_repeated(line):
    [(number, what)] = audit.secrets("first\n" + line)
    assert number == 2
    assert what.startswith("a")


def test_examples_are_no_secrets():
    assert not [
        *audit.secrets("postgresql://user:password@host/majlis\nsqlite:///majlis.db\nMAJLIS_TELEGRAM_TOKEN=")
    ]


def test_the_repository_has_no_secret_and_no_library_with_a_hole():
    assert audit.main() == 0


def test_a_library_that_may_be_too_old_is_named(monkeypatch):
    monkeypatch.setitem(audit.FIXED, "pillow", "99.0")
    assert [line.split(":")[0] for line in audit.holes()] == ["pillow", "pillow"]
