"""Every writer over every corpus: nothing is invented, and every missing link is counted."""

from functools import lru_cache
from pathlib import Path

import pytest

from tests.timeml.readers.examples import EXAMPLES, read_all
from tests.timeml.writers.round_trips import check, links
from timeml import Document, open_collection
from timeml.writers import FORMATS

CORPORA = (
    *("timebank-dense", "tddiscourse/TDDMan", "tddiscourse/TDDAuto", "matres", "tcr", "meantime"),
    *("eventstoryline", "thyme", "est-timeml", "narrativetime/tml_a1", "narrativetime/tml_a2"),
    *("../tempeval3/TBAQ-cleaned", "../tempeval3/te3-platinum"),
)

# Statements have labels of their own alone: see test_statements.
TAKEN = [format for format in FORMATS if format != "statements"]
_NO_PLACES = ("link-list", "omnitemp")  # which makes its text of words


@pytest.mark.parametrize("source", EXAMPLES)
@pytest.mark.parametrize("format", TAKEN)
def test_an_example_of_every_format_comes_back(format: str, source: str) -> None:
    if source == "uima":
        pytest.importorskip("cassis", reason="dkpro-cassis is not installed (extra uima)")
    documents = {document.name: document for document in read_all(EXAMPLES[source])}
    back = check(format, documents, places=format not in _NO_PLACES)
    if format == "timeml":
        assert back == sum(links(document).total() for document in documents.values())


@lru_cache(maxsize=1)
def documents_of(folder: Path) -> list[Document]:
    """The documents of a corpus, read once for all formats in a row."""
    collection = open_collection(folder, recursive=True)
    return [collection.read(name) for name in collection]


@pytest.mark.slow
@pytest.mark.parametrize("format", TAKEN)
@pytest.mark.parametrize("corpus", CORPORA)
def test_a_corpus_comes_back(format: str, corpus: str, data: Path) -> None:
    folder = data / "tlink" / corpus
    if not folder.exists():
        pytest.skip(f"{corpus} is not among the evaluation data")
    read = documents_of(folder)
    documents = {document.name.removesuffix(".tml"): document for document in read}
    assert len(documents) == len(read)
    back = check(format, documents, places=format not in _NO_PLACES)
    if format == "timeml":  # which has a word for all of it
        assert back == sum(links(document).total() for document in read)
