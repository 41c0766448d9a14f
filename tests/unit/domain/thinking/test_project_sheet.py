from __future__ import annotations

from dataclasses import replace

import pytest

from brain_stories import MAKERS, story
from domain.projects.records import Money
from domain.projects.states import DeliverableKind, ProjectStatus, Role
from domain.thinking.check import Check
from domain.thinking.facts import Sheet, Term
from domain.thinking.languages import LANGUAGES, words_of
from domain.thinking.project_sheet import sheet_of
from domain.thinking.render import Claim, reading, render
from tables import for_each


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
        ("planning", "the deadline is 30 June 2026"),
        ("planning", "the estimate for planning and documents is EUR 360 under your ceiling"),
        ("planning", "“Gift vouchers paid by card” (R3)"),
        ("planning", "Eleni Papadopoulou"),
        ("planning", "the owner of the document “Roadmap” is the CPO"),
        ("blocked", "the document “Delivery plan” is blocked until the access asked for is there or is declined"),
        (
            "blocked",
            (
                "you deposit or decline the access “Hosting” on the vault page, and if you decline it, the work "
                "goes on without it"
            ),
        ),
        ("blocked", "even with the least of its rough outlook, building the product would end after the deadline"),
        ("blocked", "the access “Hosting” is still to be deposited"),
        ("blocked", "the estimate for planning and documents is GBP 3,400 over your ceiling"),
        ("blocked", "the documents are expected to be done 2 working days after the deadline"),
        ("unblocked", "the access “Source repository” was declined by you"),
        ("stopped", "the team of the project “Taverna” has stopped at your ceiling"),
        ("on hold", "the project “Taverna” is on hold, and nothing is spent while it is"),
        ("completed", "the project “Frog” is completed"),
        ("design", "the present phase is design"),
        (
            "empty draft",
            (
                "the required answers still missing from your brief are: audience, measure of success, must-haves, "
                "platforms, approver"
            ),
        ),
        ("empty draft", "there is no estimate yet, because required answers are missing from the brief"),
        ("on hold", "the expected days hold if the project is resumed today"),
        ("revised", "the present revision of the document “Scope and acceptance criteria” had a price of EUR 0"),
        ("revised", "even with the most of its rough outlook, building the product would end by the deadline"),
        ("planning", "planning, documents and building together have a rough outlook of EUR 26,640 to 69,840"),
        ("revised", "with the least of its rough outlook, building the product ends on 15 April 2026"),
        ("planning", "“200 online bookings a month” is a measure of success in your brief"),
        ("planning", "the launch has no day, because no approved document names one"),
        ("unblocked", "the number of work packages in the document “Delivery plan” is 6"),
        (
            "unblocked",
            (
                "the largest work in the document “Delivery plan”, in days of effort, is Also on iOS (15 to 45) and "
                "Also on API (15 to 45)"
            ),
        ),
    ],
)
def test_sheet_has_what_may_be_stated(name, says):
    assert says in read(sheet_of(story(name).facts))


@for_each(
    ("name", "key", "is_there"),
    [
        ("empty draft", "where.brief", True),
        ("empty draft", "where.ceiling", True),
        ("empty draft", "where.deadline", False),
        ("empty draft", "where.documents", False),
        ("planning", "where.brief", False),
        ("planning", "where.deadline", True),
        ("planning", "where.documents", True),
        ("planning", "price.changes", True),
        ("planning", "estimate.rule", True),
        ("planning", "build.rule", True),
        ("empty draft", "estimate.rule", False),
        ("empty draft", "build.rule", False),
        ("complete draft", "price.changes", False),
        ("complete draft", "estimate.none", False),
        ("cancelled", "where.ceiling", False),
        ("cancelled", "price.changes", False),
        ("completed", "where.documents", True),
        ("planning", "dates.if_resumed", False),
        ("unblocked", "decline.goes_on", False),
    ],
)
def test_sheet_says_where_things_are_done_and_on_what_terms_where_that_is_so(name, key, is_there):
    found = [fact for fact in sheet_of(story(name).facts) if fact.value == Term(key)]

    assert bool(found) == is_there


def test_draft_with_too_few_answers_for_an_estimate_tells_its_ceiling_and_the_outlook_apart_from_it():
    draft = story("empty draft").facts
    answers = {**draft.intake.answers, "must_haves": ("Play offline",)}
    project = draft.project.model_copy(update={"ceiling": Money(amount=9000, currency="EUR")})

    said = read(sheet_of(replace(draft, project=project, intake=draft.intake.model_copy(update={"answers": answers}))))

    assert "your budget ceiling is EUR 9,000" in said
    assert "building the product has a rough outlook of EUR 5,700 to 17,300, apart from planning and documents" in said
    assert not [line for line in said if "this estimate" in line]


def test_work_of_a_project_that_is_over_does_not_go_on_without_an_access():
    blocked = story("blocked").facts
    cancelled = replace(blocked, project=blocked.project.model_copy(update={"status": ProjectStatus.CANCELLED}))

    assert [fact for fact in sheet_of(blocked) if fact.value == Term("decline.goes_on")]
    assert not [fact for fact in sheet_of(cancelled) if fact.value == Term("decline.goes_on")]


def test_launch_has_the_day_of_the_approved_launch_plan():
    facts = story("completed").facts
    (plan,) = [one for one in facts.deliverables if one.kind is DeliverableKind.LAUNCH_PLAN]
    dated = plan.model_copy(update={"content": plan.content.replace("Not set", "Your deadline, 2026-06-30", 1)})
    others = tuple(one for one in facts.deliverables if one is not plan)

    said = read(sheet_of(replace(facts, deliverables=(*others, dated))))

    assert "the approved launch plan names 30 June 2026 for the launch" in said
    assert not [line for line in said if line.startswith("the launch has no day")]


def test_draft_without_answers_has_a_sheet():
    drafts = [name for name in MAKERS if not story(name).facts.deliverables]

    assert drafts
    assert all("is a draft" in " ".join(read(sheet_of(story(name).facts))) for name in drafts)


def test_each_fact_rests_on_its_record():
    facts = story("planning").facts
    roadmap = next(item for item in facts.deliverables if item.title == "Roadmap")

    sources = {fact.source.id: fact.source.version for fact in sheet_of(facts)}

    assert sources[roadmap.id] == roadmap.content_hash
    assert sources[facts.project.id] == str(facts.project.version)


def test_role_speaks_about_its_own_phase_and_documents():
    sheet = sheet_of(story("planning").facts)

    own, others = read(sheet.slice_of(Role.CMO)), read(sheet.slice_of(Role.CTO))

    price = "the estimate for the document “Launch plan” is EUR 700"
    assert price in own
    assert price not in others
    assert "the deadline is 30 June 2026" in own


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
        (
            "planning",
            "is the estimate within the budget ceiling?",
            "en",
            "Yes, the estimate for ",
        ),
        (
            "planning",
            "is the estimate over the budget ceiling?",
            "de",
            "Nein, die Schätzung ",
        ),
        ("blocked", "is the estimate within the budget ceiling?", "fr", "Non, "),
        (
            "blocked",
            "are the documents expected in time for the deadline?",
            "en",
            "No, the documents are ",
        ),
        ("planning", "is the document “Roadmap” approved?", "en", "No, the document “Roadmap” is in review and waits "),
        ("blocked", "is the access “Hosting” deposited?", "en", "No, the access “Hosting” is still to be deposited."),
        ("planning", "would building the product end by the deadline?", "en", "Yes, even with the most of "),
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
