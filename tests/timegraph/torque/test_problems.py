"""Problems name the passage and the question that have them."""

from __future__ import annotations

import re
from pathlib import Path

import timegraph
from timegraph.torque.passages import heading, problem


def test_a_problem_is_a_finding() -> None:
    finding = problem("x", "p", "Why?", "it is so")
    assert (finding.code, finding.document, finding.ids) == ("x", "p", ("Why?",))
    assert finding.message == "Why?: it is so"
    whole = problem("x", "p", "", "it is so")
    assert (whole.message, whole.ids) == ("it is so", ())


def test_problems_of_a_kind_are_headed_in_words() -> None:
    assert heading("no-document", 1) == "1 passage without a usable document [no-document]"
    assert heading("predicted-twice", 2_000) == "2,000 questions answered twice [predicted-twice]"


def test_every_code_has_its_words() -> None:
    root = Path(timegraph.__file__).parent
    sources = [*root.glob("torque/*.py"), *root.glob("*/torque/*.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    codes = set(re.findall(r'problem\(\s*"([a-z-]+)"', text))
    assert len(codes) > 10
    assert all(heading(code, 1) for code in codes)
