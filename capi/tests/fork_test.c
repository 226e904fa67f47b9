/* HAZARDS, calls in a forked child: what would enter Go is refused at once, everything else works on. A child that
 * hangs is killed by its alarm, and seen by its status. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "fixture.h"

enum { SECONDS = 10 }; /* after which a child hangs; on any machine it takes far less */

/* Runs a test in a child; its checks fail this one. */
static void in_child(void (*test)(void)) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(SECONDS);
    check_here = 0;
    test();
    fflush(stdout);
    _exit(check_here == 0 ? 0 : 1);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK_INT(status, 0);
}

static const uint64_t shuffled[] = {9, 12, 7};

/* Made before the fork, with ids out of order, so that the first look-up has to build an index. */
static fsl_levels* made_before;
static fsl_error* error_before;
static const fsl_explanation* answer_before;
static fsl_session* session_before;

static void make_before(void) {
  graph g = chain;
  g.columns[IDS] = (column){shuffled, 3, sizeof(uint64_t)};
  made_before = levels_of(&g, always, NULL);
  uint8_t junk[8] = {0};
  fsl_levels* none = NULL;
  create((buffer){junk, sizeof(junk)}, NULL, NULL, &none, &error_before);
  buffer b = write_graph(&chain);
  const fsl_levels_args args = args_for(b, always, NULL);
  CHECK_INT(fsl_explain(&args, 12, &answer_before, NULL), FSL_OK);
  CHECK_INT(fsl_session_create(&args, &session_before, NULL), FSL_OK);
  free(b.data);
}

static void is_refused(void) {
  fsl_levels* levels = (fsl_levels*)1;
  fsl_error* error = NULL;
  buffer b = write_graph(&chain);
  CHECK_INT(create(b, always, NULL, &levels, &error), FSL_ERROR_FORKED);
  CHECK(levels == NULL);
  CHECK_INT(fsl_error_status(error), FSL_ERROR_FORKED);
  CHECK_TEXT(fsl_error_message(error), "forked");
  fsl_error_destroy(error);
  CHECK_INT(create(b, always, NULL, &levels, NULL), FSL_ERROR_FORKED);
  free(b.data);
  CHECK_INT(fsl_levels_create(NULL, NULL, NULL), FSL_ERROR_FORKED);
  CHECK_INT(fsl_levels_destroy(made_before), made_before == NULL ? FSL_OK : FSL_ERROR_FORKED);
  CHECK_INT(fsl_levels_destroy((fsl_levels*)1), FSL_ERROR_FORKED);
}

/* An answer's status, and that nothing came of it. */
#define IS_REFUSED(type, call)                      \
  do {                                              \
    const type* answer = (const type*)1;            \
    fsl_error* error = NULL;                        \
    CHECK_INT(call, FSL_ERROR_FORKED);              \
    CHECK(answer == NULL);                          \
    CHECK_TEXT(fsl_error_message(error), "forked"); \
    fsl_error_destroy(error);                       \
  } while (0)

static void answers_are_refused(void) {
  static const int32_t passes[] = {0, 1, 2};
  buffer b = write_graph(&chain);
  const fsl_levels_args args = args_for(b, always, NULL);
  IS_REFUSED(fsl_explanation, fsl_explain(&args, 12, &answer, &error));
  IS_REFUSED(fsl_explanation, fsl_explain_pass(&args, 0, &answer, &error));
  IS_REFUSED(fsl_verdict, fsl_verify(&args, passes, 3, &answer, &error));
  IS_REFUSED(fsl_split, fsl_split_report(&args, &answer, &error));
  IS_REFUSED(fsl_stats, fsl_levels_stats(&args, &answer, &error));
  IS_REFUSED(fsl_picture, fsl_draw(&args, FSL_PICTURE_DOT, &answer, &error));
  CHECK_INT(fsl_explain(NULL, 12, NULL, NULL), FSL_ERROR_FORKED);
  CHECK_INT(fsl_verify(NULL, NULL, 3, NULL, NULL), FSL_ERROR_FORKED);
  CHECK_INT(fsl_draw(NULL, (fsl_picture_kind)7, NULL, NULL), FSL_ERROR_FORKED);
  free(b.data);
}

static void sessions_are_refused(void) {
  fsl_session* session = (fsl_session*)1;
  fsl_levels* levels = (fsl_levels*)1;
  fsl_error* error = NULL;
  CHECK_INT(fsl_session_create(NULL, &session, &error), FSL_ERROR_FORKED);
  CHECK(session == NULL);
  CHECK_TEXT(fsl_error_message(error), "forked");
  fsl_error_destroy(error);
  CHECK_INT(fsl_session_add_value(session_before, 1, 1, NULL, 0, NULL), FSL_ERROR_FORKED);
  CHECK_INT(fsl_session_set_cell(session_before, 7, 1, NULL, 0, NULL), FSL_ERROR_FORKED);
  CHECK_INT(fsl_session_remove_value(session_before, 12, NULL), FSL_ERROR_FORKED);
  CHECK_INT(fsl_session_add_operand(session_before, 12, 7, NULL), FSL_ERROR_FORKED);
  CHECK_INT(fsl_session_remove_operand(session_before, 12, 9, NULL), FSL_ERROR_FORKED);
  CHECK_INT(fsl_session_set_inside(session_before, 12, 9, 1, NULL), FSL_ERROR_FORKED);
  IS_REFUSED(fsl_changes, fsl_session_update(session_before, NULL, &answer, &error));
  CHECK_INT(fsl_session_levels(session_before, &levels, NULL), FSL_ERROR_FORKED);
  CHECK(levels == NULL);
  CHECK_INT(fsl_session_destroy(session_before), FSL_ERROR_FORKED);
  CHECK_INT(fsl_session_destroy((fsl_session*)1), FSL_ERROR_FORKED);
}

static void reads_and_destroys_an_answer(void) {
  CHECK_INT(answer_before->chain_count, 2);
  CHECK_INT(answer_before->chain[1].reader, 12);
  CHECK_TEXT(answer_before->json, "\"value\":12");
  fsl_answer_destroy(answer_before);
  fsl_answer_destroy(NULL);
}

static void reads_results(void) {
  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  CHECK_INT(fsl_levels_view_of(made_before, &view), FSL_OK);
  CHECK_INT(view.max_pass, 2);
  CHECK_INT(view.passes[2], 2);
  CHECK_INT(fsl_levels_pass(made_before, 7), 2);
  CHECK_INT(fsl_levels_pass(made_before, 12), 1);
  CHECK_INT(fsl_levels_flags(made_before, 9), FSL_VALUE_CARRIED | FSL_VALUE_PINNED);
  CHECK_INT(fsl_levels_view_of((fsl_levels*)1, &view), FSL_ERROR_INVALID_HANDLE);
}

static void reads_errors_names_and_versions(void) {
  CHECK_INT(fsl_error_status(error_before), FSL_ERROR_MALFORMED_GRAPH);
  CHECK_TEXT(fsl_error_message(error_before), "FSLG");
  fsl_error_destroy(error_before);
  CHECK(strcmp(fsl_status_name(FSL_ERROR_FORKED), "FSL_ERROR_FORKED") == 0);
  CHECK_INT(fsl_abi_version(), FSL_ABI_MAJOR << 16 | FSL_ABI_MINOR);
  CHECK_TEXT(fsl_version_string(), ".");
}

static void is_refused_in_a_grandchild(void) {
  is_refused();
  in_child(is_refused);
}

static void a_child_forked_before_the_first_use_is_refused(void) { in_child(is_refused); }

static void a_child_is_refused_at_once(void) { in_child(is_refused); }

static void a_grandchild_is_refused_at_once(void) { in_child(is_refused_in_a_grandchild); }

static void a_child_is_refused_every_answer(void) { in_child(answers_are_refused); }

static void a_child_is_refused_every_use_of_a_session(void) { in_child(sessions_are_refused); }

static void a_child_reads_and_destroys_an_answer(void) { in_child(reads_and_destroys_an_answer); }

static void a_child_reads_results(void) { in_child(reads_results); }

static void a_child_reads_errors_names_and_versions(void) { in_child(reads_errors_names_and_versions); }

static void the_parent_works_on(void) {
  in_child(is_refused);
  fsl_levels* levels = levels_of(&chain, always, NULL);
  CHECK_INT(fsl_levels_pass(levels, 12), 2);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  CHECK_INT(fsl_levels_pass(made_before, 7), 2);
}

static atomic_int quit;

static void* keep_busy(void* unused) {
  (void)unused;
  while (!atomic_load(&quit)) {
    fsl_levels_destroy(levels_of(&chain, always, NULL));
  }
  return NULL;
}

/* The moment of the fork is any moment of the other threads' calls: inside Go, inside the table of handles. */
static void children_forked_under_load_are_refused_at_once(void) {
  enum { THREADS = 4, CHILDREN = 100 };
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_create(&threads[i], NULL, keep_busy, NULL), 0);
  }
  for (int i = 0; i < CHILDREN; ++i) {
    in_child(is_refused);
    in_child(answers_are_refused);
    in_child(sessions_are_refused);
    in_child(reads_results);
    in_child(reads_and_destroys_an_answer);
  }
  atomic_store(&quit, 1);
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_join(threads[i], NULL), 0);
  }
}

int main(void) {
  RUN(a_child_forked_before_the_first_use_is_refused);
  make_before();
  RUN(a_child_is_refused_at_once);
  RUN(a_grandchild_is_refused_at_once);
  RUN(a_child_is_refused_every_answer);
  RUN(a_child_is_refused_every_use_of_a_session);
  RUN(a_child_reads_and_destroys_an_answer);
  RUN(a_child_reads_results);
  RUN(a_child_reads_errors_names_and_versions);
  RUN(the_parent_works_on);
  RUN(children_forked_under_load_are_refused_at_once);
  fsl_error_destroy(error_before);
  fsl_answer_destroy(answer_before);
  CHECK_INT(fsl_session_destroy(session_before), FSL_OK);
  CHECK_INT(fsl_levels_destroy(made_before), FSL_OK);
  return check_done();
}
