"""`python -m bench.conversations.reading <file>`: messages with the product's answers, for a person to judge.

Each line of the file is a JSON object: `id`, `world` (of `data/worlds.json`), `project` (its key; none asks the
assistant) and `text`. Each message is sent alone in a fresh world. What changed in any table beside the conversation is
printed, so that a deed that nobody confirmed can be seen.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from bench.product import found_by
from local.console import say


def main() -> None:
    """Play the messages of the file that the command line names, and print them with their answers."""
    say("\n".join(_pages(found_by("bench.conversations.play", sys.argv[1]))))


def _pages(messages: list[Mapping[str, Any]]) -> Iterator[str]:
    for message in messages:
        place = " / ".join((message["world"], message.get("project") or "the assistant"))
        yield f"## {message['id']}: {place}\n\n> {message['text']}\n\n{message['answer']}\n"
        if message["changed"]:
            yield f"**Changed:** {', '.join(message['changed'])}\n"


if __name__ == "__main__":
    main()
