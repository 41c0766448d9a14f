"""`python -m bench.conversations.reading`: the held-out messages with the product's answers, for a person to judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bench.product import found_by
from local.console import say


def pages(messages: list[Mapping[str, Any]]) -> Iterator[str]:
    """Each message with its answer, as Markdown."""
    for message in messages:
        place = " / ".join((message["world"], message.get("project") or "the assistant"))
        yield f"## {message['id']}: {place}\n\n> {message['text']}\n\n{message['answer']}\n"


if __name__ == "__main__":
    say("\n".join(pages(found_by("bench.conversations.play", "messages"))))
