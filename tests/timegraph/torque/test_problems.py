"""Problems name the passage and the question that have them."""

from __future__ import annotations

from timegraph.torque.problems import Problem


def test_a_problem_names_its_place() -> None:
    assert str(Problem("x", "p", "Why?", "it is so")) == "p: Why?: it is so"
    assert str(Problem("x", "", "", "it is so")) == "it is so"


def test_a_problem_is_a_finding() -> None:
    finding = Problem("x", "p", "Why?", "it is so").finding
    assert (finding.code, finding.document, finding.ids) == ("x", "p", ("Why?",))
    assert finding.message == "Why?: it is so"
    whole = Problem("x", "p", "", "it is so").finding
    assert (whole.message, whole.ids) == ("it is so", ())
