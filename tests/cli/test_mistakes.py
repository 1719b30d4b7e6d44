"""Settings that can be read, and with which nothing would run, are told by file, key and nearest word."""

from __future__ import annotations

import pytest

from .person import Person

BROKEN = {
    "privacy.ignore": '[privacy]\nmode = "tokens"\nignore = ["EMIAL"]',
    "network.allow (number 1)": '[network]\nallow = ["https://a.example"]',
    "validation.rules": '[validation.rules]\nproceses = "warn"',
    "commands.allow": '[commands]\nallow = ["bash -c *"]',
}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('[privacy]\nignore = ["EMIAL"]', "privacy.ignore: there is no kind EMIAL; did you mean EMAIL?"),
        ('[privacy]\ninclude = ["email"]', "privacy.include: there is no kind email; did you mean EMAIL?"),
        (
            '[[privacy.rules]]\ntools = ["*"]\n[[privacy.rules]]\ntools = ["*"]\nrestore = ["EMIAL"]',
            "privacy.rules (number 2), restore: there is no kind EMIAL; did you mean EMAIL?",
        ),
        ('[[privacy.rules]]\nmode = "off"', "privacy.rules (number 1) names no tools, so it would hold for nothing"),
        (
            '[[privacy.rules]]\ntools = ["crm"]',
            "privacy.rules (number 1): no tool is called crm: `crm.*` are all tools",
        ),
        (
            '[privacy]\nregions = ["Germany"]',
            "privacy.regions: there is no country Germany; countries have two letters",
        ),
        ('[privacy]\nregions = ["de", "UK"]', "privacy.regions: there is no country UK; did you mean GB?"),
        (
            '[[privacy.recognisers]]\nname = "CASE"\npattern = "(a+)+$"',
            "privacy.recognisers (number 1): CASE: the pattern takes seconds for a short text",
        ),
        (
            '[[privacy.recognisers]]\npattern = "a"',
            "privacy.recognisers (number 1): one without a name: a name is capital letters",
        ),
        (
            '[[privacy.recognisers]]\nname = "CASE"\npattern = "C-(\\\\d+"',
            "privacy.recognisers (number 1): CASE: the pattern cannot be read: missing )",
        ),
        ('[privacy]\nnames = "en_core_web_md"', "privacy.names = 'en_core_web_md' is not known; write spacy:MODEL"),
        ('[privacy]\nnames = "spacy:no_such_model"', "privacy.names = 'spacy:no_such_model'"),
        ('[network]\nallow = ["https://a.example"]', "network.allow (number 1): https://a.example is not a host"),
        ('[commands]\nallow = ["bash -c *"]', "commands.allow: 'bash -c *': a shell would run whatever it is told"),
        ('[commands]\nallow = ["no-such-program"]', "commands.allow: there is no program no-such-program in PATH"),
        ('[validation.rules]\nproceses = "warn"', "validation.rules: There is no validation rule 'proceses'. Did you"),
    ],
)
def test_what_no_program_could_run_with_is_told_with_file_and_key(person: Person, settings: str, said: str) -> None:
    person.write("sandgate.toml", settings)

    told = person.types("servers")

    assert told.code == 2
    assert told.err.startswith(f"sandgate: sandgate.toml: {said}")


@pytest.mark.parametrize("part", list(BROKEN))
def test_a_program_that_could_not_run_is_told_the_same(person: Person, part: str) -> None:
    person.write("sandgate.toml", BROKEN[part])

    told = person.types("run", "-c", "1")

    assert told.code == 2
    assert told.err.startswith(f"sandgate: sandgate.toml: {part}")


def test_the_doctor_tells_the_mistakes_of_all_parts(person: Person) -> None:
    person.write("sandgate.toml", "\n".join(BROKEN.values()))

    checks = person.types("doctor", "--json").json["checks"]

    told = [(check["health"], check["message"]) for check in checks if check["name"] == "config"]
    assert [health for health, _ in told] == ["fail"] * len(BROKEN)
    assert all(any(message.startswith(f"sandgate.toml: {part}") for _, message in told) for part in BROKEN)
