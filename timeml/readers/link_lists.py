"""Lists of links over TimeML documents: TimeBank-Dense, TDDiscourse, MATRES.

A line is a link, with tabs between its fields. TimeBank-Dense and TDDiscourse (Cassidy et al. 2014,
Naik et al. 2019)::

    APW19980227.0468    e1    t0    b

relate event ids and timex ids; ``t0`` is the creation time, whatever its tid in the document.
MATRES (Ning et al. 2018)::

    APW19980227.0468    said    signed    2012    2013    AFTER

relates event instances, whose ``ei`` is missing before the numbers; instance 0 is the creation
time. A list has no text: the entities of its documents are those that it names. Lines
that begin with ``#`` are comments; one may name the label scheme (``timeml._model.annotations``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from timeml._model.annotations import scheme_in
from timeml._model.attributes import CONSTRUCTORS
from timeml.document import Document, Timex3, TLink
from timeml.readers.files import File

_CREATION_TIME = "t0"
_NOTHING = (None,) * 8  # the other attributes of a timex
_OF_EVENT = "eventID", "relatedToEvent"
_OF_TIMEX = "timeID", "relatedToTime"
_event, _timex3, _tlink = (CONSTRUCTORS[kind] for kind in ("EVENT", "TIMEX3", "TLINK"))


class _End(NamedTuple):
    """What an id means in one document: the id itself, and the attributes of a link that hold it
    as the source and as the target."""

    id: str
    source: str
    target: str


@dataclass(slots=True)
class _List:
    """What a list says of one document so far: the words of each event, timexes, links, and what
    each id means that a line has."""

    events: dict[str, tuple[str, int]] = field(default_factory=dict)
    timexes: dict[str, int] = field(default_factory=dict)
    links: list[TLink] = field(default_factory=list)
    ends: dict[str, _End] = field(default_factory=dict)

    def end(self, written: str, id: str, words: str, line: int) -> _End:
        """What the id that is ``written`` so means; its first mention says its words and line."""
        if _is_timex(id):
            self.timexes.setdefault(id, line)
            end = _End(id, *_OF_TIMEX)
        else:
            self.events.setdefault(id, (words, line))
            end = _End(id, *_OF_EVENT)
        self.ends[written] = end
        return end


def documents(files: Sequence[File]) -> Iterator[Document]:
    """The documents of one list, in the order in which they are first named.

    Raises :class:`timeml.TimeMLError` for a line that is not a link.
    """
    (file,) = files
    lists: dict[str, _List] = {}
    labels: dict[str, str] = {}
    width = 0
    scheme = ""
    for number, line in enumerate(file.text().split("\n"), start=1):
        if not line or line[0] == "#" or line.isspace():
            scheme = scheme or scheme_in(line.lstrip("#")) or ""
            continue
        fields = line.split("\t")
        if len(fields) == 4 and width != 6:
            name, source, target, label = fields
        elif len(fields) == 6:
            name, _, _, source, target, label = fields
        elif len(fields) == 4:
            message = "this line has 4 tab-separated fields, the lines before it have 6"
            raise file.error(f"{message}; is it complete?", number)
        else:
            message = f"a line of a link list has 4 or 6 tab-separated fields, not {len(fields)}"
            raise file.error(f"{message} (document, id, id, label)", number)
        width = width or len(fields)
        # Nearly all lines name a document, ids and a label that an earlier one has named.
        one = lists.get(name) or _list_of(lists, name.strip())
        first, second = one.ends.get(source), one.ends.get(target)
        if first is None or second is None:
            if not (name.strip() and source.strip() and target.strip()):
                raise file.error("a link needs the name of its document and two ids", number)
            first, second = first or _end(one, fields, -3, number), one.ends.get(target)
            second = second or _end(one, fields, -2, number)
        kept = labels.get(label)
        if kept is None:
            kept = labels[label] = label.strip()
        links = one.links
        lid = f"l{len(links) + 1}"
        links.append(
            _tlink(lid, kept, first.id, second.id, first.source, second.target, None, (), number)
        )
    for name, content in lists.items():
        yield _document(name, content, scheme)


def _list_of(lists: dict[str, _List], name: str) -> _List:
    return lists.setdefault(name, _List())


def _end(one: _List, fields: list[str], position: int, line: int) -> _End:
    """What the id at this ``position`` of a line, -3 or -2, means."""
    written = fields[position]
    if len(fields) == 4:
        return one.end(written, written.strip(), "", line)
    return one.end(written, _instance(written.strip()), fields[position - 2].strip(), line)


def _is_timex(id: str) -> bool:
    return id[0] == "t" and id[1:].isdecimal()


def _instance(number: str) -> str:
    if number == "0":
        return _CREATION_TIME
    return f"ei{number}" if number.isdigit() else number


def _document(name: str, one: _List, scheme: str) -> Document:
    dct = None
    if _CREATION_TIME in one.timexes:
        dct = _timex(_CREATION_TIME, one.timexes.pop(_CREATION_TIME), "CREATION_TIME")
    timexes = [_timex(tid, line) for tid, line in one.timexes.items()]
    return Document(
        docid=name,
        dct=dct,
        events=tuple(
            [
                _event(eid, None, None, None, word, (), (), line)
                for eid, (word, line) in one.events.items()
            ]
        ),
        timexes=(dct, *timexes) if dct is not None else tuple(timexes),
        tlinks=tuple(one.links),
        scheme=scheme,
        name=name,
    )


def _timex(tid: str, line: int, function: str | None = None) -> Timex3:
    timex: Timex3 = _timex3(tid, None, None, None, None, "", function, *_NOTHING, (), line)
    return timex
