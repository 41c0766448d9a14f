"""Reads the body of an HTTP/1.1 request off its connection (RFC 9112 6 and 7), up to a limit."""

from __future__ import annotations

from email.message import Message
from io import BufferedIOBase

MAX_CHUNK_LINE_BYTES = 1024


class BadBody(Exception):
    """The framing is wrong, or the client went away; the connection can't be used any further."""


class BodyTooLarge(Exception):
    """The body is longer than the limit; the rest of it has not been read."""


def read_body(headers: Message, stream: BufferedIOBase, *, limit_bytes: int) -> bytes | None:
    """The whole body, decoded if it came in chunks; None when the request has none.

    Raises:
        BadBody: bad framing; also both a length and chunks, or two lengths: the classic request smuggling.
        BodyTooLarge: the body is longer than `limit_bytes`; raised before the excess is read.
    """
    lengths = headers.get_all("Content-Length", [])
    encodings = headers.get_all("Transfer-Encoding", [])
    if encodings and (lengths or [encoding.strip().lower() for encoding in encodings] != ["chunked"]):
        raise BadBody("ambiguous framing")
    if encodings:
        return _read_chunks(stream, limit_bytes)
    if not lengths:
        return None
    length = announced_length(headers)
    if length > limit_bytes:
        raise BodyTooLarge
    return _read_exactly(stream, length)


def announced_length(headers: Message) -> int:
    """The number in `Content-Length`; 0 without one. Raises `BadBody`: two of them, or no number."""
    lengths = headers.get_all("Content-Length", ["0"])
    if len(lengths) > 1 or not (lengths[0].isascii() and lengths[0].isdigit()):
        raise BadBody("no single length")
    return int(lengths[0])


def _read_chunks(stream: BufferedIOBase, limit_bytes: int) -> bytes:
    body = bytearray()
    while size := _chunk_size(stream):
        if len(body) + size > limit_bytes:
            raise BodyTooLarge
        body += _read_exactly(stream, size)
        if _read_exactly(stream, 2) != b"\r\n":
            raise BadBody("a chunk is longer than announced")
    while _read_line(stream) not in {b"\r\n", b"\n"}:
        pass  # Trailers: allowed, and of no use to anybody here.
    return bytes(body)


def _chunk_size(stream: BufferedIOBase) -> int:
    digits = _read_line(stream).partition(b";")[0].strip()
    try:
        size = int(digits, 16)
    except ValueError:
        raise BadBody("no chunk size") from None
    if size < 0 or not digits.isalnum():
        raise BadBody("no chunk size")
    return size


def _read_line(stream: BufferedIOBase) -> bytes:
    line = stream.readline(MAX_CHUNK_LINE_BYTES)
    if not line.endswith(b"\n"):
        raise BadBody("an endless or broken line")
    return line


def _read_exactly(stream: BufferedIOBase, size: int) -> bytes:
    content = stream.read(size)
    if len(content) < size:
        raise BadBody("the client went away")
    return content
