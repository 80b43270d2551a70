"""The page of figures has a section for everything that is measured."""

from __future__ import annotations

from dataclasses import replace

import pytest


@pytest.fixture
def page(benchmark_module):
    return benchmark_module("page")


@pytest.fixture
def results(benchmark_module):
    """A made-up result of each section that is measured."""
    result, sections = benchmark_module("measuring").Result, benchmark_module("run").SECTIONS
    return [
        result(name, f"what of {name}", "document", 10_000, 2e-6, "other", 4e-6, 2.0, 1.0)
        for name in sections
    ]


def test_every_section_is_on_the_page(page, results, tmp_path):
    about = {"processor": "some", "cores": "2", "pace": "a step took 60 ns"}
    page.write_page(results, about, tmp_path / "page.md")
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert text.startswith("# Benchmarks\n")
    assert "Measured on: processor some, cores 2." in text
    assert "a step took 60 ns." in text
    assert text.count("\n## ") == len(results)
    assert "| what of paths | other | document | 10,000 | 2 µs | 4 µs | 2 |" in text


def test_sections_that_were_never_measured_are_left_out(page, results, tmp_path):
    page.write_page(results[:2], {"processor": "some", "pace": "as fast"}, tmp_path / "page.md")
    assert (tmp_path / "page.md").read_text(encoding="utf-8").count("\n## ") == 2


def test_sections_that_were_not_measured_again_stay(page, results, tmp_path):
    path = tmp_path / "page.md"
    page.write_page(results, {"processor": "some", "pace": "as fast"}, path)
    before = path.read_text(encoding="utf-8")
    page.write_page(results[2:3], {"processor": "some", "pace": "as fast"}, path)
    assert path.read_text(encoding="utf-8") == before
    faster = replace(results[2], seconds=1e-6)
    page.write_page([faster], {"processor": "some", "pace": "as fast"}, path)
    changed = path.read_text(encoding="utf-8")
    assert changed != before
    assert changed.count("\n## ") == len(results)
