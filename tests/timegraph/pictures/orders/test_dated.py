"""The dated axis: columns that say what dates and links say together, and no more."""

from __future__ import annotations

from timegraph import build
from timegraph.pictures.layout import timeline_of
from timegraph.pictures.orders import Window, dated_of
from timeml import read

DOCUMENT = b"""<TimeML><TEXT>On <TIMEX3 tid="t1" type="DATE" value="2024-05-06">Monday</TIMEX3> the
<EVENT eid="e1">storm</EVENT> came, then the <EVENT eid="e2">rescue</EVENT> while all
<EVENT eid="e3">slept</EVENT>; a <EVENT eid="e5">feast</EVENT>
from <TIMEX3 tid="t2" type="DATE" value="2024-05-05">Sunday</TIMEX3> to <TIMEX3 tid="t3" type="DATE"
value="2024-05-07">Tuesday</TIMEX3> went on.</TEXT>
<TLINK lid="l1" eventID="e1" relType="IS_INCLUDED" relatedToTime="t1"/>
<TLINK lid="l2" eventID="e2" relType="IS_INCLUDED" relatedToTime="t1"/>
<TLINK lid="l3" eventID="e1" relType="BEFORE" relatedToEvent="e2"/>
<TLINK lid="l4" eventID="e3" relType="IS_INCLUDED" relatedToTime="t1"/>
<TLINK lid="l5" eventID="e5" relType="INCLUDES" relatedToTime="t1"/>
<TLINK lid="l6" eventID="e5" relType="AFTER" relatedToTime="t2"/>
</TimeML>"""


def test_orders_within_a_day_are_seen():
    timeline = timeline_of(build(read(DOCUMENT), calendar=True))
    place = {name: timeline.places[k] for k, name in enumerate(timeline.entities)}
    assert place["e1"].right < place["e2"].left
    assert place["e3"].left <= place["e1"].left
    assert place["e3"].right >= place["e2"].right
    assert not timeline.arrows


def test_a_core_is_left_out_where_it_would_say_more():
    timeline = timeline_of(build(read(DOCUMENT), calendar=True))
    assert timeline.dated is not None
    extents = timeline.dated.extents
    cores = {timeline.entities[k]: extent.core for k, extent in extents.items()}
    # The feast surely fills the day as well, and more.
    assert cores["t1"] is not None
    assert cores["e5"] is None


def test_without_windows_there_is_none():
    assert dated_of({}, [], [], {}) is None


def test_points_at_one_instant_stay_apart_where_their_order_is_needed():
    # The one ends at a later point of the calendar than that at which the other one starts.
    windows = {0: Window(0, None, None, 10, 0, 5), 1: Window(10, None, None, 20, 4, 9)}
    dated = dated_of(windows, [0, 0], [0, 0], {})
    assert dated is not None
    assert dated.extents[0].right >= dated.extents[1].left
    follow = {0: Window(0, None, None, 10, 0, 4), 1: Window(10, None, None, 20, 5, 9)}
    dated = dated_of(follow, [0, 0], [0, 0], {})
    assert dated is not None
    assert dated.extents[0].right < dated.extents[1].left
