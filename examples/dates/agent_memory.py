"""What an assistant remembers of a spring: talks, meetings, a calendar, and a contradiction.

Run it in a clone of the project: python examples/dates/agent_memory.py

An assistant that reads messages learns when things are from people who round, forget and err. It
adds each claim with who made it, asks what follows, and can always say why.
"""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from timegraph import Answer, ContradictionError, Period, TimeGraph
from timegraph.dates import When, compare, in_certain_order

memory = TimeGraph(timezone="Europe/Berlin")
MAY_DAY = date(2024, 5, 1)


def heading(text: str) -> None:
    print(f"\n{text}")


def told(question: str, answer: Answer, a: object, relation: str, b: object) -> None:
    """Print a question with its answer, and why it is so."""
    print(f"- {question} {str(answer).capitalize()}.")
    if answer is Answer.UNKNOWN:
        return
    _, *steps = memory.explain(a, relation, b).lines()
    for step in steps:
        print(f"    because {step}")


def ask(question: str, a: object, relation: str, b: object) -> None:
    told(question, memory.ask(a, relation, b), a, relation, b)


# ---- what people said ------------------------------------------------------------------------

heading("What I know")
print("- The conference is May 2024. (programme)")
memory.place("the conference", spanning="2024-05", source="programme")

print("- Ana's talk is on 14 May. (Ana)")
memory.place("Ana's talk", within=date(2024, 5, 14), source="Ana")

print("- The dinner starts two days after the talk, and lasts two to three hours. (Ben)")
memory.add_distance(
    ("Ana's talk", "start"), ("the dinner", "start"), exactly="2 days", source="Ben"
)
memory.add_duration("the dinner", at_least="2 hours", at_most="3 hours", source="Ben")

print("- The review meeting is from 9:00 to 10:30 on 21 May. (calendar of the office)")
memory.place(
    "the review",
    spanning=(datetime(2024, 5, 21, 9), datetime(2024, 5, 21, 10, 30)),
    source="office calendar",
)

print("- A call starts on 21 May at 10:00 in New York. (Ana's calendar)")
memory.place(
    "the call",
    start=datetime(2024, 5, 21, 10, tzinfo=ZoneInfo("America/New_York")),
    source="Ana's calendar",
)

print("- The draft was sent before the review, at some time in the week of 13 May. (Cem)")
memory.place("sending the draft", within="2024-W20", source="Cem")

print("- The visa was asked for before 2 May. (embassy)")
memory.add("asking for the visa", "before", date(2024, 5, 2), source="embassy")

# ---- what follows ----------------------------------------------------------------------------

heading("What follows")
ask("Was the draft sent before the review?", "sending the draft", "before", "the review")
ask("Is the review over when the call starts?", "the review", "before", "the call")
ask("Was the visa asked for before the talk?", "asking for the visa", "before", "Ana's talk")
ask("Is the talk during the conference?", "Ana's talk", "during", "the conference")
ask("Is the dinner before 18 May?", "the dinner", "before", date(2024, 5, 18))
ask("Was the draft sent before the talk?", "sending the draft", "before", "Ana's talk")
ask("Is 1 May before 2 May?", MAY_DAY, "before", date(2024, 5, 2))

heading("When are the call and the dinner?")
print(f"- The call starts at {memory.earliest(('the call', 'start')):%H:%M} here.")
print(f"- The dinner starts on {memory.earliest(('the dinner', 'start')):%d %B at %H:%M} or later,")
print(f"  and is over by {memory.latest(('the dinner', 'end')):%d %B at %H:%M}.")
print(f"- It lasts {memory.duration('the dinner')}.")
gap = memory.distance(("the dinner", "end"), ("the review", "start"))
print(f"- Between the dinner and the review there are {gap}.")

# ---- a contradiction -------------------------------------------------------------------------

heading("A contradiction")
print("- Dan says that the dinner was after the review.")
try:
    memory.add("the dinner", "after", "the review", source="Dan")
except ContradictionError as error:
    print("- That cannot be, with what I know from before:")
    for link in error.conflict.against:
        print(f"    {link.source}: {link}")
    print("  So I did not believe it. Tell me which of these is wrong, and I will forget that one.")
print("- Ben was wrong about the two days, says Ana.")
memory.retract("Ben")
memory.add("the dinner", "after", "the review", source="Dan")
ask("Is the dinner after the talk?", "the dinner", "after", "Ana's talk")

# ---- dates that nobody is sure of ------------------------------------------------------------

heading("Old letters, with the dates of an archive")
letters = {"from Rome": "1850~", "from Vienna": "1849-05/1849-07", "from Paris": "184X",
           "from Pest": "1849-03", "on a marriage": "1849-21"}  # fmt: skip
for name in in_certain_order(letters, key=lambda name: letters[name]):
    print(f"- The letter {name} is dated {letters[name]}.")
order = compare(letters["from Pest"], letters["from Vienna"])
print(f"- Is the one from Pest before the one from Vienna? {str(order.before).capitalize()}.")
plain, written = (compare("1850~", "2020", as_written=so).before for so in (False, True))
why = When("1850~").qualities()[0]
print(f"- Is the one from Rome older than 2020? {str(plain).capitalize()}; {written} as written,"
      f" since {why}.")  # fmt: skip
print(f"- May is before June: {memory.ask(Period('2024-05'), 'before', Period('2024-06'))}.")
