"""Names of pages: one each, and fit for every file system."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from timegraph.pictures.pages.writing import file_names, home_of


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


def test_the_folder_of_absolute_paths_is_left_out():
    assert home_of(["/home/ada/gold/a.tml", "/home/ada/own/b.tml"]) == "/home/ada/"
    assert home_of(["/home/ada/gold/a.tml"]) == "/home/ada/gold/"
    assert home_of(["/a.tml", "/b/c.tml"]) == "/"
    assert home_of(["C:\\ada\\a.tml", "C:\\ada\\b\\c.tml"]) == "C:\\ada\\"
    assert home_of(["C:\\a.tml", "D:\\b.tml"]) == ""
    assert home_of(["gold/a.tml", "/own/b.tml"]) == ""
    assert home_of(["gold/a.tml"]) == ""
    assert home_of([]) == ""


@pytest.mark.parametrize("letter", ["a", "\u6587", "\U00020000"])
def test_names_are_short_enough_for_file_systems(tmp_path, letter):
    names = file_names([f"{folder}/{letter * 300}.tml" for folder in "abc"])
    assert len(set(names.values())) == 3
    for name in names.values():
        (tmp_path / name).write_bytes(b"")
