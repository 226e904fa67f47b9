/* The host's predicate: what it is asked, how often, in which order, on which thread, and how its answers count. */
#include <pthread.h>
#include <stdlib.h>

#include "check.h"
#include "fixture.h"

/* Positions 0..5 with ids that fall. 3, 4 and 5 read reductions, some twice or in falling order, and 0, which is
 * carried as well and so never asked about. Asked, by position: (3,1) (4,1) (4,2) (5,2) (5,4). */
static const graph many_questions = {
    .value_count = 6,
    .columns = {
        [IDS] = U64(60, 50, 40, 30, 20, 10),
        [OPERAND_OFFSETS] = U32(0, 0, 0, 0, 2, 5, 9),
        [OPERANDS] = U32(1, 0, 2, 1, 2, 4, 2, 4, 3),
        [AXIS_OFFSETS] = U32(0, 2, 3, 5, 6, 7, 7),
        [AXIS_ROLES] = U8(REDUCTION, LOOP_CARRIED, REDUCTION, LOOP_LOCAL, REDUCTION, LOOP_INVARIANT, REDUCTION),
    }};
static const uint64_t asked_readers[] = {30, 20, 20, 10, 10};
static const uint64_t asked_sources[] = {50, 50, 40, 40, 20};
enum { ASKED = 5 };

/* fsl_levels_create with any predicate. */
static fsl_status create_with(const graph* g, fsl_inside_fn inside, fsl_inside_batch_fn batch, void* user_data,
                              fsl_levels** out, fsl_error** out_error) {
  buffer b = write_graph(g);
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = b.data;
  args.graph_size = b.size;
  args.inside = inside;
  args.inside_batch = batch;
  args.user_data = user_data;
  fsl_status status = fsl_levels_create(&args, out, out_error);
  free(b.data);
  return status;
}

static void every_question_is_asked_once_in_ascending_order(void) {
  for (int answer = 0; answer < 2; ++answer) {
    record one = {.answer = answer}, batch = {.answer = answer};
    fsl_levels* levels = NULL;
    CHECK_INT(create_with(&many_questions, recording, NULL, &one, &levels, NULL), FSL_OK);
    CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
    CHECK_INT(create_with(&many_questions, NULL, recording_batch, &batch, &levels, NULL), FSL_OK);
    CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
    CHECK_INT(one.count, ASKED);
    CHECK_INT(batch.count, ASKED);
    for (size_t i = 0; i < ASKED; ++i) {
      CHECK_INT(one.readers[i], asked_readers[i]);
      CHECK_INT(one.sources[i], asked_sources[i]);
      CHECK_INT(batch.readers[i], asked_readers[i]);
      CHECK_INT(batch.sources[i], asked_sources[i]);
    }
  }
}

/* The order that positions are in must not matter: here every reader comes before what it reads. */
static void questions_ascend_where_positions_are_not_in_dependency_order(void) {
  const graph g = {.value_count = 4,
                   .columns = {
                       [OPERAND_OFFSETS] = U32(0, 2, 4, 4, 4),
                       [OPERANDS] = U32(3, 2, 3, 2),
                       [AXIS_OFFSETS] = U32(0, 0, 0, 1, 2),
                       [AXIS_ROLES] = U8(REDUCTION, REDUCTION),
                   }};
  static const uint64_t readers[] = {0, 0, 1, 1}, sources[] = {2, 3, 2, 3};
  record r = {.answer = 1};
  fsl_levels* levels = NULL;
  CHECK_INT(create_with(&g, recording, NULL, &r, &levels, NULL), FSL_OK);
  CHECK_INT(r.count, 4);
  CHECK(memcmp(r.readers, readers, sizeof(readers)) == 0);
  CHECK(memcmp(r.sources, sources, sizeof(sources)) == 0);
  CHECK_INT(fsl_levels_pass(levels, 0), 1);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

/* Answers by the bits of *user_data, the first question by the lowest. */
typedef struct bits {
  unsigned answers, next;
} bits;

static int32_t by_bits(void* user_data, uint64_t reader, uint64_t source) {
  bits* b = user_data;
  (void)reader, (void)source;
  return b->answers >> b->next++ & 1;
}

static int32_t by_bits_batch(void* user_data, size_t count, const uint64_t* readers, const uint64_t* sources,
                             uint8_t* out_inside) {
  for (size_t i = 0; i < count; ++i) {
    out_inside[i] = (uint8_t)by_bits(user_data, readers[i], sources[i]);
  }
  return 0;
}

static void a_batch_gives_what_one_by_one_gives(void) {
  int differing = 0;
  fsl_levels_view first = FSL_LEVELS_VIEW_INIT;
  fsl_levels* all_no = NULL;
  CHECK_INT(create_with(&many_questions, never, NULL, NULL, &all_no, NULL), FSL_OK);
  CHECK_INT(fsl_levels_view_of(all_no, &first), FSL_OK);
  for (unsigned answers = 0; answers < 1u << ASKED; ++answers) {
    bits one = {answers, 0}, batch = {answers, 0};
    fsl_levels *a = NULL, *b = NULL;
    fsl_levels_view va = FSL_LEVELS_VIEW_INIT, vb = FSL_LEVELS_VIEW_INIT;
    CHECK_INT(create_with(&many_questions, by_bits, NULL, &one, &a, NULL), FSL_OK);
    CHECK_INT(create_with(&many_questions, NULL, by_bits_batch, &batch, &b, NULL), FSL_OK);
    CHECK_INT(fsl_levels_view_of(a, &va), FSL_OK);
    CHECK_INT(fsl_levels_view_of(b, &vb), FSL_OK);
    CHECK(memcmp(va.passes, vb.passes, va.count * sizeof(int32_t)) == 0);
    CHECK(memcmp(va.flags, vb.flags, va.count) == 0);
    CHECK_INT(va.max_pass, vb.max_pass);
    differing += memcmp(va.flags, first.flags, va.count) != 0;
    CHECK_INT(fsl_levels_destroy(a), FSL_OK);
    CHECK_INT(fsl_levels_destroy(b), FSL_OK);
  }
  CHECK_INT(differing, (1 << ASKED) - 1); /* every yes pins some source */
  CHECK_INT(fsl_levels_destroy(all_no), FSL_OK);
}

static void any_positive_answer_is_yes(void) {
  static const int32_t answers[] = {1, 2, 256, INT32_MAX};
  for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); ++i) {
    record r = {.answer = answers[i]};
    fsl_levels* levels = levels_of(&chain, recording, &r);
    CHECK_INT(fsl_levels_pass(levels, 12), 2);
    CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  }
}

static uint8_t byte_to_answer;

static int32_t answering_byte(void* user_data, size_t count, const uint64_t* readers, const uint64_t* sources,
                              uint8_t* out_inside) {
  (void)user_data, (void)readers, (void)sources;
  memset(out_inside, byte_to_answer, count);
  return INT32_MAX;
}

static void any_byte_but_zero_is_yes_in_a_batch(void) {
  for (int byte = 0; byte < 256; ++byte) {
    byte_to_answer = (uint8_t)byte;
    fsl_levels* levels = NULL;
    CHECK_INT(create_with(&chain, NULL, answering_byte, NULL, &levels, NULL), FSL_OK);
    CHECK_INT(fsl_levels_pass(levels, 12), byte == 0 ? 1 : 2);
    CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  }
}

static void an_abort_code_comes_back_verbatim_and_ends_the_questions(void) {
  static const int32_t codes[] = {-1, -2, -4711, INT32_MIN + 1, INT32_MIN};
  for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); ++i) {
    for (int form = 0; form < 2; ++form) {
      record r = {.answer = codes[i]};
      fsl_levels* levels = (fsl_levels*)1;
      fsl_error* error = NULL;
      CHECK_INT(create_with(&many_questions, form == 0 ? recording : NULL, form == 0 ? NULL : recording_batch, &r,
                            &levels, &error),
                FSL_ERROR_PREDICATE_ABORTED);
      CHECK(levels == NULL);
      CHECK_INT(fsl_error_status(error), FSL_ERROR_PREDICATE_ABORTED);
      CHECK_INT(fsl_error_predicate_code(error), codes[i]);
      CHECK_INT(r.count, 1);
      char code[16];
      snprintf(code, sizeof(code), "%" PRId32, codes[i]);
      CHECK_TEXT(fsl_error_message(error), code);
      fsl_error_destroy(error);
    }
  }
}

static void without_questions_no_predicate_is_needed_or_called(void) {
  graph g = chain;
  g.columns[AXIS_ROLES] = (column)U8(LOOP_CARRIED, LOOP_LOCAL);
  record r = {.answer = -1};
  fsl_levels* levels = NULL;
  CHECK_INT(create_with(&g, NULL, NULL, NULL, &levels, NULL), FSL_OK);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  CHECK_INT(create_with(&g, recording, NULL, &r, &levels, NULL), FSL_OK);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  CHECK_INT(create_with(&g, NULL, recording_batch, &r, &levels, NULL), FSL_OK);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  CHECK_INT(r.count, 0);
}

/* The chain with loop facts: 9 reduces over loop 0 of nest 0, and 12 is produced in a loop of the given nest. */
static fsl_levels* levels_by_loops(uint32_t nest_of_reader, fsl_inside_fn inside) {
  const loop loops[] = {{0, 0, 0}, {0, 1, nest_of_reader}};
  const graph g = {.value_count = 3,
                   .columns = {
                       [IDS] = U64(7, 9, 12),
                       [OPERAND_OFFSETS] = U32(0, 0, 1, 2),
                       [OPERANDS] = U32(0, 1),
                       [AXIS_OFFSETS] = U32(0, 1, 2, 3),
                       [AXIS_ROLES] = U8(LOOP_CARRIED, REDUCTION, LOOP_LOCAL),
                       [AXIS_LOOPS] = I32(-1, 0, 1),
                       [LOOPS] = {loops, 2, sizeof(loop)},
                   }};
  return levels_of(&g, inside, NULL);
}

static void loop_facts_answer_where_there_is_no_predicate(void) {
  fsl_levels* same = levels_by_loops(0, NULL);
  CHECK_INT(fsl_levels_pass(same, 12), 2);
  CHECK_INT(fsl_levels_destroy(same), FSL_OK);
  fsl_levels* other = levels_by_loops(1, NULL);
  CHECK_INT(fsl_levels_pass(other, 12), 1);
  CHECK_INT(fsl_levels_destroy(other), FSL_OK);
}

static void a_predicate_wins_over_loop_facts(void) {
  fsl_levels* no = levels_by_loops(0, never);
  CHECK_INT(fsl_levels_pass(no, 12), 1);
  CHECK_INT(fsl_levels_destroy(no), FSL_OK);
  fsl_levels* yes = levels_by_loops(1, always);
  CHECK_INT(fsl_levels_pass(yes, 12), 2);
  CHECK_INT(fsl_levels_destroy(yes), FSL_OK);
}

static void* pointer_seen;
static pthread_t thread_seen;

static int32_t seeing(void* user_data, uint64_t reader, uint64_t source) {
  (void)reader, (void)source;
  pointer_seen = user_data;
  thread_seen = pthread_self();
  return 1;
}

static void* create_on_this_thread(void* unused) {
  (void)unused;
  fsl_levels* levels = levels_of(&chain, seeing, NULL);
  CHECK(pthread_equal(thread_seen, pthread_self()));
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  return NULL;
}

static void questions_come_on_the_calling_thread(void) {
  create_on_this_thread(NULL);
  pthread_t other;
  CHECK_INT(pthread_create(&other, NULL, create_on_this_thread, NULL), 0);
  CHECK_INT(pthread_join(other, NULL), 0);
}

static void user_data_may_be_any_bits(void) {
  static const uintptr_t bits_of[] = {0, 1, 42, 4095, 0xc000000000, UINTPTR_MAX};
  for (size_t i = 0; i < sizeof(bits_of) / sizeof(bits_of[0]); ++i) {
    fsl_levels* levels = levels_of(&chain, seeing, (void*)bits_of[i]);
    CHECK(pointer_seen == (void*)bits_of[i]);
    CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  }
}

/* Computes the same graph again, *user_data levels deep, and destroys the result. */
static int32_t calling_again(void* user_data, uint64_t reader, uint64_t source) {
  (void)reader, (void)source;
  int left = *(int*)user_data - 1;
  if (left > 0) {
    fsl_levels* levels = levels_of(&chain, calling_again, &left);
    CHECK_INT(fsl_levels_pass(levels, 12), 2);
    CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  }
  return 1;
}

static void a_predicate_may_call_the_library_again(void) {
  int depth = 20;
  fsl_levels* levels = levels_of(&chain, calling_again, &depth);
  CHECK_INT(fsl_levels_pass(levels, 12), 2);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

/* A host that breaks the rules: it overwrites its graph, checked already, while the library works on it in place. */
static int32_t overwriting(void* user_data, uint64_t reader, uint64_t source) {
  (void)reader, (void)source;
  buffer* b = user_data;
  memset(b->data + 64, 0xff, b->size - 64);
  return 1;
}

static void a_host_that_overwrites_its_graph_meanwhile_comes_to_no_harm(void) {
  for (int round = 0; round < 3; ++round) {
    buffer b = write_graph(&many_questions);
    fsl_levels* levels = NULL;
    fsl_error* error = NULL;
    fsl_status status = create(b, overwriting, &b, &levels, &error);
    CHECK(status == FSL_OK || status == FSL_ERROR_INTERNAL);
    CHECK((levels != NULL) == (status == FSL_OK));
    fsl_levels_destroy(levels);
    fsl_error_destroy(error);
    free(b.data);
    a_predicate_may_call_the_library_again();
  }
}

int main(void) {
  RUN(every_question_is_asked_once_in_ascending_order);
  RUN(questions_ascend_where_positions_are_not_in_dependency_order);
  RUN(a_batch_gives_what_one_by_one_gives);
  RUN(any_positive_answer_is_yes);
  RUN(any_byte_but_zero_is_yes_in_a_batch);
  RUN(an_abort_code_comes_back_verbatim_and_ends_the_questions);
  RUN(without_questions_no_predicate_is_needed_or_called);
  RUN(loop_facts_answer_where_there_is_no_predicate);
  RUN(a_predicate_wins_over_loop_facts);
  RUN(questions_come_on_the_calling_thread);
  RUN(user_data_may_be_any_bits);
  RUN(a_predicate_may_call_the_library_again);
  RUN(a_host_that_overwrites_its_graph_meanwhile_comes_to_no_harm);
  return check_done();
}
