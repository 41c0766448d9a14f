"""Words: what people type, brought to base forms; which words are known, and so no slip of another."""

from collections.abc import Iterator
from functools import cache

from domain.language.spelling import SHORTEST_FREELY_CORRECTED, Speller, slips_allowed
from domain.language.tables import families, pair_table, word_table


def word_set(words: str) -> frozenset[str]:
    """The words of a text, which reads better as a list than quoted one by one."""
    return frozenset(words.split())


FILLERS = word_set(
    """
    a an the this that these those my our your his her their its please kindly just really actually maybe perhaps
    possibly simply basically honestly exactly very quite quickly still already also too even so well there currently
    presently rather somehow finally now sofar anyway yet ever again always bloody damn fucking hell earth heck
    completely totally probably certainly surely definitely
    """
)
_CLITICS = {"re": "are", "ll": "will", "ve": "have", "d": "would", "m": "am"}
_IS_HOSTS = word_set("what how where who when why it that there here he she everything anything something")
_ENDINGS = (("ies", "y"), ("ied", "y"), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("es", ""), ("s", ""))
_SHORTEST_STEM = 3


def expand(word: str) -> list[str]:
    """The plain words a typed one stands for: "what's" is "what is", "pls" is "please"."""
    shorthand = pair_table("shorthand")
    host, apostrophe, clitic = word.partition("'")
    if not apostrophe:
        return shorthand.get(word, word).split()
    joined = shorthand.get(host + clitic)
    if clitic == "s":
        return [host, "is"] if host in _IS_HOSTS else [host]
    if clitic in _CLITICS:
        return [host, _CLITICS[clitic]]
    return joined.split() if joined else [host, clitic]


def forms_of(word: str) -> Iterator[str]:
    """The word itself, then every base form it may be an inflection of, likely or not."""
    yield word
    base = pair_table("irregular").get(word)
    if base is not None:
        yield base
        return
    for ending, replacement in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem + replacement) >= _SHORTEST_STEM and not word.endswith("ss"):
            yield stem + replacement
            if not replacement and stem[-1] == stem[-2]:
                yield stem[:-1]


def is_everyday(word: str) -> bool:
    """Whether a question may well hold this word without naming anything by it."""
    return any(form in _everyday() for form in forms_of(word))


def is_known(word: str) -> bool:
    """Whether this is a word as it stands, not a slip of another."""
    return (
        word in pair_table("shorthand")
        or word in pair_table("irregular")
        or any(form in _everyday() or form in word_table("ordinary") for form in forms_of(word))
    )


def corrected(word: str) -> str:
    """The known word that `word` is a slip of; itself when it is known, or near none."""
    known = not slips_allowed(word) or is_known(word)
    return word if known else _speller().nearest(word) or word


@cache
def _everyday() -> frozenset[str]:
    return word_table("everyday") | FILLERS | families().keys() | set(pair_table("irregular").values())


@cache
def _speller() -> Speller:
    """Words of a family come first: they carry the question."""
    telling = [word for word in families() if len(word) >= SHORTEST_FREELY_CORRECTED - 1]
    inflected = [inflection for word in telling for inflection in _inflections(word)]
    others = sorted(_everyday() | word_table("ordinary"))
    return Speller((*telling, *inflected, *pair_table("irregular"), *others))


def _inflections(word: str) -> tuple[str, ...]:
    stem = word.removesuffix("e")
    return (word + "s", stem + "ed", stem + "ing")
