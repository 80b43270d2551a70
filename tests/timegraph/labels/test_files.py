"""Users' own schemes in TOML files."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.allen import AllenSet
from timegraph.labels import SchemeError, read_scheme

GOOD = """\
name = "ward"
about = "our ward's notes"

[labels]
BEFORE = "a.end <= b.start"
AFTER = "converse of BEFORE"
WITHIN = "during | starts | finishes | equal"
"not clear" = "nothing"
"""


def written(folder: Path, text: str | bytes, name: str = "own.toml") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_scheme_is_read(tmp_path: Path) -> None:
    scheme = read_scheme(written(tmp_path, GOOD))
    assert (scheme.name, scheme.about) == ("ward", "our ward's notes")
    assert scheme.meaning("AFTER") == AllenSet(["after", "met_by"])
    assert scheme.says_nothing("Not-clear")


def test_a_scheme_without_a_name_has_that_of_its_file(tmp_path: Path) -> None:
    assert read_scheme(written(tmp_path, '[labels]\nX = "before"\n')).name == "own"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", r"has no labels; write \[labels\] with lines such as"),
        ("[labels]\n", "has no labels"),
        ("labels = 3\n", "has no labels"),
        ("[labels\n", "is not TOML: .*line 1"),
        ("[label]\nX = 'before'\n", "unknown key 'label'; did you mean labels"),
        (
            "colour = 1\n[labels]\nX = 'before'\n",
            "unknown key 'colour'; the keys of a scheme are name",
        ),
        ("[labels]\nX = 3\n", "label 'X': its meaning must be a string"),
        ("[labels]\nX = 'befor'\n", "label 'X': unknown Allen relation 'befor'"),
        ("[labels]\nX = 'before | after'\n", "label 'X': .*not a conjunction"),
        ("[labels]\nis-in = 'during'\nIS_IN = 'during'\n", "'is-in' and 'IS_IN' are the same"),
        ("name = 'tml'\n[labels]\nX = 'before'\n", "tml is the name of a built-in scheme"),
        ("name = 'a|b'\n[labels]\nX = 'before'\n", "may only contain letters, digits"),
        ("name = 7\n[labels]\nX = 'before'\n", "name and about must be strings"),
        (b"\xff\xfe[labels]", "is not UTF-8; save it as UTF-8"),
    ],
)
def test_what_is_not_a_scheme_is_named_with_its_file(
    tmp_path: Path, text: str | bytes, complaint: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(SchemeError, match=complaint) as found:
        read_scheme(path)
    assert str(found.value).startswith(f"{path}: ")


def test_a_missing_file_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_scheme(tmp_path / "none.toml")
