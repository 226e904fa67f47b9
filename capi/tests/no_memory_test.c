/* A host without memory gets an error or a slower answer, never a crash. This program's own malloc and calloc stand
 * before libc's for the library as well, and fail on demand. */
#include <stdlib.h>

#include "check.h"
#include "fixture.h"

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);

static _Thread_local int failing;
static _Thread_local int failed;

void* malloc(size_t size) {
  failed += failing;
  return failing ? NULL : __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
  failed += failing;
  return failing ? NULL : __libc_calloc(count, size);
}

static int32_t memory_is_back(void* user_data, uint64_t reader, uint64_t source) {
  (void)user_data, (void)reader, (void)source;
  failing = 0;
  return 1;
}

/* There is a place for a handle, left by the one before. */
static void no_memory_for_the_error_itself_is_still_a_status(void) {
  CHECK_INT(fsl_levels_destroy(levels_of(&chain, always, NULL)), FSL_OK);
  uint8_t junk[8] = {0};
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  fsl_levels* levels = NULL;
  fsl_error* error = (fsl_error*)1;
  failing = 1;
  fsl_status invalid = fsl_levels_create(&args, &levels, &error);
  args.graph = junk;
  args.graph_size = sizeof(junk);
  fsl_status malformed = fsl_levels_create(&args, &levels, &error);
  failing = 0;
  CHECK_INT(invalid, FSL_ERROR_INVALID_ARGUMENT);
  CHECK_INT(malformed, FSL_ERROR_MALFORMED_GRAPH);
  CHECK(error == NULL);
  CHECK(failed >= 2); /* the runtime asks for memory of its own as well */
}

/* A call that begins without memory, on the chain. */
static void is_an_internal_error(fsl_inside_fn inside) {
  buffer b = write_graph(&chain);
  fsl_levels* levels = (fsl_levels*)1;
  failing = 1;
  fsl_status status = create(b, inside, NULL, &levels, NULL);
  failing = 0;
  CHECK_INT(status, FSL_ERROR_INTERNAL);
  CHECK(levels == NULL);
  free(b.data);
}

static void no_memory_for_a_handle_is_an_internal_error(void) { is_an_internal_error(always); }

static void no_memory_for_results_is_an_internal_error(void) {
  is_an_internal_error(memory_is_back);
  fsl_levels* levels = levels_of(&chain, always, NULL);
  CHECK(levels != NULL);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

/* Nothing is asked in this graph, so that the first memory that is missing is the answer's. */
static void no_memory_for_an_answer_is_an_internal_error(void) {
  static const int32_t passes[] = {0, 1, 1};
  graph g = chain;
  g.columns[AXIS_ROLES] = (column)U8(LOOP_CARRIED, LOOP_LOCAL);
  g.columns[AXIS_LOOPS] = (column)I32(-1, -1);
  g.columns[LOOPS] = (column)NONE(loop);
  buffer b = write_graph(&g);
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = b.data;
  args.graph_size = b.size;
  const fsl_explanation* x = (const fsl_explanation*)1;
  const fsl_verdict* verdict = (const fsl_verdict*)1;
  const fsl_split* split = (const fsl_split*)1;
  const fsl_stats* stats = (const fsl_stats*)1;
  const fsl_picture* picture = (const fsl_picture*)1;
  for (failing = 1; failing >= 0; --failing) {
    const fsl_status expected = failing ? FSL_ERROR_INTERNAL : FSL_OK;
    CHECK_INT(fsl_explain(&args, 9, &x, NULL), expected);
    CHECK_INT(fsl_verify(&args, passes, 3, &verdict, NULL), expected);
    CHECK_INT(fsl_split_report(&args, &split, NULL), expected);
    CHECK_INT(fsl_levels_stats(&args, &stats, NULL), expected);
    CHECK_INT(fsl_draw(&args, FSL_PICTURE_DOT, &picture, NULL), expected);
    const void* answers[] = {x, verdict, split, stats, picture};
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); ++i) {
      CHECK((answers[i] == NULL) == failing);
      fsl_answer_destroy(answers[i]);
    }
  }
  failing = 0;
  free(b.data);
}

static fsl_session* new_session(void) {
  buffer b = write_graph(&chain);
  const fsl_levels_args args = args_for(b, always, NULL);
  fsl_session* session = (fsl_session*)1;
  fsl_status status = fsl_session_create(&args, &session, NULL);
  free(b.data);
  CHECK_INT(status, FSL_OK);
  return session;
}

static void no_memory_for_a_session_is_an_internal_error(void) {
  buffer b = write_graph(&chain);
  const fsl_levels_args args = args_for(b, always, NULL);
  fsl_session* session = (fsl_session*)1;
  failing = 1;
  fsl_status status = fsl_session_create(&args, &session, NULL);
  failing = 0;
  CHECK_INT(status, FSL_ERROR_INTERNAL);
  CHECK(session == NULL);
  free(b.data);
  CHECK_INT(fsl_session_destroy(new_session()), FSL_OK);
}

/* What it changed nobody was told, so that the session is of no use any more. */
static void no_memory_for_changes_is_an_internal_error_and_ends_the_session(void) {
  fsl_session* session = new_session();
  CHECK_INT(fsl_session_set_cell(session, 7, 1, NULL, 0, NULL), FSL_OK);
  const fsl_changes* changes = (const fsl_changes*)1;
  failing = 1;
  fsl_status status = fsl_session_update(session, NULL, &changes, NULL);
  failing = 0;
  CHECK_INT(status, FSL_ERROR_INTERNAL);
  CHECK(changes == NULL);
  CHECK_INT(fsl_session_update(session, NULL, &changes, NULL), FSL_ERROR_INTERNAL);
  CHECK_INT(fsl_session_set_cell(session, 7, 1, NULL, 0, NULL), FSL_ERROR_INTERNAL);
  CHECK_INT(fsl_session_destroy(session), FSL_OK);
}

static void no_memory_for_a_sessions_levels_is_an_internal_error(void) {
  fsl_session* session = new_session();
  fsl_levels* levels = (fsl_levels*)1;
  failing = 1;
  fsl_status status = fsl_session_levels(session, &levels, NULL);
  failing = 0;
  CHECK_INT(status, FSL_ERROR_INTERNAL);
  CHECK(levels == NULL);
  CHECK_INT(fsl_session_destroy(session), FSL_OK);
}

static void without_memory_for_an_index_values_are_still_found(void) {
  graph g = chain;
  g.columns[IDS] = (column)U64(9, 12, 7);
  fsl_levels* levels = levels_of(&g, always, NULL);
  failed = 0;
  failing = 1;
  int32_t pass = fsl_levels_pass(levels, 7), none = fsl_levels_pass(levels, 8);
  uint32_t flags = fsl_levels_flags(levels, 9);
  failing = 0;
  CHECK_INT(pass, 2);
  CHECK_INT(none, 0);
  CHECK_INT(flags, FSL_VALUE_CARRIED | FSL_VALUE_PINNED);
  CHECK_INT(failed, 3);
  CHECK_INT(fsl_levels_pass(levels, 7), 2); /* and now with one */
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

int main(void) {
  RUN(no_memory_for_a_handle_is_an_internal_error); /* the first, while there is no place in the table yet */
  RUN(no_memory_for_the_error_itself_is_still_a_status);
  RUN(no_memory_for_results_is_an_internal_error);
  RUN(no_memory_for_an_answer_is_an_internal_error);
  RUN(no_memory_for_a_session_is_an_internal_error);
  RUN(no_memory_for_changes_is_an_internal_error_and_ends_the_session);
  RUN(no_memory_for_a_sessions_levels_is_an_internal_error);
  RUN(without_memory_for_an_index_values_are_still_found);
  return check_done();
}
