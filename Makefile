# Everything on a fresh machine with Python 3.11+: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# One more than a small machine's cores: some tests wait for browsers and engines.
WORKERS ?= 3
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal
# uv, ten times as fast, fetched into the environment where it is not at hand; pip (one that knows dependency groups) where
# only pip knows the way to a mirror.
UV := $(or $(shell command -v uv 2>/dev/null),$(BIN)/uv)
# Not compiled beforehand: most of what comes along is never imported.
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile
INSTALL = install() { { test -x $(UV) || $(PIP) uv; } && $(UV) pip install --quiet --python $(BIN)/python "$$@" 2>/dev/null || { $(PIP) --upgrade "pip>=25.1" && $(PIP) "$$@"; }; }; install

# A fresh machine has no lists of packages yet, so those are fetched where the first try fails.
APT = apt() { command -v apt-get >/dev/null && { apt-get install -y -qq "$$@" || { apt-get update -qq && apt-get install -y -qq "$$@"; }; } >/dev/null 2>&1; }; apt

# Tests start hundreds of processes: let them share compiled bytecode, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play serve test test-all check golden bench docs lock release gnugo chromium typescript clean

play: $(VENV)/installed
	@$(BIN)/bough play hex:11

# Prints an address; --open shows it in the browser where there is one.
serve: $(VENV)/web
	@$(BIN)/bough serve --open

# Type checks run beside the tests; what takes long and tells little more is left to test-all.
test: $(VENV)/tested gnugo chromium typescript
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@$(BIN)/mypy > $(VENV)/mypy.log 2>&1 & echo $$! > $(VENV)/mypy.pid
	$(PYTEST) -m "(compiled or both) and not long"
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not compiled and not long"
	@while kill -0 `cat $(VENV)/mypy.pid` 2>/dev/null; do sleep 1; done; cat $(VENV)/mypy.log; grep -q '^Success' $(VENV)/mypy.log

test-all: check $(VENV)/tested-all gnugo chromium typescript
	$(PYTEST)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not compiled"
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m bounds

check: $(VENV)/tested
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# What fixed searches compute, for tests/test_golden.py. A commit that changes the file says why.
golden: $(VENV)/tested
	NUMBA_DISABLE_JIT=1 $(BIN)/python tests/golden.py

# Tests that need a program which is not there are left out with a word; with COMPLETE=1 that is a failure.
MAY_LEAVE_OUT = test -z "$(COMPLETE)"

# The opponent of the Go experiments; where apt cannot install it, tests that need it are skipped with a word.
gnugo:
	@command -v gnugo >/dev/null || command -v /usr/games/gnugo >/dev/null || \
	($(APT) gnugo) || { echo "*** GNU Go is not installed and cannot be from here: TESTS WITH IT ARE LEFT OUT ***"; $(MAY_LEAVE_OUT); }

# The browser of the page's tests, with a font that has dark chess's characters and a library of Playwright's driver.
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	($(APT) chromium fonts-noto-cjk libatomic1) || { echo "*** Chromium is not installed and cannot be from here: THE PAGE'S TESTS ARE LEFT OUT ***"; $(MAY_LEAVE_OUT); }

# The checker of the page's scripts, which is needed for nothing else.
typescript:
	@test -d tests/web/scripts/node_modules || \
	(command -v npm >/dev/null && npm ci --silent --prefix tests/web/scripts >/dev/null 2>&1) || \
	echo "TypeScript is not installed and cannot be from here; the types of the page's scripts are not checked"

docs: $(VENV)/docs
	$(BIN)/mkdocs build --strict

bench: $(VENV)/tested
	$(BIN)/bough bench --peers

$(VENV)/installed: pyproject.toml
	@echo "Installing Bough into $(VENV) (once)"
	@test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) -e ".[nets]"
	@touch $@

$(VENV)/web: pyproject.toml $(VENV)/installed
	@$(INSTALL) -e ".[nets,web]"
	@touch $@

$(VENV)/docs: pyproject.toml $(VENV)/installed
	@$(INSTALL) -e . --group docs
	@touch $@

# Includes the extras of play, serve and docs, in one go.
$(VENV)/tested: pyproject.toml
	@echo "Installing Bough and its tests into $(VENV) (once)"
	@test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) -e ".[lab,nets,peers,web]" --group test
	@touch $(VENV)/installed $(VENV)/web $(VENV)/docs $@

$(VENV)/tested-all: pyproject.toml $(VENV)/tested
	@$(INSTALL) -e ".[lab,nets,peers,ray,train,web]" --group test --group gpu-compiler
	@touch $@

# The versions that the tests ran with, for those who want the same: PIP_CONSTRAINT=requirements.lock UV_CONSTRAINT=requirements.lock make test
lock: $(VENV)/tested
	$(UV) pip compile --quiet --universal --python-version 3.11 --extra lab --extra nets --extra peers --extra web --group test pyproject.toml --upgrade --no-annotate --no-emit-index-url --custom-compile-command "make lock" -o requirements.lock

# Wheel and sdist, built twice: the same commit gives the same files.
release: $(VENV)/released
	rm -rf dist && for copy in one two; do \
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m build --outdir dist/$$copy . >/dev/null || exit 1; done
	cd dist && (cd one && sha256sum *) > one.sums && (cd two && sha256sum --check --quiet ../one.sums) && mv one/* . && rm -r one two one.sums
	$(BIN)/twine check --strict dist/*
	$(BIN)/check-wheel-contents dist/*.whl
	@ls -l dist

$(VENV)/released: pyproject.toml $(VENV)/installed
	@$(INSTALL) -e . --group release
	@touch $@

clean:
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache
