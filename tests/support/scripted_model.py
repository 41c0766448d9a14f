"""A language model for tests: an HTTP server on this machine that says what it is told to, in three protocols.

It speaks OpenAI's chat completions (`/v1/chat/completions`), Anthropic's messages (`/v1/messages`) and Bedrock's
Converse (`/model/<id>/converse`), keeps every request, and can fail in each way in which models fail.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, override
from urllib.parse import unquote

Wire = Literal["openai", "anthropic", "bedrock"]
WIRES: tuple[Wire, ...] = ("openai", "anthropic", "bedrock")
OVERSIZE_BYTES = 2_000_000
FALSE_COUNT = 10**9
DRIPS = 40
REFUSAL = "I cannot help with that."


@dataclass(frozen=True)
class Asked:
    """A request, in the same words for all three protocols.

    `said` has the texts of all messages and of the tools' answers in order, `answers` only the latter.
    """

    wire: Wire
    model: str
    key: str
    system: str
    said: tuple[str, ...]
    answers: tuple[str, ...]
    tools: tuple[str, ...]
    body: dict[str, Any]

    @property
    def output_tool(self) -> str | None:
        """The name of the tool that takes a structured answer; None when the request has no such tool."""
        return next((name for name in self.tools if name.startswith("final_result")), None)


@dataclass(frozen=True)
class Says:
    """A reply: an answer in the asked shape, plain text, or calls of tools by name and arguments."""

    answer: Mapping[str, Any] | None = None
    text: str | None = None
    calls: tuple[tuple[str, Mapping[str, Any]], ...] = ()


Script = Callable[[Asked], Says]


@dataclass
class Fault:
    """The fault of an answer, by name; `none` is no fault. `seconds` is how long `hang` and `drip` take."""

    name: str = "none"
    seconds: float = 30.0


@dataclass
class ScriptedModel:
    """Answers each request by `script`, spoilt by `fault`; both may be changed at any time.

    `fault_of` chooses the fault of each request, where one is not enough.
    """

    script: Script = field(default=lambda _asked: Says(text="Nothing was scripted."))
    fault: Fault = field(default_factory=Fault)
    fault_of: Callable[[Asked], Fault] | None = None
    port: int = 0
    asked: list[Asked] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), type("Handler", (_Handler,), {"model": self}))
        self._server.daemon_threads = False  # so that its end waits for theirs, and no socket of theirs is left
        self.port = self._server.server_port
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def base_url(self, wire: Wire) -> str:
        """The base URL that a client of the protocol needs."""
        return f"http://127.0.0.1:{self.port}" + ("/v1" if wire == "openai" else "")

    def pause(self, seconds: float) -> None:
        """Wait, but not beyond the end of the server."""
        self._closing.wait(seconds)


def answering(answer: Mapping[str, Any]) -> Script:
    """A script that always gives this answer."""
    return lambda _asked: Says(answer=answer)


class _Handler(BaseHTTPRequestHandler):
    model: ScriptedModel
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = _read(self.path, body, self.headers.get("Authorization") or self.headers.get("X-Api-Key") or "")
        self.model.asked.append(asked)
        with suppress(ConnectionError):  # a client with a deadline hangs up
            self._answer(asked, self.model.fault_of(asked) if self.model.fault_of else self.model.fault)
        self.close_connection = True

    def _answer(self, asked: Asked, fault: Fault) -> None:
        match fault.name:
            case "hang":
                self.model.pause(fault.seconds)
            case "401" | "404" | "429" | "500":
                self._send(int(fault.name), _error(asked.wire, int(fault.name)))
            case "truncated":
                text = json.dumps(_reply(asked, self.model.script(asked)))
                self._send(200, text[: len(text) * 2 // 3])
            case "drip":
                self._send(200, json.dumps(_reply(asked, self.model.script(asked))), seconds=fault.seconds)
            case _:
                self._send(200, json.dumps(_spoilt(asked, self.model.script(asked), fault.name)))

    def _send(self, status: int, text: str, *, seconds: float = 0) -> None:
        content = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Connection", "close")
        if status == 429:
            self.send_header("Retry-After", "1")
        if status >= 400:
            self.send_header("x-amzn-ErrorType", _AMAZON_ERRORS[status])
        self.end_headers()
        step = len(content) // DRIPS + 1 if seconds else len(content)
        for start in range(0, len(content), step):
            self.wfile.write(content[start : start + step])
            self.model.pause(seconds / DRIPS)

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: the tests read `asked`."""


_AMAZON_ERRORS = {
    401: "AccessDeniedException",
    404: "ResourceNotFoundException",
    429: "ThrottlingException",
    500: "InternalServerException",
}
_ANTHROPIC_ERRORS = {401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error", 500: "api_error"}


def _error(wire: Wire, status: int) -> str:
    message = "It went wrong, says the model's server."
    if wire == "bedrock":
        return json.dumps({"message": message})
    return json.dumps({"type": "error", "error": {"type": _ANTHROPIC_ERRORS[status], "message": message}})


def _read(path: str, body: dict[str, Any], key: str) -> Asked:
    if path.endswith("/chat/completions"):
        tools = tuple(tool["function"]["name"] for tool in body.get("tools", ()))
        system = "\n".join(one["content"] for one in body["messages"] if one["role"] in {"system", "developer"})
        rest = [one for one in body["messages"] if one["role"] not in {"system", "developer"}]
        answers = tuple(one["content"] for one in rest if one["role"] == "tool")
        said = tuple(_texts([one["content"] for one in rest]))
        return Asked("openai", body["model"], key, system, said, answers, tools, body)
    blocks = [block for one in body["messages"] for block in _listed(one["content"])]
    if path.endswith("/messages"):
        tools = tuple(tool["name"] for tool in body.get("tools", ()))
        answers = tuple(text for block in blocks if block.get("type") == "tool_result" for text in _texts(block))
        system = "\n".join(_texts(body.get("system", "")))
        return Asked("anthropic", body["model"], key, system, tuple(_texts(blocks)), answers, tools, body)
    tools = tuple(
        tool["toolSpec"]["name"] for tool in body.get("toolConfig", {}).get("tools", ()) if "toolSpec" in tool
    )
    answers = tuple(text for block in blocks if "toolResult" in block for text in _texts(block))
    model = unquote(path.split("/")[2])
    system = "\n".join(_texts(body.get("system", [])))
    return Asked("bedrock", model, key, system, tuple(_texts(blocks)), answers, tools, body)


def _listed(content: Any) -> list[Any]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _texts(content: Any) -> list[str]:
    """The texts in a message's content, however it is nested."""
    if isinstance(content, str):
        return [content]
    if isinstance(content, list):
        return [text for part in content for text in _texts(part)]
    if isinstance(content, dict):
        inner = [content[name] for name in ("text", "content", "toolResult", "json") if name in content]
        return [text for part in inner for text in _texts(part)]
    return []


def _spoilt(asked: Asked, says: Says, fault: str) -> dict[str, Any]:
    if fault == "refusal":
        return _reply(asked, Says(text=REFUSAL), refused=True)
    if fault == "oversize":
        return _reply(asked, Says(text="x" * OVERSIZE_BYTES))
    if fault == "unknown_tool":
        says = Says(calls=(("no_such_tool", {}),))
    if fault == "prose":
        says = Says(text="Sure! Here is what I think.")
    if fault == "cut_short":
        return _reply(asked, says, stopped_at_limit=True)
    used = FALSE_COUNT if fault == "false_usage" else 0 if fault == "no_usage" else 100
    return _reply(asked, says, used=used)


def _reply(
    asked: Asked, says: Says, *, used: int = 100, refused: bool = False, stopped_at_limit: bool = False
) -> dict[str, Any]:
    calls, text = list(says.calls), says.text
    if says.answer is not None and asked.output_tool:
        calls.append((asked.output_tool, says.answer))
    elif says.answer is not None:
        text = json.dumps(says.answer)
    writers = {"openai": _openai, "anthropic": _anthropic, "bedrock": _bedrock}
    return writers[asked.wire](asked, text, calls, used, refused=refused, stopped_at_limit=stopped_at_limit)


Calls = list[tuple[str, Mapping[str, Any]]]


def _openai(
    asked: Asked, text: str | None, calls: Calls, used: int, *, refused: bool, stopped_at_limit: bool
) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": None if refused else text}
    if refused:
        message["refusal"] = text
    if calls:
        message["tool_calls"] = [
            {"id": f"call_{at}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
            for at, (name, arguments) in enumerate(calls)
        ]
    reason = "length" if stopped_at_limit else "tool_calls" if calls else "stop"
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": asked.model,
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": {"prompt_tokens": used, "completion_tokens": used, "total_tokens": 2 * used},
    }


def _anthropic(
    asked: Asked, text: str | None, calls: Calls, used: int, *, refused: bool, stopped_at_limit: bool
) -> dict[str, Any]:
    content: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
    content += [
        {"type": "tool_use", "id": f"toolu_{at}", "name": name, "input": arguments}
        for at, (name, arguments) in enumerate(calls)
    ]
    reason = "refusal" if refused else "max_tokens" if stopped_at_limit else "tool_use" if calls else "end_turn"
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": content,
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": {"input_tokens": used, "output_tokens": used},
    }


def _bedrock(
    _asked: Asked, text: str | None, calls: Calls, used: int, *, refused: bool, stopped_at_limit: bool
) -> dict[str, Any]:
    content: list[dict[str, Any]] = [{"text": text}] if text else []
    content += [
        {"toolUse": {"toolUseId": f"tooluse_{at}", "name": name, "input": arguments}}
        for at, (name, arguments) in enumerate(calls)
    ]
    reason = (
        "content_filtered" if refused else "max_tokens" if stopped_at_limit else "tool_use" if calls else "end_turn"
    )
    return {
        "output": {"message": {"role": "assistant", "content": content}},
        "stopReason": reason,
        "usage": {"inputTokens": used, "outputTokens": used, "totalTokens": 2 * used},
        "metrics": {"latencyMs": 1},
    }
