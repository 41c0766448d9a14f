"""Which language a text is in, when it is clearly not English, and what is said to it.

By script where the script tells, else by small words. Names, code and a borrowed word decide nothing: a text counts as
foreign only when more of its words are of one other language than are English.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from domain.language.tables import families, keyed_table
from domain.language.words import is_everyday, is_known

_SCRIPTS = {
    "HIRAGANA": "ja", "KATAKANA": "ja", "HANGUL": "ko", "CJK": "zh", "DEVANAGARI": "hi", "ARABIC": "ar",
    "CYRILLIC": "ru", "GREEK": "el", "HEBREW": "he", "THAI": "th",
}  # fmt: skip
_UKRAINIAN = frozenset("іїєґ")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_QUOTED = re.compile(r"[\"“„«`].{0,300}?[\"”“»`]|https?://\S+|(?<!\S)\S+@\S+|\b\w++(?:[._(]\w+)+", re.DOTALL)
_LETTERS_READ = 2_000
_CLEAR = 2  # words of one language; a single one may be borrowed
_MANY, _SHARE = 8, 4  # of so many words one in four is known, even where the text is full of names


def detect(text: str) -> str | None:
    """The code of the language `text` is clearly in; None for English, or in doubt. 2,000 letters are read."""
    spoken = _QUOTED.sub(" ", text[:_LETTERS_READ])
    return _by_script(spoken) or _by_words([word.lower().replace("’", "'") for word in _WORD.findall(spoken)])


def foreign_word(text: str) -> str | None:
    """The first word that only another language has, however much English stands around it.

    It counts in lower case, or where it opens the text: inside, a word with a capital may be a name.
    """
    spoken = _QUOTED.sub(" ", text[:_LETTERS_READ])
    for found in _WORD.finditer(spoken):
        word = found[0].lower().replace("’", "'")
        named = found[0][0].isupper() and spoken[: found.start()].strip()
        if not named and len(word) > _CLEAR and word in families("foreign") and not is_known(word):
            return found[0]
    return None


def hardly_english(text: str) -> bool:
    """Whether it has many words and hardly one of them is known: a language that `detect` has no list of."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(_QUOTED.sub(" ", text[:_LETTERS_READ]))]
    return len(words) >= _MANY and _SHARE * sum(map(is_known, words)) <= len(words)


def sentence_for(language: str) -> str:
    """The fixed sentence for a text in `language`, in that language: English only is read, nothing was changed."""
    return keyed_table("languages")[language]


def _by_script(text: str) -> str | None:
    """By the script of most letters; a name in kanji within an English text decides nothing."""
    letters = [letter for letter in text.lower() if letter.isalpha()]
    foreign = [letter for letter in letters if letter > "\u024f"]
    if 2 * len(foreign) <= len(letters):
        return None
    languages = {_SCRIPTS.get(unicodedata.name(letter, "").partition(" ")[0]) for letter in foreign}
    language = next((language for language in _SCRIPTS.values() if language in languages), None)
    return "uk" if language == "ru" and _UKRAINIAN & set(foreign) else language


def _by_words(words: Sequence[str]) -> str | None:
    """The language that most small words are of; a single one may be borrowed, unless the text begins with it."""
    known = families("foreign")
    counts = Counter(language for word in words for language in known.get(word, ()) if not is_everyday(word))
    if not counts:
        return None
    best, own = counts.most_common(1)[0]
    others = [word for word in words if best not in known.get(word, ())]
    english = sum(word.isascii() and is_known(word) for word in others)
    begins = words[0] not in others and own >= english
    return best if begins or (own > english and own >= min(_CLEAR, len(words))) else None
