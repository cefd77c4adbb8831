"""SQL has no values in it but bound ones: no text of a statement is put together from anything that is not written there."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted(path for part in ("storage", "bot") for path in (ROOT / part).rglob("*.py"))
SPOKEN = {"text", "exec_driver_sql", "literal_column", "DDL", "executescript"}
"""Calls that take SQL as text."""


def said(tree: ast.Module) -> dict[str, ast.expr]:
    """What a module's own names stand for."""
    return {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def is_written(node: ast.expr, names: dict[str, ast.expr]) -> bool:
    """Whether a text stands in the source as it is: literals, sums of them, and the module's names for such."""
    match node:
        case ast.Constant(value=str()):
            return True
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return is_written(left, names) and is_written(right, names)
        case ast.Name(id=name) if name in names:
            return is_written(names[name], names)
    return False


def imported(tree: ast.Module) -> set[str]:
    """What such calls are called in a module that imports them from SQLAlchemy by themselves."""
    return {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "sqlalchemy"
        for name in node.names
        if name.name in SPOKEN
    }


def spoken(tree: ast.Module):
    """Every call that takes SQL as text; `text` only where it is SQLAlchemy's."""
    ours = imported(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id in ours:
            yield node
        elif isinstance(called, ast.Attribute) and called.attr in SPOKEN:
            is_sa = isinstance(called.value, ast.Name) and called.value.id in ("sa", "sqlalchemy", "op")
            if called.attr != "text" or is_sa:
                yield node


def unbound(source: str) -> list[int]:
    tree = ast.parse(source)
    names = said(tree)
    return [call.lineno for call in spoken(tree) if not is_written(call.args[0], names)]


def test_every_statement_stands_in_the_source():
    found = [f"{path.relative_to(ROOT)}:{line}" for path in FILES for line in unbound(path.read_text())]
    # The database's own settings and migrations' names are constants of the module that take no bound values.
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        'sa.text(f"x {y}")',
        'sa.text("x" % y)',
        'sa.text("x {}".format(y))',
        "sa.text(y)",
        'conn.exec_driver_sql("x" + y)',
        "from sqlalchemy import text; text(y)",
        "from sqlalchemy.sql import literal_column as plain; plain(y)",
    ],
)
def test_the_test_sees_what_it_is_for(source: str):
    assert unbound(source) == [1]
