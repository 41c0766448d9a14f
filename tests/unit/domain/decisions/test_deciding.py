"""A document decided from a mail: once, by whom it may, and never by opening a link."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from briefs import submitted_project
from common.clock import to_iso
from common.dynamo import Table
from common.errors import ChangedMeanwhile, Conflict, InvalidRequest, TooManyRequests
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
from domain.projects.requests import ChangeProjectStatus, DecideApproval
from domain.projects.states import ApprovalStatus
from house import ME, furnished
from mails import ACCOUNT, ADDRESS, MailRoom, event, text_of
from security_logs import ORIGIN, noted

ANNA = "anna@example.com"
SILENT = f"If I am silent for two days, ask {ANNA}"
LINK = re.compile(r"#/(?:decide|approver)/(\S+)")
IN_THE_DASHBOARD = DecideApproval(decision="approve")


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

    def customer(self, account_id=ACCOUNT, **changes):
        """Write the row of a customer anew; their address is verified unless `changes` say otherwise."""
        row = {"pk": f"ACCOUNT#{account_id}", "email": ADDRESS, "email_verified": True, "timezone": "UTC"}
        Table(settings.identity_table).put_overwriting(row | changes)

    def file(self):
        filing_service([escalation_subscriber]).file_all(ACCOUNT)

    def approve_all_in_the_dashboard(self):
        for one in self.approvals():
            self.house.projects.decide(ME, self.project_id, one.id, IN_THE_DASHBOARD, NOWHERE)

    def status(self, action):
        self.house.projects.change_status(ACCOUNT, self.project_id, ChangeProjectStatus(action=action))

    def invited(self, email=ANNA):
        return self.approvers.name(ACCOUNT, NameApprover(email=email))

    def invited_and_removed(self, email=ANNA):
        self.approvers.remove(ACCOUNT, self.invited(email).id)

    def confirmed_anna(self):
        self.invited()
        self.room.empty()
        self.approvers.confirm(self.token())

    def escalate(self, text=SILENT, approval_id=None):
        return self.escalations.escalate(ACCOUNT, self.project_id, Escalate(text=text, approval_id=approval_id))

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

    def link(self):
        """The token by which the customer, who wants to decide by mail, decides on the document that waits."""
        self.room.store.save_preferences(ACCOUNT, {"decide_by_mail": True})
        return self.mail_of(self.waiting())

    def escalated_to_anna(self):
        self.confirmed_anna()
        self.escalate()
        self.room.clock.advance(days=2, minutes=1)
        self.escalations.sweep()

    def link_of_anna(self):
        """The token of one of the mails that ask her, as the customer was silent."""
        self.escalated_to_anna()
        self.room.deliver(self.room.letterbox.waiting.pop().id)
        return self.token()


@pytest.fixture
def office(aws, clock):
    house = furnished(aws, clock)
    made = Office(house, MailRoom(clock), submitted_project(house.projects, ACCOUNT))
    made.customer()
    house.run_all()
    return made


def approve(token):
    return DecideByMail(token=token, decision="approve")


def refuses(office, token):
    with pytest.raises(InvalidToken):
        office.deciding.decide(approve(token), NOWHERE)


@pytest.mark.parametrize(("decision", "what"), [("approve", "approved"), ("request_changes", "sent back")])
def test_customer_who_wants_to_decide_by_mail_gets_links_that_decide_once_and_then_say_what(office, decision, what):
    token = office.link()
    approval = office.waiting()
    copy = office.mail_of(approval)
    body = DecideByMail(token=token, decision=decision, comment="Mention that each step has an owner.")

    shown = office.deciding.show(token)
    assert (shown.status, shown.decided, shown.deciding_as) == (ApprovalStatus.PENDING, None, ADDRESS)
    assert shown.content.startswith("# ")
    assert office.waiting().id == approval.id  # showing decides nothing
    decided = office.deciding.decide(body, NOWHERE)

    said = f"It was {what} on Mon 2 Mar 2026, 09:00 UTC, by {ADDRESS}, from a mail."
    assert decided.decided == said
    assert decided.status is (ApprovalStatus.APPROVED if decision == "approve" else ApprovalStatus.CHANGES_REQUESTED)
    for link in (token, copy):
        shown = office.deciding.show(link)
        assert (shown.status, shown.decided) == (decided.status, said)
        with pytest.raises(AlreadyDecided, match=re.escape(said)):
            office.deciding.decide(approve(link), NOWHERE)
    assert office.deciding.show(token).content == ""
    with pytest.raises(AlreadyDecided, match=re.escape(said)):
        office.house.projects.decide(ME, office.project_id, approval.id, IN_THE_DASHBOARD, NOWHERE)


def test_link_that_is_no_link_to_decide_says_nothing(office):
    office.invited()
    office.room.empty()

    for token in (office.token(), "unknown"):
        refuses(office, token)
        with pytest.raises(InvalidToken):
            office.deciding.show(token)


@pytest.mark.parametrize("by_mail", [True, False])
def test_mail_about_what_was_decided_meanwhile_is_not_sent(office, by_mail):
    office.room.store.save_preferences(ACCOUNT, {"decide_by_mail": by_mail})
    approval = office.waiting()
    office.mail_of(approval)
    sent = len(office.room.post_office.sent)
    office.house.projects.decide(ME, office.project_id, approval.id, IN_THE_DASHBOARD, NOWHERE)
    office.mail_of(approval)

    assert (sent, len(office.room.post_office.sent)) == (1, 1)


def test_customer_who_does_not_want_it_gets_a_plain_link(office):
    assert office.mail_of(office.waiting()) is None


@pytest.mark.parametrize("change", ["switched off", "unverified", "sent to a former address", "seven days later"])
def test_link_shows_and_decides_nothing_when_it_is_over_or_the_customer_may_not_decide_by_mail(office, change):
    token = office.link()
    match change:
        case "switched off":
            office.room.store.save_preferences(ACCOUNT, {"decide_by_mail": False})
        case "unverified":
            office.customer(email_verified=False)
        case "sent to a former address":
            office.customer(email="mira@new.example", email_since=to_iso(office.room.clock.advance(minutes=1)))
        case _:
            office.room.clock.advance(days=7)

    with pytest.raises(InvalidToken):
        office.deciding.show(token)
    refuses(office, token)
    assert office.waiting()


def test_comment_that_holds_a_secret_is_stored_nowhere_and_decides_nothing(office):
    token, approval = office.link(), office.waiting()
    comment = f"Please use ghp_{'a1B2c3D4e5F6' * 3} for the shop."

    with pytest.raises(InvalidRequest):
        office.deciding.decide(DecideByMail(token=token, decision="request_changes", comment=comment), NOWHERE)
    body = DecideApproval(decision="request_changes", comment=comment)
    with pytest.raises(InvalidRequest):
        office.house.projects.decide(ME, office.project_id, approval.id, body, NOWHERE)

    assert office.waiting().id == approval.id


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
    token, approval = office.link(), office.waiting()
    line = AddLine(section="notes", text="The door stands open")
    office.documents.add_line(ACCOUNT, office.project_id, approval.deliverable_id, line)

    with pytest.raises(InvalidToken):
        office.deciding.show(token)
    refuses(office, token)

    edited = next(one for one in office.approvals() if one.id == approval.id)
    assert edited.status is ApprovalStatus.PENDING
    newer = office.mail_of(edited)
    assert "The door stands open" in office.deciding.show(newer).content
    assert office.deciding.decide(approve(newer), NOWHERE).status is ApprovalStatus.APPROVED


def test_decision_that_fails_does_not_use_up_the_link(office, monkeypatch):
    token = office.link()

    def busy(*_arguments):
        raise ChangedMeanwhile

    monkeypatch.setattr(type(office.house.projects.store), "save", busy)
    with pytest.raises(Conflict):
        office.deciding.decide(approve(token), NOWHERE)
    monkeypatch.undo()

    assert office.deciding.decide(approve(token), NOWHERE).status is ApprovalStatus.APPROVED


def test_approver_gets_nothing_but_the_invitation_until_they_confirm(office):
    office.invited()
    office.room.empty()
    assert [address for address, _ in office.room.post_office.sent] == [ANNA]

    with pytest.raises(ApproverUnknown):
        office.escalate()

    assert office.approvers.confirm(office.token()).email == ANNA
    (anna,) = office.approvers.list(ACCOUNT).approvers
    assert anna.status == "confirmed"
    with pytest.raises(InvalidToken):
        office.approvers.confirm(office.token())


def test_naming_is_refused_twice_and_by_an_unverified_customer(office):
    office.invited()
    with pytest.raises(ApproverNamed):
        office.invited(ANNA.upper())

    office.customer(email_verified=False)
    with pytest.raises(NotVerified):
        office.invited("ben@example.com")


def test_naming_and_removing_again_and_again_fills_no_letter_box(office):
    for number in range(20):
        office.invited_and_removed(f"anna{number}@example.com")
    with pytest.raises(TooManyRequests) as refused:
        office.invited_and_removed("anna20@example.com")

    assert len(office.room.letterbox.waiting) == 20
    office.room.clock.advance(seconds=refused.value.retry_after_seconds)
    office.invited_and_removed("anna20@example.com")


def test_one_address_is_invited_twice_by_an_account_then_not_for_a_month(office):
    for _ in range(2):
        office.invited_and_removed()
        office.room.clock.advance(days=1)
    with pytest.raises(TooManyRequests, match="enough invitations") as refused:
        office.invited_and_removed()

    assert timedelta(days=27) < timedelta(seconds=refused.value.retry_after_seconds) <= timedelta(days=28)
    office.room.clock.advance(seconds=refused.value.retry_after_seconds)
    office.invited_and_removed()


def test_all_accounts_together_invite_one_address_three_times_a_day(office):
    accounts = [f"acc_{number}" for number in range(10, 14)]
    for account_id in accounts:
        office.customer(account_id)
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
    deciding, withdrawing = office.link_of_anna(), withdrawal(office)
    sent = len(office.room.post_office.sent)

    done = office.approvers.withdraw(withdrawing)
    office.room.empty()

    (anna,) = office.approvers.list(ACCOUNT).approvers
    assert (done.email, anna.status, anna.withdrawn_at) == (ANNA, "withdrawn", office.room.clock())
    assert len(office.room.post_office.sent) == sent
    refuses(office, deciding)
    with pytest.raises(ApproverUnknown):
        office.escalate()
    with pytest.raises(InvalidToken):
        office.approvers.withdraw(withdrawing)


@pytest.mark.parametrize("removed", ["never", "before they withdraw", "after they withdrew"])
def test_who_withdrew_can_be_invited_once_after_a_month_and_agree_again(office, removed):
    named = office.invited()
    office.room.empty()
    withdrawing = withdrawal(office)
    if removed == "before they withdraw":
        office.approvers.remove(ACCOUNT, named.id)
    assert office.approvers.withdraw(withdrawing).email == ANNA
    if removed == "after they withdrew":
        office.approvers.remove(ACCOUNT, named.id)

    with pytest.raises(TooManyRequests, match="asked for no more invitations"):
        office.invited()
    office.room.clock.advance(days=30)
    again = office.invited()
    assert [(one.id, one.status) for one in office.approvers.list(ACCOUNT).approvers] == [(again.id, "invited")]
    office.room.empty()
    office.approvers.confirm(office.token())

    assert [one.status for one in office.approvers.list(ACCOUNT).approvers] == ["confirmed"]
    office.approvers.remove(ACCOUNT, again.id)
    with pytest.raises(TooManyRequests):
        office.invited()


def test_link_of_an_older_mail_withdraws_too(office):
    office.escalated_to_anna()
    first, second, _ = office.room.letterbox.waiting
    office.room.deliver(first.id)
    older = withdrawal(office)
    office.room.clock.advance(hours=1)
    office.room.deliver(second.id)

    assert office.approvers.withdraw(older).email == ANNA


def test_silence_asks_the_approver_who_decides_and_is_named_in_the_approval_the_feed_and_the_log(office):
    token = office.link_of_anna()
    assert office.room.post_office.sent[-1][0] == ANNA

    shown = office.deciding.show(token)
    decided = office.deciding.decide(approve(token), ORIGIN)

    assert shown.deciding_as == ANNA
    assert f"by {ANNA}, from a mail" in decided.decided
    assert [one.decided for one in office.approvals() if one.decided] == [decided.decided]
    (kind, subject, who, *where) = noted(ACCOUNT)[-1]
    assert (kind, who, where) == ("approval_decided", ANNA, ["203.0.113.9", "curl/8"])
    assert subject.startswith("Bakery: ")
    assert subject.endswith(", revision 1, approved")
    office.file()
    filed = event_store().list_filed(ACCOUNT, after=0, limit=100)
    (told,) = [one.summary for one in filed if one.type is EventType.APPROVAL_DECIDED]
    assert told.endswith(f"was approved by {ANNA}")


@pytest.mark.parametrize(("days", "asked"), [(4, 3), (6, 0)], ids=["due", "due more than three days ago"])
def test_escalation_is_taken_once_and_one_that_is_too_late_is_dropped_and_logged(office, days, asked, caplog):
    office.confirmed_anna()
    office.escalate()
    office.room.clock.advance(days=days)

    swept = [office.escalations.sweep(), office.escalations.sweep()]

    assert swept == [3, 0]
    assert len(office.room.letterbox.waiting) == asked
    assert caplog.text.count("escalation_too_late") == 3 - asked


def test_escalation_that_another_transaction_touches_at_that_moment_waits_for_the_next_sweep(office, monkeypatch):
    office.confirmed_anna()
    office.escalate()
    office.room.clock.advance(days=4)

    def conflict(_writes):
        raise ChangedMeanwhile

    with monkeypatch.context() as busy:
        busy.setattr("domain.decisions.escalating.transact", conflict)
        office.escalations.sweep()
    assert not office.room.letterbox.waiting
    office.escalations.sweep()

    assert len(office.room.letterbox.waiting) == 3


def test_decided_in_time_asks_nobody(office):
    office.confirmed_anna()
    office.escalate()
    office.file()
    office.approve_all_in_the_dashboard()
    office.file()
    office.room.clock.advance(days=3)

    assert office.escalations.sweep() == 0


def test_decided_between_the_sweep_and_the_mail_sends_nothing(office):
    office.escalated_to_anna()
    office.approve_all_in_the_dashboard()
    before = len(office.room.post_office.sent)

    office.room.empty()

    assert len(office.room.post_office.sent) == before


@pytest.mark.parametrize(("action", "later"), [("pause", 3), ("cancel", 0)])
def test_nobody_is_asked_about_a_project_that_rests_and_all_that_waits_once_it_goes_on(office, action, later):
    office.confirmed_anna()
    office.escalate()
    office.status(action)
    for _ in range(6):
        office.room.clock.advance(days=1)
        office.escalations.sweep()
    assert not office.room.letterbox.waiting

    if action == "pause":
        office.status("resume")
    office.room.clock.advance(days=1)
    office.escalations.sweep()

    assert len(office.room.letterbox.waiting) == later


@pytest.mark.parametrize("action", ["pause", "cancel", "complete"])
def test_mail_about_a_project_that_rests_is_not_sent(office, action):
    office.escalated_to_anna()
    before = len(office.room.post_office.sent)
    office.status(action)

    office.room.empty()

    assert len(office.room.post_office.sent) == before


def test_removed_approver_decides_nothing_more(office):
    token = office.link_of_anna()
    (anna,) = office.approvers.list(ACCOUNT).approvers
    office.approvers.remove(ACCOUNT, anna.id)

    refuses(office, token)
    before = len(office.room.post_office.sent)
    office.room.empty()
    assert len(office.room.post_office.sent) == before


def test_rule_plans_for_documents_that_come_later_and_one_approval_can_have_its_own_time(office):
    office.confirmed_anna()
    approval = office.waiting()
    text = f"If I am silent by tomorrow noon, ask {ANNA}"
    plan = office.escalate(text, approval.id)
    assert [one.approval_id for one in plan.planned] == [approval.id]
    assert plan.rule is None

    office.escalate()
    office.approve_all_in_the_dashboard()
    office.house.run_all()
    office.file()

    plan = office.escalations.describe(ACCOUNT, office.project_id)
    assert {one.approval_id for one in plan.planned} == {
        one.id for one in office.approvals() if one.status is ApprovalStatus.PENDING
    }
    assert all(one.due_at - office.room.clock() <= timedelta(days=2) for one in plan.planned)
    assert office.escalations.stop(ACCOUNT, office.project_id).planned == []


def test_approver_is_asked_once_about_one_approval_however_often_it_is_planned(office):
    office.confirmed_anna()
    approval = office.waiting()
    for text in (f"If I am silent for one hour, ask {ANNA}", f"If I am silent for two hours, ask {ANNA}"):
        office.escalate(text, approval.id)
        office.room.clock.advance(hours=3)
        office.escalations.sweep()
        office.room.empty()

    assert [address for address, _ in office.room.post_office.sent].count(ANNA) == 2  # with the invitation
    assert office.escalations.describe(ACCOUNT, office.project_id).planned == []


def test_decision_in_the_dashboard_is_noted_with_who_and_from_where(office):
    approval = office.waiting()

    office.house.projects.decide(ME, office.project_id, approval.id, IN_THE_DASHBOARD, ORIGIN)

    assert noted(ACCOUNT)[-1][2:] == (ME.principal_id, "203.0.113.9", "curl/8")
