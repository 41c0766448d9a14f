"""The vocabulary of schedules: one spelling for every word, and patterns over lines of such words.

The tokens of a text are brought to these spellings first ("tues" is "tuesday", "thrice" stays unknown), so each pattern
of the grammar names a word once. A trailing "_" marks a number or rank that was spelt out: "nine" is "9_".
"""

from __future__ import annotations

from collections.abc import Mapping


def _listed(text: str) -> list[str]:
    """The words of a list that is parted by blanks and line ends, in order."""
    return text.split()


def words(text: str) -> frozenset[str]:
    """The words of such a list as a set."""
    return frozenset(_listed(text))


WEEKDAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
RRULE_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
WEEKDAYS: Mapping[str, int] = {name.lower(): day for day, name in enumerate(WEEKDAY_NAMES)}
MONTHS: Mapping[str, int] = {name.lower(): month for month, name in enumerate(MONTH_NAMES, 1)}

# Patterns over a line of tokens.
DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
MONTH = f"(?:{'|'.join(MONTHS)})"
UNIT = "(?:minute|hour|day|week|month|quarter|year)s?"
PART = "(?:morning|afternoon|evening|night)s?"
NUMBER = r"\d{1,4}_?"
RANK = r"\d{1,2}(?:st|nd|rd|th)_?"

_SPELT = _listed("""
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen
""")
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "ninety": 90}
_RANKS = _listed("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth")
_RANKED = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}
NUMBERS: Mapping[str, int] = (
    {word: value for value, word in enumerate(_SPELT, 1)}
    | _TENS
    | {f"{tens}-{_SPELT[one]}": value + one + 1 for tens, value in _TENS.items() for one in range(9)}
)
RANKS: Mapping[str, int] = (
    {word: value for value, word in enumerate(_RANKS, 1)}
    | {"fifteenth": 15, "twentieth": 20, "thirtieth": 30, "thirty-first": 31}
    | {f"twenty-{_RANKS[one]}": 21 + one for one in range(9)}
)


def _spellings(listed: str) -> dict[str, str]:
    """The words of each line "tues tue = tuesday", each with what it stands for."""
    lines = (line.partition("=") for line in listed.strip().splitlines())
    return {spelling: meant.strip() for said, _, meant in lines for spelling in said.split()}


# One word may stand for several: "nightly" is "every night".
SPELLINGS: Mapping[str, str] = (
    {name[:3]: name for name in (*WEEKDAYS, *MONTHS) if name != "may"}
    | {word: f"{value}_" for word, value in NUMBERS.items()}
    | {word: f"{value}{_RANKED.get(value, 'th')}_" for word, value in RANKS.items()}
    | _spellings("""
        tues tuseday = tuesday
        weds wensday wendsday wensdays = wednesday
        thur thurs = thursday
        sept = september
        each = every
        everyday = every day
        nightly = every night
        tonight tonite = today tonight
        till til = until
        thru = through
        & plus + = and
        midday = noon
        midnite = midnight
        min mins = minutes
        hr hrs = hours
        wk = week
        wks = weeks
        yr = year
        yrs = years
        annually annual = yearly
        workdays = weekdays
        workday = weekday
        tmrw tmr tmw tomoz tmrrw tommorow tommorrow = tomorrow
        adn = and
        teh = the
        oclock = o'clock
        end-of-day eod = end of day
        end-of-month eom = end of month
        eoy year-end = end of year
        half-hour = half hour
        second-last penultimate = 2nd_ to last
        second-to-last = 2nd_ to last
        u ya = you
        pls plz = please
    """)
)
_PLAIN = words("""
    every day days week weeks month months quarter quarters year years hour hours minute minutes morning mornings
    afternoon afternoons evening evenings night nights daily weekly monthly quarterly yearly hourly fortnightly
    fortnight weekday weekdays weekend weekends today tomorrow tonight noon midnight until starting other last from
    first second third fourth
""")
KNOWN = _PLAIN | WEEKDAYS.keys() | {f"{day}s" for day in WEEKDAYS} | MONTHS.keys()

# Words that make a phrase hang together: what follows a schedule in the middle of a sentence must begin with one.
FUNCTION_WORDS = words("""
    at on in from starting beginning until for and or every to with by between of the a an me us please except
    but that is was are will this next tomorrow today tonight then when if about through during before after since as so
    because not what which who how whether my our your all any both i i'd we you via into showing listing covering
    including on only also again it them no why where there these those some around
""")
# What is said around a task and is no part of it.
POLITE = words("""
    please kindly thanks thank thx you can could would will should hi hello hey yo dear ok okay so and then
    also just good great fine perfect ideal ideally best cheers many much very regards i'd we'd i'll we'll it make that
    this time works work for if possible need want like love to have be by the way well now oh yes i we my our me
    think suit suits us team all a in is are run come came comes arrive prefer um uh lol
""")
# Verbs that ask for something to be done. They only admit a sentence that could also be read as a name.
REQUESTS = words("""
    send remind give tell show email e-mail mail message text ping check list prepare summarise summarize collect ask
    call pay write post get let run share create update review draft report deliver compile notify alert warn wake
    close order buy clean water log archive export start stop switch turn look make put read print renew plan book
    visit take pick bring submit confirm verify test deploy back backup go do set record count forward publish open
    could can please i we
""")
