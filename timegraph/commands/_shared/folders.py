"""Folders out: several files that a command writes, each completely or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from timegraph.commands._shared.declaring import path_option
from timegraph.commands._shared.files import BadUsage, write_bytes

__all__ = ["check_folder", "output_folder_option", "write_files"]


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


def write_files(output: Path, files: Mapping[str, bytes]) -> None:
    """Write each file under ``output`` by its relative path; folders are made as needed."""
    for name, data in files.items():
        target = output / name
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes([data], target)
