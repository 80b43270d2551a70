"""Marks that are written are read back as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

import timeml
from timegraph import build
from timeml.readers import read_files
from timeml.readers.files import File
from timeml.writers import write_as

DOCUMENTS = sorted((Path(__file__).resolve().parents[3] / "examples/kit/gold").glob("*.tml"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_entities_links_and_answers_are_the_same(path: Path) -> None:
    document = timeml.read(path)
    files, _ = write_as("marks", {path.stem: document})
    data = files[f"{path.stem}.marks.json"]
    name = f"{path.stem}.marks.json"
    (found,) = read_files([File(name, name, lambda: data, files.get)], format="marks")
    again = found.document
    assert again is not None
    assert again.diagnostics == ()
    assert again.text == document.text
    assert set(again.entities) == set(document.entities)
    graph, copy = build(document, calendar=True), build(again, calendar=True)
    for a in graph.entities:
        before, after = document.entity(a), again.entity(a)
        assert (before.start, before.end, before.text) == (after.start, after.end, after.text)
        for b in graph.entities:
            assert graph.relations(a, b) == copy.relations(a, b)
