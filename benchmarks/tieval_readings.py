"""What tieval reads of the corpora, and what it says of their labels, beside this project.

``python benchmarks/tieval_readings.py [--only reading|labels|closure]`` needs the corpora
(``TIMEGRAPH_DATA``) and ``pip install tieval==0.1.11``; without either it says so and stops. Prints
three tables:

* which of the released files tieval's readers read; its readers of lists get the documents that the
  lists are about from here;
* the labels that it reads otherwise than their guidelines;
* for the links of each corpus: how many contradict those before them, by the guidelines and by
  tieval's readings, both counted here; in how many documents its closure gives up, with no
  relation; and the processor time of both closures. Ours are all pairs of which anything follows,
  tieval's those with one relation.

docs/corpora.md has the figures of a run.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))  # the code of this clone, installed or not

from folders import DATA  # noqa: E402

from timegraph import Allen, AllenSet, build  # noqa: E402
from timegraph.documents.closure import relations_of  # noqa: E402
from timegraph.labels import SCHEMES, Scheme, find_scheme  # noqa: E402
from timeml import Document, open_collection  # noqa: E402

__all__ = ["main"]

FILES = (
    ("TempEval-3: TimeBank, AQUAINT", "TempEval3", "tempeval3/TBAQ-cleaned", "**/*.tml"),
    ("TempEval-3: platinum", "TempEval3", "tempeval3/te3-platinum", "*.tml"),
    ("TCR", "TCR", "tlink/tcr/TemporalPart", "*.tml"),
    ("NarrativeTime", "TempEval3", "tlink/narrativetime", "tml_a*/*"),
    ("MEANTIME", "MeanTime", "tlink/meantime", "**/*.xml"),
    ("EventStoryLine", "MeanTime", "tlink/eventstoryline", "**/*.xml"),
    ("THYME", None, "tlink/thyme", "*/*.xml"),
    ("Estonian TimeML", None, "tlink/est-timeml/corpus", "*"),
)
LISTS = (
    ("MATRES", "MATRES", "tlink/matres", "*.txt"),
    ("TDDiscourse", "TDDiscourse", "tlink/tddiscourse", "*/*.tsv"),
    ("TimeBank-Dense", "TimeBankDense", "tlink/timebank-dense", "*.txt"),
)
CORPORA = (
    ("TimeBank-Dense", "timebank-dense", "tbd"),
    ("TDDMan", "tddiscourse/TDDMan", "tbd"),
    ("TDDAuto", "tddiscourse/TDDAuto", "tbd"),
    ("MATRES", "matres", "matres"),
    ("TCR", "tcr", "tcr"),
    ("NarrativeTime, annotator 1", "narrativetime/tml_a1", "nt"),
    ("THYME, TLINKs, then DocTimeRel", "thyme", "thyme"),
    ("MEANTIME", "meantime", "meantime"),
    ("EventStoryLine", "eventstoryline", "esl"),
    ("Estonian TimeML", "est-timeml", "est"),
)
PAIRS = ("a.start {} b.start", "a.start {} b.end", "a.end {} b.start", "a.end {} b.end")
SIGNS = {"<": -1, "=": 0, ">": 1}


def signs_of(label: str) -> Sequence[str | None] | None:
    """How tieval compares the ends of two intervals for a label; ``None`` if it has not got it."""
    from tieval.temporal_relation import TemporalRelation

    try:
        return TemporalRelation(label).point.relation
    except ValueError:
        return None


def relations(signs: Sequence[str | None]) -> AllenSet:
    """The relations that these comparisons leave possible."""
    wanted = [(pair, SIGNS[sign]) for pair, sign in enumerate(signs) if sign]
    return AllenSet([one for one in Allen if all(one.signs[p] == sign for p, sign in wanted)])


def as_scheme(labels: Sequence[str]) -> Scheme:
    """A label scheme with tieval's readings; a label that it has not got says nothing."""

    def meaning(label: str) -> str:
        signs = signs_of(label) or ()
        said = [text.format(sign) for text, sign in zip(PAIRS, signs, strict=False) if sign]
        return ", ".join(said) or "nothing"

    return Scheme(
        "tieval", "as tieval reads them", tuple((label, meaning(label)) for label in labels)
    )


def reading() -> Iterator[str]:
    """The table of what its readers read."""
    from tieval.datasets import readers

    yield "| released corpus | files | read by tieval | what it says of the first other |"
    yield "|---|---|---|---|"
    for title, name, folder, pattern in FILES:
        files = sorted((DATA / folder).glob(pattern))
        if name is None:
            yield f"| {title} | {len(files)} | 0 | it has no reader of this format |"
            continue
        reader = getattr(readers, f"{name}DocumentReader")
        yield row(title, files, lambda file, reader=reader: reader(file).read())
    base = tieval_documents()
    for title, name, folder, pattern in LISTS:
        files = sorted((DATA / folder).glob(pattern))
        reader = getattr(readers, f"{name}DatasetReader")
        yield row(title, files, lambda file, reader=reader: read_list(reader(base), file))


def row(title: str, files: Sequence[Path], read: Callable[[Path], object]) -> str:
    """How many of the files are read."""
    failures = []
    for file in files:
        try:
            read(file)
        except Exception as error:  # whatever it raises: that is what is shown
            failures.append(f"`{type(error).__name__}: {error}`")
    first = failures[0] if failures else ""
    return f"| {title} | {len(files)} | {len(files) - len(failures)} | {first} |"


def read_list(reader: Any, file: Path) -> object:
    """A list of links in a folder of the shape that its readers ask for."""
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder, "train")
        part.mkdir()
        (part / file.name).write_bytes(file.read_bytes())
        return reader.read(Path(folder))


def tieval_documents() -> Any:
    """The TempEval-3 documents, read here, as a data set of tieval."""
    from tieval.base import Dataset, Document as Theirs
    from tieval.entities import Event, Timex

    found = []
    for folder in ("TBAQ-cleaned", "te3-platinum"):
        collection = open_collection(DATA / "tempeval3" / folder, recursive=True)
        for document in map(collection.read, collection):
            own = [Event(id=i.eiid, eid=i.event_id, text="") for i in document.instances]
            own += [Timex(id=timex.tid, text="") for timex in document.timexes]
            tid = document.dct.tid if document.dct else ""
            dct = Timex(id=tid, text="", function_in_document="CREATION_TIME")
            found.append(Theirs(document.name.removesuffix(".tml"), "", dct, own, []))
    return Dataset("documents", found)


def labels() -> Iterator[str]:
    """The table of labels that tieval reads otherwise than their guidelines."""
    yield "| scheme | label | by its guidelines | by tieval |"
    yield "|---|---|---|---|"
    for name in SCHEMES:
        scheme = find_scheme(name)
        for label, said in scheme.labels:
            meaning, signs = scheme.meaning(label), signs_of(label)
            assert meaning is not None
            if signs is None:
                yield f"| {name} | {label or '(empty)'} | {said} | not known |"
            elif relations(signs) != meaning:
                theirs = " or ".join(str(relations(signs)).split(", "))
                yield f"| {name} | {label} | {said} | {theirs} |"


def closure() -> Iterator[str]:
    """The table of contradictions and closures."""
    yield (
        "| corpus | documents | links | left out by the guidelines (documents) | by tieval's "
        "readings (documents) | documents where tieval gives up | its closure, s | ours, s |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for title, folder, scheme in CORPORA:
        collection = open_collection(DATA / "tlink" / folder, recursive=True)
        documents = [collection.read(name) for name in collection]
        names = sorted({link.rel_type for document in documents for link in document.tlinks})
        ours, seconds = left_out(documents, find_scheme(scheme))
        theirs, _ = left_out(documents, as_scheme(names))
        given_up, their_seconds = their_closure(documents)
        links = sum(len(document.tlinks) for document in documents)
        yield (
            f"| {title} | {len(documents)} | {links:,} | {ours} | {theirs} | {given_up} | "
            f"{their_seconds:.1f} | {seconds:.1f} |"
        )


def left_out(documents: Sequence[Document], scheme: Scheme) -> tuple[str, float]:
    """The links left out by this scheme, and the seconds for building and closing."""
    counts = []
    start = time.process_time()
    for document in documents:
        graph = build(document, on_conflict="drop-link", labels=scheme)
        counts.append(len(graph.conflicts))
        for _ in relations_of(graph, scheme=scheme.name):
            pass
    seconds = time.process_time() - start
    return f"{sum(counts)} ({sum(map(bool, counts))})", seconds


def their_closure(documents: Sequence[Document]) -> tuple[int, float]:
    """In how many documents tieval gives up, with a warning and no relation, and its seconds."""
    from tieval.closure import temporal_closure
    from tieval.links import TLink

    given_up = 0
    seconds = 0.0
    for document in documents:
        # It knows no link of an entity with itself, and no label but its own.
        links = [
            TLink(link.source, link.target, link.rel_type)
            for link in document.tlinks
            if link.source != link.target and signs_of(link.rel_type) is not None
        ]
        start = time.process_time()
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            found = temporal_closure(links)
        seconds += time.process_time() - start
        given_up += bool(warned) and not found
    return given_up, seconds


TABLES = {"reading": reading, "labels": labels, "closure": closure}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; 0 also where there is nothing to compare with."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", choices=TABLES, help="one of the tables")
    only = parser.parse_args(arguments).only
    if find_spec("tieval") is None:
        print("skipped: tieval is not installed (pip install tieval==0.1.11)", file=sys.stderr)
        return 0
    if not (DATA / "tlink").is_dir():
        print(f"skipped: no corpora in {DATA}; set TIMEGRAPH_DATA", file=sys.stderr)
        return 0
    for name, table in TABLES.items():
        if only in (None, name):
            print("\n".join(table()), end="\n\n", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
