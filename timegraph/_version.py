"""The one place where the version is written, and what to say where the name is not ours alone."""

import os

__version__ = "0.2.0rc1"

NAMESAKE = (
    "the package timegraph of PyPI is installed in the same environment as timegraph-qa, and each "
    "overwrites files of the other; install timegraph-qa into an environment of its own"
)

_FOLDER = os.path.dirname(__file__)


def shared() -> bool:
    """Whether PyPI's other ``timegraph`` is installed into this folder, too; one of its files is
    enough to know it."""
    return os.path.exists(os.path.join(_FOLDER, "timestructs.py"))


def replaced() -> bool:
    """Whether the other's ``__init__.py`` has taken the place of ours."""
    with open(os.path.join(_FOLDER, "__init__.py"), encoding="utf-8") as initial:
        return "NAMESAKE" not in initial.read()
