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

I2B2 = {
    "12.xml": b"""\
<?xml version="1.0" encoding="UTF-8" ?>
<ClinicalNarrativeTemporalAnnotation>
<TEXT><![CDATA[Admission Date : 05/02 He had a fever .]]></TEXT>
<TAGS>
<EVENT id="E0" start="1" end="10" text="Admission" modality="FACTUAL" polarity="POS" type="OCCURRENCE" />
<EVENT id="E1" start="33" end="38" text="fever" modality="FACTUAL" polarity="POS" type="PROBLEM" />
<TIMEX3 id="T0" start="18" end="23" text="05/02" type="DATE" val="1994-05-02" mod="NA" />
<TLINK id="TL0" fromID="E0" fromText="Admission" toID="T0" toText="05/02" type="OVERLAP" />
<TLINK id="TL1" fromID="E1" fromText="fever" toID="S0" toText="05/02" type="BEFORE" />
<SECTIME id="S0" start="18" end="23" text="05/02" type="ADMISSION" dvalue="1994-05-02" />
</TAGS>
</ClinicalNarrativeTemporalAnnotation>
""",
}
BRAT = {
    "trip.txt": "Zo\u00eb left on Monday before he came.\n".encode(),
    "trip.ann": b"""\
T1\tEVENT 4 8\tleft
T2\tDATE 12 18\tMonday
T3\tEVENT 29 33\tcame
T4\tDOCTIME 12 18\tMonday
R1\tIS_INCLUDED Arg1:T1 Arg2:T2\t
E1\tEVENT:T3 AFTER:T1
A1\tDocTimeRel E1 BEFORE
A2\tvalue T2 1998-05-04
A3\tNegated T3
#1\tAnnotatorNotes T3\tnot sure
*\tEquiv T1 T3
""",
}
WEBANNO = {
    "note.tsv": b"""\
#FORMAT=WebAnno TSV 3.3
#T_SP=webanno.custom.Event|class
#T_SP=webanno.custom.Timex3|timex3Class|value
#T_RL=webanno.custom.TLINK|relType|BT_webanno.custom.Event


#Text=He fell ill .
1-1\t0-2\tHe\t_\t_\t_\t_\t_\t
1-2\t3-7\tfell\tOCCURRENCE[1]\t_\t_\tAFTER\t2-1[0_1]\t
1-3\t8-11\till\tOCCURRENCE[1]\t_\t_\t_\t_\t
1-4\t12-13\t.\t_\t_\t_\t_\t_\t

#Text=Slept on Monday
2-1\t14-19\tSlept\t*\t_\t_\t_\t_\t
2-2\t20-22\ton\t_\t_\t_\t_\t_\t
2-3\t23-29\tMonday\t_\tDATE\t1998-05-04\t_\t_\t
""",
}
LABEL_STUDIO = {
    "export.json": b"""\
[{"id": 7, "data": {"text": "He left on Monday.", "name": "trip"}, "annotations": [
  {"id": 3, "result": [
    {"id": "a", "from_name": "label", "type": "labels",
     "value": {"start": 3, "end": 7, "text": "left", "labels": ["Event"]}},
    {"id": "b", "from_name": "label", "type": "labels",
     "value": {"start": 11, "end": 17, "text": "Monday", "labels": ["TIMEX3"]}},
    {"id": "b", "from_name": "value", "type": "textarea",
     "value": {"start": 11, "end": 17, "text": ["1998-05-04"]}},
    {"from_id": "b", "to_id": "a", "type": "relation", "direction": "left", "labels": ["BEFORE"]},
    {"from_id": "a", "to_id": "b", "type": "relation", "direction": "right", "labels": ["IBEFORE"]}
  ]},
  {"id": 4, "result": [
    {"id": "a", "type": "labels",
     "value": {"start": 3, "end": 7, "text": "left", "labels": ["Event"]}},
    {"from_id": "a", "to_id": "a", "type": "relation", "labels": ["SIMULTANEOUS"]}
  ]}
]}]
""",
}
MAVEN = {
    "valid.jsonl": b'{"id": "d1", "title": "War", "tokens": [["War", "broke", "out", "in", "1914"], '
    b'["It", "ended"]], "events": [{"id": "EVENT_1", "type": "Start", "mention": [{"id": "m1", '
    b'"trigger_word": "broke out", "sent_id": 0, "offset": [1, 3]}, {"id": "m2", "trigger_word": '
    b'"War", "sent_id": 0, "offset": [0, 1]}]}, {"id": "EVENT_2", "type": "End", "mention": [{"id": '
    b'"m3", "trigger_word": "ended", "sent_id": 1, "offset": [1, 2]}]}], "TIMEX": [{"id": "TIME_1", '
    b'"mention": "1914", "type": "DATE", "offset": [4, 5], "sent_id": 0}], "temporal_relations": '
    b'{"BEFORE": [["EVENT_1", "EVENT_2"]], "CONTAINS": [["TIME_1", "EVENT_1"]], "BEGINS-ON": []}}\n',
    "old.jsonl": b'{"doc": {"id": "d2", "tokens": [["It", "rained"]]}, "events": [{"id": "E", "mentions": '
    b'[{"id": "m", "sent_id": 0, "offset": [1, 2]}]}], "TIMEX3": [], "temporal_event_relation": '
    b'{"overlap": [["E", "E"]]}}\n',
}
TEMPEVAL2 = {
    "base-segmentation.tab": b"a\t0\t0\tHe\na\t0\t1\tcame\na\t0\t2\tin\na\t1\t0\tMay\n",
    "dct.txt": b"a\t19980108\n",
    "event-extents.tab": b"a\t0\t1\tevent\te1\t1\na\t0\t2\tevent\te1\t1\n",
    "event-attributes.tab": b"a\t0\t1\tevent\te1\t1\tclass\tOCCURRENCE\n"
    b"a\t0\t1\tevent\te1\t1\ttense\tPAST\n",
    "timex-extents.tab": b"a\t1\t0\ttimex3\tt1\t1\n",
    "timex-attributes.tab": b"a\t1\t0\ttimex3\tt1\t1\ttype\tDATE\n"
    b"a\t1\t0\ttimex3\tt1\t1\tvalue\t1998-05\n",
    "tlinks-dct-event.tab": b"a\te1\tt0\tBEFORE\n",
    "tlinks-timex-event.tab": b"a\te1\tt1\tBEFORE-OR-OVERLAP\n",
}
TIMELINE = {
    "jobs.txt": b"""\
Jane Roe
0\tXXXX-XX-XX\t12-3-said
1\t2004-08\t18315-7-fighting
2\t2005-06-05\t1664-2-keynote\t18355-2-keynote
2\tXXXX-XX-XX\t5-6-stage
""",
}

UIMA = {
    "trip.json": b"""\
{"%TYPES": {"webanno.custom.Event": {"%NAME": "webanno.custom.Event", "%SUPER_TYPE": "uima.tcas.Annotation",
  "kind": {"%NAME": "kind", "%RANGE": "uima.cas.String"}},
 "webanno.custom.TLINK": {"%NAME": "webanno.custom.TLINK", "%SUPER_TYPE": "uima.tcas.Annotation",
  "relType": {"%NAME": "relType", "%RANGE": "uima.cas.String"},
  "Governor": {"%NAME": "Governor", "%RANGE": "uima.tcas.Annotation"},
  "Dependent": {"%NAME": "Dependent", "%RANGE": "uima.tcas.Annotation"}},
 "webanno.custom.Timex3": {"%NAME": "webanno.custom.Timex3", "%SUPER_TYPE": "uima.tcas.Annotation",
  "value": {"%NAME": "value", "%RANGE": "uima.cas.String"}}},
 "%FEATURE_STRUCTURES": [
 {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaNum": 1, "sofaID": "_InitialView", "mimeType": "text/plain",
  "sofaString": "Zo\\u00eb \\ud835\\udcb3: left on Monday."},
 {"%ID": 2, "%TYPE": "webanno.custom.Event", "@sofa": 1, "begin": 8, "end": 12, "kind": "OCCURRENCE"},
 {"%ID": 3, "%TYPE": "webanno.custom.Timex3", "@sofa": 1, "begin": 16, "end": 22, "value": "1998-05-04"},
 {"%ID": 4, "%TYPE": "webanno.custom.TLINK", "@sofa": 1, "begin": 16, "end": 22, "relType": "IS_INCLUDED",
  "@Governor": 2, "@Dependent": 3},
 {"%ID": 5, "%TYPE": "webanno.custom.Event", "@sofa": 1, "begin": 4, "end": 6, "kind": "STATE"}],
 "%VIEWS": {"_InitialView": {"%SOFA": 1, "%MEMBERS": [2, 3, 4, 5]}}}
""",
}
UIMA_XMI = {
    "trip.xmi": b"""\
<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore"
  xmlns:custom="http:///webanno/custom.ecore" xmi:version="2.0">
  <cas:NULL xmi:id="0"/>
  <custom:Event xmi:id="2" sofa="1" begin="8" end="12" kind="OCCURRENCE"/>
  <custom:Timex3 xmi:id="3" sofa="1" begin="16" end="22" value="1998-05-04"/>
  <custom:TLINK xmi:id="4" sofa="1" begin="16" end="22" relType="IS_INCLUDED" Governor="2" Dependent="3"/>
  <custom:Event xmi:id="5" sofa="1" begin="4" end="6" kind="STATE"/>
  <cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text/plain"
    sofaString="Zo&#xEB; &#x1D4B3;: left on Monday."/>
  <cas:View sofa="1" members="2 3 4 5"/>
</xmi:XMI>
""",
    "TypeSystem.xml": b"""\
<?xml version="1.0" encoding="utf-8"?>
<typeSystemDescription xmlns="http://uima.apache.org/resourceSpecifier"><types>
<typeDescription><name>webanno.custom.Event</name><supertypeName>uima.tcas.Annotation</supertypeName><features>
<featureDescription><name>kind</name><rangeTypeName>uima.cas.String</rangeTypeName></featureDescription>
</features></typeDescription>
<typeDescription><name>webanno.custom.TLINK</name><supertypeName>uima.tcas.Annotation</supertypeName><features>
<featureDescription><name>relType</name><rangeTypeName>uima.cas.String</rangeTypeName></featureDescription>
<featureDescription><name>Governor</name><rangeTypeName>uima.tcas.Annotation</rangeTypeName></featureDescription>
<featureDescription><name>Dependent</name><rangeTypeName>uima.tcas.Annotation</rangeTypeName></featureDescription>
</features></typeDescription>
<typeDescription><name>webanno.custom.Timex3</name><supertypeName>uima.tcas.Annotation</supertypeName><features>
<featureDescription><name>value</name><rangeTypeName>uima.cas.String</rangeTypeName></featureDescription>
</features></typeDescription>
</types></typeSystemDescription>
""",
}

NARRATIVE_TIME = {
    "a.jsonl": b'{"id": "d1", "text": "On Monday he came and saw and won a victory .", '
    b'"events": {"0": [3, 3], "1": [5, 5], "2": [7, 7], "3": [9, 9]}, "timex": {"0": [1, 1]}, '
    b'"event_order": {"0": {"span": [1, 1], "type": 2, "time": "1:2", "branch": ""}, '
    b'"1": {"span": [2, 5], "type": 1, "time": "1", "branch": ""}, '
    b'"2": {"span": [6, 9], "type": 0, "time": "3", "branch": ""}}, '
    b'"event_coreference": {"7": [9]}, "invisible_events": [9]}\n',
}

MARKS: Files = {
    "pump.marks.json": b"""{"marks": 1, "created": "1998-05-06",
"events": [{"id": "e1", "quote": "failed", "class": "OCCURRENCE"},
 {"id": "e2", "quote": "rose", "occurrence": 2}],
"times": [{"id": "t1", "quote": "Monday", "value": "1998-05-04"}],
"links": [{"a": "e1", "relation": "IS_INCLUDED", "b": "t1"},
 {"a": "e1", "relation": "BEFORE", "b": "e2", "weight": 0.9}]}
""",
    "pump.txt": b"It failed on Monday, rose and rose.\n",
}

OMNITEMP = {
    "trip.json": b"""{
  "tokens": ["He", "left", "early", "and", "came", "back", "."],
  "allMentions": [
    {"m_id": "0", "tokens": "left", "tokens_ids": [1], "axisType": "main", "event_class": "MOTION"},
    {"m_id": "1", "tokens": "came back", "tokens_ids": [4, 5], "axisType": "main"},
    {"m_id": "2", "tokens": "early", "tokens_ids": [2], "axisType": "not_event"}
  ],
  "allPairs": [{"_firstId": "0", "_secondId": "1", "_relation": "before"}]
}
""",
}

TTK = {
    "fido.ttk": b"""\
<?xml version="1.0" encoding="UTF-8"?>
<ttk>
<text>
Fido left today. Sue slept.
</text>
<metadata>
  <dct value="20161006"/>
</metadata>
<source_tags>
  <TEXT id="1" begin="0" end="29" />
</source_tags>
<tarsqi_tags>
  <s id="s1" begin="1" end="17" origin="PREPROCESSOR" />
  <EVENT begin="6" end="10" aspect="NONE" class="OCCURRENCE" eid="e1" eiid="ei1" pos="VBD" tense="PAST" />
  <TIMEX3 begin="11" end="16" origin="GUTIME" tid="t1" type="DATE" value="20161006" />
  <EVENT begin="22" end="27" aspect="NONE" class="OCCURRENCE" eid="e2" eiid="ei2" tense="PAST" />
  <SLINK eventInstanceID="ei1" lid="l1" relType="EVIDENTIAL" subordinatedEventInstance="ei2" />
  <TLINK eventInstanceID="ei1" origin="BLINKER" relType="IS_INCLUDED" relatedToTime="t1" />
  <TLINK eventInstanceID="ei1" lid="l2" origin="S2T" relType="BEFORE" relatedToEventInstance="ei2" />
</tarsqi_tags>
</ttk>
""",
}

CSP = {"two.csp": b"2 # story\n0 1 ( < m )\n1 2 ( < > )\n.\n1 # pair\n0 1 ( d )\n.\n"}

CSP_POINTS = {"points.csp": b"2 # points\n0 1 ( < = )\n1 2 ( < > )\n.\n1 # another\n0 1 ( = )\n.\n"}

NETWORK = {
    "net.json": b"""{"format": "timegraph network", "version": 1, "graph": {"format": "timegraph",
"version": 2, "on_conflict": "drop-link", "named": [], "links": [{"kind": "relation", "handle": 0,
"a": "x", "relation": ["before"], "b": "y", "source": "Ann"}], "next_handle": 1}, "handles": [0],
"choices": [{"handle": 1, "a": "y", "relation": ["before", "after"], "b": "z", "source": null}],
"next_handle": 2}"""
}

STATEMENTS: Files = {
    "story.txt": b"""# what the letters say
storm BEFORE flood   # letter 3
flood BEFORE|MEETS 1998-05
"the great fire" WITHIN 1666-09
Ann | mayor of | Kelp | 1997 | 1999-06
flood LASTS AT LEAST 3 days
"""
}

EXAMPLES: dict[str, Files] = {
    "ttk": TTK,
    "omnitemp": OMNITEMP,
    "marks": MARKS,
    "narrativetime": NARRATIVE_TIME,
    "uima": UIMA,
    "i2b2": I2B2,
    "brat": BRAT,
    "webanno": WEBANNO,
    "label-studio": LABEL_STUDIO,
    "maven-ere": MAVEN,
    "tempeval2": TEMPEVAL2,
    "timeline": TIMELINE,
    "link-list": LINK_LIST,
    "matres": MATRES,
    "statements": STATEMENTS,
    "csp": CSP,
    "csp-points": CSP_POINTS,
    "network": NETWORK,
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
