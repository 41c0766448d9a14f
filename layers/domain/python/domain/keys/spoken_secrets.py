"""Cuts secrets told in ordinary words ("my password is …") out of a chat message before anything stores it.

`secret_shapes.py` refuses texts that hold a secret by its shape. A password has no shape: it is known by the words
around it. In doubt we cut it: a message can be sent again, but a secret that was stored can't be taken back.
"""

from __future__ import annotations

import re
from functools import cache

MARK = "[removed]"
_SHORTEST = 4  # a PIN
NOTE = (
    "I removed what looked like a password or another secret from your message before it was stored; nobody has seen "
    "it. Please deposit it in the vault instead: POST /vault/credentials/{project_id}, or the dashboard's vault page."
)
# Names of what is always a secret, in the languages customers write in. Whatever follows "is" or a colon is cut.
_NAME = (
    r"pass[ -]?(?:word|phrase|code|key)s?|pas{1,3}[ -]?(?:w(?:o|r|ro|rod|0r)d?|owrd|wor|word)s?"
    r"|pass(?=\s*(?:is\b|for\b|of\b|\(|[:=]))|pwd?|pswd|pin(?:[ -]?codes?)?"
    r"|(?:client |api |shared )secret|secret (?:key|word|code)|tokens?|(?:api|access|private|licen[cs]e)[ -]?keys?"
    r"|(?:door|alarm|access|security|unlock|entry|2fa|sms) codes?"
    r"|(?:\w+-)?(?:pass(?:wort|phrase)|kennw(?:ort|örter)|passwörter)|geheim(?:zahl|nummer|code)|zugangscode"
    r"|mots? de passe|code (?:secret|d'accès)|contraseñas?|contrasena|clave(?: de acceso)?|senhas?|palavra-passe"
    r"|parola d'ordine|parola chiave|codice segreto|wachtwo(?:ord|orden)|toegangscode|lösenord(?:et)?|passord(?:et)?"
    r"|adgangskode[nr]?|kodeord(?:et)?|salasana(?:ni)?|hasło|heslo|jelsz[óa]\w*|parola|şifre\w*|lozinka|geslo|salasõna"
    r"|парол[ьяею]\w*|код доступа|κωδικός|סיסמ[הא]|كلمة (?:السر|المرور)|पासवर्ड|รหัสผ่าน"
)
_BY_SCRIPT = r"パスワード|暗証番号|密码|密碼|口令|비밀번호|암호"
# Names of what may be a secret: only what looks like one is cut after them.
_MAYBE = r"(?:log ?ins?|sign ?in|credentials?|key|codes?|secret|schlüssel|zugang|clé|chiave|llave)(?: details| data)?"
_IS = (
    r"\s*(?:(?:['’]s|\bis|\bare|\bwas|\bequals?|\bist|\blautet|\bheißt|\best|\bes|\bè|\bé|\ber|\bär|\bjest|\bje"
    r"|\bsea|\bsoit|(?<=salasana )on|(?<=salasanani )on)\b"
    r"(?:\s+(?:now|still|actually|just|simply|currently|again|set to|jetzt|ahora|maintenant))*\s*:?"
    r"|:=|=>?|:|->|→|–|—|это|は|是|为|為|：|\s-\s)\s*"
)
# What stands between the name and "is": "for the hosting panel", "(staging)".
_OF = (
    r"(?:\s*\([^)\n]{1,40}\)|\s+(?:for|of|to|on|at|in|there|here|again|von|für|vom|zum|de|del|da|do|pour|per|voor|til"
    r"|för|на|для|от|do)\b(?:\s+(?!is\b|are\b)[\w'’-]+(?:\.\w+)*){0,6}?)?"
)
# A sentence whose first word after "is" is one of these says something about the secret instead of telling it.
_ABOUT = frozenset(
    """wrong incorrect fine ok okay missing lost expired invalid outstanding open
    required needed mandatory optional weak strong short
    long safe secure stored kept deposited there here ready done gone broken working changed rotated reset set sent
    being what where who which how something someone everything nothing none due waiting pending asked requested going
    available unknown known hidden visible encrypted hashed minimum maximum min max least mixed part blank empty not no
    never only same different too about correct right yours printed written saved shared given used enough important
    enforced checked generated limited forgotten out up off on in at by from with via under behind inside for coming
    already also always an and another as because case i it its like my none of old one our so still than that the
    their these they this those to we you your very new being easy hard impossible possible public private correct
    nicht falsch noch weg vergessen incorrecta incorrecto perdida perdido pas perdu incorrect oublié non sbagliata
    errata errado ikke fel inte fout niet feil glemt a last first later next""".split()  # noqa: SIM905 - a table of words
)
# These say something of it only where the sentence ends or goes on with a small word: "is correct horse battery" tells.
_STATES = frozenset("correct right long short strong weak wrong public private blank empty new safe different".split())  # noqa: SIM905
# A phrase of several words may begin with these: "the passphrase is on a hill at night", "my password is the blue cow".
_ARTICLES = frozenset(("a", "an", "the", "my", "our"))
_OPENING = _ARTICLES | {"in", "on", "at", "one", "not", "never", "i", "you", "we", "every", "under", "behind", "like"}
_NOT_TOLD = re.compile(r"\b(?:which|what|whose|any|every|each|no|reset|forgot\w*|lost|add|need\w*)\s+$", re.IGNORECASE)
_ASKING = re.compile(
    r"(?:^|[.!?\n]\s*)(?:and |so )?"
    r"(?:how|what|which|who|where|when|why|is|are|do|does|did|can|could|has|have)\b[^.!?\n]*$",
    re.IGNORECASE,
)
_LONGEST_QUESTION = 200
_QUOTED = re.compile(r"[\"'“„`«‘](?P<inside>[^\"”“`»\n]{3,}?)[\"'”“`»’](?!\w)")
# A date, a share, a sum, a standard or a version looks random and is no secret.
_FIGURE = re.compile(
    r"\d{4}-\d\d-\d\d(?:T\S*)?|\d[\d.,]*(?:%|k|st|nd|rd|th|h|ms|am|pm|px|x|[a-z]{3,})|[€$£]\S*|[A-Z]{2,}-?\d+\w?|\d?[A-Z]+"
    r"|(?:19|20)\d\d|[Oo][Aa]uth ?2\S*|https?://\S*|\[\w*\]?|[RXSAN]\d+"
)
_DIGITS = r"\d(?:[ -]?\d){3,}"
_EDGE = "\"'“”„`«»‘’.,;!?()<>:"


def cut_spoken_secrets(text: str) -> str:
    """The text with `MARK` in place of secrets: what follows "my password is" or "pw:", or looks like a password."""
    text = _told().sub(_cut_told, text)
    text = _before_its_name().sub(lambda match: f"{MARK}{match['after']}", text)
    for named in _named():
        text = named.sub(lambda match: f"{match['before']}{_without_random(match['value'])}", text)
    return _by_shape().sub(MARK, text)


def _cut_told(match: re.Match[str]) -> str:
    """Cut the whole sentence behind a secret's name and "is", unless it only talks about the secret."""
    value = match["value"]
    before = match.string[max(0, match.start() - _LONGEST_QUESTION) : match.start()]
    if _NOT_TOLD.search(before) or (value.endswith("?") and _ASKING.search(before)):
        return match["before"] + _without_random(value)
    if quoted := _QUOTED.match(value):
        return f"{match['before']}{MARK}{value[quoted.end() :]}"
    words = [word.strip(_EDGE).casefold() for word in value.split() if not word.endswith("ly")] or [""]
    is_state = words[0] in _STATES and len(words) > 1 and words[1] not in _ABOUT and value.split()[0][-1].isalpha()
    opening = _OPENING if "phrase" in (match["name"] or "").casefold() else _ARTICLES
    beside = set(words[1:]) - (_OPENING - {"one"})
    is_phrase = len(words) > 2 and words[0] in opening and not _ABOUT & beside  # noqa: PLR2004 - "the same"
    if words[0] in _ABOUT and not is_state and not is_phrase:
        return match["before"] + _without_random(value)
    return f"{match['before']}{MARK}{value[len(value.rstrip(' .!?')) :]}"


def _without_random(value: str) -> str:
    """The text with `MARK` in place of what looks like a password: rows of digits, or letters with digits or signs."""
    value = re.sub(rf"(?<![\w€$£.,-]){_DIGITS}(?![\w%]|[.,]\d)", _cut_unless_figure, value)
    return re.sub(r"\S+", _cut_unless_figure, value)


def _cut_unless_figure(match: re.Match[str]) -> str:
    told = match[0]
    value = told.strip(_EDGE)
    is_random = len(value) >= _SHORTEST and any(not (sign.isalpha() or sign in "-'’/&") for sign in value)
    return told.replace(value, MARK) if is_random and not _FIGURE.fullmatch(value) else told


@cache
def _told() -> re.Pattern[str]:
    """Matches a secret's name, what the secret is for, "is", and the sentence that tells it."""
    return re.compile(
        rf"(?P<before>(?:\b(?P<name>{_NAME})\b{_OF}(?:{_IS})|(?:{_BY_SCRIPT})\s*(?:{_IS})?))"
        r"(?!\[removed)(?P<value>(?:[^\s.!?]|[.!?](?=\S))(?:[^\n.!?]|[.!?](?!\s|$))*[.!?]*)",
        re.IGNORECASE,
    )


@cache
def _by_shape() -> re.Pattern[str]:
    """Matches what looks like a password, whatever stands around it.

    Signs between letters and digits ("Blue#4471sky"), or capitalised words with a number behind ("Green-Lorry-88").
    """
    return re.compile(
        r"(?<![\w#/@.&?=-])(?=\S{9})(?=\S{0,300}\d)"
        r"(?:[^\W\d_]\w*[#!$%^*~](?=\S{0,300}[^\W\d_])[\w#!$%^*~-]{0,300}[^\W_]|(?:[A-Z][a-z]{2,}[-_]){2,}\d{2,4})(?![\w/@-])"
    )


@cache
def _before_its_name() -> re.Pattern[str]:
    """Matches a secret before its name: "hunter2 is my password", "log in with maya / hunter2"."""
    random = r"(?=[^\s]*\d)(?=[^\s]*[a-z])[^\s\"'“”.,;!?]{4,}|[\"'“„«][^\"'”“»\n]{4,60}[\"'”“»]"
    return re.compile(
        rf"(?<!\S)(?:{random})(?P<after>\s+(?:is|as|=|being|was|are)\s+(?:(?:my|our|the|your|a|his|her)\s+)?(?:\w+\s+)?"
        rf"(?:{_NAME}|login)\b)",
        re.IGNORECASE,
    )


@cache
def _named() -> tuple[re.Pattern[str], ...]:
    """Patterns for a secret shortly after its name, of which only what looks like a password is cut.

    First after a name that always means a secret, then in a setting such as `token_auth=…`, then after a name that may
    mean one, such as "login": so a login's name does not hide the password that comes after it.
    """
    value = r"(?P<value>(?:\d[\d -]{2,}\d|\S+)(?:[ \t]*(?:/|,|:|\+|&|\band\b|\bwith\b|\bpass\b)[ \t]*\S+){0,3})"
    setting = "(?:tokens?|secrets?|pass(?:word|wd)?|pwd|auth|keys?|credentials?)"
    names = (
        rf"\b(?:{_NAME})\b(?:{_IS}|\s+)",
        rf"\b(?=\w+?_{setting}(?:_\w|\b)|{setting}_\w)\w++[\"']?\s*[=:]\s*",
        rf"\b(?:{_MAYBE})\b{_OF}{_IS}|\b(?:log ?in|credentials?)\s(?:(?:with|as|is)\s)?",
    )
    return tuple(re.compile(f"(?P<before>{name}){value}", re.IGNORECASE) for name in names)
