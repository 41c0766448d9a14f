"""Asks questions while answers break off and workers die: each must get one reply, in order.

A thousand questions, each nudge sent twice and every tenth answer broken off; then workers, killed just before or just
after the last write of their work.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from datetime import timedelta

from bench.figures import Figure, at_least, exactly, none
from bench.reliability.ground import (
    REDELIVERY_SECONDS,
    Ground,
    Rows,
    tally_all,
    unharmed,
    wait_for_replies,
    wait_until,
)
from bench.reliability.proxy import AwsCall, FailingTransactions, sort_key
from bench.stand import Customer

QUESTIONS = 1_000
PROJECTS = 20
CLIENTS = 8
BROKEN_PERCENT = 10
ANSWERED_WITHIN_SECONDS = 240
TEXTS = ("Where do we stand?", "What comes next?", "What do you need from me?", "Who works on this?")
KILLS = 4
SETTLED_WITHIN_SECONDS = 60
PAST_LEASES = timedelta(minutes=4)  # the CEO's 150 s and a run's 90 s, each with the sweep's grace


def measure(ground: Ground) -> Iterator[Figure]:
    """Ask, wait until the queue is empty, sweep once if a reply is missing, and count the replies."""
    customer = ground.new_customer()
    projects = [customer.create_project(f"Project {number + 1}") for number in range(PROJECTS)]
    rule = FailingTransactions(_answered_question, BROKEN_PERCENT)
    began = time.monotonic()
    with ground.suffering(rule):
        accepted = _ask_everything(ground, customer, projects)
        ground.wait_until_empty("CeoQueue", seconds=ANSWERED_WITHIN_SECONDS)
        found = tally_all(customer, accepted)
        late = found["lost"]
        if late:
            ground.sweep()
            found = wait_for_replies(customer, accepted, seconds=ANSWERED_WITHIN_SECONDS)
    note = f"{CLIENTS} callers at once in each of {PROJECTS} projects; {time.monotonic() - began:.0f} s"
    yield Figure("questions accepted", found["accepted"], "", exactly(QUESTIONS), note)
    yield Figure("answers broken off once", len(rule.failed), "", at_least(QUESTIONS * BROKEN_PERCENT / 200))
    yield Figure("replies", found["replies"], "", exactly(QUESTIONS), f"{late} of them after a sweep")
    yield from unharmed("questions", found)


def measure_kills(ground: Ground) -> Iterator[Figure]:
    """Kill the CEO's worker, with the nudge redelivered soon and with it delayed; then kill the assistant's worker."""
    yield from _killed_ceo(ground, "CEO killed, nudge redelivered", sweep=False)
    yield from _killed_ceo(ground, "CEO killed, nudge not back for 12 minutes", sweep=True)
    yield from _killed_assistant(ground)


def _ask_everything(ground: Ground, customer: Customer, projects: list[str]) -> dict[str, list[str]]:
    """Ask every question; returns the ids of the accepted ones by project.

    All callers ask in one project at the same time, then in the next: that makes it hardest to keep the order.
    """
    accepted: dict[str, list[str]] = defaultdict(list)
    noting = threading.Lock()

    def ask(number: int) -> None:
        project_id = projects[number // CLIENTS % PROJECTS]
        message_id = _ask(customer, project_id, TEXTS[number % len(TEXTS)])
        nudge = {"account_id": customer.account_id, "project_id": project_id, "subject_id": message_id}
        ground.send("CeoQueue", nudge, group=project_id)
        with noting:
            accepted[project_id].append(message_id)

    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(ask, range(QUESTIONS)))
    return accepted


def _killed_ceo(ground: Ground, name: str, *, sweep: bool) -> Iterator[Figure]:
    """Ask a question in each of `KILLS` projects and kill its worker; then ask a second one in each."""
    customer = ground.new_customer()
    projects = [customer.create_project(f"Project {number + 1}") for number in range(KILLS)]
    accepted: dict[str, list[str]] = {project: [] for project in projects}
    killed = 0
    with nullcontext() if sweep else ground.redelivering_soon("CeoQueue"):
        for number, project_id in enumerate(projects):

            def ask(project_id: str = project_id) -> None:
                accepted[project_id].append(_ask(customer, project_id))

            killed += ground.kill_during("CeoFunction", _is_answer, ask, done=number % 2 == 1)
        for project_id in projects:
            accepted[project_id].append(_ask(customer, project_id))
        if sweep:
            ground.sweep(PAST_LEASES)
        wait_for_replies(customer, accepted, seconds=SETTLED_WITHIN_SECONDS)
        time.sleep(2 * REDELIVERY_SECONDS)  # a redelivery that answers again would come in this time
    yield Figure(f"{name}: workers killed", killed, "", exactly(KILLS))
    yield from unharmed(f"{name}: questions", tally_all(customer, accepted))


def _killed_assistant(ground: Ground) -> Iterator[Figure]:
    """Assign tasks that run at once, and kill each task's worker just before or just after it stores the report."""
    customer = ground.new_customer()
    customer.create_project()
    tasks: list[str] = []

    def assign() -> None:
        wanted = {"task": "Summarise how my projects stand", "timezone": "UTC"}
        tasks.append(str(customer.send("POST", "/pa/task", wanted)["task_id"]))

    killed = sum(
        ground.kill_during("PaRunsFunction", _is_report, assign, done=number % 2 == 1) for number in range(KILLS)
    )
    ground.sweep(PAST_LEASES)
    wait_until(lambda: all(_reports_of(customer, task) for task in tasks), seconds=SETTLED_WITHIN_SECONDS)
    time.sleep(REDELIVERY_SECONDS)
    reports = [len(_reports_of(customer, task)) for task in tasks]
    states = [[run["status"] for run in customer.send("GET", f"/pa/tasks/{task}/runs")["runs"]] for task in tasks]
    wrong = sum(found != ["succeeded"] for found in states)
    yield Figure("assistant killed: workers killed", killed, "", exactly(KILLS))
    yield none("assistant killed: reports lost", reports.count(0), f"of {len(tasks)} tasks, after one sweep")
    yield none("assistant killed: reports made twice", sum(count > 1 for count in reports))
    yield none("assistant killed: tasks without exactly one run, succeeded", wrong)


def _ask(customer: Customer, project_id: str, text: str = TEXTS[0]) -> str:
    return str(customer.send("POST", f"/agents/{project_id}/ask", {"message": text})["message_id"])


def _reports_of(customer: Customer, task_id: str) -> Rows:
    found: Rows = customer.send("GET", f"/pa/reports?task_id={task_id}")["reports"]
    return found


def _answered_question(call: AwsCall) -> str | None:
    """The id of the question that this call answers, or None if the call stores no answer."""
    for update in call.parts("Update"):
        kind, _, message_id = sort_key(update["Key"]).partition("#")
        if kind == "MSG" and "REMOVE outbox_shard" in update["UpdateExpression"]:
            return message_id
    return None


def _is_answer(call: AwsCall) -> bool:
    return _answered_question(call) is not None


def _is_report(call: AwsCall) -> bool:
    """Whether the call stores one of the assistant's reports."""
    return any(sort_key(put["Item"]).startswith("REPORT#") for put in call.parts("Put"))
