from __future__ import annotations

from datetime import timedelta

import pytest

from common.errors import ChangedMeanwhile, NotFound, Unavailable
from common.transactions import transact
from domain.audit.records import THE_TEAM
from domain.leaving.records import PROJECT_KEPT, State
from domain.leaving.store import leaving_store
from domain.pa.need_store import need_store
from domain.pa.records import Report, Task
from domain.pa.store import _report_item, assistant_store
from domain.projects.errors import TooManyProjects
from domain.projects.requests import ChangeProjectStatus, CreateProject
from domain.projects.store import ProjectStore
from domain.search.indexing import indexing_service
from domain.search.objects import index_files
from domain.vault.records import CredentialUse
from domain.vault.requests import DepositCredential
from domain.vault.store import Slice, vault_store
from domain.vault.team_requests import team_requests
from domain.work_items.models import ClaimWorkItem
from domain.work_items.service import WorkService
from domain.work_items.store import work_store
from domain.work_items.working import WorkerService
from vaults import STARTED, everything_stored, stored_project, stored_request
from work import OWNER, new_item, submission, worker

LATER = timedelta(days=3)


def tasks():
    return [task.id for task in assistant_store().list_tasks("acc_1", limit=10, cursor=None)[0]]


@pytest.fixture
def project(aws):
    return stored_project()


@pytest.fixture
def full(desk, project):
    """A project with a credential, a request and a task that runs in three days."""
    body = DepositCredential(name="Repository", type="password", value="v", expires_at="2026-06-01T09:00:00Z")
    desk.deposits.deposit("acc_1", project.id, body, by=THE_TEAM)
    stored_request(project)
    now = desk.clock()
    about = {"account_id": "acc_1", "text": "Status report on Bakery", "task": "Status report on Bakery"}
    times = {"timezone": "UTC", "next_run_at": now + LATER, "created_at": now, "updated_at": now}
    assistant_store().put_new_task(Task(id="tsk_01J00000000000000000000001", project_id=project.id, **about, **times))
    return desk.projects.get("acc_1", project.id)


def held():
    """What is found without the project."""
    return (
        len(vault_store().list_credentials("acc_1", Slice())[0]),
        len(vault_store().list_open_requests("acc_1")),
        len(tasks()),
    )


def test_restored_project_is_as_it_was_and_its_task_that_was_due_meanwhile_is_overdue(desk, full):
    before = desk.projects.load("acc_1", full.id)
    assert desk.leaving_projects.delete("acc_1", full.id).gone_at == desk.clock() + PROJECT_KEPT
    assert held() == (0, 0, 0)
    with pytest.raises(NotFound):
        desk.projects.get("acc_1", full.id)
    desk.clock.advance(days=5)

    restored = desk.leaving_projects.restore("acc_1", full.id)

    assert restored == full
    assert desk.projects.load("acc_1", full.id) == before
    assert held() == (1, 1, 1)
    assert leaving_store().list_records("acc_1") == []
    row = assistant_store().table.get({"pk": "ACCOUNT#acc_1", "sk": f"TASK#{tasks()[0]}"})
    assert row["outbox_at"].startswith(f"{desk.clock():%Y-%m-%dT%H:%M}")


def submitted_item(desk, project):
    """A work item with a submission that waits for its customer."""
    work = WorkService(work_store(), desk.projects, team_requests(), desk.projects.queue, desk.clock)
    workers = WorkerService(work, desk.clock)
    item = work.create(OWNER, project.id, new_item())
    claim_id = workers.claim(worker(), item.id, ClaimWorkItem()).claim_id
    workers.submit(worker(), item.id, submission(claim_id))
    return item.id


def test_work_goes_comes_back_and_is_erased_with_its_project(desk):
    project = stored_project("Florist", submitted_at=STARTED)
    item_id = submitted_item(desk, project)
    before = work_store().get_item("acc_1", item_id), need_store().get_told("acc_1").notices

    desk.leaving_projects.delete("acc_1", project.id)
    with pytest.raises(NotFound):
        work_store().get_item("acc_1", item_id)
    assert need_store().get_told("acc_1").notices == ()

    desk.leaving_projects.restore("acc_1", project.id)
    assert (work_store().get_item("acc_1", item_id), need_store().get_told("acc_1").notices) == before

    desk.leaving_projects.delete("acc_1", project.id)
    desk.clock.advance(days=31)
    desk.worker.work("acc_1")
    assert [row for row in everything_stored() if item_id in str(row["pk"]) + str(row.get("sk"))] == []


def test_what_was_deleted_in_a_project_before_goes_comes_back_and_is_erased_with_it(desk, full):
    vault, assistant = vault_store(), assistant_store()
    (credential,), _ = vault.list_credentials("acc_1", Slice())
    use = CredentialUse(id="use_1", credential_id=credential.id, version=1, purpose="Test plan", at=STARTED)
    transact(vault.using(use, credential))
    task = assistant.get_task("acc_1", tasks()[0])
    written = {"run_id": "run_1", "title": "Status", "content": "Fine.", "data": {}, "succeeded": True}
    report = Report(id="rep_1", account_id="acc_1", task_id=task.id, due_at=STARTED, created_at=STARTED, **written)
    assistant.table.put_overwriting(_report_item(report))
    desk.deposits.delete("acc_1", credential.id, by=THE_TEAM)
    assistant.delete_task(task)

    desk.leaving_projects.delete("acc_1", full.id)
    assert vault.find_deleted("acc_1", credential.id) is None
    with pytest.raises(NotFound):
        assistant.get_report("acc_1", report.id)

    desk.leaving_projects.restore("acc_1", full.id)
    assert vault.list_uses(vault.find_deleted("acc_1", credential.id), Slice()) == ([use], False)
    assert assistant.get_report("acc_1", report.id) == report

    desk.leaving_projects.delete("acc_1", full.id)
    desk.clock.advance(days=31)
    desk.worker.work("acc_1")
    keys = [str(row["pk"]) + str(row.get("sk")) for row in everything_stored()]
    assert [key for key in keys if "use_1" in key or "rep_1" in key or task.id in key] == []


def test_work_under_way_changes_nothing_once_the_project_is_deleted(desk, project, monkeypatch):
    read = ProjectStore.get_project
    raced: list[bool] = []

    def overtaken(store, *ids):
        found = read(store, *ids)
        if not raced:
            raced.append(True)
            desk.leaving_projects.delete("acc_1", project.id)
        return found

    monkeypatch.setattr(ProjectStore, "get_project", overtaken)

    with pytest.raises(NotFound):
        desk.projects.change_status("acc_1", project.id, ChangeProjectStatus(action="pause"))

    assert leaving_store().find_project("acc_1", project.id).project.status is project.status


def test_worker_that_died_after_the_transaction_is_made_up_for(desk, full):
    desk.reachable = False
    desk.leaving_projects.delete("acc_1", full.id)
    assert held() == (1, 1, 1)

    desk.worker.work("acc_1")

    assert held() == (0, 0, 0)


def test_restore_that_broke_off_goes_on_with_the_next_worker(desk, full):
    desk.leaving_projects.delete("acc_1", full.id)
    record = leaving_store().find_project("acc_1", full.id)
    desk.reachable = False
    with pytest.raises(Unavailable):
        desk.leaving_projects.restore("acc_1", full.id)
    assert leaving_store().find_project("acc_1", full.id).state is State.RESTORING

    with pytest.raises(ChangedMeanwhile):  # a worker that was late: the record is no longer as it saw it
        desk.worker.mover.bring_back(record)
    assert held() == (0, 0, 0)
    desk.worker.work("acc_1")

    assert held() == (1, 1, 1)
    assert desk.projects.get("acc_1", full.id) == full


def test_after_30_days_every_row_is_gone_and_nothing_can_be_restored(desk, full):
    kept = stored_project("Kept")
    desk.leaving_projects.delete("acc_1", full.id)
    desk.clock.advance(days=30)

    with pytest.raises(NotFound):
        desk.leaving_projects.restore("acc_1", full.id)
    desk.worker.work("acc_1")
    indexing_service().catch_up("acc_1")  # the worker of search is told that the project is erased

    assert left_of(full) == []
    assert full.id.encode() not in index_files().find("acc_1").content
    assert desk.projects.get("acc_1", kept.id) == kept


def test_deleting_twice_restoring_twice_and_the_project_of_another_account_is_not_found(desk, project):
    delete, restore = desk.leaving_projects.delete, desk.leaving_projects.restore
    for done in (delete, restore):
        with pytest.raises(NotFound):
            done("acc_2", project.id)
        done("acc_1", project.id)
        with pytest.raises(NotFound):
            done("acc_1", project.id)


def test_deleted_project_makes_room_and_is_not_restored_beyond_the_limit(desk, project, monkeypatch):
    monkeypatch.setattr("domain.leaving.projects.MAX_PROJECTS", 1)
    desk.leaving_projects.delete("acc_1", project.id)
    desk.projects.create("acc_1", CreateProject(name="Next"))

    with pytest.raises(TooManyProjects):
        desk.leaving_projects.restore("acc_1", project.id)


def left_of(project):
    """Rows that name it, but for events, which are gone after 30 days by themselves."""
    named = [row for row in everything_stored() if project.id in str(row)]
    return [row for row in named if not row["pk"]["S"].startswith(("NEW#", "ACCOUNT#")) or "type" not in row]
