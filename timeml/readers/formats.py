"""The formats of other corpora, and how the content of a file shows which it has.

Only the beginning of a file is looked at, and no parser is needed: a file that begins like a format
and is broken later is still a (broken) file of that format.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

__all__ = [
    "FORMATS",
    "HEAD",
    "LAYER",
    "Format",
    "FormatName",
    "begins_as",
    "layer_of",
    "recognise",
]

# fmt: off
FormatName = Literal[
    "timeml", "anafora", "cat", "estonian", "i2b2", "webanno", "brat", "label-studio",
    "narrativetime", "uima", "maven-ere", "tempeval2", "timeline", "link-list", "matres",
]
# fmt: on
"""The names of the formats, TimeML among them, for type checkers."""

HEAD = 8192
"""How many bytes of a file show its format."""


LAYER = "layer"
"""The attribute of a TLINK that names the layer of annotation that it comes from."""


def layer_of(extra: Iterable[tuple[str, str]]) -> str:
    """The layer that is named by the further attributes of a TLINK; ``""`` if none is."""
    return next((value for name, value in extra if name == LAYER), "")


class Format(NamedTuple):
    """A format: its name, what it is, the label scheme that is usual in it, the module that reads
    it. ``spread`` is true where the documents of a folder are spread over its files; ``begins``
    says whether a file with this name and beginning has the format."""

    name: FormatName
    about: str
    scheme: str
    module: str
    begins: Callable[[str, str], bool]
    spread: bool = False

    def __repr__(self) -> str:
        return f"<Format {self.name}: {self.about}>"


def _matches(pattern: str) -> Callable[[str, str], bool]:
    # Compiled at first use: most files are TimeML, which is the first to be looked for.
    return lambda name, head: re.match(pattern, head, re.VERBOSE) is not None


def _root(pattern: str) -> Callable[[str, str], bool]:
    """XML whose root element, after any declaration and comments, matches."""
    return _matches(
        r"\s*(?:<\?xml.*?\?>)?\s*(?:<!--(?:[^-]|-(?!->))*-->\s*|<!DOCTYPE[^>]*>\s*|<\?.*?\?>\s*)*"
        + pattern
    )


_ESTONIAN = (
    *("base-segmentation-morph-syntax", "event-annotation", "timex-annotation"),
    *("timex-annotation-dct", "tlink-event-dct", "tlink-event-timex", "tlink-main-events"),
    "tlink-subordinate-events",
)

_BRAT = _matches(
    r"(?:T\S+\t\S+[ ]\d+[ ]\d+|R\S+\t\S+[ ]\S+:\S+[ ]|E\S+\t\S+:T|[AM]\d+\t\S+[ ][TRE]\d"
    r"|\*\t\S+[ ][TE]\d|\#\d+\t\S+[ ][TRE]\d)"
)
_TEMPEVAL2 = (
    *("base-segmentation.tab", "dct.tab", "event-extents.tab", "event-attributes.tab"),
    *("timex-extents.tab", "timex-attributes.tab"),
)

_FORMATS = (
    Format(
        "anafora",
        "Anafora XML: THYME, Clinical TempEval",
        "thyme",
        "anafora",
        _root(r"<data\s*>\s*(?:<info>|<schema\b|<annotations>)"),
    ),
    Format(
        "cat",
        "CAT XML: MEANTIME, EventStoryLine",
        "meantime",
        "cat",
        _root(r"<Document\b[^>]*>\s*(?:<!--.*?-->\s*)*<token\b"),
    ),
    Format(
        "estonian",
        "the layers of the Estonian TimeML corpus",
        "est",
        "estonian",
        lambda name, head: name in _ESTONIAN and head.startswith("# fileName\t"),
        spread=True,
    ),
    Format(
        "i2b2",
        "MAE XML: the i2b2 challenge of 2012",
        "i2b2",
        "mae",
        _root(r"<[A-Za-z][\w-]*>\s*<TEXT>\s*<!\[CDATA\["),
    ),
    Format(
        "webanno",
        "WebAnno TSV 3: WebAnno, INCEpTION",
        "tml",
        "tools.webanno",
        _matches(r"\#FORMAT=WebAnno\ TSV\ 3"),
    ),
    Format(
        "brat",
        "brat standoff, NAME.ann beside NAME.txt",
        "tml",
        "tools.brat",
        lambda name, head: _BRAT(name, head) if head.strip() else name.lower().endswith(".ann"),
    ),
    Format(
        "label-studio",
        "Label Studio JSON",
        "tml",
        "tools.label_studio",
        _matches(r"\s*\[?\s*\{(?s:.*?)\"(?:annotations|completions|predictions)\"\s*:\s*\["),
    ),
    Format(
        "narrativetime",
        "NarrativeTime's own JSON lines",
        "nt",
        "narrative_time",
        _matches(r"\s*\{\s*\"id\"\s*:\s*\"[^\"]*\"\s*,\s*\"text\"\s*:\s*\""),
    ),
    Format(
        "uima",
        "UIMA CAS, XMI or JSON: INCEpTION",
        "tml",
        "tools.uima",
        _matches(
            r"\s*(?:<\?xml.*?\?>\s*)?<xmi:XMI\b|\s*\{\s*\"%(?:TYPES|FEATURE_STRUCTURES|VIEWS)\""
        ),
    ),
    Format(
        "maven-ere",
        "MAVEN-ERE, a line of JSON for each document",
        "maven",
        "maven_ere",
        _matches(r"\s*\{[^\n]*?\"tokens\"\s*:\s*\[\s*\["),
    ),
    Format(
        "tempeval2",
        "the tables of TempEval-2",
        "tempeval2",
        "tempeval2",
        lambda name, head: (
            name in _TEMPEVAL2
            or (name.startswith("tlinks-") and name.endswith(".tab"))
            or (name == "dct.txt" and re.match(r"[^\t\n]+\t\d{8}\s", head) is not None)
        ),
        spread=True,
    ),
    Format(
        "timeline",
        "timelines of SemEval-2015 Task 4",
        "tml-weak",
        "timelines",
        _matches(r"[^\t\n]+\r?\n\d+\t[\dX][\w:-]*\t\d+-\d+-\S"),
    ),
    Format(
        "link-list",
        "links over TimeML as lines: TimeBank-Dense, TDDiscourse",
        "tbd",
        "link_lists",
        _matches(r"[^\t\n]+(?:\t(?:ei?|t)\d+){2}\t[\w/-]+[ ]*(?:\r?\n|$)"),
    ),
    Format(
        "matres",
        "links with their verbs as lines: MATRES",
        "matres",
        "link_lists",
        _matches(r"(?:[^\t\n]+\t){3}(?:ei)?\d+\t(?:ei)?\d+\t[\w/-]+[ ]*(?:\r?\n|$)"),
    ),
)

FORMATS: Mapping[str, Format] = MappingProxyType({one.name: one for one in _FORMATS})
"""The formats by name, in the order in which a file is compared with them."""


def recognise(name: str, head: bytes) -> FormatName | None:
    """The format of a file of this name that begins with these bytes; ``None`` if it has none.

    ``timeml`` is a format here, too.
    """
    text = _characters(head[:HEAD])
    if _TIMEML(name, text):
        return "timeml"
    return next((one.name for one in _FORMATS if one.begins(os.path.basename(name), text)), None)


def begins_as(path: str | os.PathLike[str]) -> FormatName | None:
    """The format of the file at ``path``, as :func:`recognise` says."""
    with open(path, "rb") as stream:
        return recognise(os.fspath(path), stream.read(HEAD))


_TIMEML = _root(r"<(?:\w+:)?TimeML\b")


def _characters(head: bytes) -> str:
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return head.decode("utf-16", "replace").lstrip("\ufeff")
    return head.decode("utf-8", "replace").lstrip("\ufeff")
