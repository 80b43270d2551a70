"""The published schema, and that what is checked by it is what a full validator finds."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
from hypothesis import given, strategies as st

from timegraph.service.dispatcher import Dispatcher
from timegraph.service.schema import fault_of, methods, params_schema, service_schema

SCHEMA = service_schema()
FULL = jsonschema.Draft202012Validator


def test_the_schema_is_one_and_has_every_method() -> None:
    FULL.check_schema(SCHEMA)
    assert Dispatcher().call("schema") == {"schema": SCHEMA}
    for method in methods():
        assert method in SCHEMA["$defs"]
        assert f"{method}.result" in SCHEMA["$defs"]


def test_examples_are_as_the_schema_says() -> None:
    for name, schema in SCHEMA["$defs"].items():
        for example in schema.get("examples", ()):
            assert fault_of(example, schema, name) is None


SCALARS = st.sampled_from([None, True, "", "a", "start", "before", "x" * 400, 0, -1, 2.5, 10**17])
POINTS = st.tuples(st.text(max_size=2), st.sampled_from(["start", "end", "at", "x"])).map(list)
KEYS = sorted({"id", *(k for s in SCHEMA["$defs"].values() for k in s.get("properties", ()))})
VALUES = st.recursive(
    SCALARS | POINTS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)
    ),
    max_leaves=10,
)


@given(st.sampled_from(["statement", "claim", "point", "relation", *methods()]), VALUES, st.data())
def test_faults_are_those_of_a_full_validator(name: str, value: Any, data: st.DataObject) -> None:
    schema = params_schema(name)
    properties = schema.get("properties", {})
    if properties and data.draw(st.booleans()):
        value = {key: data.draw(VALUES) for key in properties if data.draw(st.booleans())}
    full = FULL({**schema, "$defs": SCHEMA["$defs"]})
    fault = fault_of(value, schema, "it")
    # Full validators take 1.0 for an integer; a program that sends one is told.
    if "2.0" not in json.dumps(value):
        assert (fault is None) == full.is_valid(value), fault


def test_faults_say_where_and_what() -> None:
    def fault(value: Any, name: str = "add") -> str | None:
        return fault_of(value, params_schema(name), "params")

    said = {"graph": "g", "statements": [{"a": "x", "relation": "before"}]}
    assert fault(said) == "params.statements[0] has no 'b'"
    said["statements"] = [{"x": ["a", "middle"], "op": "<", "y": ["b", "start"]}]
    assert "statements[0].x[1] must be one of start, end, at" in str(fault(said))
    said["statements"] = []
    assert fault(said) == "params.statements has 0 items, fewer than 1"
    assert fault([]) == "params must be an object, not list"
    request = {"jsonrpc": "2.0", "method": "graphs", "id": {}}
    assert fault_of(request, service_schema(), "the request") == (
        "the request.id must be a string, a number or null, not dict"
    )
