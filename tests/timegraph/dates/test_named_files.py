"""Files of named periods as users give them."""

from __future__ import annotations

from pathlib import Path

import pytest

from timegraph.dates.columns import read_named_periods
from timegraph.dates.named import NamedPeriods, PeriodsError
from timeml.edtf import When

WAR = "name,start,end\nSecond World War,1939-09-01,1945-09-02\n"


def read(tmp_path: Path, text: str, name: str = "periods.csv") -> NamedPeriods:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_named_periods(path)


def test_a_table(tmp_path: Path) -> None:
    war = read(tmp_path, WAR).find("the second  world war")
    assert war is not None
    assert str(war) == "Second World War (1939-09-01 to 1945-09-02) [periods.csv:2]"
    first, last = When("1939-09-01").extent.starts, When("1945-09-02").extent.starts
    assert war.starts == (first.low, first.high)
    assert war.ends == (last.low, last.high)


def test_an_end_may_be_open(tmp_path: Path) -> None:
    period = read(tmp_path, "end,name,start\n,Present,1990\n").find("present")
    assert period is not None
    assert period.ends == (period.starts[0], float("inf"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no column name, start, end"),
        ("name,start,end\n", "has no named periods"),
        ("name,start\nx,1990\n", "has no column end"),
        ("name,start,end\n,1990,1991\n", "a period without a name"),
        ("name,start,end\nx,1991,1990\n", r"periods.csv:2: x ends \(1990\) before it starts"),
        ("name,start,end\nx,1990-02-31,1991\n", "periods.csv:2: '1990-02-31'"),
        ("name,start,end\nx,1990/1991,1992\n", "is not one date"),
        ("name,start,end\nx,2024-05-01T09:00:00Z,2025\n", "is not one date"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(PeriodsError, match=message):
        read(tmp_path, text)


def test_bytes_that_are_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "periods.csv"
    path.write_bytes(b"name,start,end\nM\xe4rz,1990,1991\n")
    with pytest.raises(PeriodsError, match="is not UTF-8"):
        read_named_periods(path)
