"""Tables of other libraries, and libraries that are not installed."""

from __future__ import annotations

import sys

import pytest

from timegraph import GraphFormatError, TimeGraph
from timegraph._graph.exchange.frames import TableLibraryError, check_backend, opened

BACKENDS = ("pandas", "polars", "pyarrow")

narwhals = pytest.importorskip("narwhals")


class OnlyArrow:
    """A table that has the Arrow C stream interface and nothing else."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


@pytest.mark.parametrize("backend", BACKENDS)
def test_frames_are_opened(backend):
    pytest.importorskip(backend)
    frame = narwhals.from_dict({"a": ["x", None]}, backend=backend).to_native()
    assert opened(frame)["a"].is_null().to_list() == [False, True]


def test_lazy_frames_are_collected():
    polars = pytest.importorskip("polars")
    assert opened(polars.LazyFrame({"a": [1, 2]}))["a"].to_list() == [1, 2]


@pytest.mark.parametrize("missing", [None, "pyarrow"])
def test_anything_with_the_arrow_interface(monkeypatch, missing):
    table = pytest.importorskip("polars").DataFrame({"a": [1, 2]})
    pytest.importorskip("pyarrow")
    if missing:
        monkeypatch.setitem(sys.modules, missing, None)
    assert opened(OnlyArrow(table))["a"].to_list() == [1, 2]


def test_the_arrow_interface_without_a_library_for_it(monkeypatch):
    table = pytest.importorskip("polars").DataFrame({"a": [1, 2]})
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(TableLibraryError, match="needs pyarrow"):
        opened(OnlyArrow(table))


@pytest.mark.parametrize("thing", [None, 1, "a,b", {"a": [1]}, [("a", "before", "b")], OnlyArrow])
def test_what_is_not_a_table(thing):
    with pytest.raises(TypeError, match=r"is not a table; give a frame of pandas"):
        opened(thing)


def test_a_column_is_not_a_table():
    with pytest.raises(TypeError, match="Series is not a table"):
        opened(pytest.importorskip("pandas").Series([1]))


def test_two_columns_of_the_same_name():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(GraphFormatError, match="two columns of the same name"):
        opened(pandas.DataFrame([[1, 2]], columns=["a", "a"]))


def test_without_narwhals_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "narwhals", None)
    graph: TimeGraph = TimeGraph()
    message = r"needs narwhals, which is not installed: pip install 'timegraph-qa\[tables\]'"
    for call in (
        lambda: graph.links_table("polars"),
        lambda: graph.relations_table("pandas"),
        lambda: graph.extend_from_table({}),
    ):
        with pytest.raises(ImportError, match=message):
            call()


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_backend_that_is_not_installed_is_named(monkeypatch, backend):
    monkeypatch.setitem(sys.modules, backend, None)
    with pytest.raises(TableLibraryError, match=f"needs {backend}.*pip install {backend}"):
        check_backend(backend)


@pytest.mark.parametrize("backend", ["excel", None, "Pandas", ["polars"]])
def test_unknown_backends(backend):
    with pytest.raises(
        ValueError, match=r"backend must be one of 'pandas', 'polars', 'pyarrow', not"
    ):
        TimeGraph().links_table(backend)
