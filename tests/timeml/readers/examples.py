"""A small corpus in each format, written for the tests: files by their names."""

# ruff: noqa: E501 - elements stand on a line, as in the corpora

from __future__ import annotations

from collections.abc import Callable, Mapping

from timeml import Document
from timeml.readers import File, read_files

Files = Mapping[str, bytes]

LINK_LIST = {"links.tsv": b"one\te1\tt0\tb\none\te1\te2\tii\ntwo\te1\te2\tv\n"}
MATRES = {"links.txt": b"one\tsaid\twent\t1\t2\tBEFORE\none\tsaid\tcame\t1\t0\tVAGUE\n"}
ANAFORA = {
    "note/note": b"Fever on Monday, rash on Tuesday.\n",
    "note/note.Temporal-Relation.gold.completed.xml": b"""\
<?xml version="1.0" encoding="UTF-8"?>

<data>
<info>
  <savetime>2014</savetime>
</info>
<schema path="./" protocol="file">temporal-schema.xml</schema>
<annotations>
  <entity>
    <id>1@e@note@gold</id>
    <span>0,5</span>
    <type>EVENT</type>
    <properties><DocTimeRel>BEFORE/OVERLAP</DocTimeRel><Polarity>POS</Polarity><Type>N/A</Type></properties>
  </entity>
  <entity>
    <id>2@e@note@gold</id>
    <span>9,15</span>
    <type>TIMEX3</type>
    <properties><Class>DATE</Class></properties>
  </entity>
  <entity>
    <id>3@e@note@gold</id>
    <span>17,21;25,32</span>
    <type>EVENT</type>
    <properties><DocTimeRel>AFTER</DocTimeRel></properties>
  </entity>
  <entity>
    <id>4@e@note@gold</id>
    <span>25,32</span>
    <type>DOCTIME</type>
    <properties></properties>
  </entity>
  <relation>
    <id>1@r@note@gold</id>
    <type>TLINK</type>
    <properties>
      <Source>2@e@note@gold</Source>
      <Type>CONTAINS</Type>
      <Target>1@e@note@gold</Target>
    </properties>
  </relation>
  <relation>
    <id>2@r@note@gold</id>
    <type>ALINK</type>
    <properties>
      <Source>3@e@note@gold</Source>
      <Type>CONTINUES</Type>
      <Target>1@e@note@gold</Target>
    </properties>
  </relation>
</annotations>
</data>
""",
}
CAT = {
    "cars.xml": b"""\
<?xml version="1.0" encoding="UTF-8"?>
<Document doc_id="77" doc_name="cars.xml" lang="en">
<token number="0" sentence="0" t_id="1">2 May</token>
<token number="1" sentence="1" t_id="2">Makers</token>
<token number="2" sentence="1" t_id="3">closed</token>
<token number="3" sentence="1" t_id="4">down</token>
<token number="4" sentence="1" t_id="5">and</token>
<token number="5" sentence="1" t_id="6">sold</token>
<Markables>
<TIMEX3 m_id="9" type="DATE" value="2009-05-02" functionInDocument="CREATION_TIME"><token_anchor t_id="1"/></TIMEX3>
<EVENT_MENTION m_id="1" pos="VERB" comment="x"><token_anchor t_id="3"/><token_anchor t_id="4"/></EVENT_MENTION>
<EVENT_MENTION m_id="2" pos="VERB"><token_anchor t_id="6"/></EVENT_MENTION>
<ENTITY_MENTION m_id="3"><token_anchor t_id="2"/></ENTITY_MENTION>
</Markables>
<Relations>
<TLINK r_id="11" reltype="BEFORE"><source m_id="1"/><target m_id="9"/></TLINK>
<TLINK r_id="12" reltype="MEASURE"><source m_id="2"/><target m_id="1"/></TLINK>
<CLINK r_id="13"><source m_id="2"/><target m_id="1"/></CLINK>
</Relations>
</Document>
""",
}
ESTONIAN = {
    "corpus/base-segmentation-morph-syntax": b"""\
# fileName\tsentence_ID\tword_ID_in_sentence\ttoken\tmorph\tsyntax\thead
a.sol\t0\t0\t20.11\tx\t1\t0
a.sol\t1\t0\tHe\tx\t1\t0
a.sol\t1\t1\twas\tx\t1\t0
a.sol\t1\t2\trobbed\tx\t1\t0
""",
    "corpus/event-annotation": b"""\
# fileName\tsentence_ID\tword_ID_in_sentence\texpression\tevent_annotation\tevent_ID
a.sol\t1\t1\t"was robbed"\tEVENT multiword="true"\te1
a.sol\t1\t2\t"was robbed"\tEVENT OCCURRENCE polarity="NEG" multiword="true"\te1
""",
    "corpus/timex-annotation": b"""\
# fileName\tsentence_ID\tword_ID_in_sentence\texpression\ttimex_annotation\ttimex_ID
a.sol\t0\t0\t"20.11"\tTIMEX DATE 2002-11-20 mod="END" functionInDocument="CREATION_TIME"\tt1
""",
    "corpus/timex-annotation-dct": b"# fileName\tdocument_creation_time\na.sol\t2002-11-20\n",
    "corpus/tlink-main-events": b"# fileName\tentityID_A\trelation\tentityID_B\tcomment\n"
    b"a.sol\te1\tSIMULTANEOUS\te1\tword\n",
    "corpus/tlink-event-timex": b"# fileName\tentityID_A\trelation\tentityID_B\tcomment\n"
    b"a.sol\te1\tBEFORE-OR-OVERLAP\tt1\t\n",
    "corpus/tlink-event-dct": b"# fileName\tentityID_A\trelation_to_DCT\tcomment\n"
    b"a.sol\te1\tBEFORE\t\n",
}

EXAMPLES: dict[str, Files] = {
    "link-list": LINK_LIST,
    "matres": MATRES,
    "anafora": ANAFORA,
    "cat": CAT,
    "estonian": ESTONIAN,
}


def as_files(files: Files) -> list[File]:
    """The files as readers get them."""

    def beside(name: str) -> Callable[[str], bytes | None]:
        folder = name.rpartition("/")[0]
        return lambda other: files.get(f"{folder}/{other}" if folder else other)

    return [
        File(name, f"in/{name}", lambda data=data: data, beside(name))  # type: ignore[misc]
        for name, data in files.items()
    ]


def read_all(files: Files, format: str | None = None) -> list[Document]:
    """The documents in the files; raises the first error."""
    found = read_files(as_files(files), format=format)
    for one in found:
        if one.error is not None:
            raise one.error
    return [one.document for one in found if one.document is not None]
