"""Makes a thousand changes, sends nudges twice, breaks filings off, kills workers: feed and log must have no gap."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import pairwise
from typing import Any

from atrium_verify.security_log import problems
from bench.figures import Figure, at_least, exactly
from bench.reliability.faults import FailingFilings
from bench.reliability.ground import Ground, wait_until
from bench.stand import Customer

CHANGES = 1_000
PROJECTS = 20
CLIENTS = 8
BROKEN_PERCENT = 10
KILLS = 4
REDELIVERY_SECONDS = 5
FILED_WITHIN_SECONDS = 120
PAST_GRACE = timedelta(seconds=61)
VERSION = re.compile(r"version (\d+)$")
DEPOSITED = "vault.credential.deposited"


def measure(ground: Ground) -> Iterator[Figure]:
    """Deposit new versions of credentials, wait until the feed has told them all, sweep once if one is missing."""
    customer = ground.new_customer()
    projects = [customer.create_project(f"Project {number + 1}") for number in range(PROJECTS)]
    rule = FailingFilings(BROKEN_PERCENT)
    killed = 0
    with ground.redelivering_after("EventsQueue", REDELIVERY_SECONDS), ground.suffering(rule):
        rounds = CHANGES // PROJECTS
        for number in range(rounds):
            with ThreadPoolExecutor(CLIENTS) as clients:
                list(clients.map(lambda project_id: _deposit(ground, customer, project_id), projects))
            if number % (rounds // KILLS) == 1:
                killed += ground.kill_workers("FilingFunction")
        wait_until(lambda: _told(customer) >= CHANGES, seconds=FILED_WITHIN_SECONDS)
    swept = _told(customer) < CHANGES
    if swept:
        ground.move_clock(PAST_GRACE)
        ground.sweep()
        wait_until(lambda: _told(customer) >= CHANGES, seconds=FILED_WITHIN_SECONDS)
    time.sleep(2 * REDELIVERY_SECONDS)  # a redelivery that files again would come in this time
    events = _feed(customer)
    sequences = [int(event["sequence"]) for event in events]
    told = Counter((event["data"]["id"], event["data"]["summary"]) for event in events if event["type"] == DEPOSITED)
    yield Figure("changes told in the feed", len(told), "", exactly(CHANGES), "after a sweep" if swept else "no sweep")
    yield Figure("filings broken off once", len(rule.failed), "", at_least(1))
    yield Figure("workers that file killed", killed, "", at_least(1))
    gaps = sequences != list(range(1, len(sequences) + 1))
    yield Figure("gaps in the feed", int(gaps), "", exactly(0), f"{len(sequences):,} events")
    yield Figure("changes told twice", sum(count - 1 for count in told.values()), "", exactly(0))
    yield Figure("changes of one credential told out of order", _out_of_order(events), "", exactly(0))
    log = _security_log(customer)
    deposits = sum(entry["type"] == "credential_deposited" for entry in log["entries"])
    yield Figure("deposits in the security log", deposits, "", exactly(CHANGES))
    wrong = list(problems(log, log["public_key"]))
    yield Figure("places where the log's chain is broken", len(wrong), "", exactly(0), f"{log['sequence']:,} entries")


def _deposit(ground: Ground, customer: Customer, project_id: str) -> None:
    body = {"name": "Hosting", "type": "password", "value": uuid.uuid4().hex}
    customer.send("POST", f"/vault/credentials/{project_id}", body)
    ground.cloud.client("sqs").send_message(
        QueueUrl=ground.cloud.resources["EventsQueue"],
        MessageBody=json.dumps({"account_id": customer.account_id}),
        MessageGroupId=customer.account_id,
        MessageDeduplicationId=uuid.uuid4().hex,
    )


def _told(customer: Customer) -> int:
    return sum(event["type"] == DEPOSITED for event in _feed(customer))


def _feed(customer: Customer) -> list[Mapping[str, Any]]:
    """The whole feed, as a session reads it."""
    events: list[Mapping[str, Any]] = []
    after, more = 0, True
    while more:
        page = customer.by_session("GET", f"/events?limit=100&after={after}")
        events += page["events"]
        after, more = page["last_sequence"], page["has_more"]
    return events


def _security_log(customer: Customer) -> dict[str, Any]:
    """The whole security log, oldest entry first, as a session reads it."""
    head = customer.by_session("GET", "/api/account/audit/head")
    entries: list[Mapping[str, Any]] = []
    before = head["sequence"] + 1
    while before:
        page = customer.by_session("GET", f"/api/account/audit?limit=100&before={before}")
        entries += page["entries"]
        before = page["next_before"]
    return {**head, "entries": entries[::-1]}


def _out_of_order(events: list[Mapping[str, Any]]) -> int:
    versions: dict[str, list[int]] = defaultdict(list)
    for event in events:
        if event["type"] == DEPOSITED and (found := VERSION.search(event["data"]["summary"])):
            versions[event["data"]["id"]].append(int(found[1]))
    return sum(later <= earlier for told in versions.values() for earlier, later in pairwise(told))
