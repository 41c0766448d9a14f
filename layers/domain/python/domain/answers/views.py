"""How an answer of the CEO or the assistant is shown: what it cost, and what each sentence of a model rests on."""

from __future__ import annotations

from typing import Literal

from common.envelope import View


class CostView(View):
    """The tokens that a model read and wrote for a message, and which model it was.

    `price_microdollars`: in millionths of a US dollar, by the provider's public list; null where nobody knows it.
    """

    input_tokens: int
    output_tokens: int
    model: str
    price_microdollars: int | None = None


class SentenceView(View):
    """A sentence of a model's answer, and the ids of the facts that it rests on.

    `on_record`: every figure, day and state in it is a record's, or the message's own. `advice`: it has none.
    `not_on_record`: it has one that no record holds; the message says so behind it.
    """

    text: str
    standing: Literal["on_record", "advice", "not_on_record"]
    facts: list[str]
