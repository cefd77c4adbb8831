"""What is kept on disk: compiled kernels, and where, and the nets' files."""

import os
import tempfile
import threading
import time
from pathlib import Path
from typing import NoReturn

import pytest

from bot.computer import jit, nets, thinking


def no_home(_: Path) -> NoReturn:
    raise RuntimeError("Could not determine home directory.")


@pytest.fixture
def unnamed(monkeypatch) -> None:
    """A user without a home, for whom no folder is named."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "expanduser", no_home)


@pytest.mark.usefixtures("unnamed")
def test_without_a_home_kernels_are_kept_in_a_folder_of_our_own(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    kept = jit._cache()
    own = kept.relative_to(tmp_path).parts[0]
    assert own == f"majlis-{os.getuid()}"
    assert (tmp_path / own).stat().st_mode & 0o077 == 0


@pytest.mark.usefixtures("unnamed")
def test_what_somebody_else_may_have_put_there_is_not_run(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    stranger = os.getuid() + 1
    (tmp_path / f"majlis-{stranger}").mkdir()
    monkeypatch.setattr(os, "getuid", lambda: stranger)
    assert jit._cache() is None


@pytest.mark.usefixtures("unnamed")
def test_without_any_place_kernels_are_not_kept(monkeypatch):
    def nowhere() -> NoReturn:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    assert jit._cache() is None


def test_kernels_of_versions_that_nobody_has_used_for_a_month_are_thrown_away(tmp_path):
    mine, old, recent, other = (tmp_path / name for name in ("0" * 16, "1" * 16, "2" * 16, "something else"))
    for folder, days in ((mine, 40), (old, 31), (recent, 29), (other, 400)):
        (folder / "kernels").mkdir(parents=True)
        used = time.time() - days * 24 * 3600
        os.utime(folder, (used, used))
    jit._forget_old(mine)
    assert {folder.name for folder in tmp_path.iterdir()} == {mine.name, recent.name, other.name}
    assert time.time() - mine.stat().st_mtime < 3600, "it is in use"


def test_a_kept_file_cut_short_is_thrown_away_and_made_anew(monkeypatch, tmp_path):
    tries: list[bool] = []
    torn = tmp_path / "torn.nbi"
    torn.touch()

    def think() -> None:
        tries.append(torn.exists())
        if torn.exists():
            raise EOFError("Ran out of input")

    monkeypatch.setattr(jit, "_KEPT", tmp_path)
    monkeypatch.setattr(thinking, "_compiled", threading.Event())
    monkeypatch.setattr(thinking, "_think_once", think)
    thinking.compile_now()
    assert tries == [True, False]
    assert thinking.ready()


def test_nets_that_cannot_be_read_are_found_before_anybody_plays(monkeypatch):
    def missing(name: str) -> None:
        if name == "tawla31_opposite":
            raise FileNotFoundError(name)

    monkeypatch.setattr(thinking, "_compiled", threading.Event())
    monkeypatch.setattr(thinking, "nets_of", missing)
    with pytest.raises(FileNotFoundError):
        thinking.compile_now()
    assert not thinking.ready()


@pytest.mark.parametrize("content", [b"", b"no nets", b"PK\x03\x04 cut short"])
def test_a_file_that_holds_no_nets_is_refused(content: bytes, tmp_path):
    file = tmp_path / "nets.npz"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"holds no nets|pickled"):
        nets.load(file)
