"""Takes SQS, DynamoDB or KMS down, wholly or in part: accepted requests must be done, refused ones leave no trace."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from bench.brief import ANSWERS
from bench.figures import Figure, at_least, exactly, none
from bench.reliability.ground import (
    SETTLED_WITHIN_SECONDS,
    Answers,
    Ground,
    Rows,
    conversation,
    tally,
    tally_all,
    unharmed,
    wait_for_replies,
    wait_until,
)
from bench.reliability.proxy import LostAnswers, outage
from bench.stand import Customer

CLIENTS = 4
QUESTIONS_WITHOUT_QUEUE = 70  # 56 of them in one project: more than a turn reads of a conversation at first
SECONDS_OF_OUTAGE = 5.0
SECONDS_OF_THROTTLING = 12.0
THROTTLED_PERCENT = 20
REPEATED = 40
DEPOSITS = 12


def measure(ground: Ground) -> Iterator[Figure]:
    """Let SQS, DynamoDB and KMS fail, one after the other, and count what became of the requests."""
    yield from queue_down(ground)
    yield from tables_throttled(ground)
    yield from answers_lost(ground)
    yield from key_service_down(ground)


def queue_down(ground: Ground) -> Iterator[Figure]:
    """Ask all questions while SQS is down, most of them in one project; then run one sweep."""
    customer = ground.new_customer()
    busy, *others = [customer.create_project(name) for name in ("Busy", "Second", "Third")]
    answers = Answers()

    def ask(number: int) -> None:
        project_id = others[number % len(others)] if number % 5 == 0 else busy
        path = f"/agents/{project_id}/ask"
        answers.send(customer, "POST", path, {"message": f"Question {number}"}, f"{project_id} {number}")

    with ground.suffering(outage("sqs")), ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(ask, range(QUESTIONS_WITHOUT_QUEUE)))
    accepted = {
        project: [str(data["message_id"]) for name, data in answers.done.items() if name.startswith(project)]
        for project in (busy, *others)
    }
    waiting = tally_all(customer, accepted)
    ground.sweep()
    wait_for_replies(customer, accepted, seconds=SETTLED_WITHIN_SECONDS)
    ground.wait_until_empty("CeoQueue")
    found = tally_all(customer, accepted)
    yield from answers.figures("SQS down")
    yield Figure("SQS down: left waiting", waiting["lost"], "", exactly(found["accepted"]), "until the sweep")
    yield from unharmed("SQS down: questions", found)


def tables_throttled(ground: Ground) -> Iterator[Figure]:
    """Send requests of all kinds while DynamoDB refuses every call, then while it refuses every fifth."""
    customer = ground.new_customer()
    projects = [customer.create_project(f"Project of caller {number}") for number in range(CLIENTS)]
    down, moody = Answers(), Answers()
    with ground.suffering(outage("dynamodb")):
        _everything(customer, projects, down, "down", seconds=SECONDS_OF_OUTAGE)
    with ground.suffering(outage("dynamodb", THROTTLED_PERCENT)):
        _everything(customer, projects, moody, "moody", seconds=SECONDS_OF_THROTTLING)
    ground.wait_until_empty("CeoQueue")
    ground.sweep()
    ground.wait_until_empty("CeoQueue")
    yield from down.figures("DynamoDB down")
    yield none("DynamoDB down: done all the same", down.counts["done"])
    yield from moody.figures("DynamoDB throttling")
    yield Figure("DynamoDB throttling: requests refused", moody.counts["refused"], "", at_least(1))
    yield from _nothing_half_done("DynamoDB throttling", customer, projects, (down, moody))


def answers_lost(ground: Ground) -> Iterator[Figure]:
    """Send requests while DynamoDB does every write but its first answer is lost, so that the SDK repeats the write."""
    customer = ground.new_customer()
    projects = [customer.create_project(f"Project of caller {number}") for number in range(CLIENTS)]
    answers, rule = Answers(), LostAnswers()
    with ground.suffering(rule):
        _everything(customer, projects, answers, "lost", rounds=REPEATED // CLIENTS)
        ground.wait_until_empty("CeoQueue")
    yield from answers.figures("first answers of DynamoDB lost")
    yield none("first answers of DynamoDB lost: requests refused", answers.counts["refused"])
    yield Figure("first answers of DynamoDB lost: writes repeated", len(rule.lost), "", at_least(REPEATED))
    yield from _nothing_half_done("first answers of DynamoDB lost", customer, projects, (answers,))


def key_service_down(ground: Ground) -> Iterator[Figure]:
    """Deposit credentials and fulfil a request while KMS is down, and again once KMS is back."""
    customer = ground.new_customer()
    project_id = _in_development(customer)
    request = customer.send("GET", f"/vault/requests?project_id={project_id}&status=pending")["requests"][0]
    down, after = Answers(), Answers()
    with ground.suffering(outage("kms")):
        _deposit_everything(customer, project_id, request["id"], down)
    before = _credentials(customer, project_id)
    pending = customer.send("GET", f"/vault/requests?project_id={project_id}&status=pending")["requests"]
    _deposit_everything(customer, project_id, request["id"], after)
    yield from down.figures("KMS down")
    yield none("KMS down: deposits done all the same", down.counts["done"])
    yield none("KMS down: credentials stored", len(before))
    still = request["id"] in {one["id"] for one in pending}
    yield none("KMS down: requests for access lost", int(not still))
    yield Figure("KMS back: deposits done", after.counts["done"], "", exactly(DEPOSITS + 1), str(dict(after.counts)))


def _everything(
    customer: Customer,
    projects: Sequence[str],
    answers: Answers,
    label: str,
    *,
    rounds: int | None = None,
    seconds: float = SETTLED_WITHIN_SECONDS,
) -> None:
    """Create, ask, read and deposit, over and over, each caller in its own project; every name is used only once."""
    deadline = time.monotonic() + seconds

    def run(caller: int) -> None:
        project_id = projects[caller]
        for number in itertools.count() if rounds is None else range(rounds):
            if time.monotonic() > deadline:
                return
            name = f"{label} {caller} {number}"
            deposit = {"name": name, "type": "password", "value": "a value nobody reads"}
            answers.send(customer, "POST", "/projects", {"name": name}, f"project {name}")
            answers.send(customer, "POST", f"/agents/{project_id}/ask", {"message": name}, f"question {name}")
            answers.send(customer, "GET", f"/agents/{project_id}/messages", None, f"page {name}")
            if number < DEPOSITS:  # a project may have a hundred credentials
                answers.send(customer, "POST", f"/vault/credentials/{project_id}", deposit, f"credential {name}")

    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(run, range(CLIENTS)))


def _nothing_half_done(
    name: str, customer: Customer, projects: Sequence[str], sent: Iterable[Answers]
) -> Iterator[Figure]:
    """Figures that show whether accepted things are stored once and answered once, and refused ones not stored."""
    answers = list(sent)
    messages = [message for project in projects for message in conversation(customer, project)]
    stored = [f"project {one['name']}" for one in _projects(customer)]
    stored += [f"credential {one['name']}" for project in projects for one in _credentials(customer, project)]
    stored += [f"question {one['content']}" for one in messages if one["sender_type"] == "customer"]
    done = {item for one in answers for item in one.done if not item.startswith("page ")}
    refused = {item for one in answers for item in one.refused}
    questions = [str(one.done[item]["message_id"]) for one in answers for item in one.done if item.startswith("quest")]
    yield none(f"{name}: accepted and not there", len(done - set(stored)), f"of {len(done)}")
    yield none(f"{name}: there twice", len(stored) - len(set(stored)))
    yield none(f"{name}: refused and there", len(refused & set(stored)), f"of {len(refused)}")
    found = tally(messages, questions)
    yield none(f"{name}: questions lost", found["lost"], f"of {len(questions)} accepted")
    yield none(f"{name}: questions answered more than once", found["duplicated"])


def _deposit_everything(customer: Customer, project_id: str, request_id: str, answers: Answers) -> None:
    """Deposit one after the other: simultaneous deposits in one project may rightly be answered 409."""
    value = {"value": "a value nobody reads"}
    for number in range(DEPOSITS):
        body = {"name": f"Credential {number}", "type": "password", **value}
        answers.send(customer, "POST", f"/vault/credentials/{project_id}", body, f"credential {number}")
    answers.send(customer, "POST", f"/vault/requests/{request_id}/fulfill", value, "request")


def _in_development(customer: Customer) -> str:
    """Bring a project so far that its team asks for access. Raises `TimeoutError` when it does not."""
    project_id = customer.create_project()
    customer.send("POST", f"/projects/{project_id}/intake", {"answers": ANSWERS})
    customer.send("POST", f"/projects/{project_id}/submit")

    def there() -> bool:
        if customer.send("GET", f"/vault/requests?project_id={project_id}&status=pending")["requests"]:
            return True
        for approval in customer.send("GET", f"/projects/{project_id}/approvals")["approvals"]:
            if approval["status"] == "pending":
                path = f"/projects/{project_id}/approvals/{approval['id']}"
                customer.send("POST", path, {"decision": "approve"})
        return False

    if not wait_until(there, seconds=SETTLED_WITHIN_SECONDS):
        raise TimeoutError("the team asked for nothing")
    return project_id


def _projects(customer: Customer) -> Rows:
    return _pages(customer, "/projects?limit=100", "projects")


def _credentials(customer: Customer, project_id: str) -> Rows:
    return _pages(customer, f"/vault/credentials?project_id={project_id}&limit=100", "credentials")


def _pages(customer: Customer, path: str, name: str) -> Rows:
    rows: Rows = []
    cursor = ""
    while True:
        found = customer.send("GET", path + cursor)
        rows += found[name]
        if not found["has_more"]:
            return rows
        cursor = f"&cursor={found['next_cursor']}"
