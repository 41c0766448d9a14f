"""Which language a text is in."""

import pytest

from domain.language.foreign import detect, sentence_for
from domain.language.tables import families, keyed_table


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Wie steht es um meine Projekte?", "de"),
        ("was kostet das alles", "de"),
        ("Schick mir jeden Montag um 9 einen Bericht", "de"),
        ("Guten Tag, wann ist der Shop fertig?", "de"),
        ("¿Cómo van mis proyectos?", "es"),
        ("cuanto hemos gastado hasta hoy", "es"),
        ("Envíame un informe cada lunes", "es"),
        ("Où en est le projet Atlas ?", "fr"),
        ("Combien est-ce que ça coûte ?", "fr"),
        ("bonjour", "fr"),
        ("Come vanno i miei progetti?", "it"),
        ("quanto abbiamo speso finora", "it"),
        ("Como estão os meus projetos?", "pt"),
        ("quanto já gastamos", "pt"),
        ("Hoe gaat het met mijn projecten?", "nl"),
        ("wat kost dat allemaal", "nl"),
        ("Jak idą moje projekty?", "pl"),
        ("ile to kosztuje", "pl"),
        ("Projelerim ne durumda, ne zaman bitecek?", "tr"),
        ("bütçe ne kadar", "tr"),
        ("Hur går det för mina projekt?", "sv"),
        ("मेरे प्रोजेक्ट कैसे चल रहे हैं?", "hi"),
        ("mera project kaise chal raha hai aur kharch kitna hua", "hi"),
        ("プロジェクトの状況は？", "ja"),
        ("项目进展如何？", "zh"),
        ("كيف حال مشاريعي؟", "ar"),
        ("Как идут дела с проектами?", "ru"),
        ("Як справи з моїми проєктами?", "uk"),
        ("프로젝트는 어떻게 되고 있나요?", "ko"),
    ],
)
def test_detect_knows_a_text_that_is_not_english(text: str, language: str) -> None:
    assert detect(text) == language
    assert sentence_for(language) == keyed_table("languages")[language]


def test_each_language_that_small_words_tell_has_its_sentence() -> None:
    assert {language for told in families("foreign").values() for language in told} <= set(keyed_table("languages"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?!",
        "123",
        "ok",
        "Atlas",
        "How is Café Lumière doing?",
        "status bitte",
        "Is the Zahnarzt Website ready?",
        "Send the Rechnung to Müller GmbH, please",
        "What does 'Wie geht es' mean?",
        "def main(): return es.que.como",
        "budget?",
        "wen is harbr app redy",
        "me too",
        "Did the CEO write about La Casa de Papel?",
        "hows the 项目 project going",
        "da app is stuck",
        "die anyone approve the plan",
        "se attached, pls",
        "SELECT * FROM projekte",
    ],
)
def test_detect_takes_no_english_text_names_or_code_for_another_language(text: str) -> None:
    assert detect(text) is None
