"""The one place where the version is written."""

__all__ = ["__version__"]

__version__ = "0.2.0.dev7"
