# make run    sets up and starts Majlis          make check  format, lint, types, architecture, catalogues
# make test   sets up and passes all tests       make bench  figures of every hot path, beside their floors

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
READY_FOR_TESTS := .venv/.ready-for-tests

.PHONY: run test test-postgres check fuzz advisories bench catalogues clean
.DEFAULT_GOAL := run

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Majlis needs Python 3.11 or newer; 'make run PYTHON=python3.12' names another one."; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "Python's venv module is missing; on Debian and Ubuntu: apt-get install python3-venv"; exit 2; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable .
	@touch $(READY)

$(READY_FOR_TESTS): $(READY)
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $(READY_FOR_TESTS)

run: $(READY)
	$(BIN)/majlis run

test: $(READY_FOR_TESTS)
	$(BIN)/pytest -n auto --dist worksteal
	MAJLIS_EXAMPLES=50 $(BIN)/pytest tests/rules -q -n auto --dist worksteal --cov --cov-fail-under=100

# The same tests on PostgreSQL, which must be installed; the server is the tests' own.
WHAT ?= tests --ignore tests/rules --ignore tests/render --ignore tests/bot/computer
test-postgres: $(READY_FOR_TESTS)
	MAJLIS_TEST_DATABASE=postgres $(BIN)/pytest -n auto --dist worksteal $(WHAT)

check: $(READY_FOR_TESTS)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.catalogues check
	$(BIN)/python -m tests.audit

# A kind of input each, 100,000 times; `make fuzz EXAMPLES=1000 SEED=7` does less, or the same again.
EXAMPLES ?= 100000
SEED ?= $(shell date +%s)
fuzz: $(READY_FOR_TESTS)
	@echo "seed $(SEED), $(EXAMPLES) inputs of each kind, a quarter of that over sockets"
	MAJLIS_FUZZ=$(EXAMPLES) $(BIN)/pytest tests/fuzz -n auto --dist worksteal -v --durations=0 --hypothesis-seed=$(SEED)

# Asks PyPI, which not every machine may.
advisories: $(READY_FOR_TESTS)
	$(BIN)/python -m pip install --quiet pip-audit
	$(BIN)/pip-audit --skip-editable

bench: $(READY_FOR_TESTS)
	$(BIN)/majlis bench

catalogues: $(READY_FOR_TESTS)
	$(BIN)/python -m tests.catalogues update

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
