"""Where boxes stand: inside their section, and never over another one of their lane."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given

from timegraph import build
from timegraph.pictures.drawing import sections_of
from timegraph.pictures.layout import timeline_of
from timegraph.testing.strategies import documents


@given(documents(max_events=6, max_timexes=4))
def test_boxes_of_a_lane_do_not_meet(document):
    graph = build(document, on_conflict="drop-link", calendar=True)
    for section in sections_of(timeline_of(graph), lambda entity: f"word {entity}"):
        assert all(0 <= box.left < box.right <= section.width + 1 for box in section.boxes)
        assert all(0 <= box.lane < section.lanes for box in section.boxes)
        assert [tick.x for tick in section.ticks] == sorted({tick.x for tick in section.ticks})
        for one, other in combinations(section.boxes, 2):
            first, second = sorted((one, other), key=lambda box: box.left)
            assert one.lane != other.lane or first.right <= second.left
