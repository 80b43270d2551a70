"""``timegraph check``: what is wrong with annotations, and which links contradict which."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from timegraph._wording import counted
from timegraph.checking.document import (
    CheckedDocument,
    Selection,
    check_documents,
    failed_document,
    write_repaired,
)
from timegraph.commands.shared.command import BadUsage, Call, command_with
from timegraph.commands.shared.lazy_group import added
from timegraph.commands.shared.named_documents import (
    DocumentPaths,
    NamedDocument,
    check_folder,
    each_document,
    paths_or_tables,
)
from timegraph.commands.shared.options import (
    ShownRules,
    findings_format,
    interpretation_options,
    of_call,
    path_option,
    rule_options,
    switch,
)
from timegraph.commands.shared.terminal import Messages
from timegraph.dates.tables import DATE_RULES, MEMORY_RULES, check_memory, check_table
from timegraph.findings import SEVERITIES, Severity
from timegraph.options import Interpretation
from timegraph.report.documents import check_report, dates_report
from timeml import TimeMLError

_EPILOG = """\b
Examples (from the project root):
  timegraph check examples/kit/gold
  timegraph check --repair --output-repaired clean examples/kit/systems/hasty
  timegraph check --select contradiction --format github examples/kit
  timegraph check --from dates --order birth,death people.csv
  timegraph check --one-object employer memory.jsonl  # a memory's export

In folders and their subfolders the files that end in .tml are checked; a file that is named
whatever its ending. Links are taken in file order; one that contradicts those before it is left
out, and shown with the shortest chain of links that it contradicts. "Faults in reading" are
annotations that reading left out or could only guess at; each is a finding.

Exit code 0: no error and no warning is shown; 1: some are, or a document could not be read;
2: bad usage, or there was nothing to check.
"""


_REPAIR_SECONDS = 2.0
"""How long a repair is searched for where a document may take any time."""


@command_with(
    paths_or_tables(),
    interpretation_options(Interpretation(on_conflict="drop-link")),
    switch(
        "--repair",
        "Also show a smallest set of links to leave out, so that the others agree; it is "
        "searched for half of --time-limit in each document, or 2 s.",
    ),
    path_option(
        "--output-repaired DIR",
        "With --repair, write the documents that lost links to DIR, without these links.",
        called="folder",
    ),
    rule_options(SEVERITIES, "timex-*", "docs/checks.md"),
    call=(
        findings_format(" markdown has the summary alone."),
        *of_call("messages jobs time-limit output"),
    ),
    epilog=_EPILOG,
    progress="checking",
)
def command(
    call: Call,
    *,
    documents: DocumentPaths,
    interpretation: Interpretation,
    repair: bool,
    folder: Path | None,
    shown: ShownRules,
) -> None:
    """Check the documents in each PATH: a file, a folder with its subfolders, an archive, or - for
    stdin."""
    if folder is not None:
        if not repair:
            raise BadUsage("--output-repaired goes with --repair")
        inputs = [Path(path) for path in documents.paths if path != "-"]
        folders = [(path if path.is_dir() else path.parent, str(path)) for path in inputs]
        check_folder(folder, folders, "--output-repaired")
    selection = Selection(shown.select, shown.ignore, shown.severity)
    if documents.tables:
        if repair:
            raise BadUsage("--repair is for documents, not for tables")
        _check_others(documents, shown, call)
        return
    named, failures = documents.open(call.messages, "nothing to check: no PATH holds a document")
    seconds = _REPAIR_SECONDS if call.time_limit is None else call.time_limit / 2
    # All links of long chains are shown, or only the first and the last ten.
    whole_chains = call.messages.verbosity == "verbose"
    checked = each_document(
        call,
        "checking",
        check_documents,
        ((document.load(), document.folder) for document in named),
        len(named),
        selection=selection,
        interpretation=interpretation,
        time_limit=seconds if repair else None,
        whole_chains=whole_chains,
    )
    if folder is not None:
        _write_repaired(named, checked, folder, call.messages)
    for failure in filter(None, (document.failure for document in checked)):
        call.messages.warn(failure)
    unusable = [failed_document(e.message, path=str(e.file), line=e.line) for e in failures]
    call.print(check_report(checked, unusable=unusable, most=shown.most, whole_chains=whole_chains))
    if repair and folder is None and call.output is not None:
        call.messages.warn(
            f"report written to {call.output}; --output-repaired DIR writes annotations"
        )
    call.finish(complete=not failures and all(document.clean for document in checked))


def _check_others(paths: DocumentPaths, shown: ShownRules, call: Call) -> None:
    """Check tables of dated facts, exports of memories, or columns of dates."""
    lowest = SEVERITIES.index(shown.severity or "warning")
    most, severities = shown.most, SEVERITIES[: lowest + 1]
    if paths.tables == "facts":
        rules = (paths.one_object, paths.one_subject)
        check_facts = added("checks of dated facts").check_facts
        check_facts(paths.paths, rules, call, most=most, severities=severities)
    else:
        _check_dates(paths, call, most=most, severities=severities)


def _check_dates(
    tables: DocumentPaths, call: Call, *, most: int, severities: Sequence[Severity]
) -> None:
    memories = tables.tables == "memory"
    checked = []
    for path in tables.paths:
        try:
            data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
            text = data.decode("utf-8")
            if memories:
                table = check_memory(
                    text, path=path, rules=tables.rules, columns_as=tables.columns_as
                )
            else:
                table = check_table(text, path=path, order=tables.order)
            checked.append(table)
        except TimeMLError as error:
            call.messages.warn(str(TimeMLError(error.message, file=path, line=error.line)))
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            call.messages.warn(f"{path}: {reason}")
    if not checked:
        raise BadUsage("nothing to check: no PATH is a table of dates")
    rules = MEMORY_RULES if memories else DATE_RULES
    call.print(dates_report(checked, rules=rules, most=most, severities=severities))
    findings = [finding for table in checked for finding in table.findings]
    clean = all(finding.severity == "note" for finding in findings)
    call.finish(complete=clean and len(checked) == len(tables.paths))


def _write_repaired(
    documents: Sequence[NamedDocument],
    checked: Sequence[CheckedDocument],
    folder: Path,
    messages: Messages,
) -> None:
    repairs = {document.path: document.repairs.smallest for document in checked if document.repairs}
    if not repairs:
        messages.warn("no document has contradictions; nothing is written")
        return
    sources = (document.load() for document in documents if document.path in repairs)
    written = write_repaired(sources, checked, folder)
    removed = sum(len(smallest.links) for smallest in repairs.values())
    number, links = counted(len(written), "document"), counted(removed, "link")
    messages.warn(f"{folder}: {number} written, without {links}")
