from __future__ import annotations

from dataclasses import replace

import pytest

from brain_stories import DATEV, MAKERS, story
from domain.agents.brain.protocol import ProjectFacts
from domain.answers.projects import project_sheet
from domain.projects.states import ProjectStatus, Role
from domain.thinking.check import Check
from domain.thinking.facts import FactKind, Sheet, Term, Words
from domain.thinking.languages import LANGUAGES, words_of
from domain.thinking.project_sheet import sheet_of
from domain.thinking.render import Claim, reading, render
from tables import for_each


def sentence_of(facts: ProjectFacts, fact_id: str) -> str:
    """A sentence on record as it reads inside another one."""
    said = project_sheet(facts.plan, facts.now).say(fact_id)
    return said[:1].lower() + said[1:].removesuffix(".")


def read(sheet: Sheet, language: str = "en") -> list[str]:
    return [reading(fact, language) for fact in sheet]


@pytest.mark.nightly
@for_each("name", sorted(MAKERS))
def test_every_fact_of_every_project_reads_and_passes_the_check_in_every_language(name):
    sheet = sheet_of(story(name).facts)

    for language in LANGUAGES:
        check = Check(sheet, language, "")
        for fact in sheet:
            said = render(Claim(f"{{{{{fact.id}}}}}."), sheet, language).text
            assert "{" not in said
            assert not fact.is_statement or not check.failures(Claim(f"{{{{{fact.id}}}}}."))


@for_each("name", sorted(MAKERS))
def test_sheet_is_the_same_for_the_same_records(name):
    facts = story(name).facts

    assert sheet_of(facts).facts == sheet_of(facts).facts
    assert [fact.id for fact in sheet_of(facts)] == [
        f"f{number}" for number in range(1, len(sheet_of(facts).facts) + 1)
    ]


@for_each(
    ("name", "says"),
    [
        ("planning", "the document “Roadmap” is in review and waits for your decision"),
        ("planning", "“Gift vouchers paid by card” (R3)"),
        ("planning", "Eleni Papadopoulou"),
        ("planning", "the owner of the document “Roadmap” is the CPO"),
        ("development", "the document “Delivery plan” is in review and waits for your decision"),
        (
            "development",
            (
                f"you deposit or decline the access “{DATEV}” on the vault page, and if you decline it, the work "
                "goes on without it"
            ),
        ),
        ("development", f"the access “{DATEV}” is still to be deposited"),
        ("development", f"the work on “DATEV” needs access to {DATEV}"),
        ("sent back", "the document “Roadmap” was sent back with your comment and waits for your edits"),
        ("access settled", "the access “Source repository” was declined by you"),
        (
            "empty draft",
            (
                "the required answers still missing from your brief are: audience, measure of success, must-haves, "
                "platforms, approver"
            ),
        ),
        ("planning", "“200 online bookings a month” is a measure of success in your brief"),
    ],
)
def test_sheet_has_what_may_be_stated(name, says):
    assert says in read(sheet_of(story(name).facts))


@for_each("name", sorted(MAKERS))
def test_money_dates_and_progress_are_the_sentences_on_record(name):
    facts = story(name).facts

    found = [fact for fact in sheet_of(facts) if fact.kind is FactKind.SENTENCE]

    on_record = [(fact.id, fact.topic, Words(fact.text)) for fact in project_sheet(facts.plan, facts.now)]
    assert [(fact.noun.key, fact.label, fact.value) for fact in found] == on_record
    assert {fact.source.id for fact in found} == {facts.project.id}


@for_each(
    ("name", "key", "is_there"),
    [
        ("empty draft", "where.brief", True),
        ("empty draft", "where.limits", True),
        ("empty draft", "where.documents", False),
        ("planning", "where.brief", False),
        ("planning", "where.limits", True),
        ("planning", "where.documents", True),
        ("cancelled", "where.limits", False),
        ("completed", "where.documents", True),
        ("access settled", "decline.goes_on", False),
    ],
)
def test_sheet_says_where_things_are_done_where_that_is_so(name, key, is_there):
    found = [fact for fact in sheet_of(story(name).facts) if fact.value == Term(key)]

    assert bool(found) == is_there


def test_work_of_a_project_that_is_over_does_not_go_on_without_an_access():
    running = story("development").facts
    cancelled = replace(running, project=running.project.model_copy(update={"status": ProjectStatus.CANCELLED}))

    assert [fact for fact in sheet_of(running) if fact.value == Term("decline.goes_on")]
    assert not [fact for fact in sheet_of(cancelled) if fact.value == Term("decline.goes_on")]


def test_draft_without_answers_has_a_sheet():
    drafts = [name for name in MAKERS if not story(name).facts.deliverables]

    assert drafts
    assert all("the project is a draft" in " ".join(read(sheet_of(story(name).facts))) for name in drafts)


def test_each_fact_rests_on_its_record():
    facts = story("planning").facts
    roadmap = next(item for item in facts.deliverables if item.title == "Roadmap")

    sources = {(fact.source.id, fact.source.version) for fact in sheet_of(facts)}

    assert (roadmap.id, roadmap.content_hash) in sources
    assert (facts.project.id, str(facts.project.version)) in sources
    assert (facts.project.id, facts.brief.updated_at.isoformat()) in sources


def test_role_speaks_about_its_own_documents_and_about_money():
    facts = story("planning").facts
    sheet = sheet_of(facts)

    own, others = read(sheet.slice_of(Role.CPO)), read(sheet.slice_of(Role.CTO))

    revision = "the present revision of the document “Roadmap” is number 1"
    assert revision in own
    assert revision not in others
    assert sentence_of(facts, "money.likely") in own
    assert sentence_of(facts, "money.likely") in others


@for_each("language", LANGUAGES)
def test_linking_words_that_a_model_is_shown_pass_the_check(language):
    sheet = sheet_of(story("planning").facts)
    statement = next(fact.id for fact in sheet if fact.is_statement)

    phrases = (phrase.strip().replace("\n", " ") for phrase in words_of(language)["linking"].split(";"))
    for words in (phrase for phrase in phrases if phrase and "<" not in phrase):
        assert not Check(sheet, language, "").failures(Claim(f"{words} {{{{{statement}}}}}.")), words


@for_each(
    ("name", "question", "language", "says"),
    [
        ("planning", "is the document “Roadmap” approved?", "en", "No, the document “Roadmap” is in review and waits "),
        (
            "development",
            f"is the access “{DATEV}” deposited?",
            "en",
            f"No, the access “{DATEV}” is still to be deposited.",
        ),
        ("planning", "does the product store data about people?", "de", "Ja, "),
        ("planning", "can something be sent to others from this conversation?", "en", "No, nothing is sent to others"),
    ],
)
def test_yes_or_no_is_computed_and_stands_before_what_it_rests_on(name, question, language, says):
    sheet = sheet_of(story(name).facts)
    fact = next(fact for fact in sheet if fact.label == f"answer to: {question}")

    assert render(Claim(f"{{{{{fact.id}}}}}."), sheet, language).text.startswith(says)


@for_each(
    ("claim", "question", "kept"),
    [
        ("{}.", "Is the roadmap approved?", True),
        ("To answer your question: {}, and {{{{f2}}}}.", "Is the roadmap approved?", True),
        ("{{{{f2}}}}, and {}.", "Is the roadmap approved?", False),
        ("{}. {}.", "Is the roadmap approved?", False),
        ("{}.", "Isn't the roadmap approved?", False),
        ("I can confirm that {}.", "Is the roadmap approved?", False),
    ],
)
def test_yes_or_no_begins_a_sentence_once_and_never_answers_a_negative_question(claim, question, kept):
    sheet = sheet_of(story("planning").facts)
    answer = next(fact.id for fact in sheet if fact.label == "answer to: is the document “Roadmap” approved?")
    text = claim.replace("{}", f"{{{{{answer}}}}}").replace("{{{{f2}}}}", "{{f2}}")

    assert bool(not Check(sheet, "en", question).failures(Claim(text))) == kept
