# make run       the demonstration: eight emulated boards, a hall, three pages
# make test      everything that is checked; fetches nothing but Go and npm modules
# make help      the rest
SHELL := /bin/bash
.DEFAULT_GOAL := help

# Where test data kept outside the repository lies; tests that need it skip
# loudly without it.
BW_SHARED ?= ../shared
export BW_SHARED := $(abspath $(BW_SHARED))

# Where `make warehouse-engine` keeps the embedded ClickHouse, and where tests
# look for it; they skip loudly without it.
WAREHOUSE_ENGINE ?= .cache/warehouse-engine
export BOARDWIRE_WAREHOUSE_LIB ?= $(abspath $(WAREHOUSE_ENGINE))/26.7.3-stable.1/libchdb.so

# on: the demonstration keeps record and facts in the embedded ClickHouse.
WAREHOUSE ?= off

GO ?= go
FUZZTIME ?= 10s
VERSION ?= $(shell git describe --always --dirty 2>/dev/null || echo unknown)
LDFLAGS := -X boardwire/internal/daemon.version=$(VERSION)
BINS := boardwire ingest projector broadcast
DIST := web/dist/.built

.PHONY: help build web run run-daemons test test-go test-web bench canwin perft-long findings fuzz warehouse-engine warehouse-round lint golden clean

help: ## what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: $(DIST) ## bin/boardwire and the three daemons
	@mkdir -p bin
	$(GO) build -ldflags '$(LDFLAGS)' -o bin/ $(addprefix ./cmd/,$(BINS))

web: $(DIST) ## the pages' scripts and styles

$(DIST): $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' 2>/dev/null)
	@command -v npm >/dev/null || { echo "npm is missing: install Node.js 20 or later with npm, then try again"; exit 1; }
	cd web && npm ci --no-audit --no-fund --loglevel=error && npm run --silent build
	@touch $@

run: build $(if $(filter on,$(WAREHOUSE)),warehouse-engine) ## the demonstration; Ctrl-C stops it, a second start goes on (WAREHOUSE=on keeps it for questions)
	bin/boardwire hall --demo --warehouse $(WAREHOUSE)

run-daemons: build ## the same as four daemons and a nats-server
	deploy/run-daemons

test: build test-web test-go fuzz ## all checks: types, gofmt, vet, tests, fuzzers

test-go:
	@mkdir -p bin
	@$(MAKE) --silent warehouse-engine || echo "warehouse engine: not there, so what needs it is skipped"
	@out=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$out" ] || { echo "gofmt would change:"; echo "$$out"; exit 1; }
	$(GO) vet ./...
	$(GO) build -o bin/testreport ./internal/testreport
	set -o pipefail; $(GO) test -json -timeout 30m ./... | bin/testreport

test-web: $(DIST)
	cd web && npm run --silent check

lint: ## gofmt, vet, staticcheck
	$(GO) vet ./...
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

bench: build ## latency, start-up, memory, and speed against named peers
	$(GO) run ./internal/bench

canwin: ## who can mate: what is proved, at what price, what stays unknown (minutes)
	$(GO) run ./internal/bench/canwin -labelled $(BW_SHARED)/data/rules/unwinnable-labelled.txt -games '$(BW_SHARED)/data/pgn/*.pgn'

perft-long: ## Chess960 counts above a million nodes, and random positions against stockfish (an hour)
	$(GO) run ./internal/bench/perftlong -records $(BW_SHARED)/data/rules/chess960.perft

findings: ## what is found in damaged games, what is missed, what is told beside the point
	$(GO) run ./internal/findings

warehouse-round: warehouse-engine ## a round of 62 real games through hall and warehouse, with kills and a rebuild (minutes)
	$(GO) run ./internal/bench -parts round -round $(BW_SHARED)/data/pgn/fide-worldcup-2025-r1-classical.pgn

warehouse-engine: ## fetch the embedded ClickHouse once (178 MB; 550 MB on disk)
	@[ -f "$$BOARDWIRE_WAREHOUSE_LIB" ] || deploy/fetch-warehouse-engine $(WAREHOUSE_ENGINE)

fuzz: ## every fuzzer for FUZZTIME (10s), two at a time
	.ci/fuzz $(FUZZTIME)

golden: ## write the golden files anew, then look at the diff
	$(GO) test ./events ./game -update
	$(GO) run ./internal/gen/dashboards dashboards
	$(GO) test ./internal/roles -run MetricsOfTheDaemons -update
	$(GO) test ./internal/e2e -run MetricsOfAHall -update

clean: ## remove what was built (not data/)
	rm -rf bin web/node_modules
	find web/dist -mindepth 1 -not -name .keep -delete
