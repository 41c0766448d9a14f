"""Messages in other languages than English: which one, and the one sentence that is said then, in that language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "de": "Ohne Modell lese ich nur Englisch; es wurde nichts geändert. Bitte fragen Sie auf Englisch.",
        "fr": "Sans modèle, je ne lis que l'anglais ; rien n'a été modifié. Merci d'écrire en anglais.",
        "es": "Sin un modelo solo leo inglés; no se ha cambiado nada. Por favor, escriba en inglés.",
        "it": "Senza un modello leggo solo l'inglese; nulla è stato modificato. Per favore, scriva in inglese.",
        "pt": "Sem um modelo, leio apenas inglês; nada foi alterado. Por favor, escreva em inglês.",
        "nl": "Zonder model lees ik alleen Engels; er is niets gewijzigd. Schrijf alstublieft in het Engels.",
        "pl": "Bez modelu czytam tylko po angielsku; nic nie zostało zmienione. Proszę napisać po angielsku.",
        "": "Without a model I read English only; nothing was changed. Please write in English.",
    }
)
_WORDS = {
    "de": "der das und ist wie was wann kostet nicht ich wir projekt bitte haben wird mit für eine welche wo warum "
    "steht fertig viel noch genehmige auf dem den zu im sie es",
    "fr": "le les est que quand combien nous vous je quel quelle avec pour des une sur projet bonjour merci pas ça "
    "coûte du la et où état prêt",
    "es": "el los las cuándo cuando cuánto cuanto cómo como está esta nosotros por para con una hola gracias proyecto "
    "cuesta estado listo qué y lo",
    "it": "il gli quando quanto che sono grazie progetto è pronto sarà costa la di stato ciao",
    "pt": "os você obrigado projeto quando quanto custa está não pronto olá para uma o",
    "nl": "het een hoe wat wanneer hoeveel kost niet wij dank project klaar is de en van",
    "pl": "jest jak kiedy ile nie dziękuję projekt kosztuje gotowy czy",
}
_SHORT = 3
_ENGLISH = """
    the is are what when how who why where which we you i it my our your do does did can could should will would has
    to of for and or in on at with about not please tell me us show give need want project this that be been so far
    any approve pause resume request changes status budget deadline hello thanks have roadmap a was
"""


def detect(text: str) -> str | None:
    """The code of the language `text` is in, "" for one we cannot name; None for English or too little to tell."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    hits = {code: sum(word in known.split() for word in words) for code, known in _WORDS.items()}
    best = max(hits, key=lambda code: hits[code])
    english = sum(word in _ENGLISH.split() for word in words)
    if hits[best] > english and (hits[best] > 1 or len(words) < _SHORT):
        return best
    unknown = sum(not word.isascii() for word in words)
    return "" if unknown > max(english, len(words) // 2) else None
