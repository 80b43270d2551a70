"""A small key, gold annotations with ids of their own, and question sets about them."""

from __future__ import annotations

from pathlib import Path

from timegraph.qa import QuestionSet, read_questions
from timegraph.qa.contradictions import AskedDocument, ask_sets
from timeml import Collection, open_collection

KEY = """\
<TimeML><DOCID>day</DOCID>
<DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02" functionInDocument="CREATION_TIME">2 January
2020</TIMEX3></DCT>
<TEXT>She <EVENT eid="e1">ate</EVENT> before she <EVENT eid="e2">slept</EVENT>. Then she
<EVENT eid="e3">dreamt</EVENT>. At <TIMEX3 tid="t1" type="TIME" value="2020-01-02T08">eight</TIMEX3>
she <EVENT eid="e4">woke</EVENT>.</TEXT></TimeML>
"""

GOLD = """\
<TimeML><DOCID>day</DOCID>
<DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02" functionInDocument="CREATION_TIME">2 January
2020</TIMEX3></DCT>
<TEXT>She <EVENT eid="e11">ate</EVENT> before she <EVENT eid="e12">slept</EVENT>. Then she
<EVENT eid="e13">dreamt</EVENT>. At
<TIMEX3 tid="t1" type="TIME" value="2020-01-02T08">eight</TIMEX3>
she <EVENT eid="e14">woke</EVENT>.</TEXT>
<MAKEINSTANCE eiid="ei1" eventID="e11"/><MAKEINSTANCE eiid="ei2" eventID="e12"/>
<MAKEINSTANCE eiid="ei3" eventID="e13"/><MAKEINSTANCE eiid="ei4" eventID="e14"/>
<TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToEventInstance="ei2"/>
<TLINK lid="l2" relType="INCLUDES" eventInstanceID="ei2" relatedToEventInstance="ei3"/>
</TimeML>
"""


def folder(path: Path, **documents: str) -> Path:
    """A new folder with a file ``NAME.tml`` for each document."""
    path.mkdir()
    for name, text in documents.items():
        (path / f"{name}.tml").write_text(text, encoding="utf-8")
    return path


def collection(path: Path, **documents: str) -> Collection:
    """The documents of :func:`folder`."""
    return open_collection(folder(path, **documents))


def questions(*lines: str, name: str = "set.txt") -> QuestionSet:
    """A set of questions about the document ``day``, each as ``IS a REL b answer``, or as a whole
    line."""
    whole = []
    for number, line in enumerate(lines, start=1):
        query, _, answer = line.rpartition(" ")
        whole.append(line if "|" in line else f"{number}|day|{query}||{answer}")
    return read_questions("\n".join(whole).encode(), lenient=True, name=name)


def asked(tmp_path: Path, *lines: str) -> AskedDocument:
    """The questions about the key's one document."""
    (found,) = ask_sets([("set.txt", questions(*lines))], collection(tmp_path / "k", day=KEY))
    return found
