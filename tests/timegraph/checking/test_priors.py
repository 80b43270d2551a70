"""Scores of pairs from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.checking.weighing import Prior, PriorsError, read_priors


def read(path: Path, text: str | bytes) -> tuple[Prior, ...]:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_priors(str(path))


def test_commas_and_tabs_and_columns_in_any_order(tmp_path: Path) -> None:
    file = tmp_path / "p.csv"
    expected = (Prior(2, "d.tml", "ei1", "ei2", 0.5), Prior(3, None, "ei1", "t0", -1.0))
    assert read(file, "document,a,b,score\nd.tml,ei1,ei2,.5\n,ei1,t0,-1\n") == expected
    assert read(file, "score\tb\ta\tdocument\n.5\tei2\tei1\td.tml\n-1\tt0\tei1\t\n") == expected
    assert read(file, b"\xef\xbb\xbfa,b,score,more\r\nei1,ei2,1e-3,x\r\n")[0].score == 0.001
    assert read(file, 'a,b,score\n"e,1",ei2,1\n')[0].a == "e,1"


def test_folders_and_endings_do_not_count() -> None:
    prior = Prior(1, "x/d.tml", "a", "b", 1.0)
    assert prior.is_of("y/d.tml")
    assert prior.is_of("d")
    assert not prior.is_of("e.tml")
    assert Prior(1, None, "a", "b", 1.0).is_of("any")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ":1: no column a, b, score; the first line names the columns"),
        ("a,b\n", ":1: no column score;"),
        ("x,y,z\n1,2,3\n", ":1: no column a, b, score;"),
        ("a,b,score\nei1,ei2,high\n", ":2: the score 'high' is not a number"),
        ("a,b,score\nei1,ei2,nan\n", ":2: the score 'nan' is not a number"),
        ("a,b,score\nei1,ei2,inf\n", ":2: the score 'inf' is not a number"),
        ("a,b,score\nei1,ei2,1\nei1,,1\n", ":3: a pair needs a, b and score"),
        ("a,b,score\nei1\n", ":2: a pair needs a, b and score"),
        ('a,b,score\n"ei1,ei2,1', ": is not a table: "),
        (b"a,b,score\n\xff,ei2,1\n", ": is not UTF-8: "),
    ],
)
def test_faults_name_file_and_line(tmp_path: Path, text: str | bytes, message: str) -> None:
    file = tmp_path / "p.csv"
    with pytest.raises(PriorsError) as raised:
        read(file, text)
    assert str(raised.value).startswith(f"{file}{message}")


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_priors(str(tmp_path / "none"))
