"""What hosts are given: a wheel that is whole, files that fit the program, and documents that name what is there."""

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest
import yaml
from prometheus_client import Metric

from bot import metrics
from bot.config import Settings
from bot.web import health
from tests.running.program import HOME, LEFT_BEHIND, Program

PACKAGES = ("bot", "render", "rules", "storage")
SETTINGS = {f"MAJLIS_{name.upper()}": field for name, field in Settings.model_fields.items()}
OPERATIONS = (HOME / "docs" / "operations.md").read_text(encoding="utf-8")
CACHE = str(Path("~/.cache").expanduser())
"""The machine's own: compiling anew is another test's."""

ROUTES = {route.path for route in health.routes}


def cells(row: str) -> list[list[str]]:
    """What stands between backticks in each column."""
    return [re.findall(r"`([^`]*)`", cell) for cell in row.strip("|").split("|")]


def rows() -> list[list[list[str]]]:
    table = OPERATIONS.partition("| setting | default |")[2]
    return [cells(line) for line in table.splitlines() if line.startswith("| `MAJLIS_")]


def test_every_setting_is_told_once():
    told = [name for names, *_ in rows() for name in names]
    assert sorted(told) == sorted(SETTINGS)


def test_defaults_are_as_told():
    for names, defaults, *_ in rows():
        usual = [SETTINGS[name].default for name in names]
        written = [
            ",".join(value) if isinstance(value, tuple) else str(value)
            for value in usual
            if value is not None
        ]
        assert not defaults or defaults == [value for value in written if value], names


@pytest.mark.parametrize(
    "file", ["README.md", "docs/operations.md", "docs/deploy/example.env", "Dockerfile", "compose.yaml"]
)
def test_no_setting_is_named_that_is_none(file: str):
    named = set(re.findall(r"\bMAJLIS_[A-Z_]*[A-Z]\b", (HOME / file).read_text(encoding="utf-8")))
    assert named - {"MAJLIS_HOST"} <= SETTINGS.keys()


def test_every_figure_is_told():
    def ours(family: Metric) -> bool:
        return family.name.startswith("majlis_")

    kept = {family.name for family in metrics.REGISTRY.collect() if ours(family)}
    told = {name.removesuffix("_total") for name in re.findall(r"majlis_[a-z_]+(?=[`{])", OPERATIONS)}
    assert told == kept


def test_links_of_the_document_lead_somewhere():
    for link in re.findall(r"\]\(([^)#]+)\)", OPERATIONS):
        assert (HOME / "docs" / link).exists(), link


def test_the_image_has_what_it_needs_and_no_root():
    lines = (HOME / "Dockerfile").read_text(encoding="utf-8")
    copied = [
        word
        for line in re.findall(r"^COPY (?!--from)(.*)$", lines, re.MULTILINE)
        for word in line.split()[:-1]
    ]
    allowed = (HOME / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for name in copied:
        assert (HOME / name).exists(), name
        assert f"!{name}" in allowed, name
    assert set(PACKAGES) <= set(copied)
    stages = lines.split("\nFROM ")
    assert "libfribidi0" in stages[-1]
    user = re.findall(r"^USER (\d+)$", stages[-1], re.MULTILINE)
    assert user
    assert int(user[-1]) > 0
    assert re.search(r"127\.0\.0\.1:8080(/\w+)", lines)[1] in ROUTES
    assert SETTINGS["MAJLIS_WEB_PORT"].default == 8080


def test_compose_fits_the_image():
    told = yaml.safe_load((HOME / "compose.yaml").read_text(encoding="utf-8"))
    ours, theirs = told["services"]["majlis"], told["services"]["database"]
    assert ours["read_only"] is True
    assert ours["cap_drop"] == ["ALL"]
    assert ours["ports"] == ["127.0.0.1:8080:8080"], "nothing is open to the world by itself"
    assert "ports" not in theirs
    assert "env_file" not in theirs, "the database need not know the tokens"
    mounted = [volume.split(":") for service in (ours, theirs) for volume in service["volumes"]]
    assert {name for name, _ in mounted} == set(told["volumes"])
    assert ours["volumes"] == ["majlis:/data"]
    example = (HOME / "docs" / "deploy" / "example.env").read_text(encoding="utf-8")
    for name in re.findall(r"\$\{(\w+)", str(told)):
        assert f"\n{name}=" in example


def test_the_unit_is_hardened_and_lets_machine_code_be_made():
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(HOME / "docs" / "deploy" / "majlis.service", encoding="utf-8")
    service = unit["Service"]
    assert service["ExecStart"].endswith("/majlis run")
    assert service["User"] not in ("", "root")
    assert service["NoNewPrivileges"] == service["ProtectHome"] == "yes"
    assert service["ProtectSystem"] == "strict"
    assert "MemoryDenyWriteExecute" not in service
    assert int(service["TimeoutStopSec"]) > 5
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The program as a wheel brings it."""
    source, wheels, target = tmp_path / "source", tmp_path / "wheels", tmp_path / "installed"
    source.mkdir()
    for package in PACKAGES:
        shutil.copytree(HOME / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(HOME / file, source)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, source], check=True
    )
    wheel = next(wheels.glob("*.whl"))
    subprocess.run([*pip, "install", "--no-deps", "--no-compile", "--target", target, wheel], check=True)
    return target


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def is_for_builders(name: str) -> bool:
    return name.endswith((".pot", ".mo", ".pyc")) or name.startswith("bot/computer/training/")


def taken(installed: Path, data: Path) -> str:
    """Whose code runs there."""
    done = subprocess.run(
        [sys.executable, "-c", "import bot; print(bot.__file__)"],
        cwd=data, env={**os.environ, "PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.strip()


async def test_the_wheel_is_whole_and_runs_where_nothing_else_may_be_written(installed: Path, tmp_path: Path):
    ours = {f"{package}/{name}" for package in PACKAGES for name in files(HOME / package)}
    assert {name for name in ours if not is_for_builders(name)} <= files(installed)
    before, data = files(installed), tmp_path / "data"
    data.mkdir()
    assert taken(installed, data) == str(installed / "bot" / "__init__.py")
    program = Program(
        data / "majlis.db",
        cwd=data,
        PYTHONPATH=str(installed),
        PYTHONDONTWRITEBYTECODE="1",
        XDG_CACHE_HOME=os.environ.get("XDG_CACHE_HOME", CACHE),
        HOME="/nonexistent",
    )
    await program.start()
    async with aiohttp.ClientSession() as session:
        for path in ("/", "/board.jpg", "/ready", "/favicon.ico"):
            async with session.get(f"{program.address}{path}", headers={"Accept-Language": "ar"}) as answer:
                assert answer.status == 200, path
                page = await answer.read()
                assert path != "/" or "طاولة".encode() in page
    assert await program.stop() == 0
    assert files(installed) == before
    assert files(data) == LEFT_BEHIND
