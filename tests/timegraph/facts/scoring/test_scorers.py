"""The figures of a question by each scorer, quirks included."""

from __future__ import annotations

from dataclasses import astuple

import pytest
from hypothesis import given, strategies as st

from timegraph.facts.scoring.scorers import (
    SCORERS,
    Figures,
    OfficialOptions,
    figures_by,
    neutral,
    official,
    official_items,
    timeqa,
)

PERFECT, ZERO = Figures(1.0, 1.0, 1.0, 1.0), Figures(0.0, 0.0, 0.0, 0.0)


class TestOfficial:
    @pytest.mark.parametrize(
        ("prediction", "items"),
        [
            ("Ferrari", ["ferrari"]),
            (" A $and  B ", ["a", "b"]),
            ("A $andB", ["a", "b"]),
            ("A and B", ["a", "b"]),
            ("University of Maryland", ["university of maryl", ""]),
            ("Reggiane, Ferrari", ["Reggiane", " Ferrari"]),
            ("A, B and C", ["a, b", "c"]),
            ("Mar, 1192", ["mar, 1192"]),
            ("January 5, 1926", ["january 5, 1926"]),
            ("Mar, 1192, Ferrari", ["Mar", " 1192", " Ferrari"]),
            ("Oxford AND Bath", ["oxford and bath"]),
            ("", [""]),
        ],
    )
    def test_predictions_are_split_anywhere(self, prediction: str, items: list[str]) -> None:
        assert official_items(prediction) == items

    def test_a_name_with_and_in_it_scores_nothing_against_itself(self) -> None:
        figures = official(["University of Maryland"], ["University of Maryland"])
        assert (figures.set_accuracy, figures.answer_f1, figures.exact_match) == (0.0, 0.0, 0.0)
        assert figures.token_f1 > 0
        marker = OfficialOptions(split="marker")
        assert official(["University of Maryland"], ["University of Maryland"], marker) == PERFECT

    def test_a_date_with_a_comma_is_one_answer(self) -> None:
        assert official(["Mar, 1192"], ["Mar, 1192"]) == PERFECT
        assert official(["Mar, 1192"], ["Mar, 1193"]).exact_match == 0.0

    def test_several_items_are_joined_and_split_again(self) -> None:
        assert official(["X", "University of Maryland"], ["University of Maryland", "X"]) == PERFECT

    def test_the_same_item_twice_is_no_fault(self) -> None:
        assert official(["X"], ["X $and X"]) == PERFECT

    def test_every_item_counts_also_repeated_ones(self) -> None:
        assert official(["X"], ["Y", "Y", "X"]).answer_f1 == pytest.approx(0.5)
        assert official(["X", "Z"], ["X", "X"]).answer_f1 == pytest.approx(2 * (2 / 3) / (5 / 3))

    def test_items_between_commas_are_raw(self) -> None:
        golds = ["Reggiane", "Ferrari"]
        assert official(golds, ["Reggiane, Ferrari"]).set_accuracy == 0.0
        assert official(golds, ["Reggiane, Ferrari"], OfficialOptions(commas="clean")) == PERFECT
        assert official(["reggiane"], ["reggiane,x"]).answer_f1 == pytest.approx(2 / 3)

    def test_exact_match_and_token_f1_look_at_the_first_item(self) -> None:
        figures = official(["B"], ["A", "B"])
        assert (figures.exact_match, figures.token_f1) == (0.0, 0.0)
        assert figures.answer_f1 == pytest.approx(2 / 3)

    def test_set_figures_compare_raw_texts(self) -> None:
        assert official(["The Mill"], ["Mill"]) == Figures(0.0, 0.0, 1.0, 1.0)

    def test_golds_that_normalise_to_nothing(self) -> None:
        assert official(["The The"], []) == PERFECT
        assert official(["The The"], ["The The"]).set_accuracy == 0.0
        keep = OfficialOptions(empty_golds="keep")
        assert official(["The The"], ["The The"], keep).set_accuracy == 1.0

    def test_a_missing_prediction_is_wrong(self) -> None:
        assert official(["A"], None) == ZERO


class TestTimeQA:
    def test_the_best_over_all_golds(self) -> None:
        figures = timeqa(["The Mill", "Lab of Light"], ["light lab"])
        assert figures.exact_match == 0.0
        assert figures.token_f1 == pytest.approx(0.8)
        assert timeqa(["A", "B"], ["b"]).exact_match == 1.0

    def test_only_the_first_item_counts(self) -> None:
        assert timeqa(["B"], ["A", "B"]).exact_match == 0.0

    def test_what_cannot_be_answered(self) -> None:
        assert timeqa([""], []) == timeqa([""], [""]) == timeqa([], []) == PERFECT
        assert timeqa([""], ["X"]) == timeqa(["X"], []) == ZERO
        assert timeqa([""], None) == ZERO


class TestNeutral:
    def test_lists_are_never_split(self) -> None:
        assert neutral(["University of Maryland"], ["university of maryland!"]) == PERFECT
        assert neutral(["A", "B"], ["A, B"]).set_accuracy == 0.0

    def test_sets(self) -> None:
        assert neutral(["X", "Y"], ["y", "Y", "x"]) == PERFECT
        figures = neutral(["x", "y"], ["x", "z"])
        assert (figures.set_accuracy, figures.answer_f1, figures.exact_match) == (0.0, 0.5, 1.0)

    def test_golds_that_normalise_to_nothing_are_kept_as_typed(self) -> None:
        assert neutral(["The The", "X"], ["The The", "X"]).set_accuracy == 1.0
        assert neutral(["The The", "X"], ["X"]).answer_f1 == pytest.approx(2 / 3)

    def test_nothing(self) -> None:
        assert neutral([], []) == neutral([""], []) == PERFECT
        assert neutral(["x"], []) == neutral([], ["x"]) == neutral(["x"], None) == ZERO


def test_scorers_by_name() -> None:
    for scorer in SCORERS:
        assert figures_by(scorer)(["x"], ["x"]) == PERFECT
    options = OfficialOptions(split="marker")
    assert figures_by("complex-tr", options)(["x and y"], ["x and y"]) == PERFECT


texts = st.lists(st.text("ab ,d$n", max_size=6), max_size=3)


@given(texts, texts)
def test_all_figures_are_shares(golds: list[str], predicted: list[str]) -> None:
    for scorer in SCORERS:
        figures = figures_by(scorer)(golds, predicted)
        assert all(0.0 <= value <= 1.0 for value in astuple(figures))


@given(texts)
def test_the_golds_are_right_if_nothing_is_split(golds: list[str]) -> None:
    assert neutral(golds, golds) == PERFECT
    assert timeqa(golds, golds) == PERFECT
