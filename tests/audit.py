"""`python -m tests.audit`, part of `make check`: no secret stands in the repository, and no library we may run on has a known hole.

It asks nobody: the holes are a list kept here by hand, of those that concern what we use. `make advisories` asks PyPI.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]

SECRETS = {
    "a Telegram token": re.compile(r"\b\d{8,10}:[A-Za-z0-9_-]{35}\b"),
    "a Discord token": re.compile(r"\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}\b"),
    "a private key": re.compile(r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----"),
    "a key of a cloud": re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{35}\b"),
    "a token of a forge": re.compile(
        r"\b(?:gh[pousr]_[A-Za-z0-9]{36}|glpat-[A-Za-z0-9_-]{20}|pypi-[A-Za-z0-9_-]{40,})"
    ),
    "an address with a password": re.compile(
        r"\b[a-z][a-z0-9+]*://[^\s/:@<>{}\"']+:[^\s/:@<>{}\"']{4,}@[^\s\"']+"
    ),
}
HARMLESS = re.compile(r":(?:password|s[e3]cret|majlis|postgres|test)@|for-the-tests", re.IGNORECASE)
"""Passwords of examples and of servers that tests start, and those servers' tokens."""

FIXED = {
    "aiohttp": "3.13.3",  # CVE-2025-69223 and its siblings: bodies that eat memory
    "fonttools": "4.60.2",  # CVE-2025-66034
    "h11": "0.16.0",  # CVE-2025-43859: two requests read as one
    "idna": "3.7",  # CVE-2024-3651
    "jinja2": "3.1.6",  # CVE-2025-27516
    "mako": "1.2.2",  # CVE-2022-40023
    "pillow": "11.3.0",  # CVE-2025-48379
    "sqlalchemy": "2.0.36",
}
"""The first version of a library, ours or one that ours stand on, without the holes we know of."""


def secrets(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text that hold a secret, and what it looks like; never the secret itself."""
    for number, line in enumerate(text.splitlines(), 1):
        for what, pattern in SECRETS.items():
            found = pattern.search(line)
            if found and not HARMLESS.search(found[0]):
                yield number, what


def _files() -> Iterator[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    yield from (ROOT / name.decode() for name in listed.stdout.split(b"\0") if name)


def leaks() -> Iterator[str]:
    """A line for everything in the repository's files that looks like a secret."""
    for file in _files():
        if file.is_file() and b"\0" not in (content := file.read_bytes())[:1024]:
            for number, what in secrets(content.decode("utf-8", "replace")):
                yield f"{file.relative_to(ROOT)}:{number}: {what}"


def _ours() -> dict[str, Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    named = [Requirement(line) for line in project["project"]["dependencies"]]
    return {one.name.lower(): one for one in named}


def _below(names: set[str]) -> set[str]:
    """What libraries stand on, as far as it is installed here."""
    seen, left = set[str](), list(names)
    while left:
        name = left.pop().lower()
        if name in seen:
            continue
        seen.add(name)
        try:
            needed = [Requirement(line) for line in requires(name) or ()]
        except PackageNotFoundError:
            continue
        left += [one.name for one in needed if one.marker is None or one.marker.evaluate({"extra": ""})]
    return seen


def holes() -> Iterator[str]:
    """A line for every library that may be, or is, of a version with a known hole, and for each without bounds."""
    ours = _ours()
    for name, needed in ours.items():
        bounds = {spec.operator: spec.version for spec in needed.specifier}
        if ">=" not in bounds or "<" not in bounds:
            yield f"{name}: pyproject.toml gives no bounds on both sides"
        elif name in FIXED and Version(bounds[">="]) < Version(FIXED[name]):
            yield f"{name}: pyproject.toml allows versions below {FIXED[name]}"
    for name in sorted(_below(set(ours))):
        try:
            installed = Version(version(name))
        except PackageNotFoundError:
            continue
        if name in FIXED and installed < Version(FIXED[name]):
            yield f"{name}: {installed} is installed, {FIXED[name]} mends a known hole"


def main() -> int:
    """Print what is wrong; 0 where nothing is."""
    found = [*leaks(), *holes()]
    print("\n".join(found) if found else "audit: no secrets in the repository, no library with a known hole")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
