"""What reading a document repaired or kept out, as findings: the document's own diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial

from timegraph.documents.closure import Annotation, Reading, RuleSet, id_of, kind_of
from timegraph.findings import Finding, Rule
from timegraph.labels import near, schemes_with
from timeml import Diagnostic, TLink

UNREADABLE = Rule(
    "unreadable",
    "error",
    "document that cannot be read",
    fix="repair the file as the message says, or take it out of the folder",
    explanation="""
    The file is not well-formed XML or holds no TimeML, so that nothing else is known of it. This
    rule cannot be ignored.
    """,
    example="""
    <TimeML><TEXT>She <EVENT eid="e1" class="OCCURRENCE">ate</TEXT></TimeML>
    """,
)

ALWAYS = frozenset({UNREADABLE.code})
"""Rules that cannot be left out: nothing else is known of such a document."""

OF_DOCUMENTS = (
    UNREADABLE,
    Rule(
        "unexpected-root",
        "warning",
        "root element other than TimeML",
        fix="write <TimeML> for the root element",
        explanation="""
        The root element is not `TimeML`. The annotations are read, but other programs may refuse
        the file.
        """,
        example="""
        <document><TIMEX3 tid="t0" type="DATE" value="2020-01-02"
        functionInDocument="CREATION_TIME">2 January</TIMEX3>
        <TEXT>It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT>.</TEXT>
        <MAKEINSTANCE eiid="ei1" eventID="e1"/></document>
        """,
    ),
    Rule(
        "dialect",
        "warning",
        "TimeML that is spelt in another way",
        fix="write the document as TimeML has it: timegraph convert --to timeml",
        explanation="""
        Elements or attributes have another case than in TimeML (`tlink`, `reltype`), or are
        tieval's (`from` and `to` of a TLINK, `eid` of a MAKEINSTANCE). The document is read, but
        other programs may find nothing in it.
        """,
        example="""
        It <event eid="e1" class="OCCURRENCE">rained</event>.
        <makeinstance eiid="ei1" eventid="e1"/>
        """,
    ),
    Rule(
        "no-annotation",
        "warning",
        "text without annotations",
        fix="annotate the text, or name the file that has its annotations",
        explanation="""
        The document has words, but no event, time expression or link apart from the creation time.
        """,
        example="""
        <TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02"
        functionInDocument="CREATION_TIME">2 January</TIMEX3></DCT>
        <TEXT>It rained.</TEXT></TimeML>
        """,
    ),
    Rule(
        "unread-columns",
        "note",
        "columns of a table that are not read",
        fix="nothing, or call a column as docs/statements.md does",
        explanation="""
        A table of statements has columns of its own. They are passed over; commands name them.
        """,
        example="""
        a,relation,b,page
        storm,before,flood,3
        """,
    ),
    Rule(
        "unresolved-entity",
        "warning",
        "reference to an undeclared entity",
        fix="write the character itself in its place",
        explanation="""
        The document refers to an entity that it does not declare; the text keeps the reference.
        """,
        example="""
        <!DOCTYPE TimeML SYSTEM "TimeML.dtd">
        <TimeML><DCT><TIMEX3 tid="t0" type="DATE" value="2020-01-02">2 January</TIMEX3></DCT>
        <TEXT><EVENT eid="e1" class="OCCURRENCE">Rain</EVENT> &mdash; again</TEXT>
        <MAKEINSTANCE eiid="ei1" eventID="e1"/></TimeML>
        """,
    ),
    Rule(
        "no-dct",
        "warning",
        "document without creation time",
        fix='put a TIMEX3 with functionInDocument="CREATION_TIME" in DCT',
        explanation="""
        No timex is the creation time: `DCT` holds none, and none has `functionInDocument`
        `CREATION_TIME` or `PUBLICATION_TIME`. Links and questions about the creation time then have
        nothing to refer to.
        """,
        example="""
        <TimeML><TEXT>It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT>.</TEXT>
        <MAKEINSTANCE eiid="ei1" eventID="e1"/></TimeML>
        """,
    ),
)

OF_LINKS = (
    Rule(
        "unknown-reltype",
        "error",
        "label that is not in the label scheme",
        fix="write one of the labels of the scheme, or name the scheme that is meant with --labels",
        explanation="""
        The relation type of a TLINK is missing, or its [label scheme](corpora.md) does not have it.
        The link is left out. A label that ten or more links have is counted, with three of the
        links (`--max 0` shows all).
        """,
        example="""
        It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT>.
        <MAKEINSTANCE eiid="ei1" eventID="e1"/>
        <TLINK lid="l1" relType="BEFOR" eventInstanceID="ei1" relatedToTime="t0"/>
        """,
    ),
    Rule(
        "bad-statement",
        "error",
        "statement that cannot hold",
        fix="correct the length or date; write all times with a time zone, or none",
        explanation="""
        A statement about time (see [statements](statements.md)) contradicts itself, or has a time
        with a time zone where the ones before it have none. It is left out.
        """,
        example="""
        flood LASTS AT LEAST 3 days AND AT MOST 2 days
        """,
    ),
    Rule(
        "unread-relation",
        "error",
        "relations of a type that is not read",
        fix="annotate what is about time as a relation that docs/corpora.md names for the format",
        explanation="""
        The file has what looks like relations, of types that the reader of its format does not
        know, such as chains and slots of WebAnno. They are counted by type, and are not in its
        graph.
        """,
        example="""
        <data><annotations><relation><id>1@r@note@gold</id><type>CAUSE</type></relation>
        </annotations></data>
        """,
    ),
    Rule(
        "self-link",
        "warning",
        "link of an entity with itself",
        fix="write the other entity that was meant, or remove the link",
        explanation="""
        A TLINK relates an entity to itself. It claims nothing (SIMULTANEOUS), or can never be true
        (BEFORE) and is a [contradiction](#contradiction), too.
        """,
        example="""
        It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT>.
        <MAKEINSTANCE eiid="ei1" eventID="e1"/>
        <TLINK lid="l1" relType="SIMULTANEOUS" eventInstanceID="ei1" relatedToEventInstance="ei1"/>
        """,
    ),
)

OF_IDS = (
    Rule(
        "dangling-id",
        "error",
        "id that no annotation has",
        fix="write the id of an annotation of this document, or remove the link or instance",
        explanation="""
        An end of a TLINK is an id that no annotation has, or a MAKEINSTANCE names an event that is
        not there. It is left out of the graph.
        """,
        example="""
        It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT>.
        <MAKEINSTANCE eiid="ei1" eventID="e1"/>
        <TLINK lid="l1" relType="BEFORE" eventInstanceID="ei1" relatedToTime="t9"/>
        """,
    ),
    Rule(
        "duplicate-id",
        "error",
        "id that two annotations have",
        fix="give one of the annotations a new id, or remove it if it is a copy",
        explanation="""
        Two annotations have the same id. The first one counts, the other is left out.
        """,
        example="""
        It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT> and
        <EVENT eid="e1" class="OCCURRENCE">snowed</EVENT>.
        <MAKEINSTANCE eiid="ei1" eventID="e1"/>
        """,
    ),
    Rule(
        "bad-span",
        "warning",
        "annotation whose place is not in the text, or holds other words",
        fix="correct its offsets, or put the text to which they belong next to the annotations",
        explanation="""
        The place of an annotation is not in the text, or cannot be read: offsets may belong to
        another version of the text. The annotation stays without a place, so that ids cannot be
        aligned by it. In brat, whose annotations repeat their words, the finding also says that the
        text has other words there; then the place stays. Of marks every fault is reported so; the
        mark is left out.
        """,
        example="""
        <data><annotations><entity><id>1@e@note@gold</id><span>12-17</span><type>EVENT</type>
        </entity></annotations></data>
        """,
    ),
    Rule(
        "missing-id",
        "warning",
        "annotation without id",
        fix="give the annotation an id of its own",
        explanation="""
        An annotation has no id, so that nothing can refer to it. A TLINK without `lid` is used, and
        named by its line.
        """,
        example="""
        It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT>.
        <MAKEINSTANCE eiid="ei1" eventID="e1"/>
        <TLINK relType="BEFORE" eventInstanceID="ei1" relatedToTime="t0"/>
        """,
    ),
    Rule(
        "no-instance",
        "warning",
        "event without instance",
        fix="add a MAKEINSTANCE with the eid of the event, or remove the event",
        explanation="""
        An event has no MAKEINSTANCE, so that its `eid` stands for it. Where a document has no
        instance at all, there is one finding for the document.
        """,
        example="""
        It <EVENT eid="e1" class="OCCURRENCE">rained</EVENT> and
        <EVENT eid="e2" class="OCCURRENCE">snowed</EVENT>.
        <MAKEINSTANCE eiid="ei1" eventID="e1"/>
        """,
    ),
)

_RULES = {rule.code: rule for rule in (*OF_DOCUMENTS[1:], *OF_LINKS, *OF_IDS)}


def _diagnostics(reading: Reading) -> Iterator[Finding]:
    if not reading.faults:
        return
    annotations = _by_id_and_line(reading)
    fix_of = cache(partial(_fix_of_label, reading))  # links with one label may be thousands
    for diagnostic in reading.faults:
        about = annotations.get((diagnostic.id, diagnostic.line))
        yield _finding(reading, diagnostic, about, fix_of)


def _fix_of_label(reading: Reading, label: str) -> str:
    """How to fix links with a label that the scheme of their document does not have."""
    known = tuple(filter(None, reading.scheme.names))
    meant = near(label, known)
    fix = f"did you mean {meant}?" if meant else f"write one of {', '.join(known)}"
    labels = frozenset(reading.document.labels)
    others = " or ".join(schemes_with(labels))
    if not others:
        return fix
    return f"{fix}; or choose --labels {others}, where all labels of the document are known"


def _finding(
    reading: Reading, diagnostic: Diagnostic, about: Annotation | None, fix_of: Callable[[str], str]
) -> Finding:
    message = diagnostic.message
    repeated = diagnostic.code == "duplicate-id" and not isinstance(about, TLink)
    if about is None or repeated:
        # Kept out of the document, which at most has another annotation of the same id; that may
        # be in the same line.
        other = reading.describer.mention(diagnostic.id)
        if repeated and other.words:
            message = f"{message}; the first one: {other}"
        ids = (diagnostic.id,) if diagnostic.id else ()
        return reading.finding(
            _RULES[diagnostic.code], message, ids=ids, line=diagnostic.line, mentions=ids
        )
    plain = f"{kind_of(about)} {id_of(about)}"
    if id_of(about) and plain in message:
        message = message.replace(plain, reading.named(about), 1)
    elif isinstance(about, TLink):
        message = f"{message}: {reading.describer.link(about)}"
    if not isinstance(about, TLink):
        return reading.finding(_RULES[diagnostic.code], message, about=about)
    fix, links = "", [reading.describer.link(about)]
    if diagnostic.code == "unknown-reltype" and about.rel_type:
        fix = fix_of(about.rel_type)
    elif diagnostic.code == "dangling-id":
        fix = _other_instance(reading, about)
    elif diagnostic.code == "duplicate-id":
        first = next(link for link in reading.document.tlinks if link.lid == about.lid)
        links.append(reading.describer.link(first))
        message = f"{message}; the first one is {links[-1]}"
    return reading.finding(
        _RULES[diagnostic.code], message, about=about, links=tuple(links), fix=fix
    )


@lru_cache(maxsize=256)
def _other_instance(reading: Reading, link: TLink) -> str:
    """Which instance an end may be meant for that names an instance which is not there."""
    for end in (link.source, link.target):
        entity = reading.document.resolve(end)
        if entity is not None and reading.document.resolve_end(end) is None:
            return f"did you mean {reading.describer.mention(entity)}?"
    return ""


def _by_id_and_line(reading: Reading) -> dict[tuple[str, int | None], Annotation]:
    document, faulty = reading.document, {(fault.id, fault.line) for fault in reading.faults}
    annotations: dict[tuple[str, int | None], Annotation] = {}
    for group in (document.tlinks, document.events, document.instances, document.timexes):
        for annotation in group:
            place = id_of(annotation), annotation.line
            if place in faulty:
                annotations.setdefault(place, annotation)
    return annotations


RULE_SETS: tuple[RuleSet, ...] = ((tuple(_RULES.values()), _diagnostics),)
