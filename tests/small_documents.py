"""Small TimeML documents of single annotations, for tests of alignment."""

from __future__ import annotations

from timeml import Alignment, Document, read, write

__all__ = ["document", "event", "instance", "reread", "spans", "timex", "tlink"]


def document(body: str, links: str = "", *, head: str = "", dct: str = "t0") -> Document:
    """A small file; ``dct`` is the creation time's tid (``""``: the file has none)."""
    creation = (
        f'<DCT><TIMEX3 tid="{dct}" type="DATE" value="2020-01-01" '
        'functionInDocument="CREATION_TIME">today</TIMEX3></DCT>'
    )
    return read(
        f"<TimeML>{head}{creation if dct else ''}<TEXT>{body}</TEXT>\n{links}</TimeML>".encode()
    )


def event(eid: str, text: str) -> str:
    """An EVENT around ``text``."""
    return f'<EVENT eid="{eid}" class="OCCURRENCE">{text}</EVENT>'


def timex(tid: str, text: str, more: str = "") -> str:
    """A TIMEX3 around ``text``, with ``more`` attributes."""
    return f'<TIMEX3 tid="{tid}" type="DATE" value="X" {more}>{text}</TIMEX3>'


def instance(eiid: str, eid: str) -> str:
    """A MAKEINSTANCE of the event ``eid``."""
    return f'<MAKEINSTANCE eiid="{eiid}" eventID="{eid}" pos="VERB"/>'


def tlink(source: str, target: str, lid: str = "l1") -> str:
    """A TLINK that says BEFORE."""
    return (
        f'<TLINK lid="{lid}" relType="BEFORE" eventInstanceID="{source}" '
        f'relatedToEventInstance="{target}"/>'
    )


def reread(alignment: Alignment) -> Document:
    """The aligned document, written and read again; the two are equal."""
    again = read(write(alignment.document))
    assert again == alignment.document
    return again


def spans(alignment: Alignment) -> dict[str, str]:
    """The words of each id of the aligned document."""
    aligned = alignment.document
    named = {one.eid: one.text for one in aligned.events}
    return named | {one.tid: one.text for one in aligned.timexes}
