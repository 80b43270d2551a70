"""Folders out: several files that a command writes, each completely or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click

from timegraph._files import write_bytes
from timegraph.commands.shared.command import BadUsage
from timegraph.commands.shared.options import path_option
from timegraph.corpus.runner import ARCHIVES


def output_folder_option(metavar: str = "DIR") -> click.Option:
    """The option ``--output`` of commands that always write several files; the command receives
    ``target``."""
    help = "The folder to write to; it is made if it does not exist."
    return path_option(f"--output {metavar}", help, called="target", required=True)


def check_folder(
    output: Path, inputs: Sequence[tuple[Path, str]] = (), option: str = "--output"
) -> None:
    """Raise :class:`BadUsage` if ``output`` cannot be a folder for new files, or is one of the
    ``inputs``, each with its name in errors."""
    if output.exists() and not output.is_dir():
        raise BadUsage(f"{option} {output}: is a file; give a folder")
    for path, what in inputs:
        if output.exists() and path.exists() and output.samefile(path):
            raise BadUsage(f"{option} {output}: is {what}'s own folder; its files would be lost")


def check_no_input(target: Path, inputs: Iterable[str | Path]) -> None:
    """Raise :class:`BadUsage` if a file that is about to be written is one of the inputs."""
    if target.exists() and any(os.path.exists(path) and target.samefile(path) for path in inputs):
        raise BadUsage(f"--output {target.parent}: its {target.name} is read; give another folder")


def check_merged(output: Path, annotators: Iterable[Path], texts: str | None) -> None:
    """As :func:`check_folder`, for ``--merged`` with annotators' documents and the ``texts`` that
    these take. A file is its folder's, and a folder may be one of several annotators in another."""
    owners = [] if texts is None else [(Path(texts), "a text")]
    for path in annotators:
        if path.is_file() and not path.name.lower().endswith(ARCHIVES):
            path = path.parent
        elif path.resolve() in output.resolve().parents:
            path = output
        owners.append((path, "an annotator"))
    check_folder(output, owners, "--merged")


def check_name(name: str) -> None:
    """Raise :class:`BadUsage` unless a document of this name has its file within the folder that is
    written to. Names come from files, too, and need not be those of files."""
    path = Path(name)
    if not path.parts or path.anchor or ".." in path.parts or "\0" in name:
        raise BadUsage(
            f"document {name!r}: its file would be outside the folder that is written to; rename it"
        )


def write_files(output: Path, files: Mapping[str, bytes]) -> None:
    """Write each file under ``output`` by its relative path; folders are made as needed. Raises
    :class:`BadUsage` for a path that :func:`check_name` refuses, and then writes nothing."""
    for name in files:
        check_name(name)
    output.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        target = output / name
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes([data], target)
