"""HTTP with a bound: no answer is read beyond `MAX_ANSWER_BYTES`, and none later than its deadline.

The libraries read whatever a server sends, for as long as it sends.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Any, override

import httpx2
from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.exceptions import ReadTimeoutError
from botocore.httpsession import URLLib3Session

MAX_ANSWER_BYTES = 200_000
CONNECT_SECONDS = 5.0
_CHUNK_BYTES = 16_384


class Oversize(Exception):
    """An answer is longer than `MAX_ANSWER_BYTES`."""


class BoundedTransport(httpx2.AsyncHTTPTransport):
    """Reads answers up to the bound. `exceeded`: one was longer, which the SDKs report as a broken connection."""

    exceeded = False

    @override
    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if self.exceeded:  # asking again would be answered at the same length
            raise Oversize
        response = await super().handle_async_request(request)
        assert isinstance(response.stream, httpx2.AsyncByteStream)  # noqa: S101 - the asynchronous transport's own
        response.stream = _Bounded(response.stream, self)
        return response


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, transport: BoundedTransport) -> None:
        self._stream = stream
        self._transport = transport

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > MAX_ANSWER_BYTES:
                self._transport.exceeded = True
                raise Oversize
            yield chunk

    @override
    async def aclose(self) -> None:
        await self._stream.aclose()


class BoundedSender:
    """Sends botocore's requests with a bound on the size and the time of a whole answer, which botocore does not have.

    Registered for `before-send`, whose handlers may answer a request themselves. Without this the thread of a call that
    was given up would go on for as long as the server drips.
    """

    exceeded = False

    def __init__(self, seconds: float) -> None:
        self._ends_at = time.monotonic() + seconds
        self._session = URLLib3Session(timeout=(min(CONNECT_SECONDS, seconds), seconds))  # type: ignore[arg-type]  # takes a pair, too

    def __call__(self, request: AWSPreparedRequest, **_event: Any) -> AWSResponse:
        """Send the request and read the whole answer. Raises `Oversize`, and `ReadTimeoutError` after the deadline."""
        request.stream_output = True
        response = self._session.send(request)
        try:
            return _Read(response, self._read(response))
        finally:
            response.raw.close()
            self._session.close()

    def _read(self, response: AWSResponse) -> bytes:
        content = bytearray()
        for chunk in response.raw.stream(_CHUNK_BYTES):
            content += chunk
            if len(content) > MAX_ANSWER_BYTES:
                self.exceeded = True
                raise Oversize
            if time.monotonic() > self._ends_at:
                raise ReadTimeoutError(endpoint_url=response.url)
        return bytes(content)


class _Read(AWSResponse):
    def __init__(self, response: AWSResponse, content: bytes) -> None:
        super().__init__(response.url, response.status_code, response.headers, response.raw)  # type: ignore[arg-type]  # as it came
        self._content = content
