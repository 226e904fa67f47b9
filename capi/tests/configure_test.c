/* HAZARDS, too many threads and memory that only grows: fsl_runtime_configure. Every test has a process of its own, in
 * which the library argv[1] is loaded: options may be set before the first use alone. argv[2] is the one for
 * panic_test. */
#define _DEFAULT_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "fresh_process.h"
#include "loader.h"

static const char *library_path, *faulty_path;
static library lib;

/* Each test has just loaded the library. */
static void loads(void) { lib = load(library_path, RTLD_LOCAL); }

static fsl_status configure(int32_t max_threads, int32_t gc_percent, int64_t memory_limit) {
  fsl_runtime_options options = FSL_RUNTIME_OPTIONS_INIT;
  options.max_threads = max_threads;
  options.gc_percent = gc_percent;
  options.memory_limit = memory_limit;
  return lib.runtime_configure(&options, NULL);
}

/* A graph that leaves a few MiB of garbage behind: occurrences, whose edges the engine has to find. */
enum { COUNT = 50000 };

static buffer large(void) {
  static uint32_t values[COUNT];
  static uint64_t points[COUNT], consumers[COUNT];
  static const uint32_t no_axes[COUNT + 1];
  for (uint32_t v = 0; v < COUNT; ++v) { /* every value is read by the next one, and the last by nobody */
    values[v] = v;
    points[v] = v;
    consumers[v] = v + 1 < COUNT ? v + 1 : v;
  }
  graph g = {.value_count = COUNT,
             .columns = {[AXIS_OFFSETS] = {no_axes, COUNT + 1, sizeof(uint32_t)},
                         [AXIS_ROLES] = NONE(uint8_t),
                         [OCCURRENCE_VALUES] = {values, COUNT, sizeof(uint32_t)},
                         [OCCURRENCE_POINTS] = {points, COUNT, sizeof(uint64_t)},
                         [OCCURRENCE_CONSUMERS] = {consumers, COUNT, sizeof(uint64_t)}}};
  return write_graph(&g);
}

/* Computes it that many times. */
static void work(int rounds) {
  buffer b = large();
  for (int round = 0; round < rounds; ++round) {
    fsl_levels* levels = NULL;
    CHECK_INT(compute(&lib, b, NULL, NULL, &levels, NULL), FSL_OK);
    CHECK_INT(lib.levels_destroy(levels), FSL_OK);
  }
  free(b.data);
}

/* How much 100 rounds of work make resident memory grow, in MiB. */
static long growth(void) {
  long before = resident_now();
  work(100);
  return (resident_now() - before) / 1024;
}

/* What 100 rounds throw away is more than GARBAGE, what they need with a collector less than LITTLE, both in MiB. */
enum { GARBAGE = 80, LITTLE = 40, LIMIT = 32 };

static void without_options_garbage_is_collected(void) {
  CHECK_INT(configure(0, 0, 0), FSL_OK);
  CHECK(growth() < LITTLE);
}

static void gc_percent_turns_the_collector_off(void) {
  CHECK_INT(configure(0, -1, 0), FSL_OK);
  CHECK(growth() > GARBAGE);
}

static void an_option_that_is_left_stays_and_another_replaces(void) {
  CHECK_INT(configure(0, 50, 0), FSL_OK);
  CHECK_INT(configure(0, -1, 0), FSL_OK);
  CHECK_INT(configure(0, 0, 0), FSL_OK);
  CHECK(growth() > GARBAGE);
}

static void memory_limit_bounds_what_is_not_collected_otherwise(void) {
  CHECK_INT(configure(0, -1, LIMIT << 20), FSL_OK);
  CHECK(growth() < LIMIT + LITTLE);
}

/* Two threads that meet in Go, in the library with faults (bridge/faults), or do not. */
static pthread_barrier_t both_ready;

static void* meets(void* met) {
  static uint8_t order[] = "no graph!meet!!!";
  buffer b = {order, 16};
  fsl_levels* levels = NULL;
  fsl_error* error = NULL;
  pthread_barrier_wait(&both_ready);
  CHECK_INT(compute(&lib, b, NULL, NULL, &levels, &error), FSL_ERROR_INTERNAL);
  *(int*)met = strstr(lib.error_message(error), "met another") != NULL;
  CHECK(*(int*)met || strstr(lib.error_message(error), "met nobody") != NULL);
  lib.error_destroy(error);
  return NULL;
}

/* How many of two threads that compute at the same time see the other one in Go. */
static int meetings(int32_t max_threads) {
  pthread_t threads[2];
  int met[2] = {0};
  lib = load(faulty_path, RTLD_LOCAL);
  CHECK_INT(configure(max_threads, 0, 0), FSL_OK);
  pthread_barrier_init(&both_ready, NULL, 2);
  for (int i = 0; i < 2; ++i) {
    CHECK_INT(pthread_create(&threads[i], NULL, meets, &met[i]), 0);
  }
  for (int i = 0; i < 2; ++i) {
    CHECK_INT(pthread_join(threads[i], NULL), 0);
  }
  return met[0] + met[1];
}

static void max_threads_of_one_lets_no_two_run_at_once(void) { CHECK_INT(meetings(1), 0); }

static void max_threads_of_two_lets_two_run_at_once(void) { CHECK_INT(meetings(2), 2); }

static void the_most_threads_are_no_trouble(void) {
  CHECK_INT(configure(1024, 0, 0), FSL_OK);
  work(10);
}

static void the_least_and_the_most_of_every_option_are_no_trouble(void) {
  CHECK_INT(configure(1, 1, 1), FSL_OK);
  work(3);
}

static void refused(fsl_runtime_options options, const char* text) {
  fsl_error* error = NULL;
  CHECK_INT(lib.runtime_configure(&options, &error), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_INT(lib.error_status(error), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_TEXT(lib.error_message(error), text);
  lib.error_destroy(error);
  CHECK_INT(lib.runtime_configure(&options, NULL), FSL_ERROR_INVALID_ARGUMENT);
}

/* What is wrong comes with an option that would show if it were set. */
static void values_out_of_range_are_refused_by_name_and_nothing_is_set(void) {
  const size_t size = sizeof(fsl_runtime_options);
  refused((fsl_runtime_options){size, -1, -1, 0}, "options.max_threads is -1,");
  refused((fsl_runtime_options){size, 1025, -1, 0}, "options.max_threads is 1025,");
  refused((fsl_runtime_options){size, INT32_MAX, -1, 0}, "options.max_threads is 2147483647,");
  refused((fsl_runtime_options){size, 0, -2, 0}, "options.gc_percent is -2,");
  refused((fsl_runtime_options){size, 0, INT32_MIN, 0}, "options.gc_percent is -2147483648,");
  refused((fsl_runtime_options){size, 0, -1, -1}, "options.memory_limit is -1,");
  refused((fsl_runtime_options){size, 0, -1, INT64_MIN}, "options.memory_limit is -9223372036854775808,");
  refused((fsl_runtime_options){0, 0, -1, 0}, "options.struct_size is 0,");
  refused((fsl_runtime_options){size - 1, 0, -1, 0}, "options.struct_size is 23,");
  CHECK(growth() < LITTLE);
}

static void null_is_refused(void) {
  fsl_error* error = NULL;
  CHECK_INT(lib.runtime_configure(NULL, &error), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_TEXT(lib.error_message(error), "options is NULL");
  lib.error_destroy(error);
  CHECK_INT(lib.runtime_configure(NULL, NULL), FSL_ERROR_INVALID_ARGUMENT);
}

static void fields_of_a_later_version_are_accepted_only_while_they_are_not_used(void) {
  struct {
    fsl_runtime_options ours;
    uint64_t later;
  } options = {FSL_RUNTIME_OPTIONS_INIT, 0};
  options.ours.struct_size = sizeof(options);
  CHECK_INT(lib.runtime_configure(&options.ours, NULL), FSL_OK);
  options.later = 1;
  CHECK_INT(lib.runtime_configure(&options.ours, NULL), FSL_ERROR_INVALID_ARGUMENT);
}

static void after_the_first_computation_it_is_too_late(void) {
  const fsl_runtime_options options = FSL_RUNTIME_OPTIONS_INIT;
  fsl_levels* levels = NULL;
  CHECK_INT(lib.levels_create(NULL, &levels, NULL), FSL_ERROR_INVALID_ARGUMENT); /* looks at no graph */
  CHECK_INT(lib.runtime_configure(&options, NULL), FSL_OK);
  work(1);
  refused(options, "in use");
}

static void a_computation_that_fails_is_a_use_too(void) {
  const fsl_runtime_options options = FSL_RUNTIME_OPTIONS_INIT;
  uint8_t junk[8] = {0};
  fsl_levels* levels = NULL;
  CHECK_INT(compute(&lib, (buffer){junk, sizeof(junk)}, NULL, NULL, &levels, NULL), FSL_ERROR_MALFORMED_GRAPH);
  refused(options, "in use");
}

static void is_refused_in_a_forked_child(void) {
  pid_t child = fork();
  if (child == 0) {
    alarm(FRESH_SECONDS);
    const fsl_runtime_options options = FSL_RUNTIME_OPTIONS_INIT;
    fsl_error* error = NULL;
    int refused = lib.runtime_configure(&options, &error) == FSL_ERROR_FORKED &&
                  lib.error_status(error) == FSL_ERROR_FORKED && lib.runtime_configure(NULL, NULL) == FSL_ERROR_FORKED;
    _exit(refused ? 0 : 1);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK_INT(status, 0);
  CHECK_INT(configure(1, 0, 0), FSL_OK);
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: configure_test LIBRARY LIBRARY_WITH_FAULTS\n");
    return 64;
  }
  library_path = argv[1];
  faulty_path = argv[2];
  fresh_setup = loads;
  FRESH(without_options_garbage_is_collected);
  FRESH(gc_percent_turns_the_collector_off);
  FRESH(an_option_that_is_left_stays_and_another_replaces);
  FRESH(memory_limit_bounds_what_is_not_collected_otherwise);
  FRESH(max_threads_of_one_lets_no_two_run_at_once);
  FRESH(max_threads_of_two_lets_two_run_at_once);
  FRESH(the_most_threads_are_no_trouble);
  FRESH(the_least_and_the_most_of_every_option_are_no_trouble);
  FRESH(values_out_of_range_are_refused_by_name_and_nothing_is_set);
  FRESH(null_is_refused);
  FRESH(fields_of_a_later_version_are_accepted_only_while_they_are_not_used);
  FRESH(after_the_first_computation_it_is_too_late);
  FRESH(a_computation_that_fails_is_a_use_too);
  FRESH(is_refused_in_a_forked_child);
  return check_done();
}
