"""Figures from papers, to show beside those that are computed here."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from timegraph.scoring.answers.scorers import FIGURES, Figures

__all__ = ["read_published"]


def read_published(path: str | os.PathLike[str]) -> dict[str, Figures]:
    """The figures, from 0 to 1, in a JSON file: an object of figures by the name of the system.

    Raises ``OSError`` if the file cannot be read, and ``ValueError`` if it has another form or
    lacks a figure.
    """
    content = json.loads(Path(path).read_text(encoding="utf-8"))
    if not isinstance(content, Mapping):
        raise ValueError("is not an object, name to figures")
    try:
        return {
            name: Figures(*(float(figures[figure]) for figure in FIGURES))
            for name, figures in content.items()
        }
    except KeyError as error:
        raise ValueError(f"a system has no figure {error}") from None
    except TypeError as error:
        raise ValueError(str(error)) from None
