# Everything runs in .venv, made on first use. Only Python 3.11+, git and make are needed beforehand.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DATA ?=
TESTERS ?= 3

# Certificates of the machine count, as they do for pip: company networks have their own.
export UV_SYSTEM_CERTS := 1
export UV_NATIVE_TLS := 1

.PHONY: demo test check format lint types layers stress bench bench-finding bench-privacy bench-tokens peers probes lock docs image-check dist clean

demo: $(READY)
	$(BIN)/sandgate demo

# Hundreds of processes are started, each of which would compile what is not compiled yet.
test: $(READY)
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/pytest --numprocesses $(TESTERS) --dist loadfile --no-loadscope-reorder

check: lint types layers test

format: $(READY)
	$(BIN)/ruff format src tests benchmarks examples release
	$(BIN)/ruff check --fix src tests benchmarks examples release

lint: $(READY)
	$(BIN)/ruff format --check src tests benchmarks examples release
	$(BIN)/ruff check src tests benchmarks examples release

types: $(READY)
	$(BIN)/pyright

layers: $(READY)
	$(BIN)/lint-imports

# The storm of 2,000 programs and the row of 10,000; a few minutes.
stress: $(READY)
	$(BIN)/python -m tests.sandbox.stress

# PEERS=1 measures others beside us, WRITE=1 writes docs/benchmarks.md, DATA=DIR names a folder with catalogue/*.json.
bench: $(READY) $(if $(PEERS),peers)
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m benchmarks $(if $(DATA),--data $(DATA)) \
		$(if $(PEERS),--peers .peers) $(if $(WRITE),--write docs/benchmarks.md)

# DATA=DIR names a folder with tools/ (public sets of queries) and catalogue/*.json, WRITE=1 writes docs/finding.md.
bench-finding: $(READY)
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m benchmarks.finding $(if $(DATA),--data $(DATA)) \
		$(if $(WRITE),--write docs/finding.md)

# DATA=DIR names a folder with pii/ (public labelled sets), SETS=DIR one with sets that nobody here has seen, LOGS=DIR
# one with system logs, PEERS=1 adds Presidio, NAMES='PYTHON CHOICE' a model for names,
# WRITE=1 writes docs/privacy-figures.md.
bench-privacy: $(READY) $(if $(PEERS),peers)
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m benchmarks.privacy $(if $(DATA),--data $(DATA)) \
		$(if $(SETS),--sets $(SETS)) $(if $(PEERS),--peers .peers) $(if $(NAMES),--names $(NAMES)) $(if $(LOGS),--logs $(LOGS)) \
		$(if $(WRITE),--write docs/privacy-figures.md)

# DATA=DIR names a folder with tasks/ (public multi-step tasks) and catalogue/*.json, WRITE=1 writes docs/tokens.md.
bench-tokens: $(READY)
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m benchmarks.tokens $(if $(DATA),--data $(DATA)) \
		$(if $(WRITE),--write docs/tokens.md)

# One at a time: a peer that cannot be had must not keep the others away. What is there already costs nothing.
peers: $(READY)
	@test -x .peers/bin/python || $(BIN)/uv venv --quiet --python $(BIN)/python .peers
	@grep -v '^#' benchmarks/peers.txt | while read -r peer; do \
		$(BIN)/uv pip install --quiet --compile-bytecode --python .peers/bin/python "$$peer" \
			|| echo "$$peer could not be installed, so it is not measured"; done

# Every attack behind every wall, which writes SECURITY.md and docs/sandboxes.md; and what is too slow for `make test`.
probes: $(READY)
	$(BIN)/python -m tests.escapes.table
	$(BIN)/pytest tests/sandbox/docker/*_conformance.py tests/sandbox/vm/*_conformance.py

lock: $(READY)
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --extra semantic --extra typescript --extra postgres --extra telemetry --extra monty --extra microsandbox --group dev --group adapters --no-header --no-annotate \
		--python-version 3.11 --output-file requirements.lock pyproject.toml

# The site, into build/site; it loads nothing from elsewhere.
docs: $(READY)
	$(BIN)/uv pip install --quiet --python $(BIN)/python --group docs
	$(BIN)/python -m release.site build/pages
	$(BIN)/zensical build --clean --strict

# The Dockerfile, built and driven by a client; BASE=IMAGE names an image of the engine's that has Python.
image-check: $(READY)
	$(BIN)/python -m tests.clients.container $(if $(BASE),--base $(BASE))

# The wheel, the source, the bundle for desktop clients (MCPB) and server.json for the MCP registry, into dist/.
# REGISTRY_NAME=NAME is our name there; BUNDLE_URL=URL says where the bundle will be, so that server.json can list it.
dist: $(READY)
	$(BIN)/uv build --quiet --out-dir dist
	$(BIN)/python -m release dist $(if $(REGISTRY_NAME),--name $(REGISTRY_NAME)) \
		$(if $(BUNDLE_URL),--bundle-url $(BUNDLE_URL))

$(READY): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit("Sandgate needs Python 3.11 or newer; this is " + sys.version.split()[0] + \
		". Name another: make PYTHON=python3.12") if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@test -x $(BIN)/uv || { command -v uv >/dev/null && ln -s "$$(command -v uv)" $(BIN)/uv; } \
		|| $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip install --quiet --compile-bytecode --require-hashes --python $(BIN)/python -r requirements.lock
	$(BIN)/uv pip install --quiet --no-deps --python $(BIN)/python -e .
	@touch $@

clean:
	rm -rf $(VENV) .peers .cache dist build
