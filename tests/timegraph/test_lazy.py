"""Names of a package that are loaded at their first use."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from timegraph._lazy import missing_library, named_if_missing

INIT = """
from timegraph._lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__, {"deep": "answer missing"})
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a package with a lazy name, one that its module lacks, and nothing loaded."""
    folder = tmp_path / "lazy_package_for_tests"
    folder.mkdir()
    (folder / "__init__.py").write_text(INIT, encoding="utf-8")
    (folder / "deep.py").write_text("answer = object()\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name in (folder.name, f"{folder.name}.deep"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return folder.name


def test_a_name_is_loaded_at_its_first_use_and_kept(package: str) -> None:
    lazy = __import__(package)
    assert f"{package}.deep" not in sys.modules
    assert lazy.answer is lazy.answer
    assert "answer" in vars(lazy)
    assert f"{package}.deep" in sys.modules


def test_names_that_are_not_loaded_are_listed(package: str) -> None:
    assert {"answer", "missing", "__name__"} <= set(dir(__import__(package)))


@pytest.mark.parametrize("name", ["nothing", "missing"])
def test_an_unknown_name_is_an_attribute_error(package: str, name: str) -> None:
    with pytest.raises(AttributeError, match=name):
        getattr(__import__(package), name)


def test_what_is_missing_is_said_for_libraries_of_the_normal_install_alone() -> None:
    missing = ModuleNotFoundError("No module named 'numpy.linalg'", name="numpy.linalg")
    assert missing_library(missing) == (
        "this needs numpy, which is not installed: pip install numpy"
    )
    assert missing_library(ModuleNotFoundError("No module named 'x'", name="x")) is None
    with (
        pytest.raises(ModuleNotFoundError, match="not installed: pip install numpy") as found,
        named_if_missing(),
    ):
        raise missing
    assert found.value.name == "numpy.linalg"
    with pytest.raises(ModuleNotFoundError, match="No module named 'x'"), named_if_missing():
        raise ModuleNotFoundError("No module named 'x'", name="x")
