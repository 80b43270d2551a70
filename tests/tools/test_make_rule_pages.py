"""The pages explain the rules as these stand in the code."""

from __future__ import annotations

import re

import pytest

from tests.scripts import script

make_rule_pages = script("tools/make_rule_pages.py")


@pytest.mark.parametrize("name", make_rule_pages.PAGES)
def test_the_page_is_what_is_made(name: str) -> None:
    there = (make_rule_pages.DOCS / name).read_text(encoding="utf-8")
    assert there == make_rule_pages.page(name), "run `python tools/make_rule_pages.py`"


def test_each_rule_of_checks_has_a_section() -> None:
    codes = re.findall(r"^### (\S+)$", make_rule_pages.sections(), re.MULTILINE)
    assert sorted(codes) == sorted(make_rule_pages.RULES)


def test_elements_in_advice_are_code() -> None:
    assert "Fix: write `<TimeML>` for the root element." in make_rule_pages.sections()
