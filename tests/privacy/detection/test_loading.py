"""What detection needs, and when it loads it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sandgate.errors import ConfigError
from sandgate.privacy.detection import DetectionOptions, Detector


def test_libraries_of_numbers_are_loaded_only_when_a_candidate_appears() -> None:
    code = (
        "import sys; from sandgate.privacy.detection import Detector; Detector().find('jane@example.org, 12 items');"
        "print([m for m in ('phonenumbers', 'stdnum', 'spacy') if m in sys.modules])"
    )

    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert answer.stdout == "[]\n"


def test_an_unknown_recogniser_of_names_is_refused_with_the_words_to_write() -> None:
    with pytest.raises(ConfigError, match="spacy:MODEL"):
        Detector(DetectionOptions(names="magic"))


def test_a_missing_model_for_names_is_named() -> None:
    with pytest.raises(ConfigError, match="no_such_model"):
        Detector(DetectionOptions(names="spacy:no_such_model"))
