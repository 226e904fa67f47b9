/* Sessions through the C ABI: what edits give and refuse, who may be in one, what stays when it goes on or ends. That
 * the levels are those of a fresh computation is shown on random scripts by session_test.cpp and engine/session. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "check.h"
#include "fixture.h"
#include "soak.h"

static const fsl_axis carried[] = {{FSL_LOOP_UNRESOLVED, FSL_ROLE_LOOP_CARRIED}};
static const fsl_axis reduction[] = {{FSL_LOOP_UNRESOLVED, FSL_ROLE_REDUCTION}};

static fsl_session* session_of(const graph* g, fsl_inside_fn inside) {
  buffer b = write_graph(g);
  fsl_levels_args args = args_for(b, inside, NULL);
  fsl_session* session = NULL;
  CHECK_INT(fsl_session_create(&args, &session, NULL), FSL_OK);
  CHECK(session != NULL);
  free(b.data);
  return session;
}

/* One update, whose predicate always gives the same answer or is NULL. */
static const fsl_changes* updated(fsl_session* session, fsl_inside_fn inside) {
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.inside = inside;
  const fsl_changes* changes = NULL;
  fsl_error* error = (fsl_error*)1;
  CHECK_INT(fsl_session_update(session, inside == NULL ? NULL : &args, &changes, &error), FSL_OK);
  CHECK(changes != NULL && error == NULL);
  return changes;
}

static const fsl_change* change_of(const fsl_changes* changes, uint64_t value) {
  for (size_t i = 0; i < changes->count; ++i) {
    if (changes->changes[i].value == value) {
      return &changes->changes[i];
    }
  }
  return NULL;
}

static void is_change(const fsl_change* change, int32_t before, int32_t after, uint32_t flags_before,
                      uint32_t flags_after) {
  CHECK(change != NULL);
  if (change != NULL) {
    CHECK_INT(change->before, before);
    CHECK_INT(change->after, after);
    CHECK_INT(change->flags_before, flags_before);
    CHECK_INT(change->flags_after, flags_after);
  }
}

/* The chain: 7 is carried, 9 reads it and is a reduction, 12 reads 9 and is inside its loop. */
static void changes_are_told_and_nothing_else(void) {
  fsl_session* session = session_of(&chain, always);
  const fsl_changes* changes = updated(session, NULL);
  CHECK_INT(changes->struct_size, sizeof(fsl_changes));
  CHECK_INT(changes->count, 0);
  CHECK(changes->changes == NULL);
  CHECK_INT(changes->max_pass, 2);
  fsl_answer_destroy(changes);

  /* 7 is carried no longer, so that 9 falls to pass 0, and 12 after it; nobody has to be asked, since 9 kept its cell.
   */
  CHECK_INT(fsl_session_set_cell(session, 7, 1, NULL, 0, NULL), FSL_OK);
  changes = updated(session, NULL);
  CHECK_INT(changes->count, 3);
  CHECK_INT(changes->max_pass, 1);
  is_change(change_of(changes, 7), 0, 0, FSL_VALUE_CARRIED | FSL_VALUE_PINNED, 0);
  is_change(change_of(changes, 9), 1, 0, FSL_VALUE_PINNED, FSL_VALUE_PINNED);
  is_change(change_of(changes, 12), 2, 1, 0, 0);
  fsl_answer_destroy(changes);

  /* A value more: 5 reads 12, and has no legality cell. 7 goes, after 9 stopped to read it. */
  CHECK_INT(fsl_session_add_value(session, 5, 0, NULL, 0, NULL), FSL_OK);
  CHECK_INT(fsl_session_add_operand(session, 5, 12, NULL), FSL_OK);
  CHECK_INT(fsl_session_add_operand(session, 5, 12, NULL), FSL_OK);
  CHECK_INT(fsl_session_remove_operand(session, 9, 7, NULL), FSL_OK);
  CHECK_INT(fsl_session_remove_value(session, 7, NULL), FSL_OK);
  changes = updated(session, NULL);
  CHECK_INT(changes->count, 1);
  is_change(change_of(changes, 7), 0, FSL_PASS_ABSENT, 0, 0);
  fsl_answer_destroy(changes);
  CHECK_INT(fsl_session_destroy(session), FSL_OK);
}

static void an_answer_of_inside_can_be_set_and_asked_for_again(void) {
  fsl_session* session = session_of(&pair, always);
  CHECK_INT(fsl_session_set_inside(session, 9, 7, 0, NULL), FSL_OK);
  const fsl_changes* changes = updated(session, NULL);
  is_change(change_of(changes, 9), 1, 0, 0, 0);
  is_change(change_of(changes, 7), 0, 0, FSL_VALUE_PINNED, 0);
  fsl_answer_destroy(changes);

  CHECK_INT(fsl_session_set_inside(session, 9, 7, -5, NULL), FSL_OK);
  fsl_error* error = NULL;
  const fsl_changes* none = (const fsl_changes*)1;
  CHECK_INT(fsl_session_update(session, NULL, &none, &error), FSL_ERROR_PREDICATE_REQUIRED);
  CHECK(none == NULL);
  CHECK(is_about(error, 2, (const uint64_t[]){9, 7}));
  fsl_error_destroy(error);
  record asked = {.answer = 1};
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.inside_batch = recording_batch;
  args.user_data = &asked;
  CHECK_INT(fsl_session_update(session, &args, &changes, NULL), FSL_OK);
  CHECK_INT(asked.count, 1);
  is_change(change_of(changes, 9), 0, 1, 0, 0);
  fsl_answer_destroy(changes);
  CHECK_INT(fsl_session_set_inside(session, 9, 7, 7, NULL), FSL_OK);
  changes = updated(session, NULL);
  CHECK_INT(changes->count, 0);
  fsl_answer_destroy(changes);
  CHECK_INT(fsl_session_destroy(session), FSL_OK);
}

static int32_t aborts(void* user_data, uint64_t reader, uint64_t source) {
  (void)user_data, (void)reader, (void)source;
  return -77;
}

static void an_aborted_update_can_be_made_again(void) {
  fsl_session* session = session_of(&pair, always);
  CHECK_INT(fsl_session_set_cell(session, 7, 1, reduction, 1, NULL), FSL_OK);
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.inside = aborts;
  const fsl_changes* changes = (const fsl_changes*)1;
  fsl_error* error = NULL;
  for (int i = 0; i < 3; ++i) {
    CHECK_INT(fsl_session_update(session, &args, &changes, &error), FSL_ERROR_PREDICATE_ABORTED);
    CHECK(changes == NULL);
    CHECK_INT(fsl_error_predicate_code(error), -77);
    fsl_error_destroy(error);
  }
  fsl_levels* levels = (fsl_levels*)1;
  CHECK_INT(fsl_session_levels(session, &levels, &error), FSL_ERROR_INVALID_ARGUMENT);
  CHECK(levels == NULL);
  CHECK_TEXT(fsl_error_message(error), "edited since the last update");
  fsl_error_destroy(error);
  changes = updated(session, never);
  is_change(change_of(changes, 9), 1, 0, 0, 0);
  fsl_answer_destroy(changes);
  CHECK_INT(fsl_session_destroy(session), FSL_OK);
}

static void levels_and_changes_stay_when_the_session_goes_on_and_ends(void) {
  fsl_session* session = session_of(&chain, always);
  fsl_levels* levels = NULL;
  fsl_error* error = (fsl_error*)1;
  CHECK_INT(fsl_session_levels(session, &levels, &error), FSL_OK);
  CHECK(error == NULL);
  CHECK_INT(fsl_session_set_cell(session, 7, 0, NULL, 0, NULL), FSL_OK);
  const fsl_changes* changes = updated(session, NULL);
  CHECK_INT(fsl_session_destroy(session), FSL_OK);
  is_change(change_of(changes, 7), 0, FSL_PASS_ABSENT, FSL_VALUE_CARRIED | FSL_VALUE_PINNED, 0);
  CHECK_INT(fsl_levels_pass(levels, 12), 2);
  CHECK_INT(fsl_levels_flags(levels, 7), FSL_VALUE_CARRIED | FSL_VALUE_PINNED);
  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  CHECK_INT(fsl_levels_view_of(levels, &view), FSL_OK);
  CHECK_INT(view.count, 3);
  CHECK_INT(view.ids[2], 12);
  CHECK_INT(view.passes[1], 1);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  fsl_answer_destroy(changes);
}

/* An edit that is refused: its status, its values, a part of its message; and the session is as it was. */
#define IS_REFUSED(session, call, status, text, count, ...)                                 \
  do {                                                                                      \
    fsl_error* error = NULL;                                                                \
    fsl_error** out_error = &error;                                                         \
    CHECK_INT(call, status);                                                                \
    CHECK_INT(fsl_error_status(error), status);                                             \
    CHECK_TEXT(fsl_error_message(error), text);                                             \
    CHECK(is_about(error, count, (const uint64_t[]){__VA_ARGS__}));                         \
    fsl_error_destroy(error);                                                               \
    out_error = NULL;                                                                       \
    CHECK_INT(call, status);                                                                \
    fsl_levels* levels = NULL;                                                              \
    CHECK_INT(fsl_session_levels(session, &levels, NULL), FSL_OK); /* no edit is waiting */ \
    CHECK_INT(fsl_levels_destroy(levels), FSL_OK);                                          \
  } while (0)

static void what_cannot_be_edited_is_told_by_id(void) {
  fsl_session* s = session_of(&chain, always);
  const fsl_status invalid = FSL_ERROR_INVALID_ARGUMENT;
  const fsl_axis no_role[] = {{FSL_LOOP_UNRESOLVED, FSL_ROLE_LOOP_LOCAL}, {FSL_LOOP_UNRESOLVED, 4}};
  const fsl_axis no_loop[] = {{0, FSL_ROLE_REDUCTION}}, below[] = {{-2, FSL_ROLE_REDUCTION}};
  IS_REFUSED(s, fsl_session_add_value(s, 9, 1, NULL, 0, out_error), invalid, "value 9 is in the graph", 1, 9);
  IS_REFUSED(s, fsl_session_set_cell(s, 8, 1, NULL, 0, out_error), invalid, "value 8 is not in the graph", 1, 8);
  IS_REFUSED(s, fsl_session_set_cell(s, 9, 1, no_role, 2, out_error), invalid, "axis 1 of value 9 has role 4", 1, 9);
  IS_REFUSED(s, fsl_session_set_cell(s, 9, 1, no_loop, 1, out_error), invalid, "axis 0 of value 9 has loop 0", 1, 9);
  IS_REFUSED(s, fsl_session_add_value(s, 8, 1, below, 1, out_error), invalid, "axis 0 of value 8 has loop -2", 1, 8);
  IS_REFUSED(s, fsl_session_add_value(s, 8, 0, carried, 1, out_error), invalid, "no legality cell", 1, 8);
  IS_REFUSED(s, fsl_session_add_value(s, 8, 1, NULL, 1, out_error), invalid, "axes is NULL", 0, 0);
  IS_REFUSED(s, fsl_session_add_value(s, 8, 1, carried, SIZE_MAX, out_error), FSL_ERROR_TOO_LARGE, "limit", 0, 0);
  IS_REFUSED(s, fsl_session_remove_value(s, 8, out_error), invalid, "value 8 is not in the graph", 1, 8);
  IS_REFUSED(s, fsl_session_remove_value(s, 9, out_error), invalid, "value 12 reads it", 2, 9, 12);
  IS_REFUSED(s, fsl_session_add_operand(s, 8, 9, out_error), invalid, "value 8 is not in the graph", 1, 8);
  IS_REFUSED(s, fsl_session_add_operand(s, 9, 8, out_error), invalid, "value 8 is not in the graph", 1, 8);
  IS_REFUSED(s, fsl_session_add_operand(s, 9, 9, out_error), FSL_ERROR_CYCLE, "9 reads 9", 1, 9);
  IS_REFUSED(s, fsl_session_add_operand(s, 7, 12, out_error), FSL_ERROR_CYCLE, "7 reads 12 reads 9 reads 7", 3, 7, 12,
             9);
  IS_REFUSED(s, fsl_session_remove_operand(s, 12, 7, out_error), invalid, "12 does not read value 7", 2, 12, 7);
  IS_REFUSED(s, fsl_session_set_inside(s, 12, 7, 1, out_error), invalid, "12 does not read value 7", 2, 12, 7);
  IS_REFUSED(s, fsl_session_set_inside(s, 9, 7, 1, out_error), invalid, "nobody asks", 2, 9, 7);
  CHECK_INT(fsl_session_destroy(s), FSL_OK);
}

static void a_graph_that_is_none_makes_no_session(void) {
  uint8_t junk[16] = {0};
  fsl_levels_args args = args_for((buffer){junk, sizeof(junk)}, NULL, NULL);
  fsl_session* session = (fsl_session*)1;
  fsl_error* error = NULL;
  CHECK_INT(fsl_session_create(&args, &session, &error), FSL_ERROR_MALFORMED_GRAPH);
  CHECK(session == NULL && error != NULL);
  fsl_error_destroy(error);
  buffer b = write_graph(&chain);
  args = args_for(b, NULL, NULL);
  CHECK_INT(fsl_session_create(&args, &session, NULL), FSL_ERROR_PREDICATE_REQUIRED);
  CHECK_INT(fsl_session_create(&args, NULL, NULL), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_INT(fsl_session_create(NULL, &session, NULL), FSL_ERROR_INVALID_ARGUMENT);
  free(b.data);
}

static void an_update_takes_a_predicate_and_no_graph(void) {
  fsl_session* session = session_of(&chain, always);
  buffer b = write_graph(&chain);
  fsl_levels_args args = args_for(b, always, NULL);
  const fsl_changes* changes = (const fsl_changes*)1;
  fsl_error* error = NULL;
  CHECK_INT(fsl_session_update(session, &args, &changes, &error), FSL_ERROR_INVALID_ARGUMENT);
  CHECK(changes == NULL);
  CHECK_TEXT(fsl_error_message(error), "args.graph");
  fsl_error_destroy(error);
  args = (fsl_levels_args)FSL_LEVELS_ARGS_INIT;
  args.inside = always;
  args.inside_batch = recording_batch;
  CHECK_INT(fsl_session_update(session, &args, &changes, NULL), FSL_ERROR_INVALID_ARGUMENT);
  args = (fsl_levels_args)FSL_LEVELS_ARGS_INIT;
  args.struct_size = 8;
  CHECK_INT(fsl_session_update(session, &args, &changes, NULL), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_INT(fsl_session_update(session, NULL, NULL, NULL), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_INT(fsl_session_levels(session, NULL, NULL), FSL_ERROR_INVALID_ARGUMENT);
  free(b.data);
  CHECK_INT(fsl_session_destroy(session), FSL_OK);
}

static void is_dead(fsl_session* handle) {
  const fsl_changes* changes = (const fsl_changes*)1;
  fsl_levels* levels = (fsl_levels*)1;
  fsl_error* error = NULL;
  CHECK_INT(fsl_session_add_value(handle, 1, 1, NULL, 0, &error), FSL_ERROR_INVALID_HANDLE);
  CHECK_INT(fsl_error_status(error), FSL_ERROR_INVALID_HANDLE);
  fsl_error_destroy(error);
  CHECK_INT(fsl_session_set_cell(handle, 7, 1, NULL, 0, NULL), FSL_ERROR_INVALID_HANDLE);
  CHECK_INT(fsl_session_remove_value(handle, 12, NULL), FSL_ERROR_INVALID_HANDLE);
  CHECK_INT(fsl_session_add_operand(handle, 12, 7, NULL), FSL_ERROR_INVALID_HANDLE);
  CHECK_INT(fsl_session_remove_operand(handle, 12, 9, NULL), FSL_ERROR_INVALID_HANDLE);
  CHECK_INT(fsl_session_set_inside(handle, 12, 9, 1, NULL), FSL_ERROR_INVALID_HANDLE);
  CHECK_INT(fsl_session_update(handle, NULL, &changes, NULL), FSL_ERROR_INVALID_HANDLE);
  CHECK_INT(fsl_session_levels(handle, &levels, NULL), FSL_ERROR_INVALID_HANDLE);
  CHECK(changes == NULL && levels == NULL);
}

static void a_handle_that_is_no_live_session_is_told(void) {
  CHECK_INT(fsl_session_destroy(NULL), FSL_OK);
  is_dead(NULL);
  fsl_session* session = session_of(&chain, always);
  fsl_levels* levels = levels_of(&chain, always, NULL);
  is_dead((fsl_session*)levels);
  CHECK_INT(fsl_session_destroy((fsl_session*)levels), FSL_ERROR_INVALID_HANDLE);
  CHECK_INT(fsl_levels_destroy((fsl_levels*)session), FSL_ERROR_INVALID_HANDLE);
  for (int bit = 0; bit < 64; ++bit) {
    is_dead((fsl_session*)((uintptr_t)session ^ (uintptr_t)1 << bit));
  }
  CHECK_INT(fsl_session_destroy(session), FSL_OK);
  CHECK_INT(fsl_session_destroy(session), FSL_ERROR_INVALID_HANDLE);
  is_dead(session);
  CHECK_INT(fsl_levels_pass(levels, 12), 2);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

static void sessions_and_levels_take_turns_in_the_table(void) {
  for (int i = 0; i < 1000; ++i) {
    fsl_session* session = session_of(&chain, always);
    fsl_levels* levels = NULL;
    CHECK_INT(fsl_session_levels(session, &levels, NULL), FSL_OK);
    fsl_levels* others = levels_of(&pair, always, NULL);
    CHECK_INT(fsl_session_destroy(session), FSL_OK);
    CHECK_INT(fsl_levels_pass(levels, 12), 2);
    CHECK_INT(fsl_levels_pass(others, 9), 1);
    CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
    CHECK_INT(fsl_levels_destroy(others), FSL_OK);
    is_dead(session);
  }
}

/* A predicate that tries to use the session that asks. */
static int32_t meddles(void* user_data, uint64_t reader, uint64_t source) {
  (void)reader, (void)source;
  fsl_session* session = user_data;
  const fsl_changes* changes = NULL;
  fsl_levels* levels = NULL;
  fsl_error* error = NULL;
  CHECK_INT(fsl_session_add_value(session, 1, 1, NULL, 0, &error), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_TEXT(fsl_error_message(error), "in a call already");
  fsl_error_destroy(error);
  CHECK_INT(fsl_session_update(session, NULL, &changes, NULL), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_INT(fsl_session_levels(session, &levels, NULL), FSL_ERROR_INVALID_ARGUMENT);
  fsl_session* other = session_of(&chain, always); /* another one is free */
  CHECK_INT(fsl_session_destroy(other), FSL_OK);
  return 1;
}

static void a_predicate_may_use_any_session_but_the_one_that_asks(void) {
  fsl_session* session = session_of(&pair, never);
  CHECK_INT(fsl_session_set_inside(session, 9, 7, -1, NULL), FSL_OK);
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.inside = meddles;
  args.user_data = session;
  const fsl_changes* changes = NULL;
  CHECK_INT(fsl_session_update(session, &args, &changes, NULL), FSL_OK);
  is_change(change_of(changes, 9), 0, 1, 0, 0);
  fsl_answer_destroy(changes);
  CHECK_INT(fsl_session_destroy(session), FSL_OK);
}

/* A predicate that destroys the session that asks, once. */
static int32_t destroys(void* user_data, uint64_t reader, uint64_t source) {
  (void)reader, (void)source;
  CHECK_INT(fsl_session_destroy(user_data), FSL_OK);
  CHECK_INT(fsl_session_destroy(user_data), FSL_ERROR_INVALID_HANDLE);
  is_dead(user_data);
  fsl_session* other = session_of(&chain, always); /* does not take its place yet */
  CHECK_INT(fsl_session_destroy(other), FSL_OK);
  return 1;
}

static void a_session_that_is_destroyed_in_a_call_ends_with_it(void) {
  for (int i = 0; i < 100; ++i) {
    fsl_session* session = session_of(&pair, never);
    CHECK_INT(fsl_session_set_inside(session, 9, 7, -1, NULL), FSL_OK);
    fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
    args.inside = destroys;
    args.user_data = session;
    const fsl_changes* changes = NULL;
    CHECK_INT(fsl_session_update(session, &args, &changes, NULL), FSL_OK);
    is_change(change_of(changes, 9), 0, 1, 0, 0);
    fsl_answer_destroy(changes);
    CHECK_INT(fsl_session_destroy(session), FSL_ERROR_INVALID_HANDLE);
    is_dead(session);
  }
}

enum { THREADS = 8 };
static fsl_session* contended;
static int rounds;
static atomic_int made, refused, ended;

static fsl_status edit_and_update(int round) {
  fsl_status status = fsl_session_set_cell(contended, 7, 1, round % 2 == 0 ? carried : NULL, round % 2 == 0, NULL);
  if (status == FSL_OK) {
    const fsl_changes* changes = NULL;
    status = fsl_session_update(contended, NULL, &changes, NULL);
    fsl_answer_destroy(changes);
  }
  return status;
}

/* Edits and updates; once enough have been made, whoever comes first ends the session, and so for all others. */
static void* contends(void* unused) {
  (void)unused;
  for (;;) {
    const int round = atomic_load(&made);
    const fsl_status status = round < rounds ? edit_and_update(round) : fsl_session_destroy(contended);
    if (status == FSL_ERROR_INVALID_HANDLE) {
      return NULL;
    }
    CHECK(status == FSL_OK || (status == FSL_ERROR_INVALID_ARGUMENT && round < rounds));
    if (status == FSL_OK) {
      atomic_fetch_add(round < rounds ? &made : &ended, 1);
    } else {
      atomic_fetch_add(&refused, 1);
      sched_yield();
    }
  }
}

static void threads_that_meet_in_a_session_are_refused_and_no_worse(void) {
  contended = session_of(&chain, always);
  rounds = rounds_of(1000000, 20000);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_create(&threads[i], NULL, contends, NULL), 0);
  }
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_join(threads[i], NULL), 0);
  }
  CHECK_INT(atomic_load(&ended), 1);
  CHECK(atomic_load(&made) >= rounds);
  is_dead(contended);
}

int main(void) {
  RUN(changes_are_told_and_nothing_else);
  RUN(an_answer_of_inside_can_be_set_and_asked_for_again);
  RUN(an_aborted_update_can_be_made_again);
  RUN(levels_and_changes_stay_when_the_session_goes_on_and_ends);
  RUN(what_cannot_be_edited_is_told_by_id);
  RUN(a_graph_that_is_none_makes_no_session);
  RUN(an_update_takes_a_predicate_and_no_graph);
  RUN(a_handle_that_is_no_live_session_is_told);
  RUN(sessions_and_levels_take_turns_in_the_table);
  RUN(a_predicate_may_use_any_session_but_the_one_that_asks);
  RUN(a_session_that_is_destroyed_in_a_call_ends_with_it);
  RUN(threads_that_meet_in_a_session_are_refused_and_no_worse);
  return check_done();
}
