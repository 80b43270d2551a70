"""Makes docs/notebook.ipynb: the cells below, run by Jupyter on our own examples.

pip install nbformat nbclient ipykernel
python tools/make_notebook.py
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "docs" / "notebook.ipynb"

CELLS = (
    (
        "markdown",
        """# timegraph in a notebook

Documents, graphs, proofs and scores show themselves. The cells run in the
folder `docs` of a clone.""",
    ),
    (
        "markdown",
        """## A document and its graph

A document is its text with events and time expressions.""",
    ),
    (
        "code",
        """from pathlib import Path

import timeml
from timegraph import build

examples = Path("../examples")
document = timeml.read(examples / "kit/gold/blog-canal-ride.tml")
document""",
    ),
    ("markdown", """The graph is drawn; position claims only what the links entail."""),
    (
        "code",
        """graph = build(document, on_conflict="drop-link")
graph""",
    ),
    (
        "markdown",
        """## Questions and proofs

An answer is yes, no or unknown, and comes with the links that it follows from.""",
    ),
    (
        "code",
        """from timegraph import explain

explain(graph, "ei3", "before", "ei4")""",
    ),
    ("code", """explain(graph, "ei1", "after", "ei2")"""),
    ("markdown", """With the words of the document, or of some entities alone:"""),
    (
        "code",
        """from timegraph.pictures import show

show(graph, document, only=["ei1", "ei2", "ei3", "ei4", "t3", "t4"])""",
    ),
    (
        "markdown",
        """## What contradicts

A link that contradicts those before it is left out, with the reason.""",
    ),
    (
        "code",
        """from timegraph import TimeGraph

plan = TimeGraph(on_conflict="drop-link")
handles = [plan.add("ate", "before", "slept"), plan.add("slept", "before", "ate")]
plan.conflicts[0]""",
    ),
    (
        "markdown",
        """## Scores

Two systems answer the questions of the example kit.""",
    ),
    (
        "code",
        """from timegraph.qa import read_questions
from timegraph.scoring import read_key, score_system
from timeml import open_collection

kit = examples / "kit"
questions = read_questions(kit / "eval-questions/question-set.txt")
key = read_key(open_collection(kit / "eval-questions/question-events"), questions)
systems = [open_collection(kit / "systems" / name) for name in ("careful", "hasty")]
results = [score_system(system, questions=questions, key=key) for system in systems]
results[0]""",
    ),
    (
        "code",
        """from timegraph.scoring import compare_systems

compare_systems(results)""",
    ),
)
"""The kind of each cell, and what it says."""


def executed() -> Any:
    """The notebook after running its cells."""
    import nbclient
    import nbformat

    v4 = nbformat.v4
    new = {"code": v4.new_code_cell, "markdown": v4.new_markdown_cell}
    cells = [new[kind](source, id=f"cell-{k}") for k, (kind, source) in enumerate(CELLS)]
    notebook = v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {
        "display_name": "Python 3",
        "language": "python",
        "name": "python3",
    }
    os.environ["PYTHONPATH"] = str(ROOT)
    resources = {"metadata": {"path": str(NOTEBOOK.parent)}}
    nbclient.NotebookClient(notebook, timeout=120, resources=resources).execute()
    for cell in notebook.cells:  # when it ran is nobody's concern
        cell.metadata.pop("execution", None)
    notebook.metadata.pop("language_info", None)
    return notebook


if __name__ == "__main__":
    import nbformat

    nbformat.write(executed(), NOTEBOOK)
    print(f"{NOTEBOOK}: {NOTEBOOK.stat().st_size:,} bytes")
