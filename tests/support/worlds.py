"""Makes accounts with one of everything in this process, for tests of tenancy and of limited keys."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from accounts import EMAIL, Accounts
from authenticators import SoftAuthenticator
from briefs import submitted_project
from common.caller import Caller
from common.clock import to_iso, utc_now
from common.ids import new_id
from common.transactions import transact
from connecting import BROWSER, Connecting
from domain.agents.records import Message
from domain.agents.store import conversation_store
from domain.answers.card_store import account_card_store, project_card_store
from domain.answers.cards import Card, CardRequest, Target
from domain.answers.deeds import CardKind
from domain.audit.records import THE_TEAM
from domain.decisions.approvers import ApproverService
from domain.decisions.models import NameApprover
from domain.decisions.store import decision_store
from domain.identity.contacts import contact_service
from domain.pa.eventbridge import Occasion
from domain.pa.inbox import inbox_service
from domain.projects import review
from domain.projects.brief.changing import Plan
from domain.projects.brief.topics import open_choices
from domain.projects.documents.composing import compose
from domain.projects.documents.editing import commented
from domain.projects.documents.trade import Trade
from domain.projects.service import project_service
from domain.projects.store import project_store
from domain.vault.deposits import deposit_service
from domain.vault.records import Grant
from domain.vault.requests import DepositCredential
from domain.vault.store import vault_store
from domain.work_items.service import work_service
from doors import call, load, session_caller
from factor_house import House, Person
from interface import Route
from vaults import stored_request
from work import OWNER, new_item

Ids = dict[str, str]
WITHIN = frozenset({"entry_id", "line_id", "comment_id", "choice_id"})
"""Ids that every project has alike, such as R1 or D4: alone they identify nothing."""


def make_project(name: str, account_id: str = "acc_1") -> Ids:
    """Store a project with one of everything; returns its id and the ids of what it has."""
    project_id = submitted_project(project_service(), account_id, name=name)
    request = stored_request(project_service().get(account_id, project_id), f"Hosting of {name}")
    project, owned = project_service().load(account_id, project_id)
    now = utc_now()
    written = compose(owned.deliverables[0], Trade(Plan(project, owned.brief), now.date()))
    text = commented(written, f"{name} is too long", owned.brief, now)
    shown = review.present(project, owned.deliverables, owned.approvals, text, now=now)
    project_store().save(project, shown.project, (shown.deliverable, shown.approval, shown.text))
    given = {"type": "password", "value": "a long password", "allowed_hosts": ["api.example.org"]}
    body = DepositCredential.model_validate({"name": f"Mail of {name}", **given})
    credential = deposit_service().deposit(account_id, project_id, body, by=THE_TEAM, caller=session_caller())
    said = Message(
        id=new_id("msg", utc_now()),
        account_id=account_id,
        project_id=project_id,
        sender_type="agent",
        content=f"{name} is under way.",
        created_at=utc_now(),
    )
    transact(conversation_store().saying(said))
    card = Card(
        id=new_id("card", now),
        account_id=account_id,
        project_id=project_id,
        message_id=said.id,
        kind=CardKind.PAUSE,
        summary=f"Pause {name}.",
        request=CardRequest(method="POST", path=f"/projects/{project_id}/status", body={"action": "pause"}),
        target=Target(record="status", id=project_id, was="active", becomes="on_hold"),
        created_at=now,
    )
    transact([project_card_store().putting(project_id, card)])
    items = inbox_service().list_page(account_id, state="open", limit=100, cursor=None).items
    return {
        "project_id": project_id,
        "message_id": said.id,
        "card_id": card.id,
        "deliverable_id": shown.deliverable.id,
        "approval_id": shown.approval.id,
        "entry_id": "R1",
        "line_id": next(shown.text.lines).id,
        "comment_id": shown.text.comments[0].id,
        "choice_id": open_choices(owned.brief)[0].id,
        "request_id": request.id,
        "credential_id": credential.id,
        "work_id": work_service().create(replace(OWNER, account_id=account_id), project_id, new_item()).id,
        "item_id": next(item.id for item in items if item.project_id == project_id),
    }


def make_account() -> tuple[Caller, Ids]:
    """Make an account with one of everything; returns the caller of its owner's session, and all ids."""
    people = Accounts(utc_now)
    owner, _ = people.sign_up()
    owner = replace(owner, proved_at=utc_now())
    ids = make_project("Amsel", owner.account_id)

    def made(door: str, method: str, path: str, body: Any = None, **parameters: str) -> Any:
        answer = call(door, method, path, caller=owner, body=body, **parameters)
        assert answer.status in {200, 201, 202}, answer.body
        return answer.data

    webhook = {"url": "https://hooks.example.org/", "types": ["report.ready"]}
    ids["endpoint_id"] = made("webhooks", "POST", "/api/account/webhooks", webhook)["id"]
    sent = made("webhooks", "POST", "/api/account/webhooks/{endpoint_id}/test", endpoint_id=ids["endpoint_id"])
    ids["delivery_id"] = sent["delivery_id"]
    ids["key_id"] = made("keys", "POST", "/api/account/api-keys", {"name": "k", "preset": "pa_only"})["id"]
    ids["task_id"] = made("pa", "POST", "/pa/task", {"task": "Every Monday at 9am send me a status report"})["task_id"]
    card = Card(
        id=new_id("card", utc_now()),
        account_id=owner.account_id,
        project_id=None,
        message_id=new_id("ask", utc_now()),
        kind=CardKind.DELETE_TASK,
        summary="Delete the task.",
        request=CardRequest(method="DELETE", path=f"/pa/tasks/{ids['task_id']}"),
        target=Target(record="task", id=ids["task_id"], was="there", becomes=""),
        created_at=utc_now(),
    )
    transact([account_card_store().putting(owner.account_id, card)])
    ids["pa_card_id"] = card.id
    load("pa_runs").run_service().run(Occasion(owner.account_id, ids["task_id"], to_iso(utc_now()), "manual"))
    ids["report_id"] = made("pa", "GET", "/pa/reports")["reports"][0]["id"]
    approvers = ApproverService(decision_store(), people.mails.out, people.tokens, contact_service(), utc_now)
    ids["approver_id"] = approvers.name(owner.account_id, NameApprover(email="anna@example.com")).id
    ids["session_id"] = made("session", "GET", "/api/account/sessions")["sessions"][0]["id"]
    ids["passkey_id"] = Person(House(utc_now), EMAIL, owner, SoftAuthenticator()).add_passkey()
    ids["export_id"] = made("leaving", "POST", "/api/account/export")["id"]
    of_credential = {"credential_id": ids["credential_id"], "project_id": ids["project_id"], "version": 1}
    grant = Grant(account_id=owner.account_id, principal_id=ids["key_id"], decided_at=utc_now(), **of_credential)
    transact([vault_store().granting(grant)])
    ids["grant_id"] = grant.id
    connecting = Connecting(utc_now)
    client_id = connecting.register()["client_id"]
    ids["connect_id"] = connecting.request(client_id)
    connecting.consent.describe(owner, ids["connect_id"], BROWSER)
    allowed = connecting.allow(connecting.request(client_id), "projects:read", caller=owner)
    connecting.exchange(client_id, allowed["code"])
    ids["connection_id"] = made("oauth", "GET", "/api/account/connections")["connections"][0]["id"]
    return owner, ids


def ids_in(route: Route, ids: Ids) -> Ids:
    """The ids by the names that a route's path gives them.

    Behind /vault/credentials/ `id` is a project's or a credential's; behind /pa/cards/ the card is the assistant's.
    """
    deposits = route.method == "POST" and route.path.endswith("credentials/{id}")
    cards = {"card_id": ids["pa_card_id"]} if route.path.startswith("/pa/cards/") and "pa_card_id" in ids else {}
    return ids | cards | {"id": ids["project_id"] if deposits else ids["credential_id"]}
