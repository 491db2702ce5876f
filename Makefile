# Everything runs in .venv; each target sets up what it needs and nothing twice.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check
# uv takes a quarter of pip's time; where it cannot be had, or reaches no index, pip installs.
INSTALL = UV_SYSTEM_CERTS=true sh -c '$(BIN)/uv pip install --python $(BIN)/python --compile-bytecode "$$@" || $(PIP) install "$$@"' install
RUN := .venv/.ready
DEV := .venv/.ready-dev
PAGE := $(shell find frontend/src frontend/public -type f) frontend/index.html \
	frontend/package-lock.json frontend/vite.config.js frontend/build.py hatch_build.py

.PHONY: setup play test test-long lint serve frontend types screens bench docs wheel image release clean

setup: $(DEV)

$(RUN): pyproject.toml constraints.txt $(PAGE)
	@echo "Setting up .venv (once)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Ludens needs Python 3.11 or newer: make play PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Installing what playing needs, about 200 MB"
	@$(PIP) install -q uv 2>/dev/null || true
	@$(INSTALL) -c constraints.txt -e .
	@.venv/bin/python -c 'import ludens'
	@touch $@

$(DEV): $(RUN)
	@echo "Installing everything that developing needs, about 1.8 GB; playing needs none of it"
	@$(INSTALL) -c constraints.txt -e '.[dev]'
	@.venv/bin/python -c 'import pytest'
	@$(INSTALL) -q --no-deps -c constraints.txt jericho textworld
	@touch $@

play: $(RUN)
	@$(BIN)/ludens play

serve: $(RUN)
	@$(BIN)/ludens serve

# Everything the page's own checks need, then the page; `make lint` uses what is there.
frontend: $(DEV)
	@$(BIN)/python frontend/build.py --dev

# The page's types are made from the server's description of its API.
types: $(DEV)
	@$(BIN)/python -m ludens.web.openapi | $(BIN)/python frontend/build.py --types

# What is compiled beforehand no test's process compiles anew where Python may not keep it.
test: $(DEV)
	@$(BIN)/python -m compileall -q src
	@$(BIN)/pytest -n 2 --dist worksteal -m "not long"

test-long: $(DEV)
	@$(BIN)/pytest -m long --timeout 3600

lint: $(DEV)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

# The pictures of the docs, from real episodes; needs Chromium and inform6.
screens: $(DEV) frontend
	@$(BIN)/python docs/screens.py

bench: $(DEV)
	@for script in bench/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

docs: $(DEV)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet && echo "The docs are in site/index.html"

# A wheel that plays wherever there is Linux of this kind, and the source, into dist/.
wheel: $(RUN)
	@$(PIP) install -q build
	@rm -f dist/*.whl dist/*.tar.gz
	@$(BIN)/python -m build --quiet --outdir dist .
	@ls dist

# The image that examples/kuberay.yaml names.
image: wheel
	@docker build -t ludens:latest -f packaging/Dockerfile .

# Everything of a release but the upload: HEAD must be tagged with the version.
release: $(DEV)
	@$(BIN)/python packaging/release.py

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
