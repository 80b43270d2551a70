"""Drawing questions from gold: the number and the shares asked for, as far as gold has them.

Provisional: names here may still change in a minor release.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

from timegraph._pace.limits import TimeLimitError, time_limit
from timegraph.allen import Allen
from timegraph.answer import Answer
from timegraph.documents.build import label_for, relation_for
from timegraph.links import ContradictionError
from timegraph.options import Interpretation
from timegraph.proofs import Proof, explain
from timegraph.qa.contradictions import Statement
from timegraph.task.drawing.pool import Candidate, Cell, Pool, Shares, recombined, slots
from timegraph.task.question_sets.gold_answers import Gathered
from timeml import Collection, Document, RelType, TimeMLError

__all__ = ["Drawn", "DrawnDocument", "Shares", "draw_questions"]

# Which part of what is asked is given up first where gold does not have it.
_GIVEN_UP = ("relation", "answer")


@dataclass(frozen=True)
class DrawnDocument:
    """A gold document with the questions drawn from it, in the order of the draw."""

    name: str
    document: Document
    questions: tuple[tuple[Candidate, Proof], ...]

    def __repr__(self) -> str:
        return f"<DrawnDocument {self.name}: {len(self.questions)} questions>"


@dataclass(frozen=True)
class Drawn:
    """The questions drawn, by document in the order of gold. ``asked`` are the cells that were
    wanted; ``warnings`` name the documents that cannot be read."""

    documents: tuple[DrawnDocument, ...]
    asked: tuple[Cell, ...]
    shares: Shares
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Drawn: {len(self.questions)} questions of {len(self.documents)} documents>"

    @property
    def questions(self) -> tuple[Candidate, ...]:
        """All questions."""
        return tuple(question for document in self.documents for question, _ in document.questions)


def draw_questions(
    gold: Collection,
    *,
    number: int,
    shares: Shares,
    seed: int = 0,
    allow_implied: bool = False,
    interpretation: Interpretation = Interpretation(),
    progress: Callable[[str], object] | None = None,
    seconds: float | None = None,
) -> Drawn:
    """Draw ``number`` questions from the documents of ``gold``, as evenly from all as they allow.

    Answers are those of the graph that ``interpretation`` makes of a document. A pair of entities
    is asked about once, and a question is passed over if the answers drawn before it determine it,
    unless ``allow_implied``. Where gold does not have what ``shares`` ask for, as few parts of it
    as possible are given up: the relation before the answer, for which another one with a share is
    taken; where that does not suffice, there are fewer questions.
    The same ``seed`` gives the same questions. ``progress`` is called for each question. Nothing
    is drawn from a document whose links are not closed within so many ``seconds``.
    """
    random = Random(seed)
    relations = tuple(shares.relations) or tuple(map(label_for, Allen))
    draw = _Draw(gold, relations, interpretation, random, shares, allow_implied, seconds)
    cells = slots(shares, number, random)
    missing: list[Cell] = []
    for cell in cells:
        if not draw.fill(cell):
            missing.append(cell)
        if progress is not None:
            progress("")
    for step in (_recombine, _exchange, _give_up):
        missing = step(draw, missing)
    return Drawn(draw.documents(), tuple(cells), shares, tuple(draw.warnings))


@dataclass
class _Source:
    """A document of gold, and what has been drawn from it."""

    name: str
    order: float
    pool: Pool | None = None
    drawn: list[Candidate] = field(default_factory=list)
    gathered: Gathered | None = None
    unreadable: bool = False


class _Draw:
    def __init__(
        self,
        gold: Collection,
        relations: Sequence[RelType],
        interpretation: Interpretation,
        random: Random,
        shares: Shares,
        allow_implied: bool,
        seconds: float | None,
    ) -> None:
        self._gold = gold
        self._relations = relations
        self._interpretation = interpretation
        self._allow_implied = allow_implied
        self._seconds = seconds
        self.random = random
        self.shares = shares
        self._sources = [_Source(name, random.random()) for name in gold.names]
        self._exhausted: set[Cell] = set()
        self.warnings: list[str] = []

    def fill(self, cell: Cell) -> tuple[_Source, Candidate] | None:
        """Draw a question for the cell from the document that has the fewest; ``None`` if no
        document has one."""
        if cell in self._exhausted:
            return None
        for source in sorted(self._sources, key=lambda source: (len(source.drawn), source.order)):
            pool = self._pool(source)
            while pool is not None:
                candidate = pool.take(cell, self.random)
                if candidate is None:
                    break
                if self._allow_implied or not self._follows(source, candidate):
                    source.drawn.append(candidate)
                    if source.gathered is not None and candidate.answer is not Answer.UNKNOWN:
                        source.gathered.add(self._statement(candidate))
                    return source, candidate
                pool.put_back(candidate)
        self._exhausted.add(cell)
        return None

    def exhausted(self, cell: Cell) -> bool:
        """Whether it is known that no document has a question for the cell."""
        return cell in self._exhausted

    def take_out(self, source: _Source, candidate: Candidate) -> None:
        """Undo a draw."""
        assert source.pool is not None
        source.drawn.remove(candidate)
        source.gathered = None
        source.pool.put_back(candidate)

    def release(self, source: _Source, candidate: Candidate) -> None:
        """Let the pair of a question that was taken out be drawn again."""
        assert source.pool is not None
        source.pool.restore(candidate)
        self._exhausted.clear()

    def put_in(self, source: _Source, candidate: Candidate, place: int) -> None:
        """Undo :meth:`take_out`."""
        assert source.pool is not None
        source.drawn.insert(place, candidate)
        source.gathered = None
        source.pool.reserve(candidate)

    def drawn(self) -> Iterator[tuple[_Source, Candidate]]:
        """All questions with their documents, in the order of gold."""
        return ((source, candidate) for source in self._sources for candidate in source.drawn)

    def documents(self) -> tuple[DrawnDocument, ...]:
        """The result."""
        documents = []
        for source in self._sources:
            pool = source.pool
            if pool is not None and source.drawn:
                proofs = (
                    explain(pool.graph, candidate.a, self._meaning(candidate.relation), candidate.b)
                    for candidate in source.drawn
                )
                questions = tuple(zip(source.drawn, proofs, strict=True))
                documents.append(DrawnDocument(source.name, pool.document, questions))
        return tuple(documents)

    def _pool(self, source: _Source) -> Pool | None:
        if source.pool is None and not source.unreadable:
            try:
                document = self._gold.read(source.name)
            except (OSError, TimeMLError) as error:
                source.unreadable = True
                self.warnings.append(str(error))
                return None
            try:
                with time_limit(self._seconds):
                    pool = Pool(
                        document, self._interpretation, self._relations, self.shares.asked_answers
                    )
                    len(pool.graph.conflicts)  # closes the links
                source.pool = pool
            except TimeLimitError as error:
                source.unreadable = True
                self.warnings.append(f"{source.name}: {error}")
            except ContradictionError as error:
                source.unreadable = True
                self.warnings.append(f"{source.name}: {error.conflict}")
        return source.pool

    def _meaning(self, relation: RelType) -> Allen:
        return relation_for(relation, during=self._interpretation.during)

    def _follows(self, source: _Source, candidate: Candidate) -> bool:
        """Whether the answers drawn before determine it. What gold leaves open never follows from
        what it gives."""
        if candidate.answer is Answer.UNKNOWN:
            return False
        if source.gathered is None:
            source.gathered = Gathered(
                self._statement(drawn)
                for drawn in source.drawn
                if drawn.answer is not Answer.UNKNOWN
            )
        return source.gathered.imply(self._statement(candidate))

    def _statement(self, drawn: Candidate) -> Statement:
        relation = self._meaning(drawn.relation)
        return Statement(drawn.a, relation, drawn.b, drawn.answer is Answer.YES)


def _recombine(draw: _Draw, missing: list[Cell]) -> list[Cell]:
    """Combine what the missing cells ask for in other ways that gold has."""
    left = list(missing)
    progress = True
    while left and progress:
        progress = False
        for cell in recombined(left):
            rest = _without(left, cell)
            if rest is not None and draw.fill(cell):
                left, progress = rest, True
                break
    return left


def _without(cells: list[Cell], cell: Cell) -> list[Cell] | None:
    """The cells after one of them was made ``cell`` by exchanging values with others, without it;
    ``None`` if that cannot be."""
    left = list(cells)
    first = next((k for k, open_cell in enumerate(left) if open_cell.answer is cell.answer), None)
    if first is None:
        return None
    spare = left.pop(first)
    if spare.relation == cell.relation:
        return left
    for k, open_cell in enumerate(left):
        if open_cell.relation == cell.relation:
            left[k] = replace(open_cell, relation=spare.relation)
            return left
    return None


def _exchange(draw: _Draw, missing: list[Cell]) -> list[Cell]:
    """Make room: replace a question drawn already by two others that have, together with it, what
    is asked for."""
    left: list[Cell] = []
    hopeless: set[Cell] = set()
    for cell in missing:
        if cell not in hopeless and _make_room(draw, cell):
            hopeless.clear()
        else:
            hopeless.add(cell)
            left.append(cell)
    return left


def _make_room(draw: _Draw, cell: Cell) -> bool:
    drawn: dict[Cell, list[tuple[_Source, Candidate]]] = {}
    for source, candidate in draw.drawn():
        relation = candidate.relation if draw.shares.weighted else None
        drawn.setdefault(Cell(candidate.answer, relation), []).append((source, candidate))
    for drawn_cell, several in drawn.items():
        # The other two cells that have, together, what these two have together.
        mine = Cell(cell.answer, drawn_cell.relation)
        other = Cell(drawn_cell.answer, cell.relation)
        if mine in (cell, drawn_cell):
            continue
        for source, candidate in several:
            if draw.exhausted(mine) or draw.exhausted(other):
                break
            if _replaced(draw, mine, other, source, candidate):
                return True
    return False


def _replaced(draw: _Draw, cell: Cell, other: Cell, source: _Source, candidate: Candidate) -> bool:
    """Whether questions for both cells can be drawn instead of this one, which is done then."""
    place = source.drawn.index(candidate)
    draw.take_out(source, candidate)
    first = draw.fill(cell)
    if first is not None:
        if draw.fill(other) is not None:
            draw.release(source, candidate)
            return True
        draw.take_out(*first)
    draw.put_in(source, candidate, place)
    return False


def _give_up(draw: _Draw, missing: list[Cell]) -> list[Cell]:
    """Draw what gold has, with as few parts of what is asked for given up as possible."""
    left = list(missing)
    for count in range(1, len(_GIVEN_UP) + 1):
        for parts in combinations(_GIVEN_UP, count):
            given_up: Mapping[str, None] = dict.fromkeys(parts)
            left = [cell for cell in left if not draw.fill(replace(cell, **given_up))]
    return left
