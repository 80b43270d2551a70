"""Events that questions name: "he/she worked for the Mill", "Bo was the head coach", "the Mill"."""

from __future__ import annotations

import re

from timegraph.facts.questions.question_kinds import Event
from timegraph.facts.relations import key_of, read_statement, relation_name, relations_called

__all__ = ["OtherSubject", "read_clause"]

_PRONOUN = re.compile(
    r"(?:he/she|she/he|s/he|he\s+or\s+she|she\s+or\s+he|he|she|they|it|it/they|they/it|him|her|"
    r"them)",
    re.IGNORECASE,
)


_TERM = re.compile(
    r"(?:(?P<holder>\S.*?)(?:'s|(?<=s)')|his|her|their|its)\s+(?:term|tenure|time|period|reign)\s+"
    r"(?:of|as|in)\s+(?:the\s+)?(?:office\s+of\s+)?(?P<relation>\S.*)",
    re.IGNORECASE,
)


class OtherSubject(ValueError):
    """A clause about another subject than the question; its name is the argument."""


def read_clause(clause: str, subject: str) -> Event:
    """The event that ``clause`` names in a question about ``subject``.

    A clause with a verb of the table has its relation ("he worked for the Mill", "it was owned
    by Bo", "Bo was the headcoach"), and so has a term ("Bo's term as head coach");
    anything else is taken for the name of an object alone.
    Raises :class:`OtherSubject` for a clause about somebody else.
    """
    term = _TERM.fullmatch(clause)
    if term is not None:
        relation = term["relation"].removesuffix(f" of {subject}")
        if term["holder"] is None or _is_subject(term["holder"], subject):
            return Event("", relation)  # "her term as mayor"
        if relations_called(relation):
            return Event(relation_name(relation), term["holder"])
    statement = read_statement(clause)
    if statement is not None:
        if _is_subject(statement.subject, subject):
            return Event(statement.relation, statement.object)
        if _is_subject(statement.object, subject):
            # "when she owned the Mill": the relation is that of the Mill, not hers.
            raise OtherSubject(statement.subject)
    short = read_statement(f"{clause} of {subject}")
    if short is not None and _is_subject(short.subject, subject):
        return Event(short.relation, short.object)
    if statement is not None:
        raise OtherSubject(statement.subject)
    return Event("", clause)


def _is_subject(name: str, subject: str) -> bool:
    return _PRONOUN.fullmatch(name) is not None or key_of(name) == key_of(subject)
