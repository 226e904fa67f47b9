#!/bin/sh
# The program examples/cpp-scheduler as a user meets it. usage: cpp_scheduler_test.sh PROGRAM DATA_DIRECTORY
set -u
program=$1
data=$2
failed=0

# expect WHAT WANTED GOT
expect() {
  if [ "$2" = "$3" ]; then return; fi
  printf 'FAILED %s: wanted "%s", got "%s"\n' "$1" "$2" "$3"
  failed=1
}

# expect_exit CODE ARGUMENT...: nothing on standard output, something on standard error.
expect_exit() {
  wanted=$1
  shift
  out=$("$program" "$@" 2>/dev/null)
  expect "exit code of '$*'" "$wanted" $?
  expect "standard output of '$*'" "" "$out"
  [ -n "$("$program" "$@" 2>&1 >/dev/null)" ]
  expect "message of '$*'" 0 $?
}

for graph in "$data"/*.fslg; do
  own=$("$program" "$graph")
  expect "exit code for $graph" 0 $?
  facts=$("$program" --loop-facts "$graph")
  expect "loop facts for $graph" "$own" "$facts"
  # Rounding is allowed, and no more.
  printf '%s\n' "$own" | tail -n 1 | grep -Eq '^executed in batches: .*, largest difference (0|.*e-1[3-9])$'
  expect "the execution's line for $graph" 0 $?
done
"$program" "$data/energy_aux.fslg" | grep -q '^nest 0, loops .*, 1 pass$'
expect "a nest's line" 0 $?

expect_exit 64
expect_exit 64 --unknown
expect_exit 64 --loop-facts
expect_exit 64 one.fslg two.fslg
expect_exit 2 "$data/no such file.fslg"
expect_exit 2 "$data/energy_aux.json"
"$program" "$data/energy_aux.fslg" >/dev/full 2>/dev/null
expect "exit code where the output cannot be written" 2 $?
"$program" --help | grep -q '^usage: '
expect "--help" 0 $?
exit $failed
