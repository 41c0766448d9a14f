"""Makes a thousand changes, sends nudges twice, breaks filings off, kills workers: feed and log must have no gap."""

from __future__ import annotations

import re
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from atrium_verify.security_log import problems
from bench.figures import Figure, at_least, exactly, none
from bench.reliability.ground import REDELIVERY_SECONDS, Ground, Rows, wait_until
from bench.reliability.proxy import AwsCall, FailingTransactions, sort_key
from bench.stand import Customer

CHANGES = 1_000
PROJECTS = 20
CLIENTS = 8
BROKEN_PERCENT = 10
KILLS = 4
FILED_WITHIN_SECONDS = 120
VERSION = re.compile(r"version (\d+)$")
DEPOSITED = "vault.credential.deposited"


def measure(ground: Ground) -> Iterator[Figure]:
    """Deposit new versions of credentials, wait until the feed has told them all, sweep once if one is missing."""
    customer = ground.new_customer()
    projects = [customer.create_project(f"Project {number + 1}") for number in range(PROJECTS)]
    rule = FailingTransactions(_filing, BROKEN_PERCENT)
    killed = 0

    def all_told() -> bool:
        return [event["type"] for event in _feed(customer)].count(DEPOSITED) >= CHANGES

    with ground.redelivering_soon("EventsQueue"), ground.suffering(rule):
        rounds = CHANGES // PROJECTS
        for number in range(rounds):
            with ThreadPoolExecutor(CLIENTS) as clients:
                list(clients.map(lambda project_id: _deposit(ground, customer, project_id), projects))
            if number % (rounds // KILLS) == 1:
                killed += ground.kill_workers("FilingFunction")
        in_time = wait_until(all_told, seconds=FILED_WITHIN_SECONDS)
    if not in_time:
        ground.sweep()
        wait_until(all_told, seconds=FILED_WITHIN_SECONDS)
    time.sleep(2 * REDELIVERY_SECONDS)  # a redelivery that files again would come in this time
    events = _feed(customer)
    sequences = [int(event["sequence"]) for event in events]
    told = Counter((event["data"]["id"], event["data"]["summary"]) for event in events if event["type"] == DEPOSITED)
    yield Figure(
        "changes told in the feed", len(told), "", exactly(CHANGES), "no sweep" if in_time else "after a sweep"
    )
    yield Figure("filings broken off once", len(rule.failed), "", at_least(1))
    yield Figure("workers that file killed", killed, "", at_least(1))
    gaps = sequences != list(range(1, len(sequences) + 1))
    yield none("gaps in the feed", int(gaps), f"{len(sequences):,} events")
    yield none("changes told twice", sum(count - 1 for count in told.values()))
    yield none("changes of one credential told out of order", _out_of_order(events))
    log = _security_log(customer)
    deposits = sum(entry["type"] == "credential_deposited" for entry in log["entries"])
    yield Figure("deposits in the security log", deposits, "", exactly(CHANGES))
    wrong = list(problems(log, log["public_key"]))
    yield none("places where the log's chain is broken", len(wrong), f"{log['sequence']:,} entries")


def _filing(call: AwsCall) -> str | None:
    """The token of a transaction that files events or chains the security log; None for any other call."""
    files = any(sort_key(update["Key"]) == "FEED" for update in call.parts("Update"))
    chains = any(sort_key(put["Item"]) == "HEAD" for put in call.parts("Put"))
    return str(call.content.get("ClientRequestToken")) if files or chains else None


def _deposit(ground: Ground, customer: Customer, project_id: str) -> None:
    body = {"name": "Hosting", "type": "password", "value": uuid.uuid4().hex}
    customer.send("POST", f"/vault/credentials/{project_id}", body)
    ground.send("EventsQueue", {"account_id": customer.account_id}, group=customer.account_id)


def _feed(customer: Customer) -> Rows:
    """The whole feed, as a session reads it."""
    events: Rows = []
    after, more = 0, True
    while more:
        page = customer.by_session("GET", f"/events?limit=100&after={after}")
        events += page["events"]
        after, more = page["last_sequence"], page["has_more"]
    return events


def _security_log(customer: Customer) -> dict[str, Any]:
    """The whole security log, oldest entry first, as a session reads it."""
    head = customer.by_session("GET", "/api/account/audit/head")
    entries: Rows = []
    before = head["sequence"] + 1
    while before:
        page = customer.by_session("GET", f"/api/account/audit?limit=100&before={before}")
        entries += page["entries"]
        before = page["next_before"]
    return {**head, "entries": entries[::-1]}


def _out_of_order(events: Rows) -> int:
    versions: dict[str, list[int]] = defaultdict(list)
    for event in events:
        if event["type"] == DEPOSITED and (found := VERSION.search(event["data"]["summary"])):
            versions[event["data"]["id"]].append(int(found[1]))
    return sum(later <= earlier for told in versions.values() for earlier, later in pairwise(told))
