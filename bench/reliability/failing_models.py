"""Asks a deployed team questions, over HTTP, while its model fails in every way that models fail in.

Each question has a way in which the model fails. The model's server counts which question it was asked, and every
message of the thinker's queue is delivered twice.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.product import hand_over
from bench.reliability.conversation import Tally, read, tally
from bench.reliability.ground import COUNTS, given, wait_until
from bench.stand import Customer, sign_up
from local.cloud import Cloud, attach
from local.model import LocalModel, trial
from local.paths import Home
from scripted_model import Asked, Fault, Says, ScriptedModel, Wire

WIRE: Wire = "openai"
MODEL = f"{WIRE}:some-model"
# Each is a fault of the model's server, but the last: it writes figures of its own.
MODES = (
    "none", "hang", "drip", "401", "429", "500", "refusal", "truncated", "oversize", "prose", "invents",
)  # fmt: skip
UNPAID = ("401", "429", "500")
BUSY = ("429", "500")  # asked once more, at once
HARMLESS = ("none", "invents")
HANGS_SECONDS = 60.0
ANSWERED_WITHIN_SECONDS = 60
INVENTED = {"text": "It costs 12,345 euros and is done on Friday."}
MARKED = "12,345 euros and is done on Friday. (not from your records)"
_NUMBER = re.compile(r"choice (\d+) ")


@dataclass(frozen=True, slots=True)
class Planned:
    """A question: its number, its project, and how the model fails on it."""

    number: int
    project_id: str
    mode: str

    @property
    def text(self) -> str:
        """A question that the rules leave to the model."""
        return f"Is choice {self.number} the right one for us?"

    @property
    def by(self) -> str:
        """Who must answer, if no other question waits: `model` or `rules`."""
        return "model" if self.mode in HARMLESS else "rules"


@dataclass(slots=True)
class Teller:
    """The script of the model's server: answers as a model would, fails as planned, and counts what it is asked.

    Attributes:
        plan: the questions by their numbers.
        begun: called with a question when the model is first asked about it.
        calls: how often each question was put to the model, by its number and the step, `first` or `again`.
    """

    plan: Mapping[int, Planned]
    begun: Callable[[Planned], None]
    calls: Counter[tuple[int, str]] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def fault(self, asked: Asked) -> Fault:
        """The fault with which this request fails; `Fault()` when it is to succeed."""
        if _is_trial(asked):
            return Fault()
        planned, step = self._of(asked)
        if len(asked.said) == 1:  # neither tools have answered, nor was an answer given back to be mended
            with self._lock:
                self.calls[planned.number, step] += 1
            self.begun(planned)
        return Fault() if planned.mode in HARMLESS else Fault(planned.mode, seconds=HANGS_SECONDS)

    def script(self, asked: Asked) -> Says:
        """The answer that a model would give to this request."""
        if _is_trial(asked):
            return Says(answer={"word": "ready"})
        planned, _ = self._of(asked)
        if planned.mode == "invents":
            return Says(answer=INVENTED)
        number, _, text = json.loads(asked.said[0])["facts"].splitlines()[1].partition(": ")
        return Says(answer={"text": f"{text} [{number}]"})

    def _of(self, asked: Asked) -> tuple[Planned, str]:
        data = json.loads(asked.said[0])
        number = _NUMBER.search(data["message"])
        if number is None:
            raise ValueError(f"nothing was planned for {data['message']!r}")
        return self.plan[int(number[1])], "again" if "failed" in data else "first"


def _is_trial(asked: Asked) -> bool:
    """Whether it is the question with which a local cloud tries a model at its start."""
    return "say" in json.loads(asked.said[0])


def planned(projects: Sequence[str], questions: int) -> list[Planned]:
    """The questions in their order: the projects take turns, and in each project the ways to fail take turns."""
    turns = (divmod(number, len(projects)) for number in range(questions))
    return [Planned(number, projects[at], MODES[(nth + at) % len(MODES)]) for number, (nth, at) in enumerate(turns)]


def run(cloud: Cloud, *, questions: int, projects: int, deadline_seconds: int) -> dict[str, Any]:
    """Ask every question, and count what became of them; returns counts that are ready for JSON.

    One question after the other, because the emulator works on one message of a FIFO queue at a time: questions of two
    projects would wait for each other. The last two of each project are asked at once.
    """
    customer = sign_up(cloud.base_url, uuid.uuid4().hex)
    owned = [customer.create_project(f"Project {number + 1}") for number in range(projects)]
    plan = planned(owned, questions)
    ids: dict[int, str] = {}
    teller = Teller({one.number: one for one in plan}, lambda one: _deliver_again(cloud, customer, one, ids))
    with closing(ScriptedModel(script=teller.script, fault_of=teller.fault)) as server:
        model = {"MODEL": MODEL, "MODEL_BASE_URL": server.base_url(WIRE), "MODEL_KEY_SECRET_ARN": ""}
        limits = {"MODEL_DEADLINE_SECONDS": str(deadline_seconds), "MODEL_MONTHLY_TOKENS": str(10**9)}
        with given(cloud, "CeoFunction", "ThinkerFunction", **model, **limits):
            trial(cloud.access, cloud.resources, LocalModel(MODEL, server.base_url(WIRE)))  # and start the worker
            began = time.monotonic()
            for group in groups(plan, projects):
                for one in group:
                    answer = customer.send("POST", f"/agents/{one.project_id}/ask", {"message": one.text})
                    ids[one.number] = str(answer["message_id"])
                for one in group:
                    _wait(customer, one.project_id, ids[one.number])
            seconds = time.monotonic() - began
            wait_until(lambda: not _waiting(cloud), seconds=ANSWERED_WITHIN_SECONDS)
    found = {"seconds": seconds, "late": _late(customer, owned, deadline_seconds)}
    return found | _replies(customer, plan, ids, projects) | _books(cloud, customer, teller)


def groups(plan: Sequence[Planned], projects: int) -> list[list[Planned]]:
    """The questions in groups that are asked at once: each alone, but the last two of each project together."""
    alone, last = plan[: -2 * projects], plan[-2 * projects :]
    return [[one] for one in alone] + [[last[at], last[at + projects]] for at in range(projects)]


def expected(plan: Sequence[Planned], projects: int) -> dict[int, str]:
    """Who answers each question. When the model fails on one that another waits behind, rules answer both."""
    by = {one.number: one.by for one in plan}
    return by | {later.number: "rules" for first, later in _pairs(plan, projects) if first.by == "rules"}


def _pairs(plan: Sequence[Planned], projects: int) -> list[tuple[Planned, Planned]]:
    return [(group[0], group[1]) for group in groups(plan, projects) if len(group) == 2]


def _deliver_again(cloud: Cloud, customer: Customer, one: Planned, ids: Mapping[int, str]) -> None:
    """Send a second copy of the message that hands a question over, while the first is being worked on."""
    wait_until(lambda: one.number in ids, seconds=5)
    subject = ids[one.number]
    work = {"account_id": customer.account_id, "project_id": one.project_id, "subject_id": subject, "kind": "question"}
    cloud.client("sqs").send_message(
        QueueUrl=cloud.resources["ThinkQueue"],
        MessageBody=json.dumps(work),
        MessageGroupId=one.project_id,
        MessageDeduplicationId=uuid.uuid4().hex,
    )


def _waiting(cloud: Cloud) -> int:
    """How many messages the queues of the CEO and the thinker have, delayed ones and those of workers included."""
    sqs, count = cloud.client("sqs"), 0
    for queue in ("CeoQueue", "ThinkQueue"):
        asked = {"QueueUrl": cloud.resources[queue], "AttributeNames": list(COUNTS)}
        count += sum(map(int, sqs.get_queue_attributes(**asked)["Attributes"].values()))
    return count


def _wait(customer: Customer, project_id: str, message_id: str) -> None:
    """Wait until the question has its reply, for 60 seconds at most."""

    def is_answered() -> bool:
        page = customer.send("GET", f"/agents/{project_id}/messages?limit=10")
        return any(message["reply_to"] == message_id for message in page["messages"])

    wait_until(is_answered, seconds=ANSWERED_WITHIN_SECONDS)


def _replies(customer: Customer, plan: Sequence[Planned], ids: Mapping[int, str], projects: int) -> dict[str, Any]:
    """Counts of the conversations; replies by the wrong author or without reason; how many invent without a mark."""
    found, wrong, invented = Tally(), [], 0
    by = expected(plan, projects)
    for project_id in dict.fromkeys(one.project_id for one in plan):
        messages = read(customer, project_id)
        found += tally(messages, [ids[one.number] for one in plan if one.project_id == project_id])
        replies = {message["reply_to"]: message for message in messages if message["reply_to"]}
        for one in plan:
            reply = replies.get(ids[one.number])
            if reply is None:
                continue
            told = "*Answered from your records alone: " in reply["content"]
            if reply["by"] != by[one.number] or told != (reply["by"] == "rules"):
                wrong.append(f"{one.mode}: by {reply['by']}, {reply['content'][-80:]!r}")
            invented += "12,345" in reply["content"] and MARKED not in reply["content"]
    counts = {name: getattr(found, name) for name in found.__slots__}
    return counts | {"wrong": wrong, "invented": invented, "by_model": sum(who == "model" for who in by.values())}


def _late(customer: Customer, projects: Sequence[str], deadline_seconds: int) -> dict[str, Any]:
    """Seconds from the later of a question and the reply before to its reply; `count`: how many exceed the deadline."""
    took = []
    for project_id in projects:
        free = datetime.min.replace(tzinfo=UTC)
        messages = read(customer, project_id)
        asked = {message["id"]: datetime.fromisoformat(message["created_at"]) for message in messages}
        for message in (message for message in messages if message["reply_to"]):
            took.append((asked[message["id"]] - max(asked[message["reply_to"]], free)).total_seconds())
            free = asked[message["id"]]
    late = [one for one in took if one > deadline_seconds]
    return {"count": len(late), "longest": max(took), "median": statistics.median(took)}


def _books(cloud: Cloud, customer: Customer, teller: Teller) -> dict[str, Any]:
    """The calls that the model's server saw, beside the calls and tokens in the account's records."""
    modes = {key: teller.plan[key[0]].mode for key in teller.calls}
    calls = Counter({key: -(-count // 2) if modes[key] in BUSY else count for key, count in teller.calls.items()})
    unpaid = sum(count for key, count in calls.items() if modes[key] in UNPAID)
    usage = customer.send("GET", "/dashboard/usage")["models"]
    (month,) = (row for row in _rows(cloud, "UsageTable", f"ACCOUNT#{customer.account_id}") if "promised" in row)
    steps = Counter(row["state"]["S"] for row in _rows(cloud, "ThinkingTable", f"ACCOUNT#{customer.account_id}#"))
    return {
        "calls": calls.total(),
        "asked_twice": sum(count > 1 for count in calls.values()),
        "unpaid": unpaid,
        "booked_calls": sum(one["calls"] for one in usage if one["model"] == MODEL),
        "booked_tokens": sum(one["tokens_read"] + one["tokens_written"] for one in usage if one["model"] == MODEL),
        "spent": int(month["spent"]["N"]),
        "promised": int(month["promised"]["N"]),
        "steps": dict(steps),
    }


def _rows(cloud: Cloud, table: str, beginning: str) -> list[Mapping[str, Any]]:
    """The rows of a table whose partition key begins with `beginning`."""
    pages = cloud.client("dynamodb").get_paginator("scan").paginate(TableName=cloud.resources[table])
    return [row for page in pages for row in page["Items"] if row["pk"]["S"].startswith(beginning)]


if __name__ == "__main__":
    home, *sizes = sys.argv[1:]
    asked, spread, deadline = map(int, sizes)
    hand_over(run(attach(Home(Path(home))), questions=asked, projects=spread, deadline_seconds=deadline))
