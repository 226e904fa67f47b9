# The front door. CMake and Go do the work; every target first installs what is missing, where it may.

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
RELEASE := build/release
VENV := build/venv
GRAPH := examples/data/water20_auxpao_all_space.fslg
MAKEFLAGS += --no-print-directory
export PATH := $(PATH):/usr/local/go/bin

.PHONY: help
help:
	@echo "make demo                  build the example scheduler and run it on a real graph"
	@echo "make test                  run every test; ends with the number of tests"
	@echo "make soak                  run them in their long versions (about an hour)"
	@echo "make bench                 compare with what there is (BENCH_FLAGS=--quick: in two minutes)"
	@echo "make install PREFIX=DIR    install library, headers, tool and packages (default /usr/local)"
	@echo "make fuzz FUZZ_SECONDS=N   fuzz each target for N seconds (default 300)"
	@echo "make generate              generate the Go code of the wire format again"
	@echo "make abi-dump              record the ABI of the header's version in capi/abi"
	@echo "make docs                  build the reference of the headers"
	@echo "make format | lint | clean"

# Release build of the library, the tool and the examples.
.PHONY: build
build:
	@mkdir -p build
	@.ci/setup build
	@cmake -S . -B $(RELEASE) -DCMAKE_BUILD_TYPE=Release -DFORCEDSPLIT_TESTS=OFF -DCMAKE_INSTALL_PREFIX="$(PREFIX)" \
	  > build/configure.log 2>&1 || { cat build/configure.log >&2; exit 1; }
	@cmake --build $(RELEASE) --parallel $(JOBS)

.PHONY: demo
demo: build
	@echo
	$(RELEASE)/examples/cpp-scheduler/cpp-scheduler $(GRAPH)

.PHONY: install
install: build
	cmake --install $(RELEASE) --prefix "$(PREFIX)"

.PHONY: test
test: $(VENV)/.ready
	@.ci/setup test
	@$(VENV)/bin/python .ci/test.py

# The same tests, of which those whose subject is chance run longer.
.PHONY: soak
soak: $(VENV)/.ready
	@.ci/setup test
	@FORCEDSPLIT_SOAK=1 $(VENV)/bin/python .ci/test.py

FUZZ_SECONDS ?= 300
.PHONY: fuzz
fuzz:
	@.ci/setup test
	@.ci/fuzz $(FUZZ_SECONDS)

.PHONY: lint
lint: $(VENV)/.ready
	@$(VENV)/bin/python .ci/test.py --only lint

.PHONY: format
format: $(VENV)/.ready
	gofmt -w engine bridge capi
	$(VENV)/bin/ruff format -q bridge examples .ci
	find bridge capi examples include -name '*.[ch]' -o -name '*.[ch]pp' | xargs $(VENV)/bin/clang-format -i

# Compares with what there is, in about twenty minutes; BENCH_FLAGS=--quick takes two. Wants a quiet machine.
BENCH_FLAGS ?=
.PHONY: bench
bench: $(VENV)/.ready build
	@$(VENV)/bin/python examples/bench/run.py $(BENCH_FLAGS)

# The reference of the headers, with the README in front.
.PHONY: docs
docs:
	@.ci/setup docs
	@mkdir -p build
	@doxygen .ci/doxygen/Doxyfile
	@echo build/docs/html/index.html

.PHONY: generate
generate:
	@.ci/setup generate
	.ci/generate

# After a change that the CHANGELOG announces, and that has not been published yet.
.PHONY: abi-dump
abi-dump:
	@.ci/setup test
	@mkdir -p build
	@cmake -S . -B build/abi -DCMAKE_BUILD_TYPE=Debug -DFORCEDSPLIT_CPP=OFF -DFORCEDSPLIT_TOOL=OFF \
	  -DFORCEDSPLIT_STATIC=OFF > build/configure.log 2>&1 || { cat build/configure.log >&2; exit 1; }
	@cmake --build build/abi
	@python3 .ci/abi.py build/abi

.PHONY: clean
clean:
	rm -rf build dist

# A virtual environment with what the tests and linters need.
$(VENV)/.ready: .ci/packaging/test-requirements.txt .ci/packaging/bench-requirements.txt .ci/setup
	@.ci/setup test
	@python3 -m venv $(VENV)
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check $(patsubst %,-r %,$(filter %.txt,$^))
	@touch $@
