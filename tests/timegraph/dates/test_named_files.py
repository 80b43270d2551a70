"""Files of named periods as users give them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from timegraph.dates.columns import read_named_periods
from timegraph.dates.named import NamedPeriods, PeriodsError
from timeml.edtf import When

WAR = "name,start,end\nSecond World War,1939-09-01,1945-09-02\n"


def read(tmp_path: Path, text: str, name: str = "periods.csv") -> NamedPeriods:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_named_periods(path)


def periodo(start: Any, stop: Any, **labels: Any) -> str:
    period = {"id": "p0xabc", "type": "Period", "label": "Bronze Age", **labels}
    period |= {"start": {"label": "", "in": start}, "stop": {"label": "", "in": stop}}
    return json.dumps({"@context": {}, "authorities": {"p0x": {"periods": {"p0xabc": period}}}})


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


def test_years_of_periodo_are_those_of_iso_8601(tmp_path: Path) -> None:
    start, stop = {"year": "-3299"}, {"earliestYear": "-1200", "latestYear": "-1100"}
    text = periodo(start, stop, localizedLabels={"de": ["Bronzezeit"], "en": ["Bronze Age"]})
    periods = read(tmp_path, text, "p0.json")
    assert periods.find("bronzezeit") == replace(periods.periods[0], name="Bronzezeit")
    period = periods.find("p0xabc")
    assert period is not None
    assert period.dates == "3300 BC to between 1201 BC and 1101 BC"
    assert period.starts[0] == When("-3299").extent.starts.low
    assert period.ends == (
        When("-1200").extent.starts.low,
        When("-1100").extent.starts.high,
    )


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
        ('{"a": ', "is not JSON"),
        ("{}", "has no named periods"),
        ("[" * 100_000, "is not JSON"),
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
