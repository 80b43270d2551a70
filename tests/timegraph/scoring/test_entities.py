"""Entity scores: by hand, by definition, by the toolkit's figures, and their symmetries."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.oracle.scores import entity_counts
from tests.results import score_entities_system
from tests.strategies.systems import system_annotations
from timegraph.scoring import (
    ENTITY_ROWS,
    EntityRow,
    FoundScore,
    read_gold,
    score_entities,
)
from timegraph.scoring.measure import Status
from timegraph.testing.strategies import documents
from timeml import Document, Event, Instance, Timex3, open_collection, read

STRICT, RELAXED = EntityRow("EVENT", "strict"), EntityRow("EVENT", "relaxed")
TEXT = "they were going home"
STATUSES: tuple[Status, ...] = ("found", "missing", "failed")


def event(start: int, end: int, eid: str = "e1", **attributes: str) -> Event:
    return Event(
        eid, attributes.pop("class_", "OCCURRENCE"), start, end, TEXT[start:end],
        (Instance(f"{eid}i", eid, **attributes),),
    )  # fmt: skip


def test_strict_wants_the_same_characters_and_relaxed_any() -> None:
    gold = Document(text=TEXT, events=(event(10, 15),))
    for start, end, expected in ((10, 15, (1, 1)), (5, 15, (0, 1)), (10, 12, (0, 1)),
                                 (16, 20, (0, 0))):  # fmt: skip
        scores = score_entities(gold=gold, system=Document(text=TEXT, events=(event(start, end),)))
        assert (scores[STRICT].matched, scores[RELAXED].matched) == expected


def test_white_space_does_not_count() -> None:
    gold = Document(text=TEXT, events=(event(5, 15),))
    text = TEXT.replace(" ", "\n  ")
    start = text.index("were")
    end = text.index("going") + 5
    system = Document(text=text, events=(Event("e9", None, start, end, text[start:end]),))
    assert score_entities(gold=gold, system=system)[STRICT].matched == 1


def test_each_annotation_matches_once() -> None:
    gold = Document(text=TEXT, events=(event(5, 15),))
    system = Document(text=TEXT, events=(event(5, 9, "e1"), event(10, 15, "e2")))
    assert score_entities(gold=gold, system=system)[RELAXED] == FoundScore(1, 2, 1)


def test_the_creation_time_is_not_counted() -> None:
    dct = Timex3("t0", "DATE", "2020-01-02", None, None, "", "CREATION_TIME")
    document = Document(text=TEXT, dct=dct, timexes=(dct,))
    assert score_entities(gold=document, system=document)[EntityRow("TIMEX3", "relaxed")] == (
        FoundScore()
    )


@pytest.mark.parametrize(
    ("attribute", "gold", "system", "right"),
    [
        ("class", {"class_": "STATE"}, {"class_": "STATE"}, True),
        ("class", {"class_": "STATE"}, {"class_": "REPORTING"}, False),
        ("tense", {"tense": "PAST"}, {"tense": "PAST"}, True),
        ("tense", {"tense": "PAST"}, {}, False),
        ("tense", {}, {}, True),
        ("modality", {}, {"modality": "NONE"}, True),
        ("modality", {}, {"modality": "would"}, False),
        ("pos", {"pos": "NOUN"}, {"pos": "VERB"}, False),
        ("polarity", {"polarity": "NEG"}, {"polarity": "NEG"}, True),
        ("aspect", {"aspect": "NONE"}, {"aspect": "PERFECTIVE"}, False),
    ],
)
def test_attributes_are_compared(
    attribute: str, gold: dict[str, str], system: dict[str, str], right: bool
) -> None:
    scores = score_entities(
        gold=Document(text=TEXT, events=(event(10, 15, **gold),)),
        system=Document(text=TEXT, events=(event(5, 15, **system),)),
    )
    assert scores[EntityRow("EVENT", "relaxed", attribute)] == FoundScore(int(right), 1, 1)


def test_an_attribute_may_stand_on_the_event_itself() -> None:
    on_event = replace(event(10, 15), extra=(("tense", "PAST"),))
    scores = score_entities(
        gold=Document(text=TEXT, events=(event(10, 15, tense="PAST"),)),
        system=Document(text=TEXT, events=(on_event,)),
    )
    assert scores[EntityRow("EVENT", "relaxed", "tense")].matched == 1


def test_precision_and_recall_cannot_be_swapped() -> None:
    timexes = (Timex3("t1", "DATE", "2020", 0, 4, "they"), Timex3("t2", "SET", "X", 5, 9, "were"))
    gold = Document(text=TEXT, events=(event(0, 4, "e1"), event(5, 9, "e2"), event(10, 15, "e3")))
    gold = replace(gold, timexes=(*timexes, Timex3("t3", "DATE", "2021", 16, 20, "home")))
    system = Document(text=TEXT, events=(event(0, 4), event(16, 20, "e2")), timexes=timexes[:1])
    there, back = score_entities(gold=gold, system=system), score_entities(gold=system, system=gold)
    for row in ENTITY_ROWS:
        precision, recall = (1 / 2, 1 / 3) if row.layer == "EVENT" else (1.0, 1 / 3)
        assert (there[row].precision, there[row].recall) == (precision, recall)
        assert (back[row].precision, back[row].recall) == (recall, precision)
        assert there[row].f1 == pytest.approx(2 * precision * recall / (precision + recall))
    for function in (score_entities,):
        kinds = {p.kind for p in inspect.signature(function).parameters.values()}
        assert kinds == {inspect.Parameter.KEYWORD_ONLY}


def test_undefined_ratios_are_none() -> None:
    assert (FoundScore().precision, FoundScore().recall, FoundScore().f1) == (None, None, None)
    assert (FoundScore(0, 0, 2).precision, FoundScore(0, 0, 2).recall) == (None, 0)
    with pytest.raises(ValueError, match="more matched"):
        FoundScore(2, 1, 3)


@given(st.data())
def test_spans_are_counted_as_by_definition(data: st.DataObject) -> None:
    gold = data.draw(documents())
    system = data.draw(system_annotations(gold))
    scores = score_entities(gold=gold, system=system)
    for layer in ("EVENT", "TIMEX3"):
        expected = entity_counts(gold=gold, system=system, layer=layer)
        for mode in ("strict", "relaxed"):
            assert scores[EntityRow(layer, mode)] == FoundScore(
                expected[mode], expected["system"], expected["gold"]
            )


def test_a_document_against_itself_is_perfect(kit: Path) -> None:
    document = read(kit / "gold" / "news-kelp-takeover.tml")
    for score in score_entities(gold=document, system=document).values():
        assert score.f1 == 1
        assert score.gold_total > 0


def test_bad_and_missing_documents_count_as_empty(
    folder: Callable[..., Path], system_text: Callable[..., str]
) -> None:
    good = system_text()
    gold = read_gold(open_collection(folder("gold", **dict.fromkeys(("a.tml", "b.tml"), good))))
    system = open_collection(folder("system", **{"a.tml": "<TimeML>", "c.tml": good}))
    result = score_entities_system(gold=gold, system=system)
    assert [result.having(status) for status in STATUSES] == [(), ("b.tml",), ("a.tml",)]
    assert result.scores["EVENT", "relaxed", None] == FoundScore(0, 0, 4)
    assert [notice.code for notice in result.notices] == [
        "failed-document",
        "missing-document",
        "not-in-gold",
    ]


TOOLKIT_LAYERS = {"EVENT": "event", "TIMEX3": "timex"}
ROWS = {(row.layer, row.mode, row.attribute): row for row in ENTITY_ROWS}


@pytest.mark.parametrize(
    "pair", ["own", "fold1_tipsem", "fold1_trios", "fold1_tipsem_wo", "fold1_trios_wo"]
)
def test_figures_are_those_of_the_toolkit(pair: str, data: Path) -> None:
    text = (data / "tempeval3" / "toolkit-scores.json").read_text(encoding="utf-8")
    entry: dict[str, Any] = json.loads(text)[pair]
    published = entry["overall"]["entities"]
    result = score_entities_system(
        gold=read_gold(open_collection(data / entry["gold"])),
        system=open_collection(data / entry["system"]),
    )
    for labels, score in result.scores.items():
        row = ROWS[labels]
        layer = published[TOOLKIT_LAYERS[row.layer]]
        if row.attribute is None:
            figures = {"P": score.precision, "R": score.recall, "F1": score.f1}
            for name, figure in figures.items():
                assert figure is not None
                assert 100 * figure == pytest.approx(layer[row.mode][name], abs=0.006)
        elif row.attribute != "modality":  # which the toolkit does not score
            assert score.matched == published["detail"][f"match_{row.attribute}"]
            if row.attribute in layer["attr_F1"]:
                assert score.f1 is not None
                assert 100 * score.f1 == pytest.approx(layer["attr_F1"][row.attribute], abs=0.006)


def in_text(text: str) -> Document:
    return read(f"<TimeML><TEXT>{text}</TEXT></TimeML>".encode())


def test_the_same_words_elsewhere_are_another_span() -> None:
    timex = '<TIMEX3 tid="t1" type="DATE" value="X">{}</TIMEX3>'
    gold = in_text(timex.format("year after year") + " after year")
    system = in_text("year after " + timex.format("year after year"))
    scores = score_entities(gold=gold, system=system)
    assert scores[EntityRow("TIMEX3", "strict")].matched == 0
    assert scores[EntityRow("TIMEX3", "relaxed")].matched == 1
    spaced = in_text(timex.format("year\n after  year") + "\nafter year")
    assert score_entities(gold=gold, system=spaced)[EntityRow("TIMEX3", "strict")].matched == 1


def test_a_creation_time_that_one_side_marks_is_given_to_both() -> None:
    mark = ' functionInDocument="CREATION_TIME"'
    text = (
        '<TIMEX3 tid="t0" type="DATE" value="1998-05-03"{}>May 3</TIMEX3> '
        '<TIMEX3 tid="t1" type="DATE" value="1998-05-04">tomorrow</TIMEX3>'
    )
    marked, plain = in_text(text.format(mark)), in_text(text.format(""))
    for gold, system in ((marked, plain), (plain, marked), (marked, marked)):
        score = score_entities(gold=gold, system=system)[EntityRow("TIMEX3", "strict")]
        assert (score.matched, score.system_total, score.gold_total) == (1, 1, 1)


def test_each_attribute_of_a_timex_counts_by_itself() -> None:
    timex = '<TIMEX3 tid="t1" type="{}" value="{}">May 3</TIMEX3>'
    gold = in_text(timex.format("DATE", "1998-05-03"))
    for values, right in ((("DATE", "1999-05-03"), (1, 0)), (("TIME", "1998-05-03"), (0, 1))):
        scores = score_entities(gold=gold, system=in_text(timex.format(*values)))
        found = [scores[EntityRow("TIMEX3", "relaxed", name)].matched for name in ("type", "value")]
        assert tuple(found) == right


def test_scores_of_documents_add_up() -> None:
    both = FoundScore(1, 4, 2) + FoundScore(2, 3, 5)
    assert both == FoundScore(3, 7, 7)
    with pytest.raises(TypeError):
        both + 1  # type: ignore[operator]
