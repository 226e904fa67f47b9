/* HAZARDS, a Go panic kills the host: it becomes FSL_ERROR_INTERNAL with its text, at every moment of a call, and the
 * host goes on. The library argv[1] was built for this, with faults that a graph orders by its last bytes
 * (bridge/faults); nothing leaks, or the sanitizers say so. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "check.h"
#include "loader.h"

static library faulty;

/* The graph, and an order of 8 bytes behind it. */
static buffer ordering(const char* order) {
  buffer b = write_graph(&chain);
  b.data = realloc(b.data, b.size + 8);
  memcpy(b.data + b.size, order, 8);
  b.size += 8;
  return b;
}

static int32_t counting(void* user_data, uint64_t reader, uint64_t source) {
  (void)reader, (void)source;
  ++*(int*)user_data;
  return 1;
}

/* A call without a fault: what the host does next. */
static void the_library_works(void) {
  buffer b = ordering("!nothing");
  fsl_levels* levels = NULL;
  fsl_error* error = (fsl_error*)1;
  int questions = 0;
  CHECK_INT(compute(&faulty, b, counting, &questions, &levels, &error), FSL_OK);
  CHECK(error == NULL);
  CHECK_INT(questions, 1);
  CHECK_INT(faulty.levels_pass(levels, 12), 2);
  CHECK_INT(faulty.levels_destroy(levels), FSL_OK);
  free(b.data);
}

/* Orders a fault, asking for the error or not, and sees the host go on. */
static void is_told(const char* order, const char* text, int questions_before) {
  buffer b = ordering(order);
  for (int round = 0; round < 100; ++round) {
    fsl_levels* levels = (fsl_levels*)1;
    fsl_error* error = NULL;
    int questions = 0;
    CHECK_INT(compute(&faulty, b, counting, &questions, &levels, &error), FSL_ERROR_INTERNAL);
    CHECK(levels == NULL);
    CHECK_INT(faulty.error_status(error), FSL_ERROR_INTERNAL);
    CHECK_TEXT(faulty.error_message(error), text);
    CHECK_INT(questions, questions_before);
    faulty.error_destroy(error);
    CHECK_INT(compute(&faulty, b, counting, &questions, &levels, NULL), FSL_ERROR_INTERNAL);
    CHECK(levels == NULL);
    the_library_works();
  }
  free(b.data);
}

static void a_panic_is_an_error_with_its_text(void) { is_told("!panic!!", "ordered by a test", 0); }

static void an_index_out_of_range_is_an_error_with_its_text(void) { is_told("!index!!", "index out of range [", 0); }

static void a_panic_before_the_predicate_is_an_error(void) {
  is_told("!asking!", "ordered by a test before the predicate", 0);
}

static void a_panic_after_the_predicate_is_an_error(void) {
  is_told("!answer!", "ordered by a test after the predicate", 1);
}

/* Every answer is made on the way that this one is. */
static void a_panic_of_a_question_is_an_error(void) {
  static const char* const orders[] = {"!panic!!", "!index!!", "!asking!", "!answer!"};
  for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); ++i) {
    buffer b = ordering(orders[i]);
    int questions = 0;
    fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
    args.graph = b.data;
    args.graph_size = b.size;
    args.inside = counting;
    args.user_data = &questions;
    const fsl_explanation* x = (const fsl_explanation*)1;
    fsl_error* error = NULL;
    CHECK_INT(faulty.explain(&args, 12, &x, &error), FSL_ERROR_INTERNAL);
    CHECK(x == NULL);
    CHECK_TEXT(faulty.error_message(error), "a fault in the library");
    faulty.error_destroy(error);
    memcpy(b.data + b.size - 8, "!nothing", 8);
    CHECK_INT(faulty.explain(&args, 12, &x, &error), FSL_OK);
    CHECK_INT(x->pass, 2);
    faulty.answer_destroy(x);
    free(b.data);
  }
  the_library_works();
}

/* A predicate that computes, and whose computation panics. */
static int32_t computes(void* user_data, uint64_t reader, uint64_t source) {
  is_told("!answer!", "after the predicate", 1);
  return counting(user_data, reader, source);
}

static void a_panic_of_a_call_inside_a_predicate_leaves_the_outer_call_alone(void) {
  buffer b = ordering("!nothing");
  fsl_levels* levels = NULL;
  int questions = 0;
  CHECK_INT(compute(&faulty, b, computes, &questions, &levels, NULL), FSL_OK);
  CHECK_INT(faulty.levels_pass(levels, 12), 2);
  CHECK_INT(faulty.levels_destroy(levels), FSL_OK);
  free(b.data);
}

static void results_from_before_stay(void) {
  buffer b = ordering("!nothing");
  fsl_levels* levels = NULL;
  int questions = 0;
  CHECK_INT(compute(&faulty, b, counting, &questions, &levels, NULL), FSL_OK);
  is_told("!panic!!", "ordered", 0);
  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  CHECK_INT(faulty.levels_view_of(levels, &view), FSL_OK);
  CHECK_INT(view.count, 3);
  CHECK_INT(faulty.levels_pass(levels, 12), 2);
  CHECK_INT(faulty.levels_destroy(levels), FSL_OK);
  CHECK_INT(faulty.levels_destroy(levels), FSL_ERROR_INVALID_HANDLE);
  free(b.data);
}

static void* panics(void* unused) {
  buffer b = ordering("!answer!");
  intptr_t wrong = 0;
  for (int round = 0; round < 500; ++round) {
    fsl_levels* levels = NULL;
    int questions = 0;
    wrong += compute(&faulty, b, counting, &questions, &levels, NULL) != FSL_ERROR_INTERNAL || questions != 1;
  }
  free(b.data);
  (void)unused;
  return (void*)wrong;
}

static void panics_of_several_threads_at_once_are_errors(void) {
  enum { THREADS = 8 };
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_create(&threads[i], NULL, panics, NULL), 0);
  }
  for (int i = 0; i < THREADS; ++i) {
    void* wrong = NULL;
    CHECK_INT(pthread_join(threads[i], &wrong), 0);
    CHECK_INT((intptr_t)wrong, 0);
  }
  the_library_works();
}

static fsl_session* faulty_session(const char* order, int* questions, fsl_status expected) {
  buffer b = ordering(order);
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = b.data;
  args.graph_size = b.size;
  args.inside = counting;
  args.user_data = questions;
  fsl_session* session = (fsl_session*)1;
  CHECK_INT(faulty.session_create(&args, &session, NULL), expected);
  free(b.data);
  return session;
}

static void a_panic_of_an_edit_is_an_error_and_ends_its_session_alone(void) {
  uint64_t order = 0;
  memcpy(&order, "!edited!", sizeof(order));
  int questions = 0;
  CHECK(faulty_session("!answer!", &questions, FSL_ERROR_INTERNAL) == NULL);
  fsl_session* session = faulty_session("!nothing", &questions, FSL_OK);
  fsl_session* other = faulty_session("!nothing", &questions, FSL_OK);
  fsl_error* error = NULL;
  CHECK_INT(faulty.session_add_value(session, order, 1, NULL, 0, &error), FSL_ERROR_INTERNAL);
  CHECK_TEXT(faulty.error_message(error), "ordered by a test for an edit");
  faulty.error_destroy(error);
  const fsl_changes* changes = NULL;
  CHECK_INT(faulty.session_add_value(session, 1, 1, NULL, 0, NULL), FSL_ERROR_INTERNAL);
  CHECK_INT(faulty.session_update(session, NULL, &changes, &error), FSL_ERROR_INTERNAL);
  CHECK_TEXT(faulty.error_message(error), "can only be destroyed");
  faulty.error_destroy(error);
  CHECK_INT(faulty.session_destroy(session), FSL_OK);

  CHECK_INT(faulty.session_add_value(other, 1, 1, NULL, 0, NULL), FSL_OK);
  CHECK_INT(faulty.session_update(other, NULL, &changes, NULL), FSL_OK);
  CHECK_INT(changes->count, 1);
  faulty.answer_destroy(changes);
  CHECK_INT(faulty.session_destroy(other), FSL_OK);
  the_library_works();
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: panic_test LIBRARY\n");
    return 64;
  }
  faulty = load(argv[1], RTLD_LOCAL);
  RUN(a_panic_is_an_error_with_its_text);
  RUN(an_index_out_of_range_is_an_error_with_its_text);
  RUN(a_panic_before_the_predicate_is_an_error);
  RUN(a_panic_after_the_predicate_is_an_error);
  RUN(a_panic_of_a_question_is_an_error);
  RUN(a_panic_of_a_call_inside_a_predicate_leaves_the_outer_call_alone);
  RUN(a_panic_of_an_edit_is_an_error_and_ends_its_session_alone);
  RUN(results_from_before_stay);
  RUN(panics_of_several_threads_at_once_are_errors);
  return check_done();
}
