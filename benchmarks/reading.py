"""Reading a document, against parsing its XML; building, closing and asking, against reading."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from measuring import Result, best

import timeml
from timegraph import build
from timegraph.qa import answer_question, parse_question

__all__ = ["documents"]

ROOT = Path(__file__).resolve().parent.parent
KIT = ROOT / "examples" / "kit" / "gold"


def _folders() -> Iterator[tuple[str, Path]]:
    yield "kit", KIT
    data = Path(os.environ.get("TIMEGRAPH_DATA", ROOT.parent / "shared" / "data"))
    for name in ("tempeval3/TBAQ-cleaned/TimeBank", "tempeval3/te3-platinum"):
        if (data / name).is_dir():
            yield Path(name).name, data / name


def documents(*, quick: bool) -> Iterator[Result]:
    """A folder in one go, from bytes in memory; times are for a document on average."""
    from lxml import etree

    for name, folder in _folders():
        files = sorted(folder.glob("*.tml"))[: 40 if quick else None]
        sources = [path.read_bytes() for path in files]
        count = len(sources)
        xml = best(lambda: [etree.fromstring(source) for source in sources]) / count  # noqa: B023
        read = best(lambda: [timeml.read(source) for source in sources]) / count  # noqa: B023
        note = f"{count} documents, {sum(map(len, sources)) // count:,} bytes each"
        yield Result(
            "reading", "timeml.read", name, 0, read, "etree.fromstring", xml, read / xml, 6.0,
            at_most=True, note=note,
        )  # fmt: skip
        read_documents = [timeml.read(source) for source in sources]
        questions = []
        for document in read_documents:
            entities = document.entities or ("t0",)
            questions.append(
                [
                    parse_question(
                        f"IS {entities[k % len(entities)]} BEFORE {entities[-1 - k % 3]}"
                    )
                    for k in range(10)
                ]
            )

        def work() -> None:
            for document, asked in zip(read_documents, questions, strict=True):  # noqa: B023
                graph = build(document)
                for question in asked:
                    answer_question(graph, document, question)

        asking = best(work) / count
        yield Result(
            "reading", "build, close, 10 questions", name, 0, asking, "timeml.read", read,
            asking / read, 0.5, at_most=True, note=note,
        )  # fmt: skip
