"""Names of pages: one each, and fit for every file system."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from timegraph.pictures.pages.naming import file_names


@given(st.lists(st.text("aA./\\#:*? \u00e9", max_size=6), unique=True, max_size=6))
def test_each_name_gets_one_of_its_own(names):
    found = file_names(names)
    assert list(found) == names
    files = [file.lower() for file in found.values()]
    assert len(set(files)) == len(files)
    assert all(file.endswith(".html") and not set(file) & set('/\\#:*?"<>|') for file in files)
    assert "index.html" not in files


def test_names_stay_recognisable():
    assert file_names(["a/b.tml", "c/b.tml", "index.tml"]) == {
        "a/b.tml": "b.html",
        "c/b.tml": "b-2.html",
        "index.tml": "index-2.html",
    }
