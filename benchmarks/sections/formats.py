"""Reading other formats, by the byte, against reading TimeML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from folders import DATA
from measuring import Result, side_by_side

import timeml
from timeml.readers import File, read_files, recognise
from timeml.readers.reading import files_at

__all__ = ["by_the_byte"]

_CORPORA = {
    "timebank-dense": "link-list",
    "tddiscourse": "link-list",
    "matres": "matres",
    "thyme": "anafora",
    "meantime": "cat",
    "eventstoryline": "cat",
    "est-timeml": "estonian",
    "narrativetime/nt_format": "narrativetime",
}
# Without a target: each pair of its entities is a link, a hundred times as many by the byte as in
# TimeML.
_ALL_PAIRS = "narrativetime"


def by_the_byte(*, quick: bool) -> Iterator[Result]:
    """Corpora from bytes in memory, in turn with TimeBank: processor time per million bytes."""
    bank = DATA / "tempeval3" / "TBAQ-cleaned" / "TimeBank"
    sources = [path.read_bytes() for path in sorted(bank.glob("*.tml"))]
    for corpus, format in _CORPORA.items() if sources else ():
        folder = DATA / "tlink" / corpus
        files = [file for file in files_at(folder) if recognise(file.name, file.head) == format]
        if files:
            yield _of_corpus(corpus, format, files, sources, runs=3 if quick else 15)


def _of_corpus(
    corpus: str, format: str, files: Sequence[File], sources: Sequence[bytes], *, runs: int
) -> Result:
    size, size_of_timeml = (sum(map(len, some)) for some in ([f.data for f in files], sources))
    found = [file.document for file in read_files(files)]
    links = sum(len(one.tlinks) for one in found if one is not None)
    seconds, timeml_seconds = side_by_side(
        lambda: read_files(files), lambda: [timeml.read(source) for source in sources], runs=runs
    )
    ours, other = seconds / size * 1e6, timeml_seconds / size_of_timeml * 1e6
    note = f"{links:,} links, {links * 1000 / size:.3g} in 1,000 bytes; {seconds / links * 1e6:.1f}"
    return Result(
        "formats", format, corpus, 0, ours, "TimeML", other, ours / other,
        None if format == _ALL_PAIRS else 2.0, at_most=True,
        note=f"{note} microseconds per link",
    )  # fmt: skip
