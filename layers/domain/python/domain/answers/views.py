"""Who wrote a message to the CEO or the assistant, what the answer cost, and what a model's sentences rest on."""

from typing import Literal

from common.caller import CallerKind
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


class SenderView(View):
    """Who wrote a message: a person (`session`), or a key or connected program by the name it had then.

    `worker`: it speaks for itself, not for the owner.
    """

    kind: CallerKind
    id: str
    name: str | None
    worker: bool
