"""The notebook of the docs says what happens: its cells run in order, without Jupyter."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest

from tests.scripts import script

make_notebook = script("tools/make_notebook.py")


class Printer:
    """What IPython prints with."""

    def __init__(self) -> None:
        self.said = ""

    def text(self, words: str) -> None:
        self.said += words


def cells() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(make_notebook.NOTEBOOK.read_text("utf-8"))["cells"]
    return found


def shown(value: object) -> str:
    """The text that a notebook shows of a value."""
    pretty = getattr(value, "_repr_pretty_", None)
    if pretty is None:
        return repr(value)
    printer = Printer()
    pretty(printer, False)
    return printer.said


def run(source: str, names: dict[str, object]) -> str | None:
    """Run a cell; the text of its last expression, ``None`` if it has none."""
    tree = ast.parse(source)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "cell", "exec"), names)
        return None
    tree.body.pop()
    exec(compile(tree, "cell", "exec"), names)
    return shown(eval(compile(ast.Expression(last.value), "cell", "eval"), names)).rstrip("\n")


def test_the_notebook_has_the_cells_of_its_script() -> None:
    there = [(cell["cell_type"], "".join(cell["source"])) for cell in cells()]
    assert there == list(make_notebook.CELLS)
    assert make_notebook.NOTEBOOK.stat().st_size < 150_000


def test_each_cell_prints_what_the_notebook_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(make_notebook.NOTEBOOK.parent)
    names: dict[str, object] = {}
    checked = 0
    for cell in cells():
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            continue
        (output,) = cell["outputs"]
        assert output["output_type"] == "execute_result"
        assert run(source, names) == "".join(output["data"]["text/plain"]), source
        assert len(output["data"]) > 1  # a picture or a table, too
        checked += 1
    assert checked >= 8


def test_nothing_of_this_machine_is_in_it() -> None:
    text = make_notebook.NOTEBOOK.read_text("utf-8")
    assert str(make_notebook.ROOT) not in text
    assert "Traceback" not in text
