"""The one place where the version is written, and what to say where the name is not ours alone."""

__all__ = ["NAMESAKE", "__version__"]

__version__ = "0.2.0.dev7"

NAMESAKE = (
    "the package timegraph of PyPI is installed in the same environment as timegraph-qa, and each "
    "overwrites files of the other; install timegraph-qa into an environment of its own"
)
