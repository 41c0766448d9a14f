from __future__ import annotations

from datetime import timedelta

import pytest

from assistants import ACCOUNT
from atrium_verify import receipts as verifier
from common.errors import NotFound
from domain.pa import chat
from domain.pa.deeds import OrderGiven
from domain.pa.models import AskAssistant
from receipted import as_exported

NEIGHBOUR = "acc_2"


def chat_of(office, *, limit=100, before=None, account_id=ACCOUNT):
    return office.assistant.list_asked(account_id, limit=limit, before=before)


def test_answer_stays_as_it_was_given(office, project_id):
    office.clock.advance(hours=25)

    answer = office.ask("What needs me first?")

    (kept,) = chat_of(office).messages
    assert (kept.message, kept.answer, kept.asked_at) == ("What needs me first?", answer, office.clock())
    assert answer.actions[0].ids == [project_id]


def test_suggestion_of_an_unclear_time_stays(office):
    answer = office.ask("biweekly on Friday at 9 send it")

    assert answer.suggestion is not None
    assert chat_of(office).messages[0].answer.suggestion == answer.suggestion


def test_pages_follow_each_other_newest_first(office):
    for number in range(5):
        office.ask(f"How is project {number}?")

    first = chat_of(office, limit=2)
    second = chat_of(office, limit=2, before=first.messages[-1].sequence)
    last = chat_of(office, limit=2, before=second.messages[-1].sequence)

    shown = [one.message for page in (first, second, last) for one in page.messages]
    assert shown == [f"How is project {number}?" for number in (4, 3, 2, 1, 0)]
    assert (first.has_more, second.has_more, last.has_more) == (True, True, False)


def test_nobody_sees_what_another_account_asked(office):
    office.ask("What needs me first?")

    assert chat_of(office, account_id=NEIGHBOUR).messages == []


def test_password_told_in_words_is_not_kept(office):
    office.ask("My password is Tr0ub4dor&3, how is everything?")

    (kept,) = chat_of(office).messages
    assert "Tr0ub4dor" not in kept.model_dump_json()


def test_only_the_newest_are_kept(office, monkeypatch):
    monkeypatch.setattr(chat, "MOST_KEPT", 3)
    for number in range(5):
        office.ask(f"How is project {number}?")

    assert [one.sequence for one in chat_of(office).messages] == [5, 4, 3]


def test_what_is_older_than_thirty_days_is_not_shown_although_its_row_is_still_there(office):
    office.ask("How is everything?")
    office.clock.advance(days=30)
    office.ask("What needs me first?")

    page = chat_of(office, limit=1)

    assert [one.message for one in page.messages] == ["What needs me first?"]
    assert page.has_more is False


def test_row_leaves_by_itself_after_thirty_days(office):
    office.ask("How is everything?")

    row = office.store.table.get({"pk": f"ACCOUNT#{ACCOUNT}", "sk": "ASKED#000000000001"})
    assert row["expires_at_epoch"] == int((office.clock() + timedelta(days=30)).timestamp())


def test_question_of_who_only_looks_is_not_kept(office):
    office.assistant.ask(ACCOUNT, AskAssistant(message="How is everything?"), acts=False)
    with pytest.raises(OrderGiven):
        office.assistant.ask(ACCOUNT, AskAssistant(message="Every Monday at 9am, report progress"), acts=False)

    assert chat_of(office).messages == []


def receipt_of(office, sequence, account_id=ACCOUNT):
    return office.assistant.get_answer_receipt(account_id, sequence)


def test_answer_has_a_receipt_that_a_stranger_can_recompute(office, project_id):
    office.clock.advance(hours=25)

    answer = office.ask("What needs me first?")

    receipt = receipt_of(office, 1)
    assert (receipt.kind, receipt.subject_id, receipt.at) == ("answer", "answer_000000000001", office.clock())
    assert project_id in {one.id for one in receipt.records}
    assert receipt.figures
    assert list(verifier.problems(as_exported(receipt), {"content": answer.response})) == []


@pytest.mark.parametrize(
    "question",
    [
        *("What needs me first?", "How are my projects?", "What waits for my approval?", "Is anything stuck?"),
        *("How much was spent?", "What would building it cost?", "When are my projects done?", "What is scheduled?"),
        *("Which access do you need?", "What did the CEO write?", "How many documents wait?", "Which is the oldest?"),
    ],
)
def test_every_figure_of_the_common_answers_is_accounted_for(office, project_id, question):
    office.ask("Every Monday at 9am, send me a status report")
    office.clock.advance(hours=25)

    answer = office.ask(question)

    receipt = receipt_of(office, 2)
    assert list(verifier.problems(as_exported(receipt), {"content": answer.response})) == []
    assert [one.shown for one in receipt.open] == [], answer.response


def test_receipt_is_of_the_answer_as_it_is_read_with_what_was_cut_out(office, project_id):
    answer = office.ask("My password is Tr0ub4dor&3, how much was spent?")

    assert list(verifier.problems(as_exported(receipt_of(office, 1)), {"content": answer.response})) == []


def test_receipt_of_another_account_an_old_one_and_none_are_alike(office, monkeypatch):
    monkeypatch.setattr(chat, "MOST_KEPT", 1)
    office.ask("How is everything?")
    office.ask("How is everything?")

    for sequence, account_id in ((2, NEIGHBOUR), (1, ACCOUNT), (3, ACCOUNT)):
        with pytest.raises(NotFound):
            receipt_of(office, sequence, account_id)
    office.clock.advance(days=30)
    with pytest.raises(NotFound):
        receipt_of(office, 2)
