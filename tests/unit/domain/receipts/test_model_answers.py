"""An answer that a model worded has the same receipt as one of the rules: each figure of a fact knows its records."""

from __future__ import annotations

from atrium_verify import receipts as verifier
from brain_stories import MAKERS, message, story
from domain.agents.brain.evidence import settled_reply, traced_facts
from domain.agents.brain.protocol import Reply
from domain.agents.receipts import receipt_of
from domain.agents.records import Message
from domain.thinking.languages import LANGUAGES, words_of
from domain.thinking.project_sheet import sheet_of
from domain.thinking.render import Claim, render
from receipted import as_exported, texts_of
from tables import for_each


def everything_said(name, language):
    """A message that states every fact of a project, and its receipt."""
    facts = story(name).facts
    sheet = sheet_of(traced_facts(facts))
    said = (render(Claim(f"{{{{{fact.id}}}}}."), sheet, language).text for fact in sheet)
    reply = settled_reply(Reply("\n\n".join(said)))
    told = Message(
        id="msg_1",
        account_id="acc_1",
        project_id="prj_1",
        sender_type="agent",
        content=reply.content,
        created_at=facts.now,
    )
    return told, receipt_of(told, reply, facts, message("What do you know?"))


@for_each("name", sorted(MAKERS))
def test_every_figure_of_every_fact_is_accounted_for_and_recomputed(name):
    said, receipt = everything_said(name, "en")

    assert receipt.figures
    assert [one.shown for one in receipt.open] == []
    assert list(verifier.problems(as_exported(receipt), texts_of(said))) == []


@for_each("language", sorted(LANGUAGES))
def test_in_every_language(language):
    said, receipt = everything_said("planning", language)

    assert [one.shown for one in receipt.open] == []
    assert list(verifier.problems(as_exported(receipt), texts_of(said))) == []


def test_verifier_knows_the_months_of_every_language():
    for language in LANGUAGES:
        for names, month in zip(verifier.MONTHS, words_of(language)["format"]["months"].split(), strict=True):
            assert month.lower() in names.split()


def test_sheet_of_traced_records_reads_like_that_of_plain_ones():
    for name in MAKERS:
        facts = story(name).facts
        plain, traced = sheet_of(facts), sheet_of(traced_facts(facts))
        assert [(fact.id, fact.label, fact.value) for fact in traced] == [
            (fact.id, fact.label, fact.value) for fact in plain
        ]
