# All tools are below .venvs. `make install` puts them there, and every target that needs them depends on it.

PYTHON ?= python3.13
PORT ?= 8000
CLOUD_PORT ?= 4566
# Only for `make model`: where the small model listens.
MODEL_PORT ?= 8080
# Only for `make clock`: how far to move it forward, such as 2d, 90m or 1w12h.
BY ?= 1d
# Only for `make build`: x86_64 or arm64; when empty, this machine's own.
ARCHITECTURE ?=

# Only for `make up` and `make run`: the language model behind the team, such as openai:qwen3, and the address of a server
# of your own. Its key comes from the environment variable MODEL_KEY alone.
MODEL ?=
MODEL_BASE_URL ?=
# Only for `make up` and `make run`: LIMITS=production uses the limits of the template, not a thousand times these.
LIMITS ?=
export MODEL MODEL_BASE_URL LIMITS
ifeq ($(origin MODEL_KEY),command line)
$(error Put the key into the environment, where other users cannot see it: export MODEL_KEY=…)
endif

DEV := .venvs/dev/bin
CLOUD := $(DEV)/python -m local
PORTS := --port $(PORT) --cloud-port $(CLOUD_PORT)
LAYERS := layers/common/python:layers/domain/python

.DEFAULT_GOAL := help
.NOTPARALLEL:
# With this variable set, each of the tests' many interpreters would compile all sources anew.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help install tools build client cli run up model down reset clock mail reset-password remove-factors reindex check weight format docs reader test test-nightly unit coverage pages e2e conformance conversations upgrade reliability sbom hashes audit bench

help: ## list these commands
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /  make \1\t/' | expand -t 20

install: tools ## install the tools, in virtual environments below .venvs
	@$(PYTHON) -m local.install scan

# Installs all tools but the scanner, which only `make check` needs.
tools:
	@$(PYTHON) -c '' 2>/dev/null || { echo "Python 3.13 is missing: '$(PYTHON)' can't be run." >&2; \
	echo "  Fix: install it (apt install python3.13 python3.13-venv, brew install python@3.13, pyenv install 3.13)," >&2; \
	echo "       or name it: make PYTHON=/path/to/python3.13" >&2; exit 1; }
	@$(PYTHON) -m local.install dev sam cloud

build: tools ## build what is deployed, into .aws-sam/build
	@$(CLOUD) build $(if $(ARCHITECTURE),--architecture $(ARCHITECTURE))

client: tools ## generate the Python client from the OpenAPI document
	@$(CLOUD) client

cli: tools ## build the command `atrium` and install it, as .venvs/cli/bin/atrium; the wheels are in clients/python/dist
	@$(CLOUD) command

run: tools ## run the whole cloud in the foreground; Ctrl-C stops it, its data stays
	@$(CLOUD) run $(PORTS)

up: tools ## start the whole cloud in the background; it is ready when this returns
	@$(CLOUD) up $(PORTS)

model: ## serve a small real model on this machine, for make run MODEL=openai:smollm2 MODEL_BASE_URL=…
	@$(PYTHON) -m local.install model
	@.venvs/model/bin/python -m local.weights --port $(MODEL_PORT)

down: tools ## stop the cloud; its data stays
	@$(CLOUD) down

reset: tools ## stop the cloud and delete all its data
	@$(CLOUD) reset

clock: tools ## move the running cloud's clock forward: make clock BY=2d
	@$(CLOUD) clock --by "$(BY)"

mail: tools ## print the last mails of the running cloud, which keeps them instead of sending them
	@$(CLOUD) mail

reset-password: tools ## make a link to set a new password: EMAIL=… locally, with STACK=atrium on AWS by your credentials
ifdef STACK
	@PYTHONPATH=$(LAYERS):. $(DEV)/python -m tools.operator reset-password "$(EMAIL)" --stack "$(STACK)"
else
	@$(CLOUD) reset-password --whose "$(EMAIL)"
endif

remove-factors: tools ## remove lost passkeys and apps: EMAIL=… locally, with STACK=atrium on AWS by your credentials
ifdef STACK
	@PYTHONPATH=$(LAYERS):. $(DEV)/python -m tools.operator remove-factors "$(EMAIL)" --stack "$(STACK)"
else
	@$(CLOUD) remove-factors --whose "$(EMAIL)"
endif

reindex: tools ## make an account's index of search again: ACCOUNT=… locally, with STACK=atrium on AWS by your credentials
ifdef STACK
	@PYTHONPATH=$(LAYERS):. $(DEV)/python -m tools.operator reindex "$(ACCOUNT)" --stack "$(STACK)"
else
	@$(CLOUD) reindex --whose "$(ACCOUNT)"
endif

check: install client ## check style, types, imports and the template, exactly as CI does
	$(DEV)/ruff check
	$(DEV)/ruff format --check
	$(DEV)/mypy layers functions local conformance tools tests bench verify clients
	$(DEV)/mypy functions/mail/handler.py
	$(DEV)/mypy functions/thinker/handler.py
	PYTHONPATH=$(LAYERS) $(DEV)/lint-imports
	.venvs/sam/bin/sam validate --lint
	@mkdir -p .aws-sam
	.venvs/sam/bin/python -m tools.transformed template.yaml > .aws-sam/transformed.json
	.venvs/scan/bin/checkov --file .aws-sam/transformed.json
	.venvs/scan/bin/python -m tools.sbom > .aws-sam/sbom.cdx.json
	-@$(DEV)/python -m tools.weight

weight: ## print what each room weighs beside its budget: lines of code, bytes of data, words of documents
	@$(PYTHON) -m tools.weight

sbom: install ## print the bill of materials (CycloneDX) of what is deployed
	@.venvs/scan/bin/python -m tools.sbom

hashes: tools ## pin Python's packages anew by the hashes of their files, after a version has changed
	@$(DEV)/python -m local.install hashes
	@for list in requirements/*.txt clients/*/requirements.txt layers/*/python/requirements.txt functions/*/requirements.txt; do \
	  .venvs/hashes/bin/hashin -r $$list $$(grep -oE '^[A-Za-z0-9_.-]+==[^ ;]+' $$list) || exit; done

audit: tools ## ask the databases of known weaknesses about every package, Python's and the pages'; needs the internet
	@$(DEV)/python -m local.install audit
	@for list in requirements/*.txt clients/*/requirements.txt layers/*/python/requirements.txt functions/*/requirements.txt; do \
	  echo $$list; .venvs/audit/bin/pip-audit --progress-spinner off --strict --disable-pip -r $$list || exit; done
	@cd web && npm audit

docs: tools ## make the tables of routes in docs/interface.md anew, from the handlers' declarations, and docs/examples
	@$(DEV)/python -m tools.openapi.tables
	@POWERTOOLS_LOG_LEVEL=CRITICAL PYTHONPATH=$(LAYERS):. $(DEV)/python -m tools.examples

reader: tools ## learn anew, from data/messages.jsonl, what messages are about, and print how well it is read
	@$(DEV)/python -m local.install train
	OMP_NUM_THREADS=1 PYTHONPATH=$(LAYERS):. .venvs/train/bin/python -m tools.reader

format: tools ## format the sources and mend what ruff can mend
	$(DEV)/ruff check --fix
	$(DEV)/ruff format

test: unit pages e2e ## run every test, the end-to-end ones on a cloud of their own

test-nightly: export HYPOTHESIS_PROFILE = nightly
test-nightly: export ATRIUM_TEST_NIGHTLY = 1
test-nightly: unit pages e2e upgrade reliability ## run every test, more examples, every judge; an upgrade; count what faults lose

unit: tools client ## run the unit and contract tests
	$(DEV)/python -m pytest -n auto --dist loadfile

coverage: tools client ## run the same tests and list the lines and branches they miss; takes twice as long
	$(DEV)/python -m pytest -n auto --dist loadfile --cov --cov-report=term-missing:skip-covered

pages: tools ## run the dashboard's own tests: its types, its components
	@$(CLOUD) pages

e2e: cli ## run the end-to-end tests, on a cloud of their own
	$(DEV)/python -m tests.e2e

conformance: tools ## run the official tests for MCP servers, on a cloud of their own
	$(DEV)/python -m conformance

conversations: tools ## play the recorded conversations again, or with MODEL=… put them to that model, and count the marks
	$(DEV)/python -m bench.conversations.recorded

upgrade: tools ## deploy this code over the stack of 1.1 and its data, and look what became of them
	PYTHONPATH=$(LAYERS):tests/support:. $(DEV)/python -m tests.upgrade

reliability: tools ## count what gets lost or done twice when something breaks: the last section of `make bench`
	PYTHONPATH=verify $(DEV)/python -m bench reliability

bench: tools ## measure the product, each figure beside its yardstick
	PYTHONPATH=verify $(DEV)/python -m bench
