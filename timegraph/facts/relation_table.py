"""The relations that facts and questions name, as data: how they are called, stated and asked.

One :class:`Relation` for each property of Wikidata that the benchmarks use. Phrases are written
in a small notation: ``{}`` is the subject, ``[x]`` what may be left out, ``(x|y)`` a choice.

* ``verbs`` state a fact with the subject first ("S worked for O"), ``nouns`` with the object
  first ("O was the head coach of S"); both also state events ("when she worked for O").
* ``heads`` ask for the objects; the time follows. They cover the questions of Complex-TR (Tan et
  al. 2023), TempReason (Tan, Ng & Bing 2023) and the templates of TimeQA (Chen et al. 2021),
  misspellings included.
* ``exclusive``: a subject has one object at a time, so that the next one ends the last.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["RELATIONS", "Relation"]


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation: its property in Wikidata, its name, and the phrases that state and ask it."""

    property: str
    name: str
    heads: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


def _r(
    property: str,
    name: str,
    heads: str = "",
    *,
    verbs: str = "",
    nouns: str = "",
    aliases: str = "",
) -> Relation:
    """The relation, with phrases given one for each line or between semicolons."""

    def split(text: str) -> tuple[str, ...]:
        return tuple(" ".join(phrase.split()) for phrase in text.split(";") if phrase.strip())

    return Relation(property, name, split(heads), split(verbs), split(nouns), split(aliases))


RELATIONS: tuple[Relation, ...] = (
    _r("P54", "team",
       "which team[s] did {} play for; {} played for which team[s]; which team[s] did the player"
       " {} belong to",
       verbs="play[s|ed] for; (was|were) playing for; (is|was|were) [a] player[s] of;"
       " (is|was) a member of the (sports team|team)",
       aliases="member of sports team; sports team; plays for"),
    _r("P39", "position",
       "which position[s] did {} hold; what (was|were) the position[s] of {}; what position[s] did"
       " {} take; {} took which position[s]; which office[s] did {} hold;"
       " which (position|office)[s] (was|were) held by {}",
       verbs="(held|holds|hold|was holding) the (position|office) of;"
       " (served|serves|was serving) as",
       aliases="position held; positions"),
    _r("P166", "award",
       "which award[s] did {} receive; {} received which award[s]; which (award|prize)[s] did {}"
       " win; which prize[s] did {} receive; which (award|prize)[s] (was|were) (won|received) by"
       " {}; what award[s] (was|were) endowed to {}",
       verbs="(received|receives|was receiving|won|wins) [the award]; won prize",
       aliases="award received; prize"),
    _r("P108", "employer",
       "which employer[s] did {} work for; who did {} work for; what was the name of the employer"
       " {} work for; {} was an employee for whom; which employer[s] did {} work at",
       verbs="(worked|works|work|was working|were working) (for|at);"
       " (was|is|were) employed (by|at); (was|is) an employee of",
       aliases="employers; works for; employment"),
    _r("P69", "school",
       "where (was|were) {} educated [at]; which school[s] did {} go to; {} went to which"
       " school[s]; where did {} study; which school[s] did {} attend",
       verbs="(studied|studies|study|was studying|were studying) (at|in); (attended|attends|"
       "attend|was attending); (was|were|is) educated at; (was|is|were) [a] student[s] (at|of)",
       aliases="educated at; education; education/school; school/education"),
    _r("P102", "political party",
       "which political (party|parties) did {} belong to; which party was {} a member of;"
       " which (party|parties) did {} belong to",
       verbs="(was|is|were) [a|the] member[s] of [the]; (belonged|belongs) to [the];"
       " (was|is) affiliated (to|with)",
       aliases="party; member of political party; political affiliation; affiliation"),
    _r("P26", "spouse",
       "who (was|were) the spouse[s] of {}; who (was|were) {} 's spouse[s]; who (was|were) {}'s"
       " spouse[s]; who was {} married to; who did {} marry",
       verbs="(was|is|were) married to; (was|is) the (spouse|wife|husband) of; married",
       aliases="spouses; husband; wife; married to"),
    _r("P551", "residence",
       "what was the residence of {}; where did {} live; where did {} reside;"
       " which residence[s] did {} live in; where (was|were) {} living; which place[s] did {}"
       " live in",
       verbs="(lived|lives|live|was living|were living|resided|resides|was residing) (in|at);"
       " (was|is) a resident of",
       aliases="place of residence; home"),
    _r("P286", "head coach",
       "who (was|were) the head coach[es] of [the team] {}; who coached the team {};"
       " who coached {}",
       verbs="(was|is|were) coached by",
       nouns="(was|is|were) the (headcoach|head coach|coach) of [the team]; (coached|coaches)",
       aliases="coach; headcoach"),
    _r("P127", "owner",
       "who (was|were) the owner[s] of {}; {} was owned by whom; who owned {}",
       verbs="(was|is|were) owned by",
       nouns="(was|is|were) the owner[s] of; (owned|owns)",
       aliases="owned by; ownership; owners"),
    _r("P488", "chair",
       "who (was|were) the chair[s|person|persons] of {}; who (was|were) the head[s] of {}",
       nouns="(was|is|were) the (chair|chairperson) of; (chaired|chairs)",
       aliases="chairperson; chair/head; head/chair"),
    _r("P6", "head of government",
       "who (was|were) the head[s] of {}; who was in charge of {};"
       " who (was|were) the head[s] of [the] government of {}; who led the government of {}",
       nouns="(was|is) the head of [the] government of;"
       " (headed|leads|led) [the] government of; (was|is|were) the head of",
       aliases="head; chair/head; head/chair"),
    _r("P463", "organization",
       "{} became a member of what organization or association; what organization [or"
       " association] [or team] did {} join; which organization[s] (was|were) {} a member of",
       verbs="joined; became a member of; (was|is) a member of the organization",
       aliases="member of; organization or association; organization/association; association;"
       " membership"),
    _r("P937", "work location",
       "where did {} work; what was the working location for {}; {} worked in which location",
       verbs="(worked|works|was working) in",
       aliases="working location; location of work"),
    _r("P35", "head of state",
       "who (was|were) the president[s] of {}; who (was|were) the head[s] of state of {}",
       nouns="(was|is|were) the (president|head of state) of",
       aliases="president"),
    _r("P169", "chief executive officer",
       "who (was|were) the (chief executive officer[s]|CEO[s]) of {}",
       nouns="(was|is) the (chief executive officer|CEO) of", aliases="CEO"),
    _r("P1037", "director or manager",
       "who was the director or manager of {}; who directed or managed {}; {} was managed or"
       " directed by whom; who was the (director|manager) of {}",
       nouns="(was|is) the (director|manager|director or manager) of;"
       " (managed|directed)",
       aliases="director; manager; management or director; director/manager; management"),
    _r("P27", "citizenship",
       "what citizenship did {} hold; what was the nationality of {}; which country was {} a"
       " citizen of",
       verbs="(was|is) a citizen of",
       aliases="country of citizenship; nationality; citizenship/nationality;"
       " nationality and citizenship; nationality/citizenship"),
    _r("P106", "occupation",
       "what was the occupation of {}; what was {} 's occupation; what was {}'s occupation",
       aliases="profession; job"),
    _r("P410", "military rank",
       "what was the military rank of {}; what military rank did {} have", aliases="rank"),
    _r("P241", "military branch",
       "what was the military branch of {}; which military (brach|branch) did {} belong to",
       verbs="served in"),
    _r("P1448", "official name",
       "what was the official name of {}; {} was officially named what",
       verbs="(was|is) officially named"),
    _r("P2561", "name", "what was the name of {}"),
    _r("P734", "family name", "what was the family name of {}"),
    _r("P97", "noble title", "what was the noble title of {}", aliases="title"),
    _r("P2962", "title of chess person", "which title was conferred to {}", aliases="title"),
    _r("P118", "league", "which league did {} play for", aliases="league"),
    _r("P6087", "team coached", "{} was the coach of which team; which team was coached by {}",
       aliases="coach of sports team; coached team"),
    _r("P115", "home venue", "what was the home venue of {}", aliases="venue; stadium"),
    _r("P1308", "office holder", "who was the office holder of {}", aliases="officeholder"),
    _r("P749", "parent organization",
       "what was the parent organization of {}; which organization owned {}",
       aliases="ownership/parent organization; parent company"),
    _r("P355", "subsidiary", "what was the subsidiary of {}"),
    _r("P1830", "owner of", "who was the owner of {}; who owned {}"),
    _r("P137", "operator", "what was the operator of {}; what operated {}",
       verbs="(was|is) operated by"),
    _r("P121", "item operated", "{} was operated by what", aliases="operator; equipment"),
    _r("P176", "manufacturer", "what was the manufacturer of {}; what manufactured {}"),
    _r("P123", "publisher", "what was the publisher of {}"),
    _r("P98", "editor", "who was the editor of {}; {} was edited by whom",
       nouns="(was|is) the editor of"),
    _r("P371", "presenter", "who was the presenter of {}; {} was presented by whom"),
    _r("P175", "performer", "who was the performer of {}; who performed {}; {} was performed by"
       " whom"),
    _r("P449", "broadcaster", "who was the original broadcaster of {}",
       aliases="original broadcaster"),
    _r("P264", "record label", "what was the record label of {}", aliases="label"),
    _r("P1075", "rector", "who was the rector of {}", nouns="(was|is) the rector of"),
    _r("P4791", "commander", "who commanded {}; who was the commander of {}",
       nouns="(was|is) the commander of; commanded", aliases="commanded by"),
    _r("P466", "occupant", "who occupied {}; who was the occupant of {}"),
    _r("P195", "collection", "where was {} collected; which collector owned {}",
       aliases="collector"),
    _r("P608", "exhibition", "where was {} exhibited", aliases="exhibition history"),
    _r("P36", "capital", "what (is|was) the capital of {}; what's the capital of {}"),
    _r("P1376", "capital of", "{} was the capital of what; what was the capital of {}"),
    _r("P159", "headquarters", "where was the headquarter[s] of {} located;"
       " the headquarter[s] of {} was located in where",
       aliases="headquarter; headquarters location"),
    _r("P276", "location", "where was {} located; where was {} taking place; {} took place in which"
       " location"),
    _r("P131", "administrative district",
       "which (adminstrative|administrative) district was {} located;"
       " which (adminstrative|administrative) district did {} belong to", aliases="district"),
    _r("P150", "administrative territory", "what administrative territorial was acquired by {}"),
    _r("P17", "country", "which country did {} belong to"),
    _r("P47", "border", "what did {} share border with; {} shared border with what",
       aliases="shares border with"),
    _r("P190", "twinned city", "what was the twinned city of {}; {} was twinned with which city"),
    _r("P172", "ethnic group", "which (ethical|ethnic) group did {} belong to"),
    _r("P197", "adjacent station", "what was the adjacent station of {}; which station was adjacent"
       " to {}"),
    _r("P559", "terminus", "what was the terminus of {}"),
    _r("P1435", "heritage designation", "which site was the heritage designation of {};"
       " what was the heritage designation of {}"),
    _r("P138", "namesake", "{} was named after what", aliases="named after"),
    _r("P361", "part of", "{} was a part of what"),
    _r("P527", "parts", "what or who was part of {}", aliases="has part"),
    _r("P366", "use", "what was {} used for"),
    _r("P618", "source of energy", "what was the source of energy for {}; what energy powered {}"),
    _r("P400", "platform", "which platform did {} use"),
    _r("P641", "sport", "what sport did {} participate [in]"),
    _r("P1344", "campaign", "which campaign did {} participate [in]", aliases="participant in"),
    _r("P607", "conflict", "what was {} engaged or conflicted with"),
    _r("P710", "participant", "who participated in {}"),
    _r("P793", "significant event",
       "what significant event was happening to {}; what significant event was going on in {}"),
    _r("P800", "notable work",
       "which notable work was published by {}; {} published which notable work"),
    _r("P840", "narrative location", "what was the narrative location of {}"),
    _r("P531", "embassy", "{} was an ambassador of which embassy", aliases="diplomatic mission"),
    _r("P1411", "nomination", "which award was {} nominated for; {} was nominated for what award",
       aliases="nominated for"),
    _r("P1416", "affiliation", "what was {} (afflicted|affiliated) (to|with)"),
    _r("P5096", "crew", "{} was a crew member of what; which crew did {} belong to"),
    _r("P2632", "place of detention", "what was the place of detention for {}"),
    _r("P2291", "chart", "where was {} charted in", aliases="charted in"),
    _r("P8047", "country of registry", "what was the country of registry for {}"),
    _r("P1001", "jurisdiction", "{} applied to which place"),
    _r("P40", "child", "which child of {} was born"),
    _r("P1365", "predecessor", "what replaced {} since; {} was replaced by what since",
       aliases="replaces"),
    _r("P1366", "successor", "{} was replaced by what; what replaced {}", aliases="replaced by"),
    # Of stories (TGQA).
    _r("P19", "place of birth", "where was {} born", verbs="(was|were) born in"),
    _r("P20", "place of death", "where did {} die", verbs="died in"),
    _r("P170", "creation", "what did {} create", verbs="created"),
)  # fmt: skip
"""All relations, in the order in which they are tried."""
