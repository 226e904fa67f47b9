/* What every test program here shares: checks, and a line per test.
 *
 * A test is a function named after what is promised. A program prints "ok NAME" or, after the checks that failed,
 * "FAIL NAME" for each, then "N passed, N failed"; it exits with 1 if any failed.
 *
 * Every .c file here named *_test.c is one program. It is compiled with graph_writer.c and fixture.c, -I of include/
 * and of capi/, and linked with libforcedsplit and threads, but for these:
 *   struct_size_test.c  also with ../struct_size.c, whose rules it checks from inside
 *   signals_test.c, signals_faults_test.c, signals_timers_test.c, host_state_test.c, configure_test.c, loading_test.c,
 *   panic_test.c
 *                       not linked with libforcedsplit, but with loader.c and -ldl: they load the libraries that their
 *                       arguments name (loaded.cmake)
 *   no_memory_test.c    not under sanitizers or valgrind: it replaces malloc and calloc
 *   memory_test.c, bytes_time_test.c
 *                       not under them either: they take memory and time of their own
 *   bytes_graphs_test.c, corpus_test.c
 *                       read the files in the folder argv[1]: examples/data and corpus/
 *   golden_test.c       reads the file argv[1] that `go run ./capi/tests/goldendump FILE` writes
 * It takes no other arguments, and no file. */
#ifndef FORCEDSPLIT_CHECK_H
#define FORCEDSPLIT_CHECK_H

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int check_passed, check_failed, check_here;

static inline void check_report(int holds, const char* file, int line, const char* what) {
  if (!holds) {
    printf("  %s:%d: not so: %s\n", file, line, what);
    ++check_here;
  }
}

static inline void check_report_int(int64_t actual, int64_t expected, const char* file, int line, const char* what) {
  if (actual != expected) {
    printf("  %s:%d: %s is %" PRId64 ", expected %" PRId64 "\n", file, line, what, actual, expected);
    ++check_here;
  }
}

static inline void check_report_text(const char* actual, const char* part, const char* file, int line) {
  if (actual == NULL || strstr(actual, part) == NULL) {
    printf("  %s:%d: \"%s\" does not contain \"%s\"\n", file, line, actual == NULL ? "(null)" : actual, part);
    ++check_here;
  }
}

static inline void check_run(void (*test)(void), const char* name) {
  check_here = 0;
  test();
  printf("%s %s\n", check_here == 0 ? "ok" : "FAIL", name);
  fflush(stdout);
  ++*(check_here == 0 ? &check_passed : &check_failed);
}

static inline int check_done(void) {
  printf("%d passed, %d failed\n", check_passed, check_failed);
  return check_failed != 0;
}

#define CHECK(condition) check_report(!!(condition), __FILE__, __LINE__, #condition)
#define CHECK_INT(actual, expected) \
  check_report_int((int64_t)(actual), (int64_t)(expected), __FILE__, __LINE__, #actual)
#define CHECK_TEXT(actual, part) check_report_text(actual, part, __FILE__, __LINE__)
#define RUN(test) check_run(test, #test)

#endif /* FORCEDSPLIT_CHECK_H */
