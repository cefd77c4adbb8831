"""The command line with good and bad input: clear lines, exit codes 0, 1 and 2, never a traceback."""

import json
import socket
import sqlite3
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from bot import tools
from rules.mat import Pages, mat
from rules.ruleset import PRESETS
from tests.rules.play import whole_match
from tests.running.program import HOME, Program, environment, guest, payloads
from tests.running.test_kill import open_table


def majlis(*arguments, database="/nonexistent/majlis.db", stdin=b"", **settings):
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        input=stdin, capture_output=True, cwd=HOME, env={**environment(database), **settings}, timeout=600, check=False,
    )  # fmt: skip


def complains(done, *words):
    assert done.returncode == 2
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 1, lines
    assert all(word in lines[0] for word in ("majlis:", *words))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MAJLIS_WEB_PORT", "eighty"),
        ("MAJLIS_WEB_PORT", "70000"),
        ("MAJLIS_WEB_PUBLIC_URL", "example.org"),
        ("MAJLIS_LOG", "loud"),
        ("MAJLIS_TELEGRAM_API", "ftp://x"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(name, value):
    complains(majlis("run", **{name: value}), name)


@pytest.mark.parametrize(
    "url", ["mysql://me:secret@host/db", "sqlite:///", "no address", "sqlite:////proc/none/majlis.db"]
)
def test_a_database_that_cannot_be(url):
    done = majlis("run", MAJLIS_DATABASE=url)
    complains(done)
    assert b"secret" not in done.stderr


@pytest.mark.sqlite
def test_a_file_that_is_no_database(tmp_path):
    file = tmp_path / "majlis.db"
    file.write_bytes(b"this is a letter, not a database" * 100)
    complains(majlis("run", database=file), "majlis.db")
    assert file.read_bytes().startswith(b"this is a letter")


@pytest.mark.sqlite
async def test_a_database_from_a_newer_version(tmp_path):
    program = Program(tmp_path / "majlis.db")
    await program.start()
    assert await program.stop() == 0
    with sqlite3.connect(program.database) as conn:
        conn.execute("UPDATE alembic_version SET version_num = 'from_the_future'")
    conn.close()
    complains(majlis("run", database=program.database), "newer")


def test_a_port_in_use(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = majlis("run", database=tmp_path / "majlis.db", MAJLIS_WEB_PORT=port)
        complains(done, "(Address already in use)", "MAJLIS_WEB_PORT")
        assert done.stderr.decode().count(port) == 1
    complains(majlis("run", database=tmp_path / "majlis.db", MAJLIS_WEB_HOST="not a host"), "MAJLIS_WEB_HOST")
    complains(majlis("bench", "nonsense"), "nonsense", "rules")


@pytest.mark.sqlite
async def test_one_program_at_a_time_keeps_a_database(tmp_path):
    program = Program(tmp_path / "majlis.db")
    await program.start()
    alias = tmp_path / "alias.db"
    alias.symlink_to(program.database)
    for database in (program.database, alias):
        complains(majlis("run", database=database), "another Majlis")
    await program.kill()
    await program.start()
    assert await program.stop() == 0


@pytest.mark.sqlite
@pytest.mark.parametrize("command", ["export", "backup", "ledger"])
def test_tools_make_no_database(tmp_path, command):
    database = tmp_path / "majlis.db"
    argument = {"ledger": "check", "backup": str(tmp_path / "copy.db")}.get(command, "ABCDEF")
    complains(majlis(command, argument, database=database), "there is no database")
    assert not database.exists()


@pytest.mark.parametrize(
    "arguments",
    [[], ["dance"], ["verify"], ["analyse"], ["analyse", "x", "--plies", "3"], ["ledger", "burn"]],
)
def test_a_command_that_is_none(arguments):
    done = majlis(*arguments)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


async def test_errands_are_done_by_the_running_program_or_without_one(tmp_path):
    program = Program(tmp_path / "majlis.db")
    await program.start()
    async with guest() as host, guest() as friend:
        code = await open_table(program, host, friend)
        done = majlis("ban", "telegram:123", "--days", "7", "--why", "rude", database=program.database)
        assert (done.returncode, done.stdout) == (0, b"telegram:123 is kept out\n")
        assert majlis("close", code.lower(), database=program.database).returncode == 1
        assert majlis("close", code, "--refund", database=program.database).returncode == 0
        assert not payloads(await host.state(program.address, code), code)
    assert await program.stop() == 0
    listed = majlis("bans", database=program.database).stdout.decode()
    assert listed.startswith("telegram:123 until ")
    assert listed.endswith(": rude\n")
    assert majlis("unban", "telegram:123", database=program.database).returncode == 0
    assert majlis("unban", "telegram:123", database=program.database).returncode == 1
    assert majlis("bans", database=program.database).stdout == b"nobody is kept out\n"
    none = majlis("close", "NOSUCH", database=program.database)
    assert (none.returncode, none.stdout) == (1, b"")
    assert none.stderr.startswith(b"majlis: ")
    assert majlis("report", database=program.database).stdout == b"nothing to look at\n"
    assert json.loads(majlis("report", "--json", database=program.database).stdout) == {
        "pairs": [],
        "reports": [],
    }
    complains(majlis("ban", "somebody", database=program.database), "somebody")
    assert majlis("ban", "telegram:1", "--days", "0", database=program.database).returncode == 2


@pytest.mark.parametrize(
    "command",
    [
        "run",
        "turns",
        "best",
        "draw",
        "bench",
        "verify",
        "analyse",
        "backup",
        "restore",
        "export",
        "move",
        "ledger",
        "ban",
        "unban",
        "bans",
        "close",
    ],
)
def test_every_command_has_help(command):
    done = majlis(command, "--help")
    assert done.returncode == 0
    assert b"usage: majlis" in done.stdout


def test_turns_and_best_answer_line_by_line_whatever_comes():
    good = json.dumps({"preset": "mahbusa", "position": "24x15 / 24x15", "dice": [6, 5], "level": "hard"})
    lines = [
        good,
        "nonsense",
        "[]",
        "{}",
        good.replace("24x15 /", "24x14 /"),
        good.replace("[6, 5]", "[6, 7]"),
        good,
    ]
    stdin = "\n".join(lines).encode() + b"\n\xff\xfe\n\n" + good.encode()
    for command, word in (("turns", "finals"), ("best", "final")):
        done = majlis(command, stdin=stdin)
        assert done.returncode == 0
        assert not done.stderr
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert [word in answer for answer in answers] == [True, *[False] * 5, True, False, False, True]
        assert all("error" in answer for answer in answers if word not in answer)


def test_verify_reads_what_it_is_given(tmp_path):
    complains(majlis("verify", str(tmp_path / "missing.json")), "missing.json")
    file = tmp_path / "match.json"
    file.write_text("{}")
    complains(majlis("verify", str(file)), "match.json is no exported match: its format")


def test_analyse_tells_what_every_decision_cost(tmp_path):
    played, log = whole_match(replace(PRESETS["race31"], target=1), Random(3))
    match = tools.export(
        played, log, commitment="", seed=bytes(32), words=("", ""), players=("Ali", "سارة"), code="ABCDEF"
    )
    file = tmp_path / "match.json"
    file.write_text(json.dumps(match))
    out = tmp_path / "lesson"
    done = majlis("analyse", str(file), "--plies", "2", "--out", str(out), "--language", "ar")
    assert done.returncode == 0
    assert "تحليل المباراة" in done.stdout.decode()
    assert done.stderr.decode().splitlines()[-1].split()[0] == done.stderr.decode().split()[-2]
    assert (out / "chances.jpg").read_bytes().startswith(b"\xff\xd8")
    for text in ("nonsense", "{}", json.dumps({**match, "log": [[None, "roll", 6, 5]]})):
        file.write_text(text)
        complains(majlis("analyse", str(file)))
    complains(majlis("analyse", str(tmp_path / "missing.json")), "missing.json")


def test_an_exported_match_becomes_a_mat(tmp_path):
    ruleset = replace(PRESETS["majlis_sheesh_besh"], target=3)
    match, log = whole_match(ruleset, Random(1))
    plain = tools.export(
        match, log, commitment="", seed=b"", words=("", ""), players=("Ali", "ليلى"), code="KM7QXR"
    )
    file = tmp_path / "match.json"
    file.write_text(json.dumps(plain))
    done = majlis("export", "--mat", str(file))
    assert done.returncode == 0
    assert done.stdout.decode() == mat(ruleset, log, Pages(("Ali", "ليلى"), "KM7QXR"))
    for bad in (
        b"[]",
        b"{",
        b'{"players": [1], "log": []}',
        json.dumps({**plain, "log": [[0, "dance"]]}).encode(),
    ):
        file.write_bytes(bad)
        complains(majlis("export", "--mat", str(file)))
    complains(majlis("export", "--mat", str(tmp_path / "none.json")), "database")


@pytest.mark.sqlite
async def test_backup_export_and_books_while_the_program_runs(tmp_path):
    program = Program(tmp_path / "majlis.db")
    await program.start()
    async with guest() as first, guest() as second:
        code = await open_table(program, first, second)
        exported = majlis("export", code.lower(), database=program.database)
        assert exported.returncode == 0
        match = json.loads(exported.stdout)
        assert match["players"] == ["Ali", "Sara"]
        assert match["words"] == ["", "بركة"]
        assert match["seed"] is None
        complains(majlis("export", "NASTCH", database=program.database), "NASTCH")
        file = tmp_path / "match.json"
        file.write_bytes(exported.stdout)
        assert majlis("verify", str(file)).returncode == 0
        copy = tmp_path / "copy.db"
        assert majlis("backup", str(copy), database=program.database).returncode == 0
        complains(majlis("backup", str(copy), database=program.database), "overwrites nothing")
        for database in (program.database, copy):
            books = majlis("ledger", "check", database=database)
            assert books.returncode == 0
            assert b"the books are right" in books.stdout
    assert await program.stop() == 0
