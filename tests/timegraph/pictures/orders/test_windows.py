"""Windows: what the calendar says of each entity, and no more."""

from __future__ import annotations

from timegraph import build
from timegraph.pictures.orders import windows_of
from timeml import read

DOCUMENT = b"""\
<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-10"
 functionInDocument="CREATION_TIME">10 January 2020</TIMEX3></DCT>
<TEXT>She <EVENT eid="e1">ate</EVENT> on <TIMEX3 tid="t1" type="DATE" value="2020-01-01">New Year's
day</TIMEX3>, <EVENT eid="e2">slept</EVENT> after it and <EVENT eid="e3">dreamt</EVENT>.</TEXT>
<TLINK lid="l1" eventID="e1" relType="IS_INCLUDED" relatedToTime="t1"/>
<TLINK lid="l2" eventID="e2" relType="AFTER" relatedToTime="t1"/>
</TimeML>
"""
DAY = 86_400


def test_windows_and_cores():
    graph = build(read(DOCUMENT), calendar=True)
    windows = windows_of(graph)
    first = windows["t1"].earliest_start
    assert windows["t1"].latest_end == first + DAY
    assert windows["t1"].core == (first, first + DAY)
    assert (windows["e1"].earliest_start, windows["e1"].latest_end) == (first, first + DAY)
    assert windows["e1"].core is None
    assert (windows["e2"].earliest_start, windows["e2"].latest_end) == (first + DAY, None)
    assert "e3" not in windows


def test_without_the_calendar_there_are_none():
    assert windows_of(build(read(DOCUMENT))) == {}
