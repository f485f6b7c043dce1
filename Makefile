# One target a task; `make help` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

GO ?= go
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: ## Serve on http://127.0.0.1:8080
	$(GO) run ./cmd/lockviz

.PHONY: build
build: ## Build the static program ./lockviz, as the Dockerfile does
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '-s -w' -o lockviz ./cmd/lockviz

.PHONY: test
test: setup check test-go test-zookeeper test-js test-browser ## Set up what the tests need, then run all of them

.PHONY: setup
setup: ## Install what the tests need and this machine lacks
	@scripts/setup.sh

.PHONY: check
check: ## Formatting, go vet, generated files up to date, known vulnerabilities
	@scripts/gofmt.sh
	$(GO) vet ./...
	$(GO) tool templ generate -check -log-level warn -path views
	$(GO) run ./engine/trace/gen -check
	@scripts/vuln.sh

.PHONY: test-go
test-go: ## Go tests with the race detector
	$(GO) test -race -timeout 20m $$($(GO) list ./... | grep -v /e2e)

.PHONY: test-zookeeper
test-zookeeper: ## The engine, the scenarios and the lessons on a real ZooKeeper in place of the stand-in
	scripts/with-zookeeper.sh $(GO) test -count 1 ./engine ./scenarios ./lessons/... ./course/...

.PHONY: test-js
test-js: ## JavaScript module tests
	@scripts/test-js.sh

.PHONY: test-browser
test-browser: ## Browser tests; screenshots go to .cache/screenshots
	$(GO) test -timeout 20m -count 1 ./e2e/...

.PHONY: lint
lint: check ## check, staticcheck, and golangci-lint if it is installed
	$(GO) run $(STATICCHECK) ./...
	@if command -v golangci-lint >/dev/null; then golangci-lint run; else echo "lint: golangci-lint is not installed: skipped"; fi

.PHONY: generate
generate: ## Write templ output, browser constants, fixtures and docs/events.md
	$(GO) tool templ generate -log-level warn -path views
	$(GO) run ./engine/trace/gen

.PHONY: golden
golden: ## Rewrite the golden files; read the diff
	@scripts/golden.sh

.PHONY: bench
bench: ## Run all benchmarks; writes their figures into docs/performance.md
	@scripts/bench.sh

.PHONY: load
load: ## Put a room of people on a server; writes the figures into docs/performance.md
	@scripts/load.sh

.PHONY: fuzz
fuzz: ## Run every fuzz test for FUZZTIME (10m), one after another
	@scripts/fuzz.sh

.PHONY: screenshot
screenshot: ## Make docs/img/lab.png, the picture in the README
	$(GO) run ./e2e/screenshot -o docs/img/lab.png
