"""Asks a thousand questions, sends each nudge twice, breaks every tenth answer off: each must get one reply."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from bench.figures import Figure, at_least, exactly
from bench.reliability.conversation import Tally, tally_all
from bench.reliability.faults import FailingTurns
from bench.reliability.ground import Ground, wait_until
from bench.stand import Customer

QUESTIONS = 1_000
PROJECTS = 20
CLIENTS = 8
BROKEN_PERCENT = 10
ANSWERED_WITHIN_SECONDS = 240
GRACE_OF_SWEEP = timedelta(seconds=61)
TEXTS = ("Where do we stand?", "What comes next?", "What do you need from me?", "Who works on this?")


def measure(ground: Ground) -> Iterator[Figure]:
    """Ask, wait until the queue is empty, sweep once if a reply is missing, and count the replies."""
    customer = ground.new_customer()
    projects = [customer.create_project(f"Project {number + 1}") for number in range(PROJECTS)]
    rule = FailingTurns(BROKEN_PERCENT)
    began = time.monotonic()
    with ground.suffering(rule):
        accepted = _ask_everything(ground, customer, projects)
        asked_seconds = time.monotonic() - began
        wait_until(lambda: ground.messages_in("CeoQueue") == 0, seconds=ANSWERED_WITHIN_SECONDS)
        without_sweep = tally_all(customer, accepted)
        found = _after_sweep(ground, customer, accepted) if without_sweep.lost else without_sweep
    seconds = time.monotonic() - began
    note = (
        f"{CLIENTS} callers at once in each of {PROJECTS} projects; {asked_seconds:.0f} s, all answered {seconds:.0f} s"
    )
    yield Figure("questions accepted", found.accepted, "", exactly(QUESTIONS), note)
    yield Figure("answers broken off once", len(rule.failed), "", at_least(QUESTIONS * BROKEN_PERCENT / 200))
    yield Figure("replies", found.replies, "", exactly(QUESTIONS), f"{without_sweep.lost} of them after a sweep")
    yield from unharmed("questions", found)
    yield Figure("replies out of order in their project", found.out_of_order, "", exactly(0))


def unharmed(name: str, found: Tally) -> Iterator[Figure]:
    """Figures for the counts that must be zero whatever went wrong."""
    tried = f"of {found.accepted:,} accepted"
    yield Figure(f"{name} lost", found.lost, "", exactly(0), tried)
    yield Figure(f"{name} answered more than once", found.duplicated, "", exactly(0), tried)
    yield Figure(f"{name} called failed", found.failed, "", exactly(0), tried)
    yield Figure(f"{name} stored though refused", found.unaccepted, "", exactly(0))


def _ask_everything(ground: Ground, customer: Customer, projects: list[str]) -> dict[str, list[str]]:
    """Ask every question; returns the ids of the accepted ones by project.

    All callers ask in one project at the same time, then in the next: that makes it hardest to keep the order.
    """
    accepted: dict[str, list[str]] = defaultdict(list)
    noting = threading.Lock()

    def ask(number: int) -> None:
        project_id = projects[number // CLIENTS % PROJECTS]
        text = TEXTS[number % len(TEXTS)]
        message_id = str(customer.send("POST", f"/agents/{project_id}/ask", {"message": text})["message_id"])
        ground.nudge_again(customer, project_id, message_id)
        with noting:
            accepted[project_id].append(message_id)

    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(ask, range(QUESTIONS)))
    return accepted


def _after_sweep(ground: Ground, customer: Customer, accepted: dict[str, list[str]]) -> Tally:
    ground.move_clock(GRACE_OF_SWEEP)
    ground.sweep()
    wait_until(lambda: not tally_all(customer, accepted).lost, seconds=ANSWERED_WITHIN_SECONDS)
    return tally_all(customer, accepted)
