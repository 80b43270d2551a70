"""``timegraph decode``: the consistent annotation of greatest weight."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path

import click

from timegraph._wording import counted
from timegraph.commands._decoding import (
    Results,
    Written,
    are_votes,
    candidates_in,
    open_voters,
    written_options,
)
from timegraph.commands.shared.command import BadUsage, Bundle, Call, command_with
from timegraph.commands.shared.corpus_options import Chosen, corpus_options
from timegraph.commands.shared.named_documents import open_workers
from timegraph.commands.shared.options import (
    align_options,
    choice_option,
    format_option,
    interpretation_options,
    message_options,
    most_option,
    option,
    output_option,
    parallel_options,
    path_argument,
    switch,
)
from timegraph.commands.shared.terminal import listing, progress
from timegraph.corpus import Progress
from timegraph.decoding import MODES, CandidateError, Mode, decode_documents
from timegraph.labels import Scheme
from timegraph.options import CHOICES, Interpretation
from timegraph.report import Format
from timegraph.report.formats import RECORD_FORMATS
from timegraph.scoring import Notice
from timegraph.scoring.agreement.compare import Votes
from timegraph.scoring.agreement.measure import decode_texts
from timegraph.scoring.signature import faulty
from timeml.normalize import AlignBy

_EPILOG = """\b
Examples (from the project root):
  timegraph decode examples/decoding/votes.jsonl --labels matres
  timegraph decode examples/decoding/votes.jsonl --labels matres \\
      --mode links --why
  timegraph decode examples/agreement/ada examples/agreement/ben
  timegraph decode examples/agreement/* --merged best  # a folder

VOTES.jsonl has a line of JSON for each pair, those of a document in a row: {"document": "d", "a":
"e1", "b": "e2", "weights": {"BEFORE": 4, "AFTER": 1}}; or for each candidate, with "label",
"weight" and, if you like, "source". Of several files each is a source. Documents of one name are
annotations of one text, and so are files of one document each. Each of their links is a vote, or
weighs what its attribute weight says. CSV and JSON have the labels, text what was given up.
docs/decoding.md says what the modes mean.

Exit code 0: proven to be the best; 1: the time was up for some document, whose result may not be
the best (its gap is printed), an annotation is missing or cannot be read, or the format of --to
cannot represent all of the documents; 2: bad usage.
"""


@dataclass(frozen=True, slots=True)
class _Inputs:
    """Files of votes or annotators, and which of their documents."""

    paths: tuple[Path, ...]
    corpus: Chosen

    def are_votes(self) -> bool:
        """Whether the paths are files of votes. Raises :class:`BadUsage` if only some are."""
        votes = [self.corpus.format is None and are_votes(path) for path in self.paths]
        if any(votes) and not all(votes):
            some, other = self.paths[votes.index(True)], self.paths[votes.index(False)]
            raise BadUsage(f"{some} is a file of votes, {other} is not; give only one kind")
        return all(votes)


@dataclass(frozen=True, slots=True)
class _Search:
    """How annotations are read, what is searched among which weights, and how long."""

    align_by: AlignBy | None
    interpretation: Interpretation
    mode: Mode | None
    seconds: float | None

    def scheme(self) -> Scheme:
        """What the labels of votes mean, which do not say so themselves."""
        if self.interpretation.labels == "document":
            raise BadUsage("say what the labels of the votes mean: --labels SCHEME, such as matres")
        return self.interpretation.scheme("")


@dataclass(frozen=True, slots=True)
class _Shown:
    """What is printed of labels that were given up, and the format."""

    why: bool
    most: int
    format_: Format


@command_with(
    Bundle(
        "inputs",
        (
            path_argument("paths", "VOTES.jsonl|ANNOTATOR...", nargs=-1, required=True),
            corpus_options(),
        ),
        _Inputs,
    ),
    Bundle(
        "search",
        (
            interpretation_options(without=[name for name in CHOICES if name != "labels"]),
            choice_option(
                "--mode MODE",
                MODES,
                "What an annotation is: closed under what it entails, any consistent links, or an "
                "order.  [default: closed; links for documents whose labels compare intervals]",
            ),
            align_options("the first annotator's"),
            option(
                "--time-limit SECONDS",
                "How long to search in each document; then the best found, with its bound.",
                called="seconds",
                type=click.FloatRange(min=0),
            ),
        ),
        _Search,
    ),
    written_options,
    Bundle(
        "shown",
        (
            switch("--why", "Name the chosen links that exclude each label that was given up."),
            most_option,
            format_option,
        ),
        _Shown,
    ),
    call=(
        parallel_options.without("time_limit"),
        message_options,
        output_option,
    ),
    epilog=_EPILOG,
    progress="decoding",
)
def command(
    call: Call, *, inputs: _Inputs, search: _Search, written: Written, shown: _Shown
) -> None:
    """Find the consistent annotation of greatest weight, from the votes or scores of models, runs
    or annotators, with a proven bound of how much better any other could be."""
    votes = inputs.are_votes()
    written.check(() if votes else inputs.paths, inputs.corpus.texts)
    results = Results(shown.why, shown.most, shown.format_ in RECORD_FORMATS)
    decode = _decode_votes if votes else _decode_documents
    with open_workers(call.parallel) as workers, progress("decoding") as step:
        complete = decode(call, inputs, search, written, results, workers["executor"], step)
    complete = written.write(call.messages) and complete
    call.print(results.report(), shown.format_)
    call.finish(complete=complete and results.optimal)


def _decode_votes(
    call: Call,
    inputs: _Inputs,
    search: _Search,
    written: Written,
    results: Results,
    executor: Executor | None,
    step: Progress | None,
) -> bool:
    """Decode files of votes; whether nothing was left out."""
    scheme = search.scheme()
    try:
        for document, decoded in decode_documents(
            candidates_in(inputs.paths, scheme),
            labels=scheme,
            mode=search.mode or "closed",
            time_limit=search.seconds,
            executor=executor,
        ):
            if step is not None:
                step("" if document is None else str(document))
            results.add(document, decoded)
            written.add_votes(document, decoded, scheme, inputs.corpus.base)
    except CandidateError as error:
        raise BadUsage(f"{', '.join(map(str, inputs.paths))}: {error}") from None
    return True


def _decode_documents(
    call: Call,
    inputs: _Inputs,
    search: _Search,
    written: Written,
    results: Results,
    executor: Executor | None,
    step: Progress | None,
) -> bool:
    """Decode the links of annotators; whether nothing was missing or unusable."""
    voters = open_voters(inputs.paths, inputs.corpus, call.messages)
    votes: list[Votes] = []
    notices: dict[Notice, None] = {}
    complete = voters.complete
    for text in decode_texts(
        voters.texts,
        voters.names,
        interpretation=search.interpretation,
        align_by=search.align_by,
        mode=search.mode,
        time_limit=search.seconds,
        executor=executor,
        progress=step,
    ):
        if text.decoded is not None and text.document is not None:
            results.add(text.name, text.decoded)
            written.add(text.name, text.document)
        votes.append(replace(text.votes, candidates=()))
        notices.update(dict.fromkeys(text.notices))
        complete = complete and not text.incomplete
    if not results.texts:
        first = f"; the first: {next(iter(notices)).message}" if notices else ""
        raise BadUsage(f"no document can be decoded{first}")
    call.messages.notices("voters", tuple(notices))
    call.messages.warn(_weights_in_words(voters.names, votes))
    return complete and not faulty(notices)


def _weights_in_words(names: Sequence[str], votes: Sequence[Votes]) -> str:
    """Who voted, and what a link weighs."""
    links, weighed, unplaced = (
        sum(getattr(vote, name) for vote in votes) for name in ("links", "weighed", "unplaced")
    )
    who = f"{counted(len(names), 'voter')} ({listing(names, 60)})"
    what = "each link is a vote"
    if weighed:
        what = "links weigh what their attribute weight says"
        if weighed < links:
            what += f"; {links - weighed:,} have none and are one vote each"
    if unplaced:
        what += f"; {counted(unplaced, 'link')} left out, of entities that the first voter lacks"
    return f"{who}: {what}"
