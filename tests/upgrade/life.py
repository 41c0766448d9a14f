"""What customers of the former edition leave behind, and everything they can read of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from atrium import Customer, Reply, wait_for

# Of these each answer depends on the moment, and not only on the records.
MOMENTARY = frozenset(
    {"generated_at", "as_of", "expires_at", "last_used_at", "request_id", "age_hours", "waiting_hours"}
)
# Texts of the product itself, which a release may word anew: what a scope allows, who is in the team.
WORDING = frozenset({"description", "note"})
WORDED_BY_US = ("/agents", "/api/account/scopes")
# Its sentences, which may be worded anew anywhere, and must still say something: a question, what was decided.
SENTENCES = frozenset({"prompt", "decided"})
# What this edition no longer has: prices of documents, what an eta and a progress are of, receipts.
GONE = frozenset(
    {
        *("covers", "estimated", "may_still_spend", "stopped_at_ceiling"),
        *("eta_covers", "progress_counts", "effort_days", "spent_days", "receipt", "receipt_hash"),
    }
)
# Nothing of an archive is under way any more.
ENDED = frozenset({"eta", "remaining"})
# What the product offers, of which a release may have more, anywhere in the list. A key's own scopes are not among it.
OFFERED = ("/api/account/scopes", "/api/auth/session/scopes")
READ_BY_KEY = (
    "/projects",
    "/agents",
    "/vault/credentials",
    "/vault/requests",
    "/pa/tasks",
    "/pa/reports",
)
READ_BY_SESSION = ("/api/auth/session", "/api/account/api-keys", "/api/account/scopes")


@dataclass
class Life:
    """A customer with work behind them. `read` has every answer of the former edition by its path."""

    customer: Customer
    revoked_key: str
    read: dict[str, Any] = field(default_factory=dict)


def lived(base_url: str) -> Life:
    """A customer who used what the former edition has."""
    customer = Customer(base_url)
    drafted = customer.create_project("A draft")
    customer.call("POST", f"/projects/{drafted}/intake", {"answers": {"goal": "Bread", "must_haves": ["Pay by card"]}})
    developed = customer.develop_project()
    asked = customer.ask(developed, "What is the status?")
    customer.reply_to(developed, asked)
    customer.reply_to(developed, customer.ask(developed, "Please add a newsletter"))
    customer.call(
        "POST", f"/vault/credentials/{drafted}", {"name": "Mail server", "value": "a-secret-of-the-first-edition"}
    )
    request = wait_for(lambda: customer.call("GET", f"/vault/requests?project_id={developed}").data["requests"])[0]
    customer.call("POST", f"/vault/requests/{request['id']}/fulfill", {"value": "another-secret"})
    for schedule in ("every Monday at 9am send me a status report", "tomorrow at 8am remind me of the budget"):
        reply = customer.call("POST", "/pa/task", {"task": schedule})
        assert reply.status == 202, reply.content
    task = customer.call("GET", "/pa/tasks").data["tasks"][0]
    customer.call("POST", f"/pa/tasks/{task['id']}/run")
    wait_for(lambda: customer.call("GET", "/pa/reports").data["reports"])
    revoked = customer.create_key(name="Revoked", preset="read_only")
    customer.by_session("DELETE", f"/api/account/api-keys/{revoked['id']}")
    customer.create_key(name="Reads only", preset="read_only")
    return Life(customer, revoked["key"])


def settled(life: Life) -> None:
    """Wait until nobody works for the customer any more; then read everything."""

    def read() -> dict[str, Any] | None:
        first, second = dict(everything(life.customer)), dict(everything(life.customer))
        return second if first == second else None

    life.read = wait_for(read, every=3)


def everything(customer: Customer) -> Iterator[tuple[str, Any]]:
    """Each path that the customer can read, and its answer without what is momentary."""
    for path in READ_BY_SESSION:
        yield path, _lasting(customer.by_session("GET", path))
    for path in READ_BY_KEY:
        yield path, _lasting(customer.call("GET", path))
    for project in customer.call("GET", "/projects").data["projects"]:
        about = f"/projects/{project['id']}"
        whole = customer.call("GET", about)
        documents = [f"{about}/deliverables/{one['id']}" for one in whole.data["deliverables"] if one["revision"]]
        talk = [f"/agents/{project['id']}/messages?limit=100", f"/agents/{project['id']}"]
        for path in (about, f"{about}/intake", f"{about}/approvals", *documents, *talk):
            yield path, _lasting(customer.call("GET", path))
    for credential in customer.call("GET", "/vault/credentials").data["credentials"]:
        path = f"/vault/credentials/{credential['id']}/uses"
        yield path, _lasting(customer.call("GET", path))
    for report in customer.call("GET", "/pa/reports").data["reports"]:
        path = f"/pa/reports/{report['id']}"
        yield path, _lasting(customer.call("GET", path))


def lost(before: Any, after: Any, where: str = "") -> Iterator[str]:
    """What `before` holds and `after` does not. Fields that are new are no loss."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name, value in before.items():
            if name in GONE or (name in WORDING and where.startswith(WORDED_BY_US)):
                continue
            if name in SENTENCES and after.get(name):
                continue
            if name in ENDED and name in after and after[name] is None:
                continue
            if name not in after:
                yield f"{where}/{name} is gone; it was {value!r}"
            else:
                yield from lost(value, after[name], f"{where}/{name}")
    elif isinstance(before, list) and isinstance(after, list):
        is_offered = where.startswith(OFFERED) or where.endswith("/options")
        yield from (_offered_no_more if is_offered else _lost_of_list)(before, after, where)
    elif before != after and before is not None:  # what was unknown may be known now
        yield f"{where} was {before!r} and is {after!r}"


def _lost_of_list(before: list[Any], after: list[Any], where: str) -> Iterator[str]:
    if len(before) != len(after):
        yield f"{where} had {len(before)} items and has {len(after)}"
    for place, (one, other) in enumerate(zip(before, after, strict=False)):
        yield from lost(one, other, f"{where}/{place}")


def _offered_no_more(before: list[Any], after: list[Any], where: str) -> Iterator[str]:
    offered = _by_name(after)
    for name, one in _by_name(before).items():
        if name not in offered:
            yield f"{where}/{name} is offered no more"
        else:
            yield from lost(one, offered[name], f"{where}/{name}")


def _by_name(offered: list[Any]) -> dict[str, Any]:
    """Scopes and presets by their names; in a list of names, each is its own."""
    return {one if isinstance(one, str) else one.get("scope") or one["preset"]: one for one in offered}


def _lasting(reply: Reply) -> Any:
    return _without_moments(reply.data)


def _without_moments(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_moments(item) for name, item in value.items() if name not in MOMENTARY}
    if isinstance(value, list):
        return [_without_moments(item) for item in value]
    return value
