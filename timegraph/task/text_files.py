"""Text files as people write them: UTF-8 with any line ends."""

from __future__ import annotations

from timeml import TimeMLError

__all__ = ["decoded"]


def decoded(data: bytes, file: str) -> str:
    """The text of a file in UTF-8, with or without byte order mark. Lines end in line feeds, as
    XML has them, whatever ends them in the file.

    Raises :class:`timeml.TimeMLError` that names file and line for another encoding.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise TimeMLError("is UTF-16; save it as UTF-8", file=file, line=1)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        what = f"byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise TimeMLError(what, file=file, line=before.count(b"\n") + 1) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")
