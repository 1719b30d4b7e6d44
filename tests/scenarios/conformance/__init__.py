"""The official conformance suite against `sandgate serve --http`. `python -m tests.scenarios.conformance` runs it."""
