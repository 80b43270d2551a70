"""The data of a page: what its script reads is what the graph says."""

from __future__ import annotations

import json
import re
from itertools import combinations

from hypothesis import given

from timegraph import build
from timegraph.pictures.layout import caption_of, timeline_of
from timegraph.pictures.pages.documents import payload_of
from timegraph.testing.strategies import documents


def masks_of(payload):
    """The masks as the script reads them."""
    found = {}
    for i, row in enumerate(payload["rows"]):
        j = i
        for gap, letters in re.findall(rf"([0-9a-z]*)([A-Z]{{{payload['letters']}}})", row):
            j += int(gap, 36) if gap else 1
            number = 0
            for letter in letters:
                number = number * 26 + ord(letter) - 65
            found[i, j] = payload["masks"][number]
    return found


@given(documents(max_events=6, max_timexes=3))
def test_the_relations_are_those_of_the_graph(document):
    graph = build(document, on_conflict="drop-link", calendar=True)
    timeline = timeline_of(graph)
    captions = [caption_of(entity, document) for entity in timeline.entities]
    payload = json.loads(json.dumps(payload_of(graph, timeline, captions)))
    masks = masks_of(payload)
    for (i, a), (j, b) in combinations(enumerate(timeline.entities), 2):
        assert masks.get((i, j), 8191) == graph.relations(a, b).mask
    points = len(payload["points"])
    assert all(x < points and y < points for x, y, *_ in payload["arcs"])
    assert len(payload["conflicts"]) == len(graph.conflicts)


def test_many_masks_take_more_letters():
    from timegraph.pictures.layout import Timeline
    from timegraph.pictures.pages.documents import _encoded

    for count in (3, 40, 300):
        masks = {(0, 5 * k + 1): k + 1 for k in range(count)}
        timeline = Timeline(tuple(range(5 * count + 1)), {}, (), (), masks)
        values, letters, rows = _encoded(timeline)
        payload = {"rows": rows, "letters": letters, "masks": values}
        assert masks_of(payload) == masks
