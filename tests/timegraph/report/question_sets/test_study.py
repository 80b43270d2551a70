"""The report on which events are asked about."""

from __future__ import annotations

from timegraph.report import TableOptions, render
from timegraph.report.question_sets.study import study_report
from timegraph.scoring.statistics import Interval
from timegraph.task.question_sets.study import Compared, Study

STUDY = Study(
    (
        Compared("class", "STATE", 0.5, 0.25, Interval(0.1, 0.4, 0.95)),
        Compared("links", "mean", 2.0, None, Interval(None, None, 0.95)),
    ),
    *(3, 10, 20, 5, 40),
    (),
)


def test_figures_with_their_numbers() -> None:
    assert render(study_report(STUDY, signature="measure:x"), TableOptions()).splitlines() == [
        "part   value  chosen  others  difference   2.5%  97.5%",
        "class  STATE   0.500   0.250       0.250  0.100  0.400",
        "links  mean    2.000       -           -      -      -",
        "chosen: 10 events and 5 pairs of 3 documents; others: 20 events and 40 pairs",
        "95% interval of the difference: jackknife over documents, Student's t",
        "gold: measure:x",
    ]


def test_other_formats() -> None:
    report = study_report(STUDY, signature="x")
    text = render(report, TableOptions("csv"))
    assert text.splitlines()[1] == "class,STATE,0.500000,0.250000,0.250000,0.100000,0.400000"
    assert '"figures": [' in render(report, TableOptions("json"))
