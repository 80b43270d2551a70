"""Small annotations of one text by several annotators."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import timeml
from timeml import Document

Annotate = Callable[..., Document]

WORDS = ("ate", "slept", "dreamt", "woke")


def annotated(*links: str, base: int = 0, without: str = "") -> str:
    """TimeML with the events 1 to 4, numbered from ``base``, and links such as ``1 BEFORE 2``;
    ``without`` has the events that are not annotated."""
    tags, instances = [], []
    for number, word in enumerate(WORDS, start=1):
        own = base + number
        if str(number) in without:
            tags.append(word)
            continue
        tags.append(f'<EVENT eid="e{own}" class="OCCURRENCE">{word}</EVENT>')
        instances.append(f'<MAKEINSTANCE eiid="ei{own}" eventID="e{own}"/>')
    lines = []
    for number, link in enumerate(links, start=1):
        a, relation, b = link.split()
        lines.append(
            f'<TLINK lid="l{number}" relType="{relation}" eventInstanceID="ei{base + int(a)}" '
            f'relatedToEventInstance="ei{base + int(b)}"/>'
        )
    return (
        f"<TimeML><TEXT>She {', '.join(tags)}.</TEXT>\n"
        + "\n".join([*instances, *lines])
        + "</TimeML>"
    )


@pytest.fixture
def annotate() -> Annotate:
    """Makes a document of links: ``annotate("1 BEFORE 2", base=10)``."""

    def make(*links: str, base: int = 0, without: str = "") -> Document:
        text = annotated(*links, base=base, without=without)
        return timeml.read(text.encode(), name="day.tml")

    return make


@pytest.fixture
def folders(tmp_path: Path) -> Callable[[dict[str, dict[str, str]]], dict[str, Path]]:
    """Writes the documents of annotators into folders of their names."""

    def write(annotators: dict[str, dict[str, str]]) -> dict[str, Path]:
        for who, files in annotators.items():
            (tmp_path / who).mkdir()
            for name, text in files.items():
                (tmp_path / who / name).write_text(text, encoding="utf-8")
        return {who: tmp_path / who for who in annotators}

    return write
