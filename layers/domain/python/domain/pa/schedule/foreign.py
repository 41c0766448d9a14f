"""Whether a text is in another language than English. The only place that decides it for schedules."""

from __future__ import annotations

import re
from functools import cache

from domain.pa.schedule.rewording import letters_of
from domain.pa.schedule.spelling import KNOWN
from domain.pa.schedule.vocabulary import FUNCTION_WORDS, POLITE, REQUESTS, words

# Small words and time words that English does not have, of the languages customers write in most.
_WORDS = """
    um uhr jeden jede jedes morgen heute gestern montag dienstag mittwoch donnerstag freitag samstag sonntag bitte
    schick schicke sende erinnere mich mir und oder nicht den dem der des ein eine einen für mit von zum zur am alle
    täglich wöchentlich monatlich nächste nächsten nach vor bis ab wenn ich wir ist sind auf
    cada lunes martes miércoles jueves viernes sábado domingo mañana hoy ayer las los el por para con una uno y del
    envía envíame recuérdame todos días semana mes hora horas cuando en al manda mándame
    chaque tous toutes les lundi mardi mercredi jeudi vendredi samedi dimanche demain hier aujourd'hui le la à une et
    du des envoie envoyez rappelle rappelle-moi moi au aux pour avec dans jours semaine mois heures quand est
    ogni lunedì martedì mercoledì giovedì venerdì domani oggi alle il lo gli di che per ogni giorno ricordami inviami
    segunda terça quarta quinta sexta amanhã hoje às os um uma toda todas dia dias envie lembre-me lembra-me me-lembre
    elke maandag dinsdag woensdag donderdag vrijdag zaterdag zondag dag het een stuur herinner mij om van voor op de
    hver mandag tirsdag onsdag torsdag fredag lørdag søndag varje måndag tisdag fredag imorgon klockan och på kl send
    każdy codziennie jutro dziś przypomnij mi o godzinie poniedziałek wtorek środę piątek wyślij w na
    her gün yarın saat pazartesi senden schicken erinnern bericht prüfe prüfen woche monat jahr tag tage stunden ohne
    montags dienstags mittwochs donnerstags freitags wöchentlich wöchentlicher monatlicher täglicher kal subah baje har
    roz mujhe zavtra mne huomenna joka klo päivä minden nap holnap vinerea luni trimite
    informe recordatorio correo reunión rapport réunion rapporto riunione relatório reunião verslag vergadering
"""
_ENGLISH_TOO = words("""
    send me am her o w a i mi la des om op dag die was hier y de el en al kl pour mes per dem ab est bis mit par on in
    le um mir lo es mich van den di das vor manda du saat do no so sind alle dias quarta una
""")
_NAMES_ONLY = re.compile(r"[A-Z]")
_NEEDED = 2


def is_foreign(text: str) -> bool:
    """Whether the words of a text (things quoted left out) are another language's.

    One word that only another language has is enough if it stands in lower case; two, if they could be names.
    """
    letters = [char for char in text if char.isalpha()]
    if sum(ord(char) > 0x24F for char in letters) * 4 > len(letters):  # noqa: PLR2004 - beyond Latin script
        return True
    found = re.findall(r"[^\W\d_]+(?:['-][^\W\d_]+)*", text)
    sure = {word.lower() for word in found if word.lower() in _foreign_words() and not _NAMES_ONLY.match(word)}
    opening = {word.lower() for word in found[:1] if word.lower() in _foreign_words()}
    weak = {word.lower() for word in found if word in _ENGLISH_TOO & _all_words()}
    known = any(piece in _english() for word in found for piece in word.lower().split("-"))
    unknown = not letters_of(text, text) and len(found) > _NEEDED and re.search(r"\d", text) is not None and not known
    return bool(sure) or bool(opening) or len(weak) > _NEEDED or unknown


@cache
def _english() -> frozenset[str]:
    return FUNCTION_WORDS | POLITE | REQUESTS | KNOWN - frozenset({"a", "report", "in", "me", "as", "is", "so", "you"})


@cache
def _all_words() -> frozenset[str]:
    return words(_WORDS)


@cache
def _foreign_words() -> frozenset[str]:
    return _all_words() - _ENGLISH_TOO
