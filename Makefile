# `make demo` and `make test` each do all the set-up first; nothing else need be typed before them.
.DEFAULT_GOAL := help
SHELL := /bin/bash

BIN := .venv/bin
# Kivy needs a display: a virtual one, large enough for a tall window too, stands in where there is none.
SCREEN = $(if $(DISPLAY)$(WAYLAND_DISPLAY),,xvfb-run -a -s "-screen 0 1400x1400x24")

GAME ?= prestige
SEATS ?= 3
SEED ?= 8
OUT ?= out
ARGS ?=

.PHONY: help setup demo run test lint format bench shots stickers pins wheel clean

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' Makefile

setup: ## Install what is missing (quick when nothing is)
	@.ci/setup

demo: setup ## Robots play an evening: GAME=prestige SEATS=3 SEED=8 OUT=out
	$(SCREEN) $(BIN)/companion demo $(GAME) --seats $(SEATS) --seed $(SEED) --report $(OUT)/demo $(ARGS)

run: setup ## The touchscreen app
	$(BIN)/companion run $(ARGS)

test: setup ## All tests; ARGS='-k name' picks, ARGS=--full takes the long forms too
	$(SCREEN) $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile $(ARGS)

lint: setup ## Style, types, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup ## Put the code into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup ## Speed and memory, as ratios
	$(BIN)/python -m pip install --quiet --no-input --require-hashes --only-binary :all: -r requirements-bench.txt
	$(SCREEN) $(BIN)/python tests/bench/run.py $(ARGS)

shots: setup ## Every screen in every size and both languages, into OUT/shots
	$(BIN)/companion shots -o $(OUT)/shots $(ARGS)

stickers: setup ## The sticker sheets of a game: GAME=prestige
	@mkdir -p $(OUT)
	$(BIN)/companion stickers $(GAME) -o $(OUT)/stickers-$(GAME).pdf $(ARGS)

pins: ## Write the requirements files anew from pyproject.toml; ARGS=--upgrade takes the newest
	.ci/pin $(ARGS)

wheel: setup ## Build the wheel into dist/
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

clean: ## Remove what was made, the virtual environment too
	rm -rf .venv dist out build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
