"""A document decided from a mail: once, by whom it may, and never by opening a link."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from briefs import ANSWERS
from common.dynamo import Table
from common.errors import ChangedMeanwhile, Conflict, InvalidRequest, NotFound, TooManyRequests
from common.settings import settings
from common.transactions import transact
from domain.audit.log import NOWHERE
from domain.decisions.approvers import ApproverNamed, ApproverService, NotVerified
from domain.decisions.by_mail import by_mail_service
from domain.decisions.escalating import ApproverUnknown, EscalationService
from domain.decisions.models import DecideByMail, Escalate, NameApprover
from domain.decisions.planning import escalation_subscriber
from domain.decisions.store import decision_store
from domain.events.filing import filing_service
from domain.events.records import EventType
from domain.events.store import event_store
from domain.identity.contacts import contact_service
from domain.identity.zones import zone_service
from domain.mail.outgoing import Outgoing
from domain.mail.records import Kind, mail_about
from domain.mail.tokens import InvalidToken
from domain.projects.documents.requests import AddLine
from domain.projects.documents.service import DocumentService
from domain.projects.errors import AlreadyDecided
from domain.projects.requests import CreateProject, DecideApproval, IntakeAnswers
from domain.projects.states import ApprovalStatus
from house import ME, furnished
from mails import ACCOUNT, ADDRESS, MailRoom, event, text_of
from security_logs import ORIGIN, noted

ANNA = "anna@example.com"
SILENT = f"If I am silent for two days, ask {ANNA}"
LINK = re.compile(r"#/(?:decide|approver)/(\S+)")


@dataclass
class Office:
    """A project whose first documents wait, and everything between a decision and the post office."""

    house: object
    room: MailRoom
    project_id: str

    @property
    def approvers(self):
        return ApproverService(decision_store(), self.outgoing, self.room.tokens, contact_service(), self.room.clock)

    @property
    def escalations(self):
        return EscalationService(decision_store(), self.house.projects, zone_service(), self.outgoing, self.room.clock)

    @property
    def deciding(self):
        return replace(by_mail_service(), tokens=self.room.tokens, projects=self.house.projects)

    @property
    def outgoing(self):
        return Outgoing(self.room.store, lambda: self.room.letterbox, None)

    def approvals(self):
        return self.house.projects.list_approvals(ACCOUNT, self.project_id).approvals

    def waiting(self):
        return next(one for one in self.approvals() if one.status is ApprovalStatus.PENDING)

    @property
    def documents(self):
        return DocumentService(self.house.projects.store, self.room.clock)

    def file(self):
        filing_service([escalation_subscriber]).file_all(ACCOUNT)

    def confirmed_anna(self):
        self.approvers.name(ACCOUNT, NameApprover(email=ANNA))
        self.room.empty()
        self.approvers.confirm(self.token())

    def token(self):
        """The token of the last mail's link."""
        return LINK.search(text_of(self.room.post_office.last))[1]

    def mail_of(self, approval):
        """The customer's own mail about an approval, sent; its token, if it has one."""
        about = event(self.room.clock(), action="decide_approval", subject_id=approval.id).model_copy(
            update={"project_id": self.project_id, "content_hash": approval.content_hash}
        )
        mail = mail_about(about, Kind.NEEDS_YOU, self.room.clock())
        transact([self.room.store.adding(mail)])
        self.room.deliver(mail.id)
        found = LINK.search(text_of(self.room.post_office.last))
        return found and found[1]

    def escalated_to_anna(self):
        self.confirmed_anna()
        self.escalations.escalate(ACCOUNT, self.project_id, Escalate(text=SILENT))
        self.room.clock.advance(days=2, minutes=1)
        self.escalations.sweep()


@pytest.fixture
def office(aws, clock):
    house = furnished(aws, clock)
    Table(settings.identity_table).put_overwriting(
        {"pk": f"ACCOUNT#{ACCOUNT}", "email": ADDRESS, "email_verified": True, "timezone": "UTC"}
    )
    project = house.projects.create(ME.account_id, CreateProject(name="Bakery"))
    house.projects.answer_intake(ME.account_id, project.id, IntakeAnswers(answers=ANSWERS))
    house.projects.submit(ME.account_id, project.id)
    house.run_all()
    return Office(house, MailRoom(clock), project.id)


def approve(token):
    return DecideByMail(token=token, decision="approve")


def test_customer_who_wants_to_decide_by_mail_gets_a_link_that_decides_once(office):
    office.room.store.save_preferences(ACCOUNT, {"decide_by_mail": True})
    approval = office.waiting()
    token = office.mail_of(approval)

    shown = office.deciding.show(token)
    assert (shown.status, shown.decided, shown.deciding_as) == (ApprovalStatus.PENDING, None, ADDRESS)
    assert shown.content.startswith("# ")
    assert office.waiting().id == approval.id  # showing decides nothing

    decided = office.deciding.decide(approve(token), NOWHERE)

    assert decided.status is ApprovalStatus.APPROVED
    assert f"by {ADDRESS}, from a mail" in decided.decided


@pytest.mark.parametrize("decision", ["approve", "request_changes"])
def test_used_link_says_who_decided_and_what_and_shows_no_text(office, decision):
    office.room.store.save_preferences(ACCOUNT, {"decide_by_mail": True})
    token = office.mail_of(office.waiting())
    body = DecideByMail(token=token, decision=decision, comment="Mention that each step has an owner.")
    office.deciding.decide(body, NOWHERE)

    shown = office.deciding.show(token)
    with pytest.raises(AlreadyDecided) as refused:
        office.deciding.decide(approve(token), NOWHERE)

    what = "approved" if decision == "approve" else "sent back"
    assert shown.decided == f"It was {what} on Mon 2 Mar 2026, 09:00 UTC, by {ADDRESS}, from a mail."
    assert refused.value.message == shown.decided
    assert shown.content == ""


def test_link_that_is_no_link_to_decide_says_nothing(office):
    office.approvers.name(ACCOUNT, NameApprover(email=ANNA))
    office.room.empty()

    for token in (office.token(), "unknown"):
        with pytest.raises(InvalidToken):
            office.deciding.decide(approve(token), NOWHERE)
        with pytest.raises(InvalidToken):
            office.deciding.show(token)


@pytest.mark.parametrize("by_mail", [True, False])
def test_mail_about_what_was_decided_meanwhile_is_not_sent(office, by_mail):
    office.room.store.save_preferences(ACCOUNT, {"decide_by_mail": by_mail})
    approval = office.waiting()
    office.mail_of(approval)
    sent = len(office.room.post_office.sent)
    office.house.projects.decide(ME, office.project_id, approval.id, DecideApproval(decision="approve"), NOWHERE)
    office.mail_of(approval)

    assert (sent, len(office.room.post_office.sent)) == (1, 1)


def test_customer_who_does_not_want_it_gets_a_plain_link(office):
    assert office.mail_of(office.waiting()) is None


@pytest.mark.parametrize("change", ["switched off", "unverified"])
def test_link_decides_nothing_once_the_customer_may_not_decide_by_mail(office, change):
    office.room.store.save_preferences(ACCOUNT, {"decide_by_mail": True})
    token = office.mail_of(office.waiting())
    if change == "switched off":
        office.room.store.save_preferences(ACCOUNT, {"decide_by_mail": False})
    else:
        Table(settings.identity_table).put_overwriting(
            {"pk": f"ACCOUNT#{ACCOUNT}", "email": ADDRESS, "timezone": "UTC"}
        )

    with pytest.raises(InvalidToken):
        office.deciding.decide(approve(token), NOWHERE)
    assert office.waiting()


def test_first_decision_wins_and_every_other_copy_says_who_decided(office):
    office.room.store.save_preferences(ACCOUNT, {"decide_by_mail": True})
    approval = office.waiting()
    first, second = office.mail_of(approval), office.mail_of(approval)
    office.deciding.decide(approve(first), NOWHERE)

    shown = office.deciding.show(second)

    assert shown.status is ApprovalStatus.APPROVED
    assert f"by {ADDRESS}, from a mail" in shown.decided
    with pytest.raises(AlreadyDecided, match=f"by {ADDRESS}, from a mail"):
        office.deciding.decide(approve(second), NOWHERE)
    with pytest.raises(AlreadyDecided, match="It was approved on Mon 2 Mar 2026, 09:00 UTC"):
        office.house.projects.decide(ME, office.project_id, approval.id, DecideApproval(decision="approve"), NOWHERE)


def test_comment_that_holds_a_secret_is_stored_nowhere_and_decides_nothing(office):
    office.room.store.save_preferences(ACCOUNT, {"decide_by_mail": True})
    approval = office.waiting()
    token = office.mail_of(approval)
    comment = f"Please use ghp_{'a1B2c3D4e5F6' * 3} for the shop."

    with pytest.raises(InvalidRequest):
        office.deciding.decide(DecideByMail(token=token, decision="request_changes", comment=comment), NOWHERE)
    body = DecideApproval(decision="request_changes", comment=comment)
    with pytest.raises(InvalidRequest):
        office.house.projects.decide(ME, office.project_id, approval.id, body, NOWHERE)

    assert office.waiting().id == approval.id


def test_feed_and_approval_name_the_approver_who_decided(office):
    office.confirmed_anna()
    office.escalations.escalate(ACCOUNT, office.project_id, Escalate(text=SILENT))
    office.room.clock.advance(days=2)
    office.escalations.sweep()
    office.room.empty()
    office.deciding.decide(approve(office.token()), NOWHERE)
    office.file()

    (told,) = [
        one for one in event_store().list_filed(ACCOUNT, after=0, limit=100) if one.type is EventType.APPROVAL_DECIDED
    ]
    assert told.summary.endswith(f"was approved by {ANNA}")
    (decided,) = [one.decided for one in office.approvals() if one.decided]
    assert f"by {ANNA}, from a mail" in decided


def test_link_expires_after_seven_days(office):
    office.room.store.save_preferences(ACCOUNT, {"decide_by_mail": True})
    token = office.mail_of(office.waiting())
    office.room.clock.advance(days=7)

    with pytest.raises(InvalidToken):
        office.deciding.show(token)


def test_link_of_a_revision_decides_no_other_revision(office):
    office.room.store.save_preferences(ACCOUNT, {"decide_by_mail": True})
    approval = next(one for one in office.approvals() if one.kind == "scope")
    token = office.mail_of(approval)
    body = DecideApproval(decision="request_changes", comment="Please add a newsletter as a must-have.")
    office.house.projects.decide(ME, office.project_id, approval.id, body, NOWHERE)
    office.house.run_all()
    office.documents.present(ACCOUNT, office.project_id, approval.deliverable_id)
    revised = next(one for one in office.approvals() if one.kind == "scope" and one.revision == 2)

    with pytest.raises(AlreadyDecided):
        office.deciding.decide(approve(token), NOWHERE)

    assert revised.status is ApprovalStatus.PENDING
    shown = office.deciding.show(token)
    assert (shown.revision, shown.content) == (1, "")  # the link was for another text
    assert shown.decided


def test_link_of_a_text_that_was_edited_since_decides_nothing(office):
    office.room.store.save_preferences(ACCOUNT, {"decide_by_mail": True})
    approval = office.waiting()
    token = office.mail_of(approval)
    line = AddLine(section="notes", text="The door stands open")
    office.documents.add_line(ACCOUNT, office.project_id, approval.deliverable_id, line)

    with pytest.raises(InvalidToken):
        office.deciding.show(token)
    with pytest.raises(InvalidToken):
        office.deciding.decide(approve(token), NOWHERE)

    edited = next(one for one in office.approvals() if one.id == approval.id)
    assert edited.status is ApprovalStatus.PENDING
    newer = office.mail_of(edited)
    assert "The door stands open" in office.deciding.show(newer).content
    assert office.deciding.decide(approve(newer), NOWHERE).status is ApprovalStatus.APPROVED


def test_decision_that_fails_does_not_use_up_the_link(office, monkeypatch):
    office.room.store.save_preferences(ACCOUNT, {"decide_by_mail": True})
    token = office.mail_of(office.waiting())

    def busy(*_arguments):
        raise ChangedMeanwhile

    monkeypatch.setattr(type(office.house.projects.store), "save", busy)
    with pytest.raises(Conflict):
        office.deciding.decide(approve(token), NOWHERE)
    monkeypatch.undo()

    assert office.deciding.decide(approve(token), NOWHERE).status is ApprovalStatus.APPROVED


def test_approver_gets_nothing_but_the_invitation_until_they_confirm(office):
    office.approvers.name(ACCOUNT, NameApprover(email=ANNA))
    office.room.empty()
    assert [address for address, _ in office.room.post_office.sent] == [ANNA]

    with pytest.raises(ApproverUnknown):
        office.escalations.escalate(ACCOUNT, office.project_id, Escalate(text=SILENT))

    assert office.approvers.confirm(office.token()).email == ANNA
    (anna,) = office.approvers.list(ACCOUNT).approvers
    assert anna.status == "confirmed"
    with pytest.raises(InvalidToken):
        office.approvers.confirm(office.token())


def test_naming_is_refused_twice_and_by_an_unverified_customer(office):
    office.approvers.name(ACCOUNT, NameApprover(email=ANNA))
    with pytest.raises(ApproverNamed):
        office.approvers.name(ACCOUNT, NameApprover(email=ANNA.upper()))

    Table(settings.identity_table).put_overwriting({"pk": f"ACCOUNT#{ACCOUNT}", "email": ADDRESS, "timezone": "UTC"})
    with pytest.raises(NotVerified):
        office.approvers.name(ACCOUNT, NameApprover(email="ben@example.com"))


def test_naming_and_removing_again_and_again_fills_no_letter_box(office):
    def named_and_removed(number):
        named = office.approvers.name(ACCOUNT, NameApprover(email=f"anna{number}@example.com"))
        office.approvers.remove(ACCOUNT, named.id)

    for number in range(20):
        named_and_removed(number)
    with pytest.raises(TooManyRequests) as refused:
        named_and_removed(20)

    assert len(office.room.letterbox.waiting) == 20
    office.room.clock.advance(seconds=refused.value.retry_after_seconds)
    named_and_removed(20)


def test_one_address_is_invited_twice_by_an_account_then_not_for_a_month(office):
    def named_and_removed():
        office.approvers.remove(ACCOUNT, office.approvers.name(ACCOUNT, NameApprover(email=ANNA)).id)

    for _ in range(2):
        named_and_removed()
        office.room.clock.advance(days=1)
    with pytest.raises(TooManyRequests, match="enough invitations") as refused:
        named_and_removed()

    assert timedelta(days=27) < timedelta(seconds=refused.value.retry_after_seconds) <= timedelta(days=28)
    office.room.clock.advance(seconds=refused.value.retry_after_seconds)
    named_and_removed()


def test_all_accounts_together_invite_one_address_three_times_a_day(office):
    accounts = [f"acc_{number}" for number in range(10, 14)]
    for account_id in accounts:
        Table(settings.identity_table).put_overwriting(
            {"pk": f"ACCOUNT#{account_id}", "email": ADDRESS, "email_verified": True, "timezone": "UTC"}
        )
    for account_id in accounts[:3]:
        office.approvers.name(account_id, NameApprover(email=ANNA))

    with pytest.raises(TooManyRequests, match="enough invitations"):
        office.approvers.name(accounts[3], NameApprover(email=ANNA))

    assert office.approvers.list(accounts[3]).approvers == []
    office.room.clock.advance(days=1)
    assert office.approvers.name(accounts[3], NameApprover(email=ANNA)).status == "invited"


def withdrawal(office):
    """The token by which whoever got the last mail asks for no more."""
    return re.search(r"#/withdraw/(\S+)", text_of(office.room.post_office.last))[1]


def test_approver_who_withdraws_is_asked_no_more_and_the_customer_sees_it(office):
    office.escalated_to_anna()
    office.room.deliver(office.room.letterbox.waiting.pop().id)
    deciding, withdrawing = office.token(), withdrawal(office)
    sent = len(office.room.post_office.sent)

    done = office.approvers.withdraw(withdrawing)
    office.room.empty()

    (anna,) = office.approvers.list(ACCOUNT).approvers
    assert (done.email, anna.status, anna.withdrawn_at) == (ANNA, "withdrawn", office.room.clock())
    assert len(office.room.post_office.sent) == sent
    with pytest.raises(InvalidToken):
        office.deciding.decide(approve(deciding), NOWHERE)
    with pytest.raises(ApproverUnknown):
        office.escalations.escalate(ACCOUNT, office.project_id, Escalate(text=SILENT))
    with pytest.raises(InvalidToken):
        office.approvers.withdraw(withdrawing)


def test_who_withdrew_can_be_invited_once_after_a_month_and_agree_again(office):
    office.approvers.name(ACCOUNT, NameApprover(email=ANNA))
    office.room.empty()
    office.approvers.withdraw(withdrawal(office))

    for _ in range(2):  # neither by naming the withdrawn one, nor by removing them first
        with pytest.raises(TooManyRequests, match="asked for no more invitations"):
            office.approvers.name(ACCOUNT, NameApprover(email=ANNA))
        for one in office.approvers.list(ACCOUNT).approvers:
            office.approvers.remove(ACCOUNT, one.id)
    office.room.clock.advance(days=30)
    again = office.approvers.name(ACCOUNT, NameApprover(email=ANNA))
    office.room.empty()
    office.approvers.confirm(office.token())

    assert [one.status for one in office.approvers.list(ACCOUNT).approvers] == ["confirmed"]
    office.approvers.remove(ACCOUNT, again.id)
    with pytest.raises(TooManyRequests):
        office.approvers.name(ACCOUNT, NameApprover(email=ANNA))


def test_withdrawn_approver_who_is_named_again_is_listed_once(office):
    office.approvers.name(ACCOUNT, NameApprover(email=ANNA))
    office.room.empty()
    office.approvers.withdraw(withdrawal(office))
    office.room.clock.advance(days=30)

    named = office.approvers.name(ACCOUNT, NameApprover(email=ANNA))

    assert [(one.id, one.status) for one in office.approvers.list(ACCOUNT).approvers] == [(named.id, "invited")]


def test_removed_stranger_can_still_ask_for_no_more(office):
    named = office.approvers.name(ACCOUNT, NameApprover(email=ANNA))
    office.room.empty()
    office.approvers.remove(ACCOUNT, named.id)

    assert office.approvers.withdraw(withdrawal(office)).email == ANNA
    with pytest.raises(TooManyRequests, match="asked for no more invitations"):
        office.approvers.name(ACCOUNT, NameApprover(email=ANNA))


def test_link_of_an_older_mail_withdraws_too(office):
    office.escalated_to_anna()
    first, second, _ = office.room.letterbox.waiting
    office.room.deliver(first.id)
    older = withdrawal(office)
    office.room.clock.advance(hours=1)
    office.room.deliver(second.id)

    assert office.approvers.withdraw(older).email == ANNA


def test_silence_asks_the_approver_who_decides(office):
    office.escalated_to_anna()
    assert office.room.letterbox.waiting
    office.room.deliver(office.room.letterbox.waiting.pop().id)
    assert office.room.post_office.sent[-1][0] == ANNA

    shown = office.deciding.show(office.token())
    decided = office.deciding.decide(approve(office.token()), NOWHERE)

    assert shown.deciding_as == ANNA
    assert f"by {ANNA}, from a mail" in decided.decided


def test_due_escalation_is_taken_once(office):
    office.escalated_to_anna()
    sent = len(office.room.letterbox.waiting)

    office.escalations.sweep()

    assert len(office.room.letterbox.waiting) == sent == 3


@pytest.mark.parametrize(("days", "asked"), [(4, 3), (6, 0)])
def test_escalation_of_more_than_three_days_ago_is_dropped_and_logged_once(office, days, asked, caplog):
    office.confirmed_anna()
    office.escalations.escalate(ACCOUNT, office.project_id, Escalate(text=SILENT))
    office.room.clock.advance(days=days)

    swept = [office.escalations.sweep(), office.escalations.sweep()]

    assert swept == [3, 0]
    assert len(office.room.letterbox.waiting) == asked
    assert caplog.text.count("escalation_too_late") == 3 - asked


def test_decided_in_time_asks_nobody(office):
    office.confirmed_anna()
    office.escalations.escalate(ACCOUNT, office.project_id, Escalate(text=SILENT))
    office.file()
    for approval in office.approvals():
        office.house.projects.decide(ME, office.project_id, approval.id, DecideApproval(decision="approve"), NOWHERE)
    office.file()
    office.room.clock.advance(days=3)

    assert office.escalations.sweep() == 0


def test_decided_between_the_sweep_and_the_mail_sends_nothing(office):
    office.escalated_to_anna()
    for approval in office.approvals():
        office.house.projects.decide(ME, office.project_id, approval.id, DecideApproval(decision="approve"), NOWHERE)
    before = len(office.room.post_office.sent)

    office.room.empty()

    assert len(office.room.post_office.sent) == before


def test_removed_approver_decides_nothing_more(office):
    office.escalated_to_anna()
    office.room.deliver(office.room.letterbox.waiting.pop().id)
    (anna,) = office.approvers.list(ACCOUNT).approvers
    office.approvers.remove(ACCOUNT, anna.id)

    with pytest.raises(InvalidToken):
        office.deciding.decide(approve(office.token()), NOWHERE)
    before = len(office.room.post_office.sent)
    office.room.empty()
    assert len(office.room.post_office.sent) == before


def test_rule_plans_for_documents_that_come_later_and_one_approval_can_have_its_own_time(office):
    office.confirmed_anna()
    approval = office.waiting()
    text = f"If I am silent by tomorrow noon, ask {ANNA}"
    plan = office.escalations.escalate(ACCOUNT, office.project_id, Escalate(text=text, approval_id=approval.id))
    assert [one.approval_id for one in plan.planned] == [approval.id]
    assert plan.rule is None

    office.escalations.escalate(ACCOUNT, office.project_id, Escalate(text=SILENT))
    for one in office.approvals():
        office.house.projects.decide(ME, office.project_id, one.id, DecideApproval(decision="approve"), NOWHERE)
    office.house.run_all()
    office.file()

    plan = office.escalations.describe(ACCOUNT, office.project_id)
    assert {one.approval_id for one in plan.planned} == {
        one.id for one in office.approvals() if one.status is ApprovalStatus.PENDING
    }
    assert all(one.due_at - office.room.clock() <= timedelta(days=2) for one in plan.planned)
    assert office.escalations.stop(ACCOUNT, office.project_id).planned == []


def test_neighbour_reaches_neither_plan_nor_approver(office):
    office.confirmed_anna()
    (anna,) = office.approvers.list(ACCOUNT).approvers
    for attempt in (
        lambda: office.escalations.describe("acc_2", office.project_id),
        lambda: office.escalations.escalate("acc_2", office.project_id, Escalate(text=SILENT)),
        lambda: office.escalations.stop("acc_2", office.project_id),
        lambda: office.approvers.remove("acc_2", anna.id),
    ):
        with pytest.raises(NotFound):
            attempt()


def test_approver_is_asked_once_about_one_approval_however_often_it_is_planned(office):
    office.confirmed_anna()
    approval = office.waiting()
    for text in (f"If I am silent for one hour, ask {ANNA}", f"If I am silent for two hours, ask {ANNA}"):
        office.escalations.escalate(ACCOUNT, office.project_id, Escalate(text=text, approval_id=approval.id))
        office.room.clock.advance(hours=3)
        office.escalations.sweep()
        office.room.empty()

    assert [address for address, _ in office.room.post_office.sent].count(ANNA) == 2  # with the invitation
    assert office.escalations.describe(ACCOUNT, office.project_id).planned == []


def test_decision_from_a_mail_is_noted_with_the_address_it_was_sent_to(office):
    office.escalated_to_anna()
    office.room.deliver(office.room.letterbox.waiting.pop().id)

    office.deciding.decide(approve(office.token()), ORIGIN)

    (kind, subject, who, *where) = noted(ACCOUNT)[-1]
    assert (kind, who, where) == ("approval_decided", ANNA, ["203.0.113.9", "curl/8"])
    assert subject.startswith("Bakery: ")
    assert subject.endswith(", revision 1, approved")


def test_decision_in_the_dashboard_is_noted_with_who_and_from_where(office):
    approval = office.waiting()

    office.house.projects.decide(ME, office.project_id, approval.id, DecideApproval(decision="approve"), ORIGIN)

    assert noted(ACCOUNT)[-1][2:] == (ME.principal_id, "203.0.113.9", "curl/8")
