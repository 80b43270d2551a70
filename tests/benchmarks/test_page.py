"""The page of figures has a section for everything that is measured."""

from __future__ import annotations

from dataclasses import replace

import pytest


@pytest.fixture
def page(benchmark_module):
    return benchmark_module("page")


@pytest.fixture
def results(page, benchmark_module):
    """A made-up result of each section that is published, in the first shape that it shows."""
    result, sections = benchmark_module("measuring").Result, benchmark_module("run").SECTIONS
    made = [
        result(name, what, shape, points, 2e-6, "other", 4e-6, 3.0, 1.0)
        for what in ("some call", "default")
        for shape in ("document", "TimeBank")
        for points in (2_000, 10_000, 50_000, 1_000_000)
        for name in sections
    ]
    shown = {row.section: row for row in reversed(made) if page.is_shown(row)}
    return [shown[name] for name in sections if name in shown]


def test_every_section_is_on_the_page(page, results, tmp_path):
    about = {"processor": "some", "cores": "2", "pace": "a step took 60 ns"}
    page.write_page(results, about, tmp_path / "page.md")
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert text.startswith("# Benchmarks\n")
    assert "Measured on: processor some, cores 2." in text
    assert "a step took 60 ns" not in text  # that is for goals, which stay off the page
    assert text.count("\n## ") == len(results)
    assert "| some call | TimeBank:  | 2 µs | 4 µs | 3 |" in text


def test_only_what_is_measured_for_the_developers_stays_off_the_page(results, benchmark_module):
    published = {result.section for result in results}
    unpublished = set(benchmark_module("run").SECTIONS) - published
    assert unpublished == {"bound", "growth", "paths", "textbook"}


def test_rows_that_answer_no_question_of_a_user_stay_off_the_page(page, results, tmp_path):
    (queries,) = [result for result in results if result.section == "queries"]
    rows = [queries, replace(queries, what="another", shape="dense")]
    page.write_page(rows, {"processor": "some", "pace": "as fast"}, tmp_path / "page.md")
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "some call" in text
    assert "another" not in text


def test_the_page_is_what_the_script_would_write(page):
    """Titles, texts and columns of the page are those of the script, whose figures it keeps."""
    text = (page.DOCS / "benchmarks.md").read_text(encoding="utf-8")
    there = page._sections_of(page.DOCS / "benchmarks.md")
    assert list(there) == [section.title for section in page._SECTIONS.values()]
    for section in page._SECTIONS.values():
        words = " ".join(there[section.title].split())
        assert " ".join(section.text.split()) in words
        titles = [title for title, _ in section.columns]
        assert not titles or f"| {' | '.join(titles)} |" in text


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
