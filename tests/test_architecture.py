"""The layout of the code is a promise: see the rules in ``tests/architecture``.

What is loaded when, the other half of it, is in ``tests/test_startup.py``.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.architecture import formats, late, layers, privacy
from tests.architecture.house import House, house_at, house_of
from tests.architecture.rule import Rule
from tests.architecture.rules import RULES

ROOT = Path(__file__).resolve().parent.parent

each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)


@pytest.fixture(scope="module")
def house() -> House:
    house = house_at(ROOT)
    assert len(house.modules) > 100, "the packages were not found"
    return house


@each_rule
def test_the_project_keeps_the_rule(rule: Rule, house: House) -> None:
    assert [str(fault) for fault in rule.faults(house)] == []


@each_rule
def test_the_rule_notices_what_breaks_it(rule: Rule) -> None:
    assert rule.noticed
    for sources in rule.noticed:
        assert list(rule.faults(house_of(sources))), sources


@each_rule
def test_the_rule_leaves_the_rest_alone(rule: Rule) -> None:
    for sources in rule.allowed:
        assert list(rule.faults(house_of(sources))) == []


# The tables of exceptions must be true and short.


def test_at_most_ten_reach_ins_are_named(house: House) -> None:
    assert len(privacy.REACH_INS) <= privacy.MOST_REACH_INS
    there = {
        (module.name, text)
        for module in house.modules.values()
        for _, text in privacy.reach_ins(module)
    }
    assert set(privacy.REACH_INS) - there == set()


def test_late_imports_are_there_and_each_has_its_test(house: House) -> None:
    there = {f"{importer} -> {imported}" for importer, _, imported in late.statements(house)}
    assert {key for keys in late.LATE.values() for key in keys} - there == set()
    startup = ast.parse((ROOT / "tests/test_startup.py").read_text(encoding="utf-8"))
    tests = {node.name for node in ast.walk(startup) if isinstance(node, ast.FunctionDef)}
    assert set(late.LATE) <= tests


def test_at_most_ten_places_ask_which_format_it_is(house: House) -> None:
    listed = {name: number for name, (number, _) in formats.ASKING.items()}
    assert formats.counted(house) == listed
    assert sum(listed.values()) <= formats.MOST_ASKING


def test_rooms_are_named_once() -> None:
    for table in (layers.TIMEML, layers.TIMEGRAPH):
        assert len(table.split()) == len(set(table.split()))


def test_only_helpers_of_tests_are_packages() -> None:
    # Test files of equal name are told apart by --import-mode=importlib, not by packages.
    packages = {file.parent for file in (ROOT / "tests").rglob("__init__.py")}
    helpers = (ROOT / "tests" / name for name in ("architecture", "oracle", "strategies"))
    assert packages == {ROOT / "tests", *helpers}
