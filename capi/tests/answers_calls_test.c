/* What holds for every question about a graph: which errors there are and in which order they are told, how the
 * predicate is asked, and that calls do not know of one another. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "check.h"
#include "fixture.h"
#include "soak.h"

enum { FIRST_ARGS_SIZE = 48 }; /* of ABI 1.0 */

/* A question in a common form. */
typedef fsl_status (*question)(const fsl_levels_args* args, const void** out, fsl_error** out_error);

/* Asks `call`, whose `answer` is typed, in that form. */
#define QUESTION(name, type, call)                                                               \
  static fsl_status name(const fsl_levels_args* args, const void** out, fsl_error** out_error) { \
    const type* typed = (const type*)1;                                                          \
    const type** answer = out == NULL ? NULL : &typed;                                           \
    const fsl_status status = call;                                                              \
    if (out != NULL) {                                                                           \
      *out = typed;                                                                              \
    }                                                                                            \
    return status;                                                                               \
  }

/* Every graph here has three values, with the ids 7, 9 and 12. */
static const int32_t passes[] = {0, 1, 2};
QUESTION(explain, fsl_explanation, fsl_explain(args, 12, answer, out_error))
QUESTION(explain_pass, fsl_explanation, fsl_explain_pass(args, 0, answer, out_error))
QUESTION(verify, fsl_verdict, fsl_verify(args, passes, 3, answer, out_error))
QUESTION(split_report, fsl_split, fsl_split_report(args, answer, out_error))
QUESTION(levels_stats, fsl_stats, fsl_levels_stats(args, answer, out_error))
QUESTION(draw_dot, fsl_picture, fsl_draw(args, FSL_PICTURE_DOT, answer, out_error))
QUESTION(draw_page, fsl_picture, fsl_draw(args, FSL_PICTURE_PAGE, answer, out_error))

static const question questions[] = {explain, explain_pass, verify, split_report, levels_stats, draw_dot, draw_page};
enum { QUESTIONS = sizeof(questions) / sizeof(questions[0]) };

/* The chain with loop facts, which the split report needs: 12 is inside the loop that 9 reduces over. */
static const loop one_loop[] = {{0, 0, 0}};
static const graph chain_with_loops = {.value_count = 3,
                                       .columns = {
                                           [IDS] = U64(7, 9, 12),
                                           [OPERAND_OFFSETS] = U32(0, 0, 1, 2),
                                           [OPERANDS] = U32(0, 1),
                                           [AXIS_OFFSETS] = U32(0, 1, 2, 3),
                                           [AXIS_ROLES] = U8(LOOP_CARRIED, REDUCTION, LOOP_LOCAL),
                                           [AXIS_LOOPS] = I32(-1, 0, 0),
                                           [LOOPS] = {one_loop, 1, sizeof(loop)},
                                       }};

static buffer good_bytes;

static void succeeds(question ask, const fsl_levels_args* args) {
  const void* answer = NULL;
  fsl_error* error = (fsl_error*)1;
  CHECK_INT(ask(args, &answer, &error), FSL_OK);
  CHECK(answer != NULL && error == NULL);
  CHECK(*(const size_t*)answer >= sizeof(size_t));
  fsl_answer_destroy(answer);
  CHECK_INT(ask(args, &answer, NULL), FSL_OK);
  fsl_answer_destroy(answer);
}

/* Fails alike with and without an error being asked for; the error is the caller's. */
static fsl_error* fails(question ask, const fsl_levels_args* args, fsl_status status, const char* message) {
  const void* answer = NULL;
  fsl_error* error = NULL;
  CHECK_INT(ask(args, &answer, NULL), status);
  CHECK(answer == NULL);
  CHECK_INT(ask(args, &answer, &error), status);
  CHECK(answer == NULL);
  CHECK_INT(fsl_error_status(error), status);
  CHECK_TEXT(fsl_error_message(error), message);
  return error;
}

static void is_invalid(question ask, const fsl_levels_args* args, const char* message) {
  fsl_error* error = fails(ask, args, FSL_ERROR_INVALID_ARGUMENT, message);
  CHECK(is_about(error, 0, NULL));
  fsl_error_destroy(error);
}

static void a_good_call_leaves_an_answer_and_no_error(void) {
  const fsl_levels_args args = args_for(good_bytes, always, NULL);
  for (int i = 0; i < QUESTIONS; ++i) {
    succeeds(questions[i], &args);
  }
}

static void a_null_that_must_not_be_is_named(void) {
  for (int i = 0; i < QUESTIONS; ++i) {
    fsl_levels_args args = args_for(good_bytes, always, NULL);
    fsl_error* error = NULL;
    CHECK_INT(questions[i](&args, NULL, &error), FSL_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(fsl_error_message(error), "out");
    fsl_error_destroy(error);
    CHECK_INT(questions[i](&args, NULL, NULL), FSL_ERROR_INVALID_ARGUMENT);
    is_invalid(questions[i], NULL, "args");
    args.graph = NULL;
    is_invalid(questions[i], &args, "graph");
  }
  const fsl_levels_args args = args_for(good_bytes, always, NULL);
  const fsl_verdict* verdict = NULL;
  fsl_error* error = NULL;
  CHECK_INT(fsl_verify(&args, NULL, 3, &verdict, &error), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_TEXT(fsl_error_message(error), "passes");
  fsl_error_destroy(error);
}

static void both_predicates_at_once_are_refused(void) {
  fsl_levels_args args = args_for(good_bytes, always, NULL);
  args.inside_batch = recording_batch;
  for (int i = 0; i < QUESTIONS; ++i) {
    is_invalid(questions[i], &args, "inside_batch");
  }
}

static void a_struct_size_is_older_or_later_or_none(void) {
  struct {
    fsl_levels_args args;
    unsigned char tail[24];
  } later = {args_for(good_bytes, always, NULL), {0}};
  static const size_t none[] = {0, 8, FIRST_ARGS_SIZE - 1, 4097, SIZE_MAX};
  for (int i = 0; i < QUESTIONS; ++i) {
    for (size_t size = FIRST_ARGS_SIZE; size <= sizeof(later); ++size) {
      later.args.struct_size = size;
      succeeds(questions[i], &later.args);
    }
    for (size_t k = 0; k < sizeof(none) / sizeof(none[0]); ++k) {
      later.args.struct_size = none[k];
      is_invalid(questions[i], &later.args, "struct_size");
    }
    later.args.struct_size = sizeof(later);
    later.tail[23] = 1;
    is_invalid(questions[i], &later.args, "struct_size");
    later.tail[23] = 0;
  }
}

static void a_graph_that_is_too_large_is_not_looked_at(void) {
  fsl_levels_args args = args_for(good_bytes, always, NULL);
  args.graph_size = (size_t)INT32_MAX + 1;
  for (int i = 0; i < QUESTIONS; ++i) {
    fsl_error_destroy(fails(questions[i], &args, FSL_ERROR_TOO_LARGE, "limit"));
  }
}

static void a_budget_is_not_looked_at(void) {
  fsl_levels_args args = args_for(good_bytes, always, NULL);
  args.max_passes = 1;
  for (int i = 0; i < QUESTIONS; ++i) {
    succeeds(questions[i], &args);
  }
}

/* All questions fail alike on a graph that is at fault itself, whatever they ask about. */
static void all_fail(const graph* g, fsl_inside_fn inside, fsl_status status, const char* message, size_t count,
                     const uint64_t* values) {
  buffer b = write_graph(g);
  fsl_levels_args args = args_for(b, always, NULL);
  args.inside = inside;
  for (int i = 0; i < QUESTIONS; ++i) {
    fsl_error* error = fails(questions[i], &args, status, message);
    CHECK(is_about(error, count, values));
    fsl_error_destroy(error);
  }
  free(b.data);
}

static void faults_of_the_graph_are_told(void) {
  graph g = chain;
  g.columns[AXIS_ROLES] = (column)U8(LOOP_CARRIED, 9);
  all_fail(&g, always, FSL_ERROR_MALFORMED_GRAPH, "axis_roles", 1, (const uint64_t[]){9});
  g = chain;
  g.columns[OPERANDS] = (column)U32(2, 1);
  g.columns[OPERAND_OFFSETS] = (column)U32(0, 0, 1, 2);
  all_fail(&g, always, FSL_ERROR_CYCLE, "reads", 2, (const uint64_t[]){9, 12});
  all_fail(&chain, NULL, FSL_ERROR_PREDICATE_REQUIRED, "asked", 2, (const uint64_t[]){12, 9});
}

static void bytes_that_are_no_graph_are_told(void) {
  uint8_t junk[16] = {0};
  fsl_levels_args args = args_for((buffer){junk, sizeof(junk)}, always, NULL);
  for (int i = 0; i < QUESTIONS; ++i) {
    fsl_error_destroy(fails(questions[i], &args, FSL_ERROR_MALFORMED_GRAPH, "FSLG"));
    args.graph_size = 0;
    fsl_error_destroy(fails(questions[i], &args, FSL_ERROR_MALFORMED_GRAPH, "FSLG"));
    args.graph_size = sizeof(junk);
  }
}

/* A graph's own fault is told before that of what is asked about it. */
static void an_id_that_nobody_has_is_told(void) {
  static const uint64_t ids[] = {0, 8, UINT64_MAX};
  fsl_levels_args args = args_for(good_bytes, always, NULL);
  for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); ++i) {
    const fsl_explanation* x = (const fsl_explanation*)1;
    fsl_error* error = NULL;
    CHECK_INT(fsl_explain(&args, ids[i], &x, &error), FSL_ERROR_INVALID_ARGUMENT);
    CHECK(x == NULL && is_about(error, 1, &ids[i]));
    char id[32];
    snprintf(id, sizeof(id), "%" PRIu64, ids[i]);
    CHECK_TEXT(fsl_error_message(error), id);
    fsl_error_destroy(error);
  }
  graph g = chain;
  g.columns[IDS] = (column){0};
  buffer b = write_graph(&g);
  const fsl_explanation* x = NULL;
  args = args_for(b, always, NULL);
  CHECK_INT(fsl_explain(&args, 3, &x, NULL), FSL_ERROR_INVALID_ARGUMENT);
  CHECK_INT(fsl_explain(&args, (uint64_t)1 << 32, &x, NULL), FSL_ERROR_INVALID_ARGUMENT);
  args.inside = NULL;
  CHECK_INT(fsl_explain(&args, 3, &x, NULL), FSL_ERROR_PREDICATE_REQUIRED);
  free(b.data);
}

static void a_pass_that_is_not_there_is_told(void) {
  static const int32_t none[] = {-1, 3, INT32_MAX, INT32_MIN};
  const fsl_levels_args args = args_for(good_bytes, always, NULL);
  for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); ++i) {
    const fsl_explanation* x = (const fsl_explanation*)1;
    fsl_error* error = NULL;
    CHECK_INT(fsl_explain_pass(&args, none[i], &x, &error), FSL_ERROR_INVALID_ARGUMENT);
    CHECK(x == NULL && is_about(error, 0, NULL));
    CHECK_TEXT(fsl_error_message(error), "pass");
    fsl_error_destroy(error);
  }
  const graph empty = {0};
  buffer b = write_graph(&empty);
  const fsl_levels_args of_empty = args_for(b, always, NULL);
  const fsl_explanation* x = NULL;
  CHECK_INT(fsl_explain_pass(&of_empty, 0, &x, NULL), FSL_ERROR_INVALID_ARGUMENT);
  free(b.data);
}

static void passes_that_cannot_be_are_told(void) {
  static const size_t counts[] = {0, 1, 2, 4, (size_t)INT32_MAX + 1, (size_t)1 << 40, SIZE_MAX / 4, SIZE_MAX};
  static const int32_t four[] = {0, 1, 2, 3};
  const fsl_levels_args args = args_for(good_bytes, always, NULL);
  for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
    const fsl_verdict* v = (const fsl_verdict*)1;
    fsl_error* error = NULL;
    CHECK_INT(fsl_verify(&args, four, counts[i], &v, &error), FSL_ERROR_INVALID_ARGUMENT);
    CHECK(v == NULL && is_about(error, 0, NULL));
    char count[32];
    snprintf(count, sizeof(count), " %zu entries", counts[i]);
    CHECK_TEXT(fsl_error_message(error), count);
    fsl_error_destroy(error);
  }
  static const int32_t impossible[] = {-1, INT32_MIN, INT32_MAX};
  for (size_t i = 0; i < sizeof(impossible) / sizeof(impossible[0]); ++i) {
    const int32_t given[] = {0, impossible[i], 2};
    const fsl_verdict* v = NULL;
    fsl_error* error = NULL;
    CHECK_INT(fsl_verify(&args, given, 3, &v, &error), FSL_ERROR_INVALID_ARGUMENT);
    CHECK(is_about(error, 1, (const uint64_t[]){9}));
    fsl_error_destroy(error);
  }
}

static void a_split_without_loop_facts_is_told(void) {
  buffer b = write_graph(&chain);
  const fsl_levels_args args = args_for(b, always, NULL);
  is_invalid(split_report, &args, "loop facts");
  free(b.data);
}

/* 7 and 9 are built in the one loop, and each is kept for a reader in a later pass. */
static void sizes_that_do_not_add_up_are_told(void) {
  graph g = chain_with_loops;
  g.columns[AXIS_OFFSETS] = (column)U32(0, 2, 4, 5);
  g.columns[AXIS_ROLES] = (column)U8(LOOP_LOCAL, LOOP_CARRIED, LOOP_LOCAL, LOOP_CARRIED, LOOP_LOCAL);
  g.columns[AXIS_LOOPS] = (column)I32(0, -1, 0, -1, 0);
  g.columns[BYTES] = (column)U64((uint64_t)1 << 63, (uint64_t)1 << 63, 1);
  buffer b = write_graph(&g);
  const fsl_levels_args args = args_for(b, always, NULL);
  fsl_error* error = fails(split_report, &args, FSL_ERROR_TOO_LARGE, "bytes");
  CHECK(is_about(error, 1, (const uint64_t[]){9}));
  fsl_error_destroy(error);
  free(b.data);
}

static void a_kind_that_is_none_is_told(void) {
  static const int none[] = {2, -1, 256, INT32_MAX};
  const fsl_levels_args args = args_for(good_bytes, always, NULL);
  for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); ++i) {
    const fsl_picture* p = (const fsl_picture*)1;
    fsl_error* error = NULL;
    CHECK_INT(fsl_draw(&args, (fsl_picture_kind)none[i], &p, &error), FSL_ERROR_INVALID_ARGUMENT);
    CHECK(p == NULL);
    CHECK_TEXT(fsl_error_message(error), "kind");
    fsl_error_destroy(error);
  }
}

/* Three questions, although 12 reads 7 twice. */
static const graph two_reductions = {.value_count = 3,
                                     .columns = {
                                         [IDS] = U64(7, 9, 12),
                                         [OPERAND_OFFSETS] = U32(0, 0, 1, 4),
                                         [OPERANDS] = U32(0, 1, 0, 0),
                                         [AXIS_OFFSETS] = U32(0, 1, 2, 3),
                                         [AXIS_ROLES] = U8(REDUCTION, REDUCTION, LOOP_LOCAL),
                                         [AXIS_LOOPS] = I32(0, 0, 0),
                                         [LOOPS] = {one_loop, 1, sizeof(loop)},
                                     }};
static const uint64_t asked_readers[] = {9, 12, 12}, asked_sources[] = {7, 7, 9};
enum { ASKED = 3 };

static void every_question_is_asked_once_in_ascending_order(void) {
  buffer b = write_graph(&two_reductions);
  for (int i = 0; i < QUESTIONS; ++i) {
    for (int batch = 0; batch < 2; ++batch) {
      record r = {.answer = 1};
      fsl_levels_args args = args_for(b, always, NULL);
      args.inside = batch ? NULL : recording;
      args.inside_batch = batch ? recording_batch : NULL;
      args.user_data = &r;
      const void* answer = NULL;
      CHECK_INT(questions[i](&args, &answer, NULL), FSL_OK);
      fsl_answer_destroy(answer);
      CHECK_INT(r.count, ASKED);
      CHECK(memcmp(r.readers, asked_readers, sizeof(asked_readers)) == 0);
      CHECK(memcmp(r.sources, asked_sources, sizeof(asked_sources)) == 0);
    }
  }
  free(b.data);
}

static void an_abort_code_comes_back_verbatim(void) {
  static const int32_t codes[] = {-1, -4711, INT32_MIN};
  for (size_t k = 0; k < sizeof(codes) / sizeof(codes[0]); ++k) {
    for (int i = 0; i < QUESTIONS; ++i) {
      record r = {.answer = codes[k]};
      fsl_levels_args args = args_for(good_bytes, always, NULL);
      args.inside = recording;
      args.user_data = &r;
      fsl_error* error = fails(questions[i], &args, FSL_ERROR_PREDICATE_ABORTED, "aborted");
      CHECK_INT(fsl_error_predicate_code(error), codes[k]);
      CHECK_INT(r.count, 2); /* once a call */
      fsl_error_destroy(error);
    }
  }
}

static int32_t asking_again(void* user_data, uint64_t reader, uint64_t source) {
  (void)reader, (void)source;
  int left = *(int*)user_data - 1;
  fsl_levels_args args = args_for(good_bytes, always, NULL);
  args.inside = left > 0 ? asking_again : always;
  args.user_data = &left;
  const void* answer = NULL;
  CHECK_INT(questions[left % QUESTIONS](&args, &answer, NULL), FSL_OK);
  fsl_answer_destroy(answer);
  fsl_levels* levels = levels_of(&chain, always, NULL);
  CHECK_INT(fsl_levels_pass(levels, 12), 2);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  return 1;
}

static void a_predicate_may_ask_the_library_again(void) {
  for (int i = 0; i < QUESTIONS; ++i) {
    int depth = 2 * QUESTIONS;
    fsl_levels_args args = args_for(good_bytes, always, NULL);
    args.inside = asking_again;
    args.user_data = &depth;
    const void* answer = NULL;
    CHECK_INT(questions[i](&args, &answer, NULL), FSL_OK);
    fsl_answer_destroy(answer);
  }
}

/* A host that breaks the rules: it overwrites its graph, checked already, while the library works on it in place. */
static int32_t overwriting(void* user_data, uint64_t reader, uint64_t source) {
  (void)reader, (void)source;
  buffer* b = user_data;
  memset(b->data + 64, 0xff, b->size - 64);
  return 1;
}

static void a_host_that_overwrites_its_graph_meanwhile_comes_to_no_harm(void) {
  for (int i = 0; i < QUESTIONS; ++i) {
    buffer b = write_graph(&two_reductions);
    fsl_levels_args args = args_for(b, always, NULL);
    args.inside = overwriting;
    args.user_data = &b;
    const void* answer = NULL;
    const fsl_status status = questions[i](&args, &answer, NULL);
    CHECK((answer != NULL) == (status == FSL_OK));
    fsl_answer_destroy(answer);
    free(b.data);
  }
  buffer b = write_graph(&two_reductions);
  fsl_levels_args args = args_for(b, always, NULL);
  args.inside = overwriting;
  args.user_data = &b;
  args.max_passes = 1;
  fsl_levels* levels = NULL;
  const fsl_status status = fsl_levels_create(&args, &levels, NULL);
  CHECK((levels != NULL) == (status == FSL_OK));
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  free(b.data);
  a_good_call_leaves_an_answer_and_no_error();
}

static const void* answers_of_one[QUESTIONS]; /* for others to compare with theirs */
static atomic_int wrong;

/* The JSON of an answer, or the picture: the second field in any. */
static const char* text_of(const void* answer) {
  const char* text;
  memcpy(&text, (const char*)answer + sizeof(size_t), sizeof(text));
  return text;
}

static void* asks_everything(void* unused) {
  const fsl_levels_args args = args_for(good_bytes, always, NULL);
  const int rounds = rounds_of(2000, 50);
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < QUESTIONS; ++i) {
      const void* answer = NULL;
      const int right = questions[i](&args, &answer, NULL) == FSL_OK;
      atomic_fetch_add(&wrong, !right || strcmp(text_of(answer), text_of(answers_of_one[i])) != 0);
      fsl_answer_destroy(answer);
    }
  }
  return unused;
}

static void threads_get_the_same_answers_at_once(void) {
  enum { THREADS = 16 };
  pthread_t threads[THREADS];
  const fsl_levels_args args = args_for(good_bytes, always, NULL);
  for (int i = 0; i < QUESTIONS; ++i) {
    CHECK_INT(questions[i](&args, &answers_of_one[i], NULL), FSL_OK);
  }
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_create(&threads[i], NULL, asks_everything, NULL), 0);
  }
  for (int i = 0; i < THREADS; ++i) {
    CHECK_INT(pthread_join(threads[i], NULL), 0);
  }
  CHECK_INT(atomic_load(&wrong), 0);
  for (int i = 0; i < QUESTIONS; ++i) {
    fsl_answer_destroy(answers_of_one[i]);
  }
}

static void no_answer_is_destroyed_without_harm(void) { fsl_answer_destroy(NULL); }

int main(void) {
  good_bytes = write_graph(&chain_with_loops);
  RUN(a_good_call_leaves_an_answer_and_no_error);
  RUN(a_null_that_must_not_be_is_named);
  RUN(both_predicates_at_once_are_refused);
  RUN(a_struct_size_is_older_or_later_or_none);
  RUN(a_graph_that_is_too_large_is_not_looked_at);
  RUN(a_budget_is_not_looked_at);
  RUN(faults_of_the_graph_are_told);
  RUN(bytes_that_are_no_graph_are_told);
  RUN(an_id_that_nobody_has_is_told);
  RUN(a_pass_that_is_not_there_is_told);
  RUN(passes_that_cannot_be_are_told);
  RUN(a_split_without_loop_facts_is_told);
  RUN(sizes_that_do_not_add_up_are_told);
  RUN(a_kind_that_is_none_is_told);
  RUN(every_question_is_asked_once_in_ascending_order);
  RUN(an_abort_code_comes_back_verbatim);
  RUN(a_predicate_may_ask_the_library_again);
  RUN(a_host_that_overwrites_its_graph_meanwhile_comes_to_no_harm);
  RUN(threads_get_the_same_answers_at_once);
  RUN(no_answer_is_destroyed_without_harm);
  free(good_bytes.data);
  return check_done();
}
