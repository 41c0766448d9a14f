from __future__ import annotations

from brain_stories import MAKERS, story
from domain.projects.states import Role
from domain.thinking.check import Check
from domain.thinking.facts import Sheet
from domain.thinking.languages import LANGUAGES, words_of
from domain.thinking.project_sheet import sheet_of
from domain.thinking.render import Claim, reading, render
from tables import for_each


def read(sheet: Sheet, language: str = "en") -> list[str]:
    return [reading(fact, language) for fact in sheet]


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
        ("blocked", "the document “Delivery plan” is blocked until the access asked for is there"),
        ("blocked", "the access “Hosting” is still to be deposited"),
        ("blocked", "the estimate for planning and documents is GBP 3,400 over your ceiling"),
        ("blocked", "the documents are expected to be done 2 working days after the deadline"),
        ("unblocked", "the access “Source repository” was declined by you"),
        ("stopped", "the team of the project “Taverna” has stopped at your ceiling"),
        ("on hold", "the project “Taverna” is on hold, and nothing is spent while it is"),
        ("completed", "the project “Frog” is completed"),
        ("design", "the present phase is design"),
    ],
)
def test_sheet_has_what_may_be_stated(name, says):
    assert says in read(sheet_of(story(name).facts))


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
