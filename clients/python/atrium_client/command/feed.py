"""Commands to ask, to see the inbox, to confirm cards, and to print events or send them to a local program."""

from __future__ import annotations

import base64
import json
import os
import secrets
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import httpx
from standardwebhooks import Webhook

from atrium_client.client import NEWEST
from atrium_client.command import output
from atrium_client.command.running import COMMANDS, HINTS, Run
from atrium_client.errors import InvalidRequest, NotFound
from atrium_client.generated.models.event_view import EventView

RECEIVER_SECONDS, LONGEST_PAUSE_SECONDS, TRIES = 15.0, 30, 5  # the first as in docs/webhooks.md


def ask(run: Run, message: str, project: str | None, timeout: int | None) -> Any:
    """Ask the CEO of `project` (waits `timeout` seconds) or the assistant; returns the reply, and its cards as text."""
    with output.waiting("Waiting for the answer …"):
        if project is None:
            answer = run.atrium.raw("pa.ask_pa", body={"message": message})
        else:
            answer = run.atrium.ask(project, message, timeout_seconds=timeout or 120).to_dict()
    of = f" --project {project}" if project else ""
    cards = (f"{card['summary']}\nNext: atrium cards confirm {card['id']}{of}" for card in answer["cards"])
    return answer, "\n".join(cards)


def inbox(run: Run) -> list[dict[str, Any]]:
    """The items of the inbox. Without `--json`, each has a field `do`: the command or page that closes the item."""
    items = run.atrium.rows("pa.list_inbox", "items")
    for one in [] if run.json else items:
        page = run.atrium.url + one["path"].replace("/app/", "/app/#/", 1)
        one["do"] = HINTS["ends"].get(one["kind"], "{page}").format_map(one | {"page": page})
    return items


def confirm(run: Run, card: str, project: str | None) -> Any:
    """Confirm an open card; returns the answer's `data`, and a text. Raises `NotFound`: no such open card."""
    found = next((one for one in run.atrium.cards(project) if one.id == card), None)
    if found is None:
        where = "in this project" if project else "of the assistant; --project names a project's"
        raise NotFound("NOT_FOUND", f"There is no such open card {where}.")
    return run.atrium.confirm(found), f"Done: {found.summary}"


def events(
    run: Run, follow: bool, after: int | None, limit: int | None, types: str | None, project: str | None
) -> list[dict[str, Any]] | None:
    """A page of events, oldest first. With `follow`, prints each as it comes until Ctrl-C, and returns None."""
    if follow:
        with suppress(KeyboardInterrupt):
            for event in run.atrium.events(after, types=(types or "").split(","), project_id=project):
                _line(run, event)
        return None
    place = {"before": NEWEST} if after is None else {"after": after}
    page = run.atrium.raw("events.list_events", **place, limit=limit or 20, types=types, project_id=project)
    found: list[dict[str, Any]] = page["events"]
    return found if after is not None else found[::-1]


def listen(run: Run, url: str | None, after: int | None, types: str | None, project: str | None) -> None:
    """Send events to `url`, one after the other, until Ctrl-C. Raises `InvalidRequest`: `url` is no address."""
    if not url or not url.startswith(("http://", "https://")):
        raise InvalidRequest("USAGE", "Give --forward-to an address such as http://localhost:3000/hook.")
    secret = os.environ.get("ATRIUM_WEBHOOK_SECRET") or f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}"
    last = run.atrium.newest_sequence() if after is None else after
    output.tell(f"Signing secret: {secret}\nSending events after {last} to {url}. Ctrl-C stops it.")
    try:
        with suppress(KeyboardInterrupt), httpx.Client(timeout=RECEIVER_SECONDS, trust_env=False) as http:
            for event in run.atrium.events(last, types=(types or "").split(","), project_id=project):
                _line(run, event, answered=_deliver(run, http, url, secret, event))
                last = event.sequence
    finally:
        output.tell(f"Stopped. To go on without a gap: --after {last}")


def _deliver(run: Run, http: httpx.Client, url: str, secret: str, event: EventView) -> int:
    """Send an event; returns the last status. Retries while nobody answers; ends at the fifth refusal, or a 410."""
    body = json.dumps(event.to_dict(), ensure_ascii=False, separators=(",", ":"))
    refusals, pause = 0, 1
    while True:
        now = datetime.now(UTC)
        headers = {"webhook-id": event.id, "webhook-timestamp": str(int(now.timestamp()))}
        headers["webhook-signature"] = Webhook(secret).sign(event.id, now, body)
        try:
            answer = http.post(url, content=body.encode(), headers=headers | {"Content-Type": "application/json"})
        except httpx.TransportError as error:
            why = type(error).__name__
        else:
            refusals, why = refusals + 1, f"status {answer.status_code}"
            if answer.is_success or answer.status_code == httpx.codes.GONE or refusals == TRIES:
                return answer.status_code
        run.say(f"{event.id}: {why}; again in {pause} s")
        time.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE_SECONDS)


def _line(run: Run, event: EventView, **more: int) -> None:
    told = event.to_dict() | more
    if run.json:
        output.write_json(told)
    else:
        run.show([told], f"{COMMANDS['events']['shows']} {' '.join(more)}")
