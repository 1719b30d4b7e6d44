"""Presidio with its recognisers for English and without a model of the language: texts in, spans out."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from speaking import package, speak

THRESHOLD = 0.4


def main() -> None:
    analyzer = package("presidio_analyzer")
    engine = _engine(package("presidio_analyzer.nlp_engine"), package("spacy"))
    package("tldextract").extract = package("tldextract").TLDExtract(suffix_list_urls=())  # it would ask the network
    registry = analyzer.RecognizerRegistry()
    registry.load_predefined_recognizers(languages=["en"])
    presidio = analyzer.AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=["en"])

    def run(job: dict[str, Any]) -> object:
        return [_spans(presidio.analyze(text, language="en", score_threshold=THRESHOLD)) for text in job["texts"]]

    speak(version("presidio-analyzer"), run)


def _spans(results: Any) -> list[tuple[int, int, str]]:
    return [(result.start, result.end, result.entity_type) for result in results]


def _engine(engines: Any, spacy: Any) -> Any:
    """Words without entities: no model comes from a package index."""
    language = spacy.blank("en")

    class Words(engines.NlpEngine):  # type: ignore[misc]
        def load(self) -> None: ...

        def is_loaded(self) -> bool:
            return True

        def process_text(self, text: str, language_code: str) -> Any:
            tokens = language(text)
            lemmas = [token.text.lower() for token in tokens]
            places = [token.idx for token in tokens]
            return engines.NlpArtifacts([], tokens, places, lemmas, self, language_code)

        def process_batch(self, texts: Any, language_code: str, **_: Any) -> Any:
            return ((text, self.process_text(text, language_code)) for text in texts)

        def is_stopword(self, word: str, language_code: str) -> bool:
            return bool(language.vocab[word].is_stop)

        def is_punct(self, word: str, language_code: str) -> bool:
            return bool(language.vocab[word].is_punct)

        def get_supported_entities(self) -> list[str]:
            return []

        def get_supported_languages(self) -> list[str]:
            return ["en"]

    return Words()


if __name__ == "__main__":
    main()
