"""Versions as the history has them, and the page that compares them."""

from __future__ import annotations

import pytest

LOG = """\
14002bc
diff --git a/timegraph/_version.py b/timegraph/_version.py
+__version__ = "0.1.0"
aaaaaaa
+# a comment
3931a7b
+__version__ = "0.2.0.dev1"
bbbbbbb
+__version__ = "0.2.0.dev1"
"""


@pytest.fixture(scope="module")
def versions(benchmark_module):
    return benchmark_module("versions")


def test_a_version_begins_with_the_first_commit_that_names_it(versions) -> None:
    assert versions.first_commits(LOG) == [("0.1.0", "14002bc"), ("0.2.0.dev1", "3931a7b")]


def test_times_are_shares_of_the_last_version(versions) -> None:
    figures = {
        versions.Version("0.1.0", "a", "2026-11-01"): versions.Figures(
            {"careful": "0.639"}, {"ask": 3.0}, 1000
        ),
        versions.Version("0.2.0", "b", "2026-11-02"): versions.Figures(
            {"careful": "0.640"}, {"ask": 1.5}, 900
        ),
    }
    assert versions.page(figures).splitlines()[-2:] == [
        "| 0.1.0 | a | 2026-11-01 | 0.639 | 2.00 | 1,000 |",
        "| 0.2.0 | b | 2026-11-02 | 0.640 | 1.00 | 900 |",
    ]
