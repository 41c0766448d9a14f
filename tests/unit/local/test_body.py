from email.message import Message
from io import BytesIO

import pytest

from local.body import BadBody, BodyTooLarge, read_body

LIMIT_BYTES = 16


def headers(*pairs: tuple[str, str]) -> Message:
    message = Message()
    for name, value in pairs:
        message[name] = value
    return message


CHUNKED = headers(("Transfer-Encoding", "chunked"))


def test_body_is_none_when_nothing_announces_one() -> None:
    stream = BytesIO(b"GET /next HTTP/1.1")

    body = read_body(headers(), stream, limit_bytes=LIMIT_BYTES)

    assert body is None
    assert stream.tell() == 0


@pytest.mark.parametrize("content", [b"", b"hello", b"x" * LIMIT_BYTES])
def test_body_is_read_to_its_length_and_no_further(content: bytes) -> None:
    stream = BytesIO(content + b"GET /next")

    body = read_body(headers(("Content-Length", str(len(content)))), stream, limit_bytes=LIMIT_BYTES)

    assert body == content
    assert stream.read() == b"GET /next"


@pytest.mark.parametrize(
    "wire",
    [
        b"5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n",
        b"B;name=value\r\nhello world\r\n0\r\n\r\n",
        b"00b\r\nhello world\r\n0\r\nX-Trailer: 1\r\nX-Other: 2\r\n\r\n",
    ],
)
def test_body_is_put_together_when_it_comes_in_chunks(wire: bytes) -> None:
    stream = BytesIO(wire + b"GET /next")

    body = read_body(CHUNKED, stream, limit_bytes=LIMIT_BYTES)

    assert body == b"hello world"
    assert stream.read() == b"GET /next"


def test_body_is_refused_unread_when_its_length_is_over_the_limit() -> None:
    stream = BytesIO(b"x" * (LIMIT_BYTES + 1))

    with pytest.raises(BodyTooLarge):
        read_body(headers(("Content-Length", str(LIMIT_BYTES + 1))), stream, limit_bytes=LIMIT_BYTES)

    assert stream.tell() == 0


def test_body_is_refused_when_its_chunks_together_are_over_the_limit() -> None:
    with pytest.raises(BodyTooLarge):
        read_body(CHUNKED, BytesIO(b"9\r\n123456789\r\n8\r\n12345678\r\n0\r\n\r\n"), limit_bytes=LIMIT_BYTES)


@pytest.mark.parametrize(
    "announced",
    [
        headers(("Content-Length", "5"), ("Transfer-Encoding", "chunked")),
        headers(("Content-Length", "5"), ("Content-Length", "5")),
        headers(("Content-Length", "-5")),
        headers(("Content-Length", "+5")),
        headers(("Content-Length", "5_0")),
        headers(("Content-Length", "")),
        headers(("Transfer-Encoding", "gzip, chunked")),
        headers(("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")),
    ],
)
def test_body_is_bad_when_its_framing_is_ambiguous(announced: Message) -> None:
    with pytest.raises(BadBody):
        read_body(announced, BytesIO(b"5\r\nhello\r\n0\r\n\r\n"), limit_bytes=LIMIT_BYTES)


@pytest.mark.parametrize(
    "wire", [b"", b"5\r\nhel", b"x\r\n", b"-1\r\n", b"0x5\r\nhello\r\n", b"5\r\nhello!\r\n", b"5\r\nhello\r\n0\r\n"]
)
def test_body_is_bad_when_a_chunk_is_broken(wire: bytes) -> None:
    with pytest.raises(BadBody):
        read_body(CHUNKED, BytesIO(wire), limit_bytes=LIMIT_BYTES)


def test_body_is_bad_when_the_client_stops_half_way() -> None:
    with pytest.raises(BadBody):
        read_body(headers(("Content-Length", "5")), BytesIO(b"hel"), limit_bytes=LIMIT_BYTES)
