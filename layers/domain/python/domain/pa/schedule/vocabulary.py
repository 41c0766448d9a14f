"""The vocabulary of schedules: what each word names, in every spelling that is safe to accept."""

from __future__ import annotations

from collections.abc import Mapping


def words(listed: str) -> frozenset[str]:
    """The words of a list that is parted by blanks and line ends."""
    return frozenset(listed.split())


WEEKDAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
UNITS_OF_DATES = ("day", "week", "month", "quarter", "year")

_WEEKDAY_SHORT = ("mon", "tue tues", "wed weds", "thu thur thurs", "fri", "sat", "sun")
_MONTH_SHORT = ("jan", "feb", "mar", "apr", "", "jun", "jul", "aug", "sep sept", "oct", "nov", "dec")
_SMALL = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
]
_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}

WEEKDAYS: Mapping[str, int] = {name.lower(): day for day, name in enumerate(WEEKDAY_NAMES)} | {
    short: day for day, shorts in enumerate(_WEEKDAY_SHORT) for short in shorts.split()
}
WEEKDAY_PLURALS: Mapping[str, int] = {f"{name.lower()}s": day for day, name in enumerate(WEEKDAY_NAMES)}
MONTHS: Mapping[str, int] = {name.lower(): month for month, name in enumerate(MONTH_NAMES, 1)} | {
    short: month for month, shorts in enumerate(_MONTH_SHORT, 1) for short in shorts.split()
}
NUMBERS: Mapping[str, int] = (
    {word: value for value, word in enumerate(_SMALL, 1)}
    | {"seventeen": 17, "eighteen": 18, "nineteen": 19, "sixty": 60, "ninety": 90}
    | _TENS
    | {f"{tens}-{_SMALL[one]}": value + one + 1 for tens, value in _TENS.items() for one in range(9)}
)
ORDINALS: Mapping[str, int] = (
    {word: value for value, word in enumerate(_ORDINALS, 1)}
    | {"fifteenth": 15, "twentieth": 20, "thirtieth": 30, "thirty-first": 31}
    | {f"twenty-{_ORDINALS[one]}": 21 + one for one in range(9)}
)
UNITS: Mapping[str, str] = {
    spelling: unit
    for unit, spellings in {
        "minute": "minute minutes min mins",
        "hour": "hour hours hr hrs h",
        "day": "day days",
        "week": "week weeks wk wks",
        "month": "month months",
        "quarter": "quarter quarters",
        "year": "year years yr yrs",
    }.items()
    for spelling in spellings.split()
}
ADVERBS: Mapping[str, str] = {
    "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter",
    "yearly": "year", "annually": "year", "annual": "year", "hourly": "hour",
}  # fmt: skip
DAY_PARTS: Mapping[str, str] = {
    "morning": "morning", "mornings": "morning", "afternoon": "afternoon", "afternoons": "afternoon",
    "evening": "evening", "evenings": "evening", "night": "night", "nights": "night", "tonight": "tonight",
}  # fmt: skip


# Words that make a phrase hang together: what follows a schedule in the middle of a sentence must begin with one.
FUNCTION_WORDS = words("""
    at on in from starting beginning until till for and or every each to with by between of the a an me us please except
    but that is was are will this next tomorrow today tonight then when if about through during before after since as so
    because not what which who how whether my our your all any both i i'd we you via into showing listing covering
    including on only also again it them no why where there these those some
""")
# What is said around a task and is no part of it.
POLITE = words("""
    please pls plz kindly thanks thank thx you u can could would will should hi hello hey yo dear ok okay so and then
    also just good great fine perfect ideal ideally best cheers many much very regards i'd we'd i'll we'll it make that
    this time works work for if possible need want like love to have be by the way well now oh yes i we my our me
    think suit suits us team all a in is are run come came comes arrive prefer
""")
# Verbs that ask for something to be done. They only admit a sentence that could also be read as a name.
REQUESTS = words("""
    send remind give tell show email e-mail mail message text ping check list prepare summarise summarize collect ask
    call pay write post get let run share create update review draft report deliver compile notify alert warn wake
    close order buy clean water log archive export start stop switch turn look make put read print renew plan book
    visit take pick bring submit confirm verify test deploy back backup go do set record count forward publish open
    could can please i we
""")
