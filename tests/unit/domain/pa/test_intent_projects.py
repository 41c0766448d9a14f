"""Which projects a text names."""

import pytest

from domain.pa.intent import classify

NAMES = ("Bakery Relaunch", "Atlas", "Café Lumière", "Harbor App", "Northwind Portal", "Yoga Studio Booking")


@pytest.mark.parametrize(
    ("text", "project"),
    [
        ("How is Atlas going?", "Atlas"),
        ("how is atlas going", "Atlas"),
        ("ATLAS??", "Atlas"),
        ("what about cafe lumiere", "Café Lumière"),
        ("what about CAFÉ LUMIÈRE", "Café Lumière"),
        ("How is the bakery one doing?", "Bakery Relaunch"),
        ("Is the bakery's launch plan approved?", "Bakery Relaunch"),
        ("any news on the bakrey relaunch", "Bakery Relaunch"),
        ("budget of nortwind portal", "Northwind Portal"),
        ("nordwind portal, all good?", "Northwind Portal"),
        ("status harborapp", "Harbor App"),
        ("status of harbour-app", "Harbor App"),
        ("how's the app doing?", "Harbor App"),
        ("when does the yoga thing go live", "Yoga Studio Booking"),
        ("Ātlas status", "Atlas"),
    ],
)
def test_project_is_found_when_written_freely(text: str, project: str) -> None:
    given = classify(text, project_names=NAMES)

    assert given.projects == (project,)
    assert given.ambiguous == ()


@pytest.mark.parametrize(
    "text",
    [
        "What needs my attention at last?",
        "Book me a table at the harbour",
        "How is the project going?",
        "Is the launch late?",
        "Which app store do we use?",
        "Can we relaunch the discussion?",
        "Do you have the booking confirmation?",
    ],
)
def test_project_is_not_found_in_ordinary_words(text: str) -> None:
    names = [name for name in NAMES if name != "Harbor App"]

    assert classify(text, project_names=names).projects == ()


def test_projects_are_listed_once_in_text_order() -> None:
    text = "Compare Northwind with Atlas, and Northwind Portal with the bakery."

    assert classify(text, project_names=NAMES).projects == ("Northwind Portal", "Atlas", "Bakery Relaunch")


def test_mention_that_fits_two_projects_is_left_open() -> None:
    names = ("Bakery Relaunch", "Bakery Loyalty Card", "Atlas")

    given = classify("How is the bakery doing?", project_names=names)

    assert given.projects == ()
    assert given.ambiguous == (("Bakery Relaunch", "Bakery Loyalty Card"),)
    assert given.intents == ("project_status",)


def test_mention_is_settled_when_the_text_says_which_one_elsewhere() -> None:
    names = ("Bakery Relaunch", "Bakery Loyalty Card")

    given = classify("How is the bakery doing? I mean the loyalty card.", project_names=names)

    assert given.projects == ("Bakery Loyalty Card",)
    assert given.ambiguous == ()


def test_full_name_wins_over_a_longer_name_that_begins_alike() -> None:
    given = classify("How is Atlas?", project_names=("Atlas Mobile", "Atlas"))

    assert given.projects == ("Atlas",)


def test_two_projects_of_one_name_are_left_open() -> None:
    given = classify("How is Atlas?", project_names=("Atlas", "Atlas"))

    assert given.ambiguous == (("Atlas", "Atlas"),)


@pytest.mark.parametrize(
    ("text", "projects", "intents"),
    [
        ("Give me a summary of everything.", (), ("summary",)),
        ("Summary please", (), ("summary",)),
        ("How is Summary going?", ("Summary",), ("project_status",)),
        ("What did we spend on Summary so far?", ("Summary",), ("budget",)),
        ('Is "summary" late?', ("Summary",), ("timeline",)),
        ("how is the summary project doing", ("Summary",), ("project_status",)),
        ("What is the budget?", (), ("budget",)),
        ("When does Budget launch?", ("Budget",), ("timeline",)),
        ("Can you help me with the budget of Help?", ("Help",), ("budget",)),
    ],
)
def test_project_with_an_everyday_name_leaves_ordinary_questions_alone(
    text: str, projects: tuple[str, ...], intents: tuple[str, ...]
) -> None:
    given = classify(text, project_names=("Summary", "Budget", "Help", "Atlas"))

    assert (given.projects, given.intents) == (projects, intents)


@pytest.mark.parametrize("name", ["", " ", "!!!", "a", "the", "42", "项目", "Ünïcödé Prøject"])
def test_project_names_of_any_kind_do_no_harm(name: str) -> None:
    given = classify("What is blocked on Atlas?", project_names=(name, "Atlas"))

    assert given.projects == ("Atlas",)
    assert given.intents == ("blockers",)
