"""Kills workers just before or just after the last write of their work, which must still be done exactly once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from bench.figures import Figure, exactly
from bench.reliability.calls import AwsCall
from bench.reliability.conversation import tally_all
from bench.reliability.faults import Holding, is_answer, is_report
from bench.reliability.ground import Ground, wait_until
from bench.reliability.questions import unharmed
from bench.stand import Customer

KILLS = 4
HELD_WITHIN_SECONDS = 30.0
SETTLED_WITHIN_SECONDS = 60
REDELIVERY_SECONDS = 5
PAST_LEASES = timedelta(minutes=4)  # the CEO's 150 s and a run's 90 s, each with the sweep's grace
TASK = "Summarise how my projects stand"


def measure(ground: Ground) -> Iterator[Figure]:
    """Kill the CEO's worker, with the nudge redelivered soon and with it delayed; then kill the assistant's worker."""
    with ground.redelivering_after("CeoQueue", REDELIVERY_SECONDS):
        yield from _questions(ground, "CEO killed, nudge redelivered", sweep=False)
    yield from _questions(ground, "CEO killed, nudge not back for 12 minutes", sweep=True)
    yield from _reports(ground)


def _questions(ground: Ground, name: str, *, sweep: bool) -> Iterator[Figure]:
    """Ask a question in each of `KILLS` projects and kill its worker; then ask a second one in each."""
    customer = ground.new_customer()
    projects = [customer.create_project(f"Project {number + 1}") for number in range(KILLS)]
    accepted: dict[str, list[str]] = {project: [] for project in projects}
    killed = 0
    for number, project_id in enumerate(projects):

        def ask(project_id: str = project_id) -> None:
            accepted[project_id].append(_ask(customer, project_id))

        killed += kill_during(ground, "CeoFunction", is_answer, ask, done=number % 2 == 1)
    for project_id in projects:
        accepted[project_id].append(_ask(customer, project_id))
    began = time.monotonic()
    if sweep:
        ground.move_clock(PAST_LEASES)
        ground.sweep()
    wait_until(lambda: not tally_all(customer, accepted).lost, seconds=SETTLED_WITHIN_SECONDS)
    seconds = time.monotonic() - began
    time.sleep(2 * REDELIVERY_SECONDS)  # a redelivery that answers again would come in this time
    found = tally_all(customer, accepted)
    yield Figure(f"{name}: workers killed", killed, "", exactly(KILLS), f"everything answered {seconds:.0f} s later")
    yield from unharmed(f"{name}: questions", found)
    yield Figure(f"{name}: replies out of order", found.out_of_order, "", exactly(0))


def _reports(ground: Ground) -> Iterator[Figure]:
    """Assign tasks that run at once, and kill each task's worker just before or just after it stores the report."""
    customer = ground.new_customer()
    customer.create_project()
    tasks: list[str] = []
    killed = 0

    def assign() -> None:
        tasks.append(str(customer.send("POST", "/pa/task", {"task": TASK, "timezone": "UTC"})["task_id"]))

    for number in range(KILLS):
        killed += kill_during(ground, "PaRunsFunction", is_report, assign, done=number % 2 == 1)
    ground.move_clock(PAST_LEASES)
    ground.sweep()
    wait_until(lambda: all(_reports_of(customer, task) for task in tasks), seconds=SETTLED_WITHIN_SECONDS)
    time.sleep(REDELIVERY_SECONDS)
    reports = [len(_reports_of(customer, task)) for task in tasks]
    states = [[run["status"] for run in customer.send("GET", f"/pa/tasks/{task}/runs")["runs"]] for task in tasks]
    name = "assistant killed"
    yield Figure(f"{name}: workers killed", killed, "", exactly(KILLS))
    yield Figure(f"{name}: reports lost", reports.count(0), "", exactly(0), f"of {len(tasks)} tasks, after one sweep")
    yield Figure(f"{name}: reports made twice", sum(count > 1 for count in reports), "", exactly(0))
    wrong = sum(found != ["succeeded"] for found in states)
    yield Figure(f"{name}: tasks without exactly one run, succeeded", wrong, "", exactly(0))


def kill_during(
    ground: Ground, function: str, matches: Callable[[AwsCall], bool], begin: Callable[[], None], *, done: bool
) -> bool:
    """Start work, hold its last write in the proxy, and kill the worker that waits for it.

    Args:
        ground: its functions must go through the proxy.
        function: the worker's logical id.
        matches: recognises the last write.
        begin: starts the work.
        done: whether the write is carried out before the worker dies.

    Returns:
        Whether a worker was killed.
    """
    with ground.suffering(Holding(matches, done=done)):
        begin()
        ground.proxy.wait_until_held(HELD_WITHIN_SECONDS)
        killed = ground.kill_workers(function) > 0
        ground.proxy.let_go()
    return killed


def _ask(customer: Customer, project_id: str) -> str:
    return str(customer.send("POST", f"/agents/{project_id}/ask", {"message": "Where do we stand?"})["message_id"])


def _reports_of(customer: Customer, task_id: str) -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = customer.send("GET", f"/pa/reports?task_id={task_id}")["reports"]
    return found
