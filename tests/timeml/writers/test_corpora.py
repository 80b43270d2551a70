"""Every writer over every corpus: nothing is invented, and every missing link is counted."""

from pathlib import Path

import pytest

from tests.timeml.writers.round_trips import check, links
from timeml import open_collection
from timeml.writers import FORMATS

CORPORA = (
    *("timebank-dense", "tddiscourse/TDDMan", "matres", "tcr", "meantime", "eventstoryline"),
    *("thyme", "est-timeml", "narrativetime/tml_a1"),
)


@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize("format", FORMATS)
def test_a_corpus_comes_back(format: str, corpus: str, data: Path) -> None:
    folder = data / "tlink" / corpus
    if not folder.exists():
        pytest.skip(f"{corpus} is not among the evaluation data")
    collection = open_collection(folder, recursive=True)
    read = [collection.read(name) for name in collection]
    documents = {document.name.removesuffix(".tml"): document for document in read}
    assert len(documents) == len(read)
    back = check(format, documents, places=format != "link-list")
    if format == "timeml":  # which has a word for all of it
        assert back == sum(links(document).total() for document in read)
