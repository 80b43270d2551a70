"""The formats of other corpora, and how the content of a file shows which it has.

Only the beginning of a file is looked at, and no parser is needed: a file that begins like a format
and is broken later is still a (broken) file of that format.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from timeml.errors import TimeMLError

if TYPE_CHECKING:
    from timeml._model import TLink


# fmt: off
FormatName = Literal[
    "timeml", "anafora", "cat", "estonian", "i2b2", "ttk", "webanno", "brat", "marks",
    "label-studio", "narrativetime", "uima", "maven-ere", "omnitemp", "tempeval2", "timeline",
    "link-list", "matres", "csp", "csp-points", "network", "statements",
]
# fmt: on
"""The names of the formats, TimeML among them, for type checkers."""

HEAD = 8192
"""How many bytes of a file show its format."""


LIF = re.compile(r"lappsgrid\.org")
"""What the context of JSON in the format of LAPPS Grid has."""

LAYER = "layer"
"""The attribute of a TLINK that names the layer of annotation that it comes from."""


def layer_of(extra: Iterable[tuple[str, str]]) -> str:
    """The layer that is named by the further attributes of a TLINK; ``""`` if none is."""
    return next((value for name, value in extra if name == LAYER), "")


def in_layers(links: Iterable[TLink], layers: Iterable[str]) -> tuple[TLink, ...]:
    """Those of the links that are in one of the layers, which are named in any case."""
    names = {layer.casefold() for layer in layers}
    return tuple(link for link in links if layer_of(link.extra).casefold() in names)


class Format(NamedTuple):
    """A format: its name, what it is, the label scheme that is usual in it. ``begins`` says whether
    a file with this name and beginning has the format, ``module`` what reads it, where that is not
    the module of its name (``module:function`` if not ``documents``). ``spread`` is true where the
    documents of a folder are spread over its files; ``bare`` says whether a file would have the
    format next to files that do: a document that holds nothing."""

    name: FormatName
    about: str
    scheme: str
    begins: Callable[[str, str], bool]
    module: str = ""
    spread: bool = False
    bare: Callable[[str, str], bool] | None = None

    def __repr__(self) -> str:
        return f"<Format {self.name}: {self.about}>"


def _matches(pattern: str) -> Callable[[str, str], bool]:
    # Compiled at first use: most files are TimeML, which is the first to be looked for.
    return lambda name, head: re.match(pattern, head, re.VERBOSE) is not None


def _lines(pattern: str, tabs: int) -> Callable[[str, str], bool]:
    """A table whose first line matches, or most of its lines: the first may be a heading, or
    broken. Empty lines and comments do not count, nor does a last line that may be cut off. After
    the comment that names a label scheme the number of ``tabs`` is enough."""

    def begins(name: str, head: str) -> bool:
        ours = head.startswith('# timegraph labels="')
        if "\t" not in head:
            return ours and tabs == 3
        matching = re.compile(pattern).match
        lines = [line for line in head.split("\n") if line.strip() and line[0] != "#"]
        if not lines or ours:
            return ours and (not lines or lines[0].count("\t") == tabs)
        if matching(lines[0]) is not None:
            return True
        if len(head) > HEAD // 4 and matching(lines[-1]) is None:
            lines.pop()
        return 2 * sum(1 for line in lines if matching(line)) > len(lines)

    return begins


def _root(pattern: str) -> Callable[[str, str], bool]:
    """XML whose root element, after any declaration and comments, matches."""
    return _matches(
        r"\s*(?:<\?xml.*?\?>)?\s*(?:<!--(?:[^-]|-(?!->))*-->\s*|<!DOCTYPE[^>\[]*(?:\[[^\]]*\]\s*)?>\s*|<\?.*?\?>\s*)*"
        + pattern
    )


_ESTONIAN = (
    *("base-segmentation-morph-syntax", "event-annotation", "timex-annotation"),
    *("timex-annotation-dct", "tlink-event-dct", "tlink-event-timex", "tlink-main-events"),
    "tlink-subordinate-events",
)

_LINKS = re.compile("[a-z]link-[a-z-]+").fullmatch  # layers of other links are counted
_BRAT = _matches(
    r"(?:T\S+\t\S+[ ]\d+[ ]\d+|R\S+\t\S+[ ]\S+:\S+[ ]|E\S+\t\S+:T|[AM]\d+\t\S+[ ][TRE]\d"
    r"|\*\t\S+[ ][TE]\d|\#\d+\t\S+[ ][TRE]\d)"
)
_CSP = _matches(r"\s*\d+[ ]*(?:\#[^\n]*)?\r?\n\s*(?:\d+\s+\d+\s*\(|\.\s*\n)")
_TEMPEVAL2 = (
    *("base-segmentation", "event-extents", "event-attributes"),
    *("timex-extents", "timex-attributes"),
)


def stem_of(name: str) -> str:
    """The name of a layer or table: that of its file, without an ending that says nothing."""
    stem, ending = os.path.splitext(name)
    return stem if ending.lower() in (".tab", ".tsv", ".txt", ".dat") else name


def _is_tempeval2(name: str, head: str) -> bool:
    layer = stem_of(name)
    if layer == "dct":
        return name.endswith(".tab") or re.match(r"\s*[^\t\n]+\t\d{8}\s", head) is not None
    return (layer in _TEMPEVAL2 or re.match("[a-z]links-", layer) is not None) and (
        name.endswith(".tab") or re.match(r"[^\t\n]+(?:\t[^\t\n]+){3}", head) is not None
    )


def _says_when(name: str, head: str) -> bool:
    from timeml.readers.statement_lines import spelling_of  # only for what no other format is

    return spelling_of(head) is not None


_FORMATS = (
    Format(
        "anafora",
        "Anafora XML: THYME, Clinical TempEval",
        "thyme",
        _root(r"<data\s*>\s*(?:<info>|<schema\b|<annotations>)"),
    ),
    Format(
        "cat",
        "CAT XML: MEANTIME, EventStoryLine",
        "meantime",
        _root(r"<Document\b[^>]*>\s*(?:<!--.*?-->\s*)*<token\b"),
    ),
    Format(
        "estonian",
        "the layers of the Estonian TimeML corpus",
        "est",
        lambda name, head: (
            name in _ESTONIAN  # whatever it begins with: a layer must not be lost
            or (
                (stem_of(name) in _ESTONIAN or bool(_LINKS(stem_of(name))))
                and head.startswith("# fileName\t")
            )
        ),
        "tables:estonian",
        spread=True,
    ),
    Format(
        "i2b2",
        "MAE XML: the i2b2 challenge of 2012",
        "i2b2",
        _root(r"<[A-Za-z][\w-]*>\s*<TEXT>\s*<!\[CDATA\["),
        "mae",
    ),
    Format(
        "ttk",
        "Tarsqi Toolkit XML",
        "tml",
        _root(r"<ttk\s*>"),
    ),
    Format(
        "webanno",
        "WebAnno TSV 3: WebAnno, INCEpTION",
        "tml",
        _matches(r"\#FORMAT=WebAnno\ TSV\ 3"),
    ),
    Format(
        "brat",
        "brat standoff, NAME.ann next to NAME.txt",
        "tml",
        lambda name, head: _BRAT(name, head) if head.strip() else name.lower().endswith(".ann"),
    ),
    Format(
        "marks",
        "a plain text with marks in JSON, as people and language models write them",
        "tml",
        _matches(r"\s*\{\s*\"marks\"\s*:"),
    ),
    Format(
        "label-studio",
        "Label Studio JSON",
        "tml",
        # Its reader says what JSON-MIN and LIF, which begin like it, lack.
        _matches(
            r"\s*\[?\s*\{(?s:.*?)(?:\"(?:annotations|completions|predictions)\"\s*:\s*\["
            r"|vocab\.lappsgrid\.org)"
            r"|\s*\[\s*\{(?s:.*?)\"start\"\s*:(?s:.*?)\"(?:\w*labels)\"\s*:\s*\["
        ),
    ),
    Format(
        "narrativetime",
        "NarrativeTime JSON lines",
        "nt",
        _matches(r"\s*\{\s*\"id\"\s*:\s*\"[^\"]*\"\s*,\s*\"text\"\s*:\s*\""),
        "narrative_time",
    ),
    Format(
        "uima",
        "UIMA CAS, XMI or JSON: INCEpTION",
        "tml",
        _matches(
            r"\s*(?:<\?xml.*?\?>\s*)?<xmi:XMI\b|\s*\{\s*\"%(?:TYPES|FEATURE_STRUCTURES|VIEWS)\""
        ),
    ),
    Format(
        "maven-ere",
        "MAVEN-ERE JSON lines, one document a line",
        "maven",
        _matches(r"\s*\{[^\n]*?\"tokens\"\s*:\s*\[\s*\["),
    ),
    Format(
        "omnitemp",
        "OmniTemp JSON: OmniTemp, NT-6, MATRES, TimeBank-Dense",
        "matres",
        _matches(r"\s*\{\s*\"tokens\"\s*:\s*\[\s*[\"\]]"),
    ),
    Format(
        "tempeval2",
        "TempEval-2 tables",
        "tempeval2",
        _is_tempeval2,
        "tables:tempeval2",
        spread=True,
    ),
    Format(
        "timeline",
        "timelines of SemEval-2015 Task 4",
        "tml-weak",
        _matches(r"[^\t\n]+\r?\n\d+\t[\dX][\w:-]*\t\d+-\d+-\S"),
        "timelines",
        bare=_matches(r"\s*[^\t\n<{\[]+\s*$"),
    ),
    Format(
        "link-list",
        "link lists over TimeML: TimeBank-Dense, TDDiscourse",
        "tbd",
        _lines(r"[^\t]+(?:\t(?:ei?|t)\d+){2}\t[\w/-]+\s*$", 3),
        "link_lists",
    ),
    Format(
        "matres",
        "link lists with verbs: MATRES",
        "matres",
        _lines(r"[^\t]+\t(?:[^\t]*\t){2}(?:ei)?\d+\t(?:ei)?\d+\t[\w/-]+\s*$", 5),
        "link_lists",
    ),
    Format(
        "csp",
        "GQR networks of intervals",
        "allen",
        lambda name, head: name.lower().endswith(".csp") or _CSP(name, head),
        "networks",
    ),
    Format(
        "csp-points",
        "GQR networks of time points",
        "allen",
        lambda name, head: False,
        "networks:of_points",
    ),
    Format(
        "network",
        "networks that IntervalNetwork.save wrote",
        "allen",
        _matches(r"\s*\{\s*\"format\"\s*:\s*\"timegraph\ network\""),
        "networks:saved",
    ),
    Format(
        "statements",
        "statements about time: lines of JSON, a table, or plain text",
        "allen",
        _says_when,
    ),
)

FORMATS: Mapping[str, Format] = MappingProxyType(
    {known_format.name: known_format for known_format in _FORMATS}
)
"""The formats by name, in the order in which a file is compared with them."""


def recognise(name: str, head: bytes) -> FormatName | None:
    """The format of a file of this name that begins with these bytes; ``None`` if it has none.

    ``timeml`` is a format here, too.
    """
    text = _characters(head[:HEAD])
    if _TIMEML(name, text):
        return "timeml"
    return next(
        (
            known_format.name
            for known_format in _FORMATS
            if known_format.begins(os.path.basename(name), text)
        ),
        None,
    )


def is_bare(name: str, file: str, head: bytes) -> bool:
    """Whether a file that begins with these bytes is a document of the format that holds nothing:
    a timeline that has only its entity's name."""
    bare = FORMATS[name].bare
    return bare is not None and len(head) < HEAD and bare(file, _characters(head))


def begins_as(path: str | os.PathLike[str]) -> FormatName | None:
    """The format of the file at ``path``, as :func:`recognise` says."""
    with open(path, "rb") as stream:
        return recognise(os.fspath(path), stream.read(HEAD))


def is_saved_graph(text: str) -> bool:
    """Whether a file that begins so is a graph that `TimeGraph.save` or `to_json` wrote."""
    head = text[:200] if text.lstrip().startswith("{") else ""
    return '"timegraph' in head and '"timegraph network"' not in head


def unknown(path: str, head: bytes) -> TimeMLError | None:
    """What to say of a file that begins with these bytes, in no known format; ``None`` if it is
    empty or XML, of which :func:`timeml.read` says what is wrong with it."""
    text = _characters(head[:HEAD]).strip()
    if not text or text[0] == "<":
        return None
    if is_saved_graph(text):
        message = "is a saved graph; read it with TimeGraph.load, or give it to verify --against"
        return TimeMLError(message, file=path)
    from timeml.readers.statement_lines import first_fault  # only where something is wrong

    lines = _characters(head[:HEAD]).split("\n")
    fault = first_fault(lines if len(head) < HEAD else lines[:-1] or lines, path)
    if fault is not None:
        return fault
    message = (
        "is not TimeML, and its format was not recognized; a plain text has to be annotated first: "
        "by marks next to it (docs/texts.md), or by `timegraph annotate run MODEL`, whose model a "
        "corpus trains first (docs/annotate.md), or say line by line what happens in it "
        "(docs/statements.md); if it is one of these formats, name it with --from: "
        f"{', '.join(FORMATS)}"
    )
    return TimeMLError(message, file=path, line=1)


_TIMEML = _root(r"<(?:\w+:)?TimeML\b")


def _characters(head: bytes) -> str:
    encoding = wide_encoding(head) or "utf-8"
    text = head.decode(encoding, "replace").lstrip("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def wide_encoding(head: bytes) -> str | None:
    """``utf-16-le`` or ``utf-16-be`` if the bytes look like it, with a byte order mark or without:
    then every second byte of Latin text is NUL."""
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16-le" if head[:1] == b"\xff" else "utf-16-be"
    some = head[:200]
    for encoding, first in (("utf-16-le", 1), ("utf-16-be", 0)):
        nul, other = some[first::2], some[1 - first :: 2]
        if len(some) >= 8 and 2 * nul.count(0) > len(nul) and 0 not in other:
            return encoding
    return None
