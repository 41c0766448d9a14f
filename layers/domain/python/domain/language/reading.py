"""Reading: the sentences of a text with their tokens, once for everybody who judges them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domain.language.features import NAME, Token, Tokenizer, features_of
from domain.language.names import Mention, ProjectNames
from domain.language.text import Sentence, read_sentences


@dataclass(frozen=True, slots=True)
class ReadSentence:
    """A sentence with the projects it mentions, its tokens, and its plain words with names masked."""

    sentence: Sentence
    mentions: Sequence[Mention]
    clauses: Sequence[Sequence[Token]]
    names: ProjectNames

    @property
    def tokens(self) -> list[Token]:
        """All of them."""
        return [token for clause in self.clauses for token in clause]

    @property
    def plain(self) -> str:
        """The words as typed, lower case, with NAME for each project."""
        starts = {mention.start: mention.end for mention in self.mentions}
        words: list[str] = []
        position = 0
        while position < len(self.sentence.words):
            words.append(NAME if position in starts else self.sentence.words[position].text)
            position = starts.get(position, position + 1)
        return " ".join(words)

    @property
    def features(self) -> list[set[int]]:
        """What the weights count: in the whole sentence, then in each of its clauses."""
        spans = [self.tokens, *(clause for clause in self.clauses if len(clause) > 1)]
        return [features_of(span, question=self.sentence.question) for span in spans]


def read_text(text: str, names: ProjectNames) -> list[ReadSentence]:
    """The sentences of `text`."""
    tokenizer = Tokenizer()
    return [_read(sentence, names, tokenizer) for sentence in read_sentences(text)]


def _read(sentence: Sentence, names: ProjectNames, tokenizer: Tokenizer) -> ReadSentence:
    mentions = names.find(sentence.words)
    return ReadSentence(sentence, mentions, tokenizer.clauses(sentence.words, mentions), names)
