# Everything is run through here. The targets make their own environment from the locks in requirements/, which hold
# names, versions and hashes only; where packages come from is the user's pip configuration.

PYTHON ?= python3
VENV ?= .venv
ARGS ?=
# One more than there are processors: many tests wait for a server, a browser or a clock, and use none. Each worker
# imports, collects and prepares everything for itself: more of them are little quicker and take more processor time.
WORKERS ?= $(shell expr $$($(PYTHON) -c 'import os; print(os.cpu_count())') + 1)

BIN := $(VENV)/bin
TOOLS := .venv-tools
CODE := src tests benchmarks
# Modules are compiled when they are first used: all of them at once would double the time of a first `make run`.
LOCKED = $(BIN)/python -m pip install -qq --no-compile --require-hashes --only-binary :all:
COMPILE = $(TOOLS)/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate

# What is compiled at its first use is kept, also where the environment says otherwise: the tests start some hundred
# processes, and each would compile a thousand modules again.
unexport PYTHONDONTWRITEBYTECODE
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help run test lint format typecheck soak mutants bench pages map coverage-of-rules screenshots locks clean

help: ## list the targets
	@echo "Houseway. Targets:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 }' Makefile
	@echo "Variables: PYTHON=$(PYTHON) (3.11 or later), VENV=$(VENV),"
	@echo "           WORKERS=$(WORKERS) tests at once,"
	@echo "           ARGS=... is passed on to houseway, pytest, the benchmark or uv"

run: $(VENV)/.run-stamp ## open the card room in the browser (ARGS=...: run houseway with them instead)
	@exec $(BIN)/houseway $(or $(ARGS),serve)

test: $(VENV)/.collected-stamp ## run the test suite; Chromium is installed for it where root may
	@$(BIN)/python -m tests.browser.need
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)

lint: $(VENV)/.test-stamp ## ruff, mypy and the layers
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy --strict $(CODE)
	$(BIN)/lint-imports

format: $(VENV)/.test-stamp ## format the code and mend what ruff can mend
	$(BIN)/ruff check --fix-only $(CODE)
	$(BIN)/ruff format $(CODE)

typecheck: $(VENV)/.test-stamp ## mypy alone
	$(BIN)/mypy --strict $(CODE)

soak: $(VENV)/.test-stamp ## the long runs: random rounds, a billion of each game, power cuts, storms, entries, mutants
	$(BIN)/pytest -n auto -m soak $(ARGS)
	$(BIN)/python -m benchmarks.billion
	$(BIN)/python -m benchmarks.bench_floor --only growing --entries 10000000 --strict
	$(BIN)/python -m benchmarks.bench_reports --entries 1000000 --strict
	$(BIN)/python -m benchmarks.bench_reports --entries 1000000 --strict --postgres
	$(BIN)/python -m tests.mutation
	$(BIN)/python -m tests.mutation.clause_trials --anew

mutants: $(VENV)/.test-stamp ## do the tests of the money notice changed code? goes on where it was (ARGS=MODULE …)
	$(BIN)/python -m tests.mutation $(ARGS)

bench: $(VENV)/.bench-stamp ## rounds a second beside other libraries, the mathematics, and the floor
	@$(BIN)/python -m tests.browser.need
	$(BIN)/python benchmarks/bench_engine.py $(ARGS)
	$(BIN)/python -m benchmarks.bench_environments
	$(BIN)/python -m benchmarks.open_spiel_games
	$(BIN)/python -m benchmarks.bench_maths --cold $(if $(FARMER),--farmer $(FARMER))
	$(BIN)/python -m benchmarks.bench_floor
	$(BIN)/python -m benchmarks.bench_room
	$(BIN)/python -m benchmarks.bench_seat $(if $(RELEASE_01),--release-01 $(RELEASE_01))
	$(BIN)/python -m benchmarks.bench_lab

pages: $(VENV)/.run-stamp ## write the generated pages of docs again: games, protection, paytables, glossary, requirements, the record's schema
	$(BIN)/python -m houseway.reports.game_pages docs/games
	$(BIN)/python -m houseway.reports.protection_pages docs/protection
	$(BIN)/python -m houseway.reports.record_pages docs
	$(BIN)/python -m houseway.reports.requirement_pages docs
	$(BIN)/python -m houseway.reports.glossary docs

map: $(VENV)/.test-stamp ## draw the rooms of the house again from their imports, for docs/architecture.md
	@$(BIN)/python -m tests.architecture.rooms

coverage-of-rules: $(VENV)/.test-stamp ## every clause, its kind, the tests that exercise it and a mutant they notice
	@$(BIN)/python -m tests.coverage_of_rules $(ARGS)

screenshots: $(VENV)/.test-stamp ## pictures of every screen in build/screenshots (ARGS=--pictures: docs/pictures too)
	@$(BIN)/python -m tests.browser.need
	$(BIN)/python -m tests.browser.screenshots $(ARGS)

locks: $(TOOLS)/.stamp ## make the locks again (ARGS=--upgrade: with the newest releases)
	@for lock in uv run test bench; do \
		echo "Locking requirements/$$lock.txt"; \
		$(COMPILE) $(ARGS) requirements/$$lock.in --output-file requirements/$$lock.txt || exit 1; \
	done

clean: ## remove the environments, caches and builds
	rm -rf .venv .venv-* build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is newer than what it was made from, or it is made again.

$(VENV)/.made-stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Houseway needs Python 3.11 or later; name one with PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run-stamp: requirements/run.txt pyproject.toml | $(VENV)/.made-stamp
	@echo "Installing requirements/run.txt"
	@$(LOCKED) -r requirements/run.txt
	@echo "Installing houseway"
	@$(BIN)/python -m pip install -qq --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.test-stamp: requirements/test.txt $(VENV)/.run-stamp
	@echo "Installing requirements/test.txt"
	@$(LOCKED) -r requirements/test.txt
	@touch $@

# Collected once by one process: the workers would all compile every module and every test at the same time. What is wrong
# with a test is said where the tests are run.
$(VENV)/.collected-stamp: $(VENV)/.test-stamp
	@$(BIN)/pytest --collect-only -qq >/dev/null 2>&1 || true
	@touch $@

# The benchmarks start PostgreSQL and Chromium, and wait for them, with what the tests have for it.
$(VENV)/.bench-stamp: requirements/bench.txt $(VENV)/.test-stamp
	@echo "Installing requirements/bench.txt"
	@$(LOCKED) -r requirements/bench.txt
	@touch $@

$(TOOLS)/.stamp: requirements/uv.txt
	@echo "Making $(TOOLS)"
	@$(PYTHON) -m venv $(TOOLS)
	@$(TOOLS)/bin/python -m pip install -qq --require-hashes --only-binary :all: -r requirements/uv.txt
	@touch $@
