"""XML as a tree: lines, entities, what surrounds the root, and nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

import timeml
from tests.limits import cpu_limit
from timeml import TimeMLError
from timeml._model import Raw
from timeml._xml_tree import local, parse

CASES = Path(__file__).parent.parent / "cases"
BODY = "<TimeML>\n<TEXT><EVENT eid='e1'>{}</EVENT></TEXT></TimeML>"


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252", "utf-16", "big5"])
def test_lines_are_known_beyond_65535_or_not_claimed(encoding: str) -> None:
    blank = "\n" * 70_000
    xml = (
        f'<?xml version="1.0" encoding="{encoding}"?>\n<TimeML><TEXT><EVENT eid="e1">a</EVENT>'
        f'{blank}<EVENT eid="e1">b</EVENT><EVENT eid="e2"><!-- \n -->c</EVENT></TEXT>\n'
        '<MAKEINSTANCE eventID="e2" eiid="ei2"/><TLINK lid="l1" relType="BEFORE"/></TimeML>'
    )
    document = timeml.read(xml.encode(encoding))
    assert document.events[0].line == 2
    late = (document.events[1].line, document.instances[0].line, document.tlinks[0].line)
    assert late == ((None,) * 3 if encoding == "big5" else (70_002, 70_004, 70_004))


def test_a_large_document_is_read() -> None:
    words = b"word " * 2_500_000
    data = b'<TimeML><TEXT><EVENT eid="e1">rain</EVENT> ' + words + b"</TEXT></TimeML>"
    assert len(data) > 12_000_000
    document = timeml.read(data)
    assert len(document.text) == len(words) + 5


def test_blanks_before_the_declaration_do_no_harm() -> None:
    data = (CASES / "blanks_first.tml").read_bytes()
    assert timeml.read(data).events[0].line == 5
    data = b"\xef\xbb\xbf\n" + data
    assert timeml.read(data).events[0].line == 6


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "windows-1252", "utf-7"])
def test_long_dtds_are_found_in_any_encoding(encoding: str) -> None:
    many = "".join(f"<!ATTLIST TimeML a{n} CDATA 'x'>" for n in range(100_000))
    xml = f"<?xml version='1.0' encoding='{encoding}'?>"
    data = (xml + f"<!-- <a> --><!DOCTYPE TimeML [{many}]><TimeML/>").encode(encoding)
    with cpu_limit(10), pytest.raises(TimeMLError):
        timeml.read(data)


def test_a_comment_may_come_before_a_long_document() -> None:
    words = "rain " * 20_000
    data = f"<!-- by hand --><!DOCTYPE TimeML><TimeML><TEXT>{words}</TEXT></TimeML>".encode()
    assert timeml.read(data).text == words


def test_nothing_is_loaded_from_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "x.dtd").write_text("<!ENTITY a 'leaked'><!ATTLIST TEXT leak CDATA 'leaked'>")
    dtd = (tmp_path / "x.dtd").as_uri()
    subsets = [
        f"<!DOCTYPE TimeML SYSTEM '{dtd}'>",
        f"<!DOCTYPE TimeML [<!ENTITY % p SYSTEM '{dtd}'> %p;]>",
        "<!DOCTYPE TimeML PUBLIC '-//x//' 'http://127.0.0.1:9/x.dtd'>",
    ]
    for subset in subsets:
        document = timeml.read((subset + BODY.format("&a;")).encode())
        assert document.text == "&a;"
        assert b"leaked" not in timeml.write(document)


def test_a_tree_knows_what_surrounds_its_root() -> None:
    tree = parse(b"<?a b?><!-- c --><x:TimeML xmlns:x='urn:x'/><!-- d --><?e?>", None)
    assert tree.before == (Raw("?", content="a b"), Raw("!--", content=" c "))
    assert tree.after == (Raw("!--", content=" d "), Raw("?", content="e"))
    assert (tree.prefix, local(tree.root.tag), tree.doctype) == ("{urn:x}", "TimeML", "")


def test_lines_are_counted_by_libxml2_as_long_as_it_can() -> None:
    short = parse(b"<TimeML>\n<EVENT/></TimeML>", None)
    assert short.lines(["EVENT"]) is None
    assert short.line(short.root[0]) == 2
    long = parse(b"<TimeML><EVENT/>" + b"\n" * 70_000 + b"<EVENT\n/></TimeML>", None)
    assert list(long.lines(["EVENT"]) or ()) == [1, 70_001]
    assert long.line(long.root[1]) is None


@pytest.mark.parametrize(
    ("declaration", "text"),
    [("'rain'", "rain"), ("''", ""), ("'&#65;'", "A")],
)
def test_plain_entities_are_their_text(declaration: str, text: str) -> None:
    data = f"<!DOCTYPE TimeML [<!ENTITY a {declaration}>]><TimeML>&a;</TimeML>".encode()
    assert timeml.read(data.replace(b"&a;", b"<EVENT eid='e1'>&a;</EVENT>")).text == text
