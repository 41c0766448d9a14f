# Every command finds its tools by path below .venvs; `make install` puts them there, and each target sees to that first.

PYTHON ?= python3.13
PORT ?= 8000
CLOUD_PORT ?= 4566
# For `make clock` only: how far forward, as 2d, 90m or 1w12h.
BY ?= 1d
# For `make build` only: x86_64 or arm64; this machine's own when empty.
ARCHITECTURE ?=

DEV := .venvs/dev/bin
CLOUD := $(DEV)/python -m local
PORTS := --port $(PORT) --cloud-port $(CLOUD_PORT)
LAYERS := layers/common/python:layers/domain/python

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install build run up down reset clock check format intents test unit coverage e2e conformance bench

help: ## this list
	@grep -hE '^[a-z0-9]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9]+):.*## /  make \1\t/' | expand -t 20

install: ## the tools, in virtual environments below .venvs
	@$(PYTHON) -c '' 2>/dev/null || { echo "Python 3.13 is missing: '$(PYTHON)' can't be run." >&2; \
	echo "  Fix: install it (apt install python3.13 python3.13-venv, brew install python@3.13, pyenv install 3.13)," >&2; \
	echo "       or name it: make PYTHON=/path/to/python3.13" >&2; exit 1; }
	@$(PYTHON) -m local.install

build: install ## what is deployed, in .aws-sam/build
	@$(CLOUD) build $(if $(ARCHITECTURE),--architecture $(ARCHITECTURE))

run: install ## the whole cloud in the foreground; Ctrl-C stops it, its data stays
	@$(CLOUD) run $(PORTS)

up: install ## the whole cloud in the background, ready when this returns
	@$(CLOUD) up $(PORTS)

down: install ## stop it
	@$(CLOUD) down

reset: install ## stop it and forget all its data
	@$(CLOUD) reset

clock: install ## move the running cloud's clock forward: make clock BY=2d
	@$(CLOUD) clock --by "$(BY)"

check: install ## style, types, imports and template, exactly as CI does
	$(DEV)/ruff check
	$(DEV)/ruff format --check
	$(DEV)/mypy layers functions local conformance tools
	PYTHONPATH=$(LAYERS) $(DEV)/lint-imports
	.venvs/sam/bin/sam validate --lint
	@mkdir -p .aws-sam
	.venvs/sam/bin/python -m tools.transformed template.yaml > .aws-sam/transformed.json
	.venvs/scan/bin/checkov --file .aws-sam/transformed.json

intents: install ## learn the weights behind the assistant's reading anew from the labelled questions
	@$(DEV)/python -m local.install train
	PYTHONPATH=$(LAYERS):. .venvs/train/bin/python -m tools.intents

format: install ## put the sources in shape
	$(DEV)/ruff check --fix
	$(DEV)/ruff format

test: unit e2e conformance ## every test

unit: install ## unit and contract tests
	$(DEV)/python -m pytest -n auto --dist worksteal

coverage: install ## the same, and which lines and branches they miss; takes twice as long
	$(DEV)/python -m pytest -n auto --dist worksteal --cov --cov-report=term-missing:skip-covered

e2e: install ## the deployed template, on a cloud of its own
	$(DEV)/python -m pytest tests/e2e

conformance: install ## the official judges of an MCP server, on a cloud of its own
	$(DEV)/python -m conformance

bench: install ## the figures, each beside its yardstick
	$(DEV)/python -m bench
