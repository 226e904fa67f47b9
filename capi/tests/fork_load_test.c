/* HAZARDS, calls in a forked child, under load: whatever other threads do at the moment of the fork, in Go, in the
 * table of handles or in their predicates, and however the child was made. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "fixture.h"
#include "soak.h"

enum { THREADS = 8 };

static fsl_levels* made_before;
static fsl_error* error_before;
static buffer bytes;

static void make_before(void) {
  uint8_t junk[8] = {0};
  fsl_levels* none = NULL;
  made_before = levels_of(&chain, always, NULL);
  create((buffer){junk, sizeof(junk)}, NULL, NULL, &none, &error_before);
  bytes = write_graph(&chain);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* In a child. Asks for no error and no memory: a child that was not made by fork(3) may find malloc's locks taken. */
static void is_refused_and_reads(void) {
  fsl_levels* levels = (fsl_levels*)1;
  double start = now();
  CHECK_INT(create(bytes, always, NULL, &levels, NULL), FSL_ERROR_FORKED);
  CHECK(levels == NULL);
  CHECK_INT(fsl_levels_destroy(made_before), FSL_ERROR_FORKED);
  CHECK_INT(fsl_runtime_configure(NULL, NULL), FSL_ERROR_FORKED);
  CHECK(now() - start < 1);
  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  CHECK_INT(fsl_levels_view_of(made_before, &view), FSL_OK);
  CHECK_INT(view.passes[2], 2);
  CHECK_INT(fsl_levels_pass(made_before, 12), 2);
  CHECK_INT(fsl_error_status(error_before), FSL_ERROR_MALFORMED_GRAPH);
}

/* In a child made by fork(3), where errors can be had. */
static void is_told_why(void) {
  fsl_error* error = NULL;
  fsl_levels* levels = NULL;
  CHECK_INT(create(bytes, always, NULL, &levels, &error), FSL_ERROR_FORKED);
  CHECK_TEXT(fsl_error_message(error), "forked");
  fsl_error_destroy(error);
  fsl_error_destroy(error_before);
}

/* A child without pthread_atfork handlers. */
static pid_t bare_fork(void) { return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL); }

/* 0 if everything held in the child; a child that hangs is killed by its alarm. Only the forking thread lives on in
 * the child, so its checks may use check_here, after fork(3) at least. */
static int status_of_child(pid_t child, int forked_properly) {
  if (child == 0) {
    alarm(10);
    check_here = 0;
    is_refused_and_reads();
    if (forked_properly) {
      is_told_why();
    }
    _exit(check_here == 0 ? 0 : 1);
  }
  int status = -1;
  return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

static atomic_int quit, wrong, children;

static int32_t forks(void* user_data, uint64_t reader, uint64_t source) {
  (void)reader, (void)source;
  fflush(stdout);
  int bare = *(int*)user_data;
  atomic_fetch_add(&wrong, status_of_child(bare ? bare_fork() : fork(), !bare) != 0);
  atomic_fetch_add(&children, 1);
  return 1;
}

static int32_t computes(void* user_data, uint64_t reader, uint64_t source) {
  (void)user_data, (void)reader, (void)source;
  fsl_levels* nested = NULL;
  fsl_status status = create(bytes, always, NULL, &nested, NULL);
  atomic_fetch_add(&wrong, status != FSL_OK || fsl_levels_pass(nested, 12) != 2);
  fsl_levels_destroy(nested);
  return 1;
}

static void* keeps_busy(void* unused) {
  (void)unused;
  while (!atomic_load(&quit)) {
    fsl_levels* levels = NULL;
    fsl_status status = create(bytes, computes, NULL, &levels, NULL);
    atomic_fetch_add(&wrong, status != FSL_OK || fsl_levels_pass(levels, 12) != 2);
    atomic_fetch_add(&wrong, fsl_levels_destroy(levels) != FSL_OK);
  }
  return NULL;
}

static void under_load(void (*test)(int), int argument) {
  pthread_t threads[THREADS];
  atomic_store(&quit, 0);
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_create(&threads[i], NULL, keeps_busy, NULL), 0);
  }
  test(argument);
  atomic_store(&quit, 1);
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_join(threads[i], NULL), 0);
  }
  CHECK_INT(atomic_load(&wrong), 0); /* the parent went on, with right answers */
}

static void fork_often(int bare) {
  for (int i = rounds_of(3000, 100); i > 0; --i) {
    fflush(stdout);
    CHECK_INT(status_of_child(bare ? bare_fork() : fork(), !bare), 0);
  }
}

static void fork_in_predicates(int bare) {
  for (int i = rounds_of(3000, 100); i > 0; --i) {
    fsl_levels* levels = NULL;
    CHECK_INT(create(bytes, forks, &bare, &levels, NULL), FSL_OK);
    CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  }
}

static void children_made_under_load_are_refused_within_a_second(void) { under_load(fork_often, 0); }

static void children_made_in_a_predicate_are_refused_within_a_second(void) { under_load(fork_in_predicates, 0); }

/* clone, or _Fork: pthread_atfork handlers are not called. */
static void children_made_without_fork_handlers_are_refused(void) { under_load(fork_often, 1); }

static void children_made_in_a_predicate_without_fork_handlers_are_refused(void) { under_load(fork_in_predicates, 1); }

static void predicates_made_children(void) { CHECK_INT(atomic_load(&children), 2 * rounds_of(3000, 100)); }

int main(void) {
  make_before();
  RUN(children_made_under_load_are_refused_within_a_second);
  RUN(children_made_in_a_predicate_are_refused_within_a_second);
  RUN(children_made_without_fork_handlers_are_refused);
  RUN(children_made_in_a_predicate_without_fork_handlers_are_refused);
  RUN(predicates_made_children);
  CHECK_INT(fsl_levels_destroy(made_before), FSL_OK);
  fsl_error_destroy(error_before);
  free(bytes.data);
  return check_done();
}
