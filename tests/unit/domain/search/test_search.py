"""What a caller finds, and what the worker puts into the index, on an emulated account."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from common.clock import to_iso
from common.dynamo import Table
from common.errors import ChangedMeanwhile, InvalidRequest, NotFound
from common.settings import settings
from domain.agents.records import Message
from domain.audit.records import THE_TEAM
from domain.events.changes import Changed, Subject, changing, erased, project_changed
from domain.events.filing import filing_service
from domain.events.log import commit
from domain.projects.known import project_ids_of
from domain.projects.requests import CreateProject
from domain.projects.service import project_service
from domain.search.index import Index
from domain.search.indexing import IndexingService
from domain.search.library import library
from domain.search.objects import index_files
from domain.search.queue import LATE, ChangeQueue, IndexWork, Marker, change_queue
from domain.search.records import FoundType
from domain.search.service import OpenIndexes, SearchService
from domain.search.store import change_store
from domain.vault.deposits import deposit_service
from domain.vault.requests import DepositCredential
from domain.work.queue import WorkQueue
from domain.work_items.models import ClaimWorkItem, UpdateWorkItem
from domain.work_items.service import work_service
from domain.work_items.working import worker_service
from doors import call, key_caller, load
from tools.operator import reindex
from work import new_item, working_project

OTHER = "acc_other"
DEPOSIT = DepositCredential(name="Quartz login", type="password", value="grey-heron-4711-lake")


@pytest.fixture
def account(aws, request) -> str:
    return f"acc_{request.node.name}"


@pytest.fixture
def worker() -> IndexingService:
    return IndexingService(change_store(), index_files(), library())


@pytest.fixture
def search(clock) -> SearchService:
    return SearchService(OpenIndexes(index_files()), change_queue(), project_ids_of, None, clock)


def create(account: str, name: str, description: str = "") -> str:
    return project_service().create(account, CreateProject(name=name, description=description or None)).id


def write(account: str, project_id: str, content: str, number: int = 1, now=None, reply_to=None) -> str:
    of = {"account_id": account, "project_id": project_id}
    at = now or project_service().get(account, project_id).created_at
    about = {"sender_type": "customer", "content": content, "created_at": at, "reply_to": reply_to}
    message = Message(id=f"msg_{number:026}", **of, **about)
    row = {"pk": f"PROJECT#{project_id}", "sk": f"MSG#{message.id}", **message.model_dump(mode="json")}
    Table(settings.conversations_table).put_overwriting(row)
    commit([changing(Changed(id=message.id, subject=Subject.MESSAGE, subject_id=message.id, at=at, **of))])
    return message.id


def taken_away(account: str, project_id: str) -> Callable[[], None]:
    """Take a project's row away, as deleting does; returns what puts it back."""
    table, key = Table(settings.projects_table), {"pk": f"ACCOUNT#{account}", "sk": f"PROJECT#{project_id}"}
    row = table.get(key)
    table.delete(key)
    return lambda: table.put_overwriting(row)


def caller_of(account: str, *scopes: str, projects: set[str] | None = None):
    limits = frozenset(projects) if projects is not None else None
    return replace(key_caller(*scopes, account_id=account), project_ids=limits)


def ids(results) -> list[str]:
    return [one.id for one in results.results]


def test_what_changed_is_found_once_the_worker_has_run(account, worker, search):
    bakery = create(account, "Bakery", "A shop that sells rye bread")
    worker.make_anew(account)
    message_id = write(account, bakery, "Please mind the Roggen discount")
    assert ids(search.search(caller_of(account), "roggen")) == []

    assert worker.catch_up(account) == 1

    (found,) = search.search(caller_of(account), "ROGG").results
    assert found.model_dump() | {"updated_at": None} == {
        "type": "message",
        "id": message_id,
        "project_id": bakery,
        "title": "You",
        "project_name": "Bakery",
        "section": None,
        "line": None,
        "snippet": "Please mind the **Roggen** discount",
        "path": f"/app/projects/{bakery}/chat",
        "url": None,
        "updated_at": None,
    }
    assert ids(search.search(caller_of(account), "bread")) == [bakery]
    assert ids(search.search(caller_of(account), "bakery discount")) == [message_id]  # found in its project
    assert change_store().list_changes(account, limit=9) == []


def test_question_is_found_once_its_answer_is(account, worker, search):
    bakery = create(account, "Bakery")
    worker.make_anew(account)
    question = write(account, bakery, "What does the Roggen cost?", 1)
    change_store().forget(change_store().list_changes(account, limit=9))  # asking changes nothing for search

    write(account, bakery, "It costs nothing.", 2, reply_to=question)
    worker.catch_up(account)

    assert ids(search.search(caller_of(account), "roggen")) == [question]


def test_nothing_is_found_of_another_account_and_of_what_the_scopes_do_not_cover(account, worker, search):
    bakery = create(account, "Bakery")
    message_id = write(account, bakery, "bakery words")
    worker.make_anew(account)

    assert ids(search.search(caller_of(account), "bakery")) == [bakery, message_id]
    assert ids(search.search(caller_of(account, "projects:read"), "bakery")) == [bakery]
    assert ids(search.search(caller_of(account, "agents:read"), "bakery")) == [message_id]
    assert ids(search.search(caller_of(account, "vault:read"), "bakery")) == []
    assert ids(search.search(caller_of(OTHER), "bakery")) == []
    assert search.fetch(caller_of(account), message_id).text == "bakery words"
    for nobody in (caller_of(OTHER), caller_of(account, "projects:read"), caller_of(account, projects={"prj_2"})):
        with pytest.raises(NotFound):
            search.fetch(nobody, message_id)


def test_work_items_and_names_of_credentials_are_found_by_those_who_may_read_them(account, worker, search):
    project = working_project("Bakery", account_id=account)
    owner = caller_of(account)
    made = work_service().create(owner, project.id, new_item(title="Reserve a seat"))
    access = deposit_service().deposit(account, project.id, DEPOSIT, by=THE_TEAM)
    filing_service([Marker]).file_all(account)

    worker.catch_up(account)

    (found,) = search.search(owner, "reserve").results
    assert (found.type, found.id, found.project_name) == ("work", made.id, "Bakery")
    assert found.path == f"/app/projects/{made.project_id}/work/{made.id}"
    assert ids(search.search(owner, "full day is said")) == [made.id]
    assert ids(search.search(owner, "Quartz")) == [access.id]
    assert ids(search.search(owner, DEPOSIT.value.get_secret_value())) == []
    for scope, mine in (("work:read", {made.id}), ("vault:read", {access.id}), ("projects:read", {project.id})):
        assert set(ids(search.search(caller_of(account, scope), "bakery"))) == mine

    work_service().update(owner, made.id, UpdateWorkItem(title="Book a stool"))
    deposit_service().delete(account, access.id, by=THE_TEAM)
    filing_service([Marker]).file_all(account)
    worker.catch_up(account)

    assert ids(search.search(owner, "stool")) == [made.id]
    assert ids(search.search(owner, "reserve")) == ids(search.search(owner, "Quartz")) == []

    worker_service().claim(owner, made.id, ClaimWorkItem(worker="Sorrel"))
    filing_service([Marker]).file_all(account)
    worker.catch_up(account)

    assert ids(search.search(owner, "sorrel")) == [made.id]  # by who has it in hand


def test_word_that_nothing_has_finds_what_begins_alike(account, worker, search):
    bakery = create(account, "Bakery", "Guests pay by card, and sailing boats")
    worker.make_anew(account)
    caller = caller_of(account)

    for is_loosened, expected, queries in (
        (False, [bakery], ["pay"]),
        (True, [bakery], ["payment", "payments card", "guest paying", "sails"]),
        (False, [], ["paypal", "boat race", "12s"]),
    ):
        for words in queries:
            found = search.search(caller, words)
            assert (ids(found), found.loosened) == (expected, is_loosened)


def test_limited_key_finds_its_project_alone_and_no_report(account, worker, search):
    bakery, studio = create(account, "Bakery plan"), create(account, "Studio plan")
    worker.make_anew(account)
    limited = caller_of(account, projects={bakery})

    assert ids(search.search(limited, "plan")) == [bakery]
    assert set(ids(search.search(caller_of(account), "plan"))) == {bakery, studio}
    assert ids(search.search(caller_of(account), "plan", project_id=studio)) == [studio]
    for unknown in (studio, "prj_unknown"):
        with pytest.raises(NotFound):
            search.search(limited, "plan", project_id=unknown)


def test_deleted_project_is_not_found_and_an_erased_one_is_nowhere(account, worker, search):
    bakery, studio = create(account, "Bakery plan"), create(account, "Studio plan")
    worker.make_anew(account)
    put_back = taken_away(account, bakery)
    assert ids(search.search(caller_of(account), "plan")) == [studio]

    put_back()
    assert set(ids(search.search(caller_of(account), "plan"))) == {bakery, studio}

    taken_away(account, bakery)
    commit([erased(account, bakery, project_service().get(account, studio).created_at)])
    worker.catch_up(account)
    file = index_files().find(account)
    assert bakery.encode() not in file.content
    assert studio.encode() in file.content


def test_project_that_is_restored_after_the_index_was_made_without_it_comes_back_whole(account, worker, search):
    bakery, studio = create(account, "Bakery plan"), create(account, "Studio plan")
    message_id = write(account, bakery, "our words")
    put_back = taken_away(account, bakery)
    worker.make_anew(account)
    put_back()

    commit([project_changed(account, bakery, project_service().get(account, studio).created_at, "restored")])
    worker.catch_up(account)

    assert set(ids(search.search(caller_of(account), "plan"))) == {bakery, studio, message_id}


def test_index_of_an_account_without_anything_is_no_file(account, worker, search):
    worker.make_anew(account)

    assert index_files().find(account) is None
    assert search.search(caller_of(account), "plan").indexing is False


def test_missing_index_is_said_and_made(account, worker, search, aws):
    bakery = create(account, "Bakery plan")

    answer = search.search(caller_of(account), "plan")

    assert (answer.results, answer.indexing) == ((), True)
    (message,) = aws("sqs").receive_message(QueueUrl=settings.search_queue_url)["Messages"]
    assert IndexWork.from_body(message["Body"]) == IndexWork(account, anew=True)
    worker.make_anew(account)
    assert ids(search.search(caller_of(account), "plan")) == [bakery]


@pytest.mark.parametrize("dies", ["before the file", "after the file"])
def test_worker_that_dies_loses_nothing_and_the_sweep_calls_the_next(
    account, worker, search, clock, aws, monkeypatch, dies
):
    bakery = create(account, "Bakery")
    worker.make_anew(account)
    written_at = clock()
    message_id = write(account, bakery, "discount", now=written_at)
    store, files = change_store(), index_files()
    with monkeypatch.context() as killed:
        target, name = (files, "put") if dies.startswith("before") else (store, "forget")
        killed.setattr(type(target), name, lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            worker.catch_up(account)
    assert [one.id for one in store.list_changes(account, limit=9)][-1] == message_id

    clock.moment = written_at + LATE + timedelta(seconds=1)
    queue = ChangeQueue(store, WorkQueue(settings.search_queue_url))
    assert queue.sweep(clock()) == 1
    (message,) = aws("sqs").receive_message(QueueUrl=settings.search_queue_url)["Messages"]
    assert IndexWork.from_body(message["Body"]) == IndexWork(account)
    IndexingService(store, files, library()).catch_up(account)

    assert ids(search.search(caller_of(account), "discount")) == [message_id]
    assert queue.sweep(clock()) == 0


def test_two_workers_at_once_lose_nothing(account, worker, search, monkeypatch):
    bakery = create(account, "Bakery")
    worker.make_anew(account)
    other = IndexingService(change_store(), index_files(), library())
    message_id = write(account, bakery, "first words", 1)
    put = type(worker.files).put
    overtaken: list[str] = []

    def slowly(files, account_id, content, *, seen):
        if not overtaken:
            overtaken.append(write(account, bakery, "second words", 2))
            other.catch_up(account)
        return put(files, account_id, content, seen=seen)

    monkeypatch.setattr(type(worker.files), "put", slowly)
    worker.catch_up(account)

    assert set(ids(search.search(caller_of(account), "words"))) == {message_id, *overtaken}


def test_file_is_put_only_in_the_place_of_the_one_that_was_read(account, worker):
    create(account, "Bakery")
    worker.make_anew(account)
    first = index_files().find(account)
    index_files().put(account, Index.empty().to_bytes(), seen=first)

    for seen in (first, None):
        with pytest.raises(ChangedMeanwhile):
            index_files().put(account, b"late", seen=seen)


def test_unchanged_file_is_not_read_again(account, worker, search, monkeypatch):
    bakery = create(account, "Bakery")
    worker.make_anew(account)
    assert ids(search.search(caller_of(account), "bakery")) == [bakery]
    monkeypatch.setattr(Index, "of", None)

    assert ids(search.search(caller_of(account), "bakery")) == [bakery]


def test_title_counts_more_than_text_and_new_things_more_than_old(account, worker, search, clock):
    titled = create(account, "Discount")
    other = create(account, "Studio", "discount discount discount")
    old = write(account, other, "discount words here", 1, now=clock() - timedelta(days=300))
    new = write(account, other, "discount words here", 2, now=clock())
    worker.make_anew(account)

    found = ids(search.search(caller_of(account), "discount"))

    assert found[0] == titled
    assert found.index(new) < found.index(old)


def test_pages_have_everything_once_and_a_cursor_belongs_to_its_query(account, worker, search):
    made = {create(account, f"Plan {number}") for number in range(7)}
    worker.make_anew(account)
    caller = caller_of(account)
    shown, cursor = [], None
    for _ in range(4):
        page = search.search(caller, "plan", limit=2, cursor=cursor)
        shown += ids(page)
        cursor = page.next_cursor

    assert (cursor, page.has_more) == (None, False)
    assert (len(shown), set(shown)) == (7, made)
    first = search.search(caller, "plan", limit=2).next_cursor
    for query, types, place in (
        ("plans", None, first),
        ("plan", {FoundType.PROJECT}, first),
        ("plan", None, "x"),
        ("plan", None, "W10"),
        ("plan", None, "bnVsbA"),
    ):
        with pytest.raises(InvalidRequest):
            search.search(caller, query, types=types, limit=2, cursor=place)


@pytest.mark.parametrize(
    "query",
    ["", "?q=", "?q=%21%3F", f"?q={'a' * 201}", "?q=a&types=wish", "?q=a&limit=0", "?q=a%00", "?q=a&cursor=x"],
)
def test_bad_query_is_refused_in_the_envelope(account, query):
    answer = call("search", "GET", f"/search{query}", caller=key_caller(account_id=account))

    assert (answer.status, answer.error["code"]) == (400, "VALIDATION_ERROR")
    assert answer.error["details"]


def test_door_shows_the_page(account, worker):
    bakery = create(account, "Bakery")
    write(account, bakery, "bakery words")
    worker.make_anew(account)

    answer = call(
        "search", "GET", "/search?q=bak&types=project,document&limit=5", caller=key_caller(account_id=account)
    )

    (found,) = answer.data.pop("results")
    created = project_service().get(account, bakery).created_at
    assert (found["id"], found["type"], found["updated_at"]) == (bakery, "project", to_iso(created))
    assert answer.data == {"has_more": False, "next_cursor": None, "indexing": False, "loosened": False}


def test_operator_has_an_index_made_again(aws):
    account = "acc_01JNB3ZK8R5V6W7X8Y9Z0A1B2C"

    reindex(account)

    (message,) = aws("sqs").receive_message(QueueUrl=settings.search_queue_url)["Messages"]
    assert IndexWork.from_body(message["Body"]) == IndexWork(account, anew=True)


def test_worker_takes_nudges_and_returns_what_failed(account, search, aws, monkeypatch):
    bakery = create(account, "Bakery")
    change_queue().make_anew(account)
    (message,) = aws("sqs").receive_message(QueueUrl=settings.search_queue_url, AttributeNames=["All"])["Messages"]
    record = {
        "messageId": message["MessageId"],
        "receiptHandle": message["ReceiptHandle"],
        "body": message["Body"],
        "attributes": message["Attributes"],
    }
    with monkeypatch.context() as broken:
        broken.setattr(type(library()), "of_account", lambda *_: 1 / 0)
        failed = load("indexer").lambda_handler({"Records": [record]}, None)

    assert failed == {"batchItemFailures": [{"itemIdentifier": message["MessageId"]}]}
    assert load("indexer").lambda_handler({"Records": [record]}, None) == {"batchItemFailures": []}
    assert ids(search.search(caller_of(account), "bakery")) == [bakery]
