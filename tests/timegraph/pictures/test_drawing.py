"""Where rows and labels stand: inside their section, and never across each other."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given

from timegraph import build
from timegraph.pictures.drawing import BAR, LABEL, Section, sections_of
from timegraph.pictures.layout import timeline_of
from timegraph.testing.strategies import documents
from timeml import read
from timeml.timex_value import format_instant

DOCUMENT = b"""<TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2024-05-07">7 May</TIMEX3></DCT>
<TEXT><EVENT eid="e1">came</EVENT> on
<TIMEX3 tid="t1" type="DATE" value="2024-05-06">Monday</TIMEX3>, then
<EVENT eid="e2">said</EVENT></TEXT>
<TLINK lid="l1" eventID="e1" relType="BEFORE" relatedToTime="t0"/>
<TLINK lid="l2" eventID="e2" relType="AFTER" relatedToTime="t0"/></TimeML>"""


def boxes(section: Section) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of all bars and labels."""
    found = []
    for row in section.rows:
        if not section.listed:
            found.append((row.left, row.y, row.right, row.y + BAR))
        for label in row.labels:
            top = row.y + BAR + LABEL * label.line
            found.append((label.x, top, label.x + label.width, top + LABEL))
    return found


def all_sections(timeline, label):
    dated, frames, listed = sections_of(timeline, lambda entity: 8.0 * len(label(entity)))
    framed = [section for frame in frames for section in frame.sections]
    return [section for section in (dated, *framed, listed) if section is not None]


@given(documents(max_events=6, max_timexes=4))
def test_nothing_crosses_anything(document):
    timeline = timeline_of(build(document, on_conflict="drop-link", calendar=True))
    drawn = []
    for section in all_sections(timeline, lambda entity: f"word {entity}" * (1 + entity % 3)):
        drawn += [label.entity for row in section.rows for label in row.labels]
        assert [tick.x for tick in section.ticks] == sorted(tick.x for tick in section.ticks)
        assert all(row.left < row.right for row in section.rows)
        for one, other in combinations(boxes(section), 2):
            apart = one[2] <= other[0] or other[2] <= one[0]
            assert apart or one[3] <= other[1] or other[3] <= one[1]
        assert all(box[0] >= 0 and box[2] <= section.width + 1 for box in boxes(section))
        assert all(box[3] <= section.height + 2 for box in boxes(section))
    assert sorted(drawn) == list(range(len(timeline.entities)))


def test_what_has_one_extent_shares_a_row():
    from timegraph import TimeGraph

    graph = TimeGraph()
    for name in ("a", "b", "c"):
        graph.add(name, "before", "end")
    graph.add("a", "equal", "c")
    (section,) = all_sections(timeline_of(graph), str)
    first, second = section.rows
    assert len(first.labels) == 3
    assert len(second.labels) == 1
    assert [label.same for label in first.labels] == [False, True, False]
    assert first.right < second.left


def test_every_instant_at_which_something_starts_is_named():
    document = read(DOCUMENT)
    timeline = timeline_of(build(document, calendar=True))
    section, *_ = all_sections(timeline, str)
    starts = {window.earliest_start for window in timeline.windows.values()} - {None}
    named = [tick.label for tick in section.ticks if tick.label]
    assert named == [format_instant(start).partition("T")[0] for start in sorted(starts)]
