"""The counts of the published data sets: the page has what the data say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def seeds(benchmark_module):
    return benchmark_module("seeds")


def test_a_table_is_written_with_its_title_and_its_note(seeds) -> None:
    counts = seeds.Counts("Events", ("events", "passages"), [(2, 3)], "All of them.")
    expected = "## Events\n\nAll of them.\n\n| events | passages |\n| -- | -- |\n| 2 | 3 |\n"
    assert counts.markdown() == expected
    several = replace(counts, rows=[(2, 3), (4, 5)], note="")
    assert several.markdown() == "## Events\n\n*events: passages.* 2: 3, 4: 5.\n"


@pytest.mark.parametrize(
    ("question", "level"),
    [
        ("Where did she work in May 2001?", "L2 1-hop"),
        ("Where did she work from May 2001 to June 2002?", "L2 M-hop"),
        ("Where did she work 2 years and 3 months before May 2001?", "L2 M-hop"),
        ("Where did she work 2 years after she left Acme?", "L3 M-hop"),
        ("Where did she work when he led Acme?", "L3 M-hop"),
        ("Where did she work before she joined Acme?", "L3 1-hop"),
    ],
)
def test_the_level_of_a_question_is_that_of_its_form(seeds, question: str, level: str) -> None:
    assert seeds._level(question)[0] == level


@pytest.mark.data
def test_the_page_is_what_the_data_say(seeds, data: Path, root: Path) -> None:
    page = (root / "docs" / "seeds.md").read_text(encoding="utf-8")
    assert seeds.page(data / "qa") == page


@pytest.mark.data
def test_a_word_of_time_is_counted_at_the_date_and_at_its_first_place(seeds, data: Path) -> None:
    (counts,) = (one for one in seeds.timeqa(data / "qa" / "timeqa") if "2.2" in one.title)
    assert {word: first for word, _, first in counts.rows} == {
        "in": 632,
        "between": 603,
        "after": 111,
        "before": 98,
        "in late": 47,
        "in early": 45,
        "(none)": 5,
    }
