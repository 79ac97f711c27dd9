# The commands of the project. `make run` and `make test` need nothing but Python 3.11.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
WORKSPACE ?= workspace
TEST_JOBS ?= 2

.PHONY: run test demo lint bench docs clean

$(VENV)/.run: requirements.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q -r requirements.txt
	touch $@

$(VENV)/.dev: requirements.txt requirements-dev.txt $(VENV)/.run
	$(BIN)/pip install -q -r requirements-dev.txt
	touch $@

run: $(VENV)/.run
	$(BIN)/python cli.py app --workspace $(WORKSPACE)

test: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n $(TEST_JOBS) --dist loadfile tests

demo: $(VENV)/.run
	$(BIN)/python cli.py demo --workspace $(WORKSPACE)-demo --language en
	$(BIN)/python cli.py demo --workspace $(WORKSPACE)-demo --language zh

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Measured comparisons; those that need test data say so and go on. Fitting scripts (bench/fit_*.py) are run by hand.
# judge_calls, orchestration and real_sets say in their heads what else they can be given.
BENCHES := score_speed load_speed nfcorpus judge judge_calibration refusals judge_calls orchestration gate_rules \
	inject handwritten review_keys review_load

bench: $(VENV)/.dev
	for name in $(BENCHES); do echo "== $$name"; $(BIN)/python -m bench.$$name || exit 1; done
	$(BIN)/python -m bench.drafts datasets/samples/ostrevane-en --items 20
	$(BIN)/python -m bench.drafts datasets/samples/xulan-zh --items 20

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache

docs: $(VENV)/.dev
	$(BIN)/python docs/build.py
