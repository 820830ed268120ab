# Two commands are all a new clone needs: `make demo` and `make test`. Each prepares what it uses.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PREFIX ?= /opt/truedeal
DESTDIR ?=

.DEFAULT_GOAL := help
.PHONY: help demo table test lint types bench soak guards docs train install lock clean

help:
	@echo "make demo    play a simulated table through the real daemon"
	@echo "make table   a round of the simulated table kept in out/table, and a deck before its camera: to calibrate on"
	@echo "make test    every check and test (under five minutes)"
	@echo "make bench   latency, replay, recogniser, ranking and settlement figures"
	@echo "make soak    the long campaigns"
	@echo "make guards  take out each guard and see its test fail"
	@echo "make docs    write the generated parts of docs/ anew"
	@echo "make train   draw samples and train the recogniser's networks anew"
	@echo "make install DESTDIR= PREFIX=$(PREFIX)   lay out the service"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or later is needed: apt install python3" >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "the venv module is missing: apt install python3-venv" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements/run.txt pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@

# The evaluator that the ranking is measured beside: for `make bench` alone.
$(VENV)/.bench: requirements/bench.txt $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/bench.txt
	@touch $@

# PyTorch and a drawer of SVG: for `make train` alone. WHEELS names a folder or page with PyTorch's builds for the processor.
$(VENV)/.train: requirements/train.txt $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes $(if $(WHEELS),--find-links $(WHEELS)) -r requirements/train.txt || { echo "if it was torch that was not found: make train WHEELS=PLACE, the folder or page where PyTorch keeps its builds for processors" >&2; exit 2; }
	@touch $@

# The fonts and the CC0 card art that samples are drawn from.
training/node_modules: training/package-lock.json
	@command -v npm >/dev/null || { echo "npm is needed for the fonts and the art: apt install npm" >&2; exit 2; }
	npm ci --prefix training --no-audit --no-fund --silent
	@touch $@

demo: $(VENV)/.run
	$(BIN)/truedeal demo $(ARGS)

table: $(VENV)/.run
	rm -rf out/table
	$(BIN)/truedeal demo --rounds 1 --faults none --keep out/table
	$(BIN)/python -m tests.simulated_deck out/table

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

test: lint types clients/node/node_modules
	$(BIN)/pytest -n 2 -m "not soak" $(ARGS)

bench: $(VENV)/.bench
	$(BIN)/python -m tests.bench $(ARGS)

soak: $(VENV)/.dev
	$(BIN)/pytest -m soak -s $(ARGS)

guards: $(VENV)/.dev
	$(BIN)/python -m tests.guards

docs: $(VENV)/.dev
	$(BIN)/truedeal schema --write docs
	$(BIN)/python -m tests.guards --write
	$(BIN)/python -m tests.games_page --write

train: $(VENV)/.train training/node_modules
	$(BIN)/python -m training $(ARGS)

install: $(VENV)/.run
	systemd/install.sh . "$(PREFIX)" "$(DESTDIR)" $(BIN)/python

# The client in Node is tested where Node is present; a registry that cannot be reached only leaves it out.
clients/node/node_modules: clients/node/package-lock.json
	@command -v npm >/dev/null && npm ci --prefix clients/node --no-audit --no-fund --silent || echo "the Node client is not tested: npm or its registry is missing" >&2

lock:
	@command -v uv >/dev/null || { echo "uv is needed to renew the lock: pip install uv" >&2; exit 2; }
	echo 'setuptools>=77' | uv pip compile -q - pyproject.toml --generate-hashes --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/run.txt
	echo 'setuptools>=77' | uv pip compile -q - pyproject.toml --extra dev -c requirements/run.txt --generate-hashes --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/dev.txt
	uv pip compile -q pyproject.toml --extra train -c requirements/run.txt $(if $(WHEELS),--find-links $(WHEELS)) --generate-hashes --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/train.txt
	echo treys | uv pip compile -q - --generate-hashes --python-version 3.11 --no-emit-index-url --no-header --no-annotate -o requirements/bench.txt

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis out
