"""Sends events to a receiver that fails, twice each, and kills workers: every event must be accepted, once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from bench.figures import Figure, at_least, at_most, exactly, none
from bench.reliability.ground import Ground, wait_until
from bench.reliability.proxy import AwsCall, chosen, serving, sort_key
from bench.stand import Customer

EVENTS = 300
CLIENTS = 8
FAILING_PERCENT = 30
KILLS = 4
PATH = "/api/account/webhooks"
COPIES_AFTER_SECONDS = (1, 6)  # of the first message, and of that for the second attempt
QUIET_WITHIN_SECONDS = 120
# Each is a little longer than a pause of the schedule: after it, one attempt is due. All ten attempts have their time:
# of 300 events, one in five runs has one that is refused six times.
PAST_PAUSES = [timedelta(minutes=minutes) for minutes in (7, 37, 150, 370, 730, 1_020, 1_450, 1_740)]


class Books:
    """Counts what a receiver gets. An event is accepted once, by its `webhook-id`; a repetition is answered 200."""

    def __init__(self) -> None:
        self.arrived: Counter[str] = Counter()
        self.refused = 0
        self.accepted: set[str] = set()
        self.repeated = 0
        self._lock = threading.Lock()

    def take(self, event_id: str) -> int:
        """Count a request, and return the status to answer it with: 200, or 500 when it is chosen to fail."""
        with self._lock:
            self.arrived[event_id] += 1
            if event_id in self.accepted:
                self.repeated += 1
                return 200
            if chosen(f"{event_id} {self.arrived[event_id]}", FAILING_PERCENT):
                self.refused += 1
                return 500
            self.accepted.add(event_id)
            return 200


def measure(ground: Ground) -> Iterator[Figure]:
    """Send test events, kill workers at some of them, and let the schedule run until nothing waits."""
    customer = ground.new_customer()
    books = Books()
    with _receiving(books) as url, ground.redelivering_soon("DeliveriesQueue"):
        body = {"url": url, "types": ["report.ready"]}
        endpoint_id = str(customer.by_session("POST", PATH, body)["id"])
        sent: list[str] = []
        send = partial(_send_test, ground, customer, endpoint_id, sent)
        killed = sum(
            ground.kill_during("DeliveriesFunction", _is_noted, send, done=number % 2 == 1) for number in range(KILLS)
        )
        with ThreadPoolExecutor(CLIENTS) as clients:
            list(clients.map(lambda _number: send(), range(EVENTS - KILLS)))
        wait_until(lambda: books.arrived.total() >= EVENTS, seconds=QUIET_WITHIN_SECONDS)
        ground.wait_until_empty("DeliveriesQueue", seconds=QUIET_WITHIN_SECONDS)
        at_first = len(books.accepted)
        for pause in PAST_PAUSES:
            if len(books.accepted) == EVENTS:
                break
            ground.sweep(pause)
            ground.wait_until_empty("DeliveriesQueue", seconds=QUIET_WITHIN_SECONDS)
    note = f"{at_first} of them without a sweep; {books.refused} of {books.arrived.total()} requests refused"
    yield Figure("webhooks: events accepted, by webhook-id", len(books.accepted), "", exactly(EVENTS), note)
    yield none("webhooks: events lost", len(set(sent) - books.accepted), f"of {len(sent)} sent")
    yield Figure("webhooks: requests refused", books.refused, "", at_least(EVENTS * FAILING_PERCENT / 200))
    yield Figure("webhooks: workers killed", killed, "", exactly(KILLS), "half of them before the outcome was noted")
    note = "only those whose worker died before it could note that they were accepted"
    yield Figure("webhooks: events sent again after they were accepted", books.repeated, "", at_most(KILLS / 2), note)


def _is_noted(call: AwsCall) -> bool:
    """Whether the call stores the outcome of an attempt to deliver."""
    is_of_delivery = call.operation == "UpdateItem" and sort_key(call.content["Key"]).startswith("DELIVERY#")
    return is_of_delivery and "tries" in call.content["UpdateExpression"]


def _send_test(ground: Ground, customer: Customer, endpoint_id: str, sent: list[str]) -> None:
    """Send a test event, and later copies of the messages for its first two attempts."""
    delivery_id = str(customer.by_session("POST", f"{PATH}/{endpoint_id}/test")["delivery_id"])
    sent.append(delivery_id)
    message = {"account_id": customer.account_id, "endpoint_id": endpoint_id, "delivery_id": delivery_id}
    for delay in COPIES_AFTER_SECONDS:
        ground.send("DeliveriesQueue", message, delay=delay)


@contextmanager
def _receiving(books: Books) -> Iterator[str]:
    """Run a receiver on this machine within the block; yields its URL."""

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(books.take(str(self.headers["webhook-id"])))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_written: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    with serving(server):
        yield f"http://127.0.0.1:{server.server_port}/"
