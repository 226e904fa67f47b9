/* What the answers say, on graphs small enough to work them out by hand. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>

#include "check.h"
#include "fixture.h"

/* 30 reads 10 and 20, of which 20 is carried: 10 is lifted to 30's pass, 20 is held where it is. */
static const graph lifting = {.value_count = 3,
                              .columns = {
                                  [IDS] = U64(10, 20, 30),
                                  [OPERAND_OFFSETS] = U32(0, 0, 0, 2),
                                  [OPERANDS] = U32(0, 1),
                                  [AXIS_OFFSETS] = U32(0, 0, 1, 1),
                                  [AXIS_ROLES] = U8(LOOP_CARRIED),
                              }};

/* The chain, but 9 has no legality cell, and hands on what it reads. */
static const graph unlisted = {.value_count = 3,
                               .columns = {
                                   [IDS] = U64(7, 9, 12),
                                   [OPERAND_OFFSETS] = U32(0, 0, 1, 2),
                                   [OPERANDS] = U32(0, 1),
                                   [AXIS_OFFSETS] = U32(0, 1, 1, 1),
                                   [AXIS_ROLES] = U8(LOOP_CARRIED),
                                   [UNCLASSIFIED] = U32(1),
                               }};

/* Ids are positions. 1 reads 2, and 2 and 3 read 0, which is carried: three values are at level 1. */
static const graph three_at_level_1 = {.value_count = 4,
                                       .columns = {
                                           [OPERAND_OFFSETS] = U32(0, 0, 1, 2, 3),
                                           [OPERANDS] = U32(2, 0, 0),
                                           [AXIS_OFFSETS] = U32(0, 1, 1, 1, 1),
                                           [AXIS_ROLES] = U8(LOOP_CARRIED),
                                       }};

/* Loop 1 is inside loop 0, in nest 3; loop 2 is nest 5. 11 and 12 reduce over loop 1, where 12 reads 11, and 15 both of
 * them, one twice: passes 0, 1, 2. 13 is built in loop 0, and 14 reads it as a whole in loop 2, in pass 1. */
static const loop loops[] = {{0, 0, 3}, {1, 0, 3}, {0, 1, 5}};
static const graph splitting = {.value_count = 6,
                                .columns = {
                                    [IDS] = U64(10, 11, 12, 13, 14, 15),
                                    [OPERAND_OFFSETS] = U32(0, 0, 1, 2, 3, 4, 7),
                                    [OPERANDS] = U32(0, 1, 0, 3, 2, 1, 2),
                                    [AXIS_OFFSETS] = U32(0, 0, 2, 4, 6, 7, 8),
                                    [AXIS_ROLES] = U8(LOOP_LOCAL, REDUCTION, LOOP_LOCAL, REDUCTION, LOOP_LOCAL,
                                                      LOOP_CARRIED, LOOP_LOCAL, LOOP_LOCAL),
                                    [AXIS_LOOPS] = I32(0, 1, 0, 1, 0, -1, 2, 1),
                                    [LOOPS] = {loops, 3, sizeof(loop)},
                                    [BYTES] = U64(8, 80, 800, 8000, 80000, 800000),
                                }};

static const graph nothing = {0};

static const fsl_explanation* explain(const graph* g, fsl_inside_fn inside, uint64_t value) {
  buffer b = write_graph(g);
  fsl_levels_args args = args_for(b, inside, NULL);
  const fsl_explanation* x = NULL;
  fsl_error* error = NULL;
  CHECK_INT(fsl_explain(&args, value, &x, &error), FSL_OK);
  CHECK(error == NULL);
  memset(b.data, 0xee, b.size);
  free(b.data);
  CHECK_INT(x->struct_size, sizeof(*x));
  CHECK_INT(x->value, value);
  CHECK_INT(x->json_size, strlen(x->json));
  return x;
}

static void is_link(fsl_link link, uint64_t reader, uint64_t operand, fsl_reason reason) {
  CHECK_INT(link.reader, reader);
  CHECK_INT(link.operand, operand);
  CHECK_INT(link.reason, reason);
}

static void a_chain_leads_from_level_0_to_the_value(void) {
  const fsl_explanation* x = explain(&chain, always, 12);
  CHECK(x->listed == 1 && x->pass == 2 && x->level == 2);
  CHECK(x->lift == FSL_LIFT_NONE && x->lift_reader == 0);
  CHECK_INT(x->chain_count, 2);
  is_link(x->chain[0], 9, 7, FSL_REASON_CARRIED);
  is_link(x->chain[1], 12, 9, FSL_REASON_INSIDE);
  CHECK(strcmp(x->json,
               "{\"value\":12,\"listed\":true,\"pass\":2,\"level\":2,\"chain\":["
               "{\"reader\":9,\"operand\":7,\"reason\":\"carried\"},"
               "{\"reader\":12,\"operand\":9,\"reason\":\"reduction, inside the loop\"}],"
               "\"lift\":\"none\",\"by\":null}") == 0);
  fsl_answer_destroy(x);
}

static void an_edge_that_does_not_bump_is_a_plain_link(void) {
  const fsl_explanation* x = explain(&chain, never, 12);
  CHECK(x->pass == 1 && x->level == 1 && x->lift == FSL_LIFT_NONE);
  CHECK_INT(x->chain_count, 2);
  is_link(x->chain[0], 9, 7, FSL_REASON_CARRIED);
  is_link(x->chain[1], 12, 9, FSL_REASON_PLAIN);
  fsl_answer_destroy(x);
}

static void a_lifted_value_tells_which_reader_took_it(void) {
  const fsl_explanation* x = explain(&lifting, NULL, 10);
  CHECK(x->listed == 1 && x->pass == 1 && x->level == 0);
  CHECK(x->lift == FSL_LIFT_LIFTED && x->lift_reader == 30);
  CHECK(x->chain == NULL && x->chain_count == 0);
  CHECK(strcmp(x->json,
               "{\"value\":10,\"listed\":true,\"pass\":1,\"level\":0,\"chain\":[],\"lift\":\"lifted\",\"by\":30}") ==
        0);
  fsl_answer_destroy(x);
}

static void a_held_value_tells_which_reader_pins_it(void) {
  const fsl_explanation* x = explain(&lifting, NULL, 20);
  CHECK(x->pass == 0 && x->level == 0);
  CHECK(x->lift == FSL_LIFT_HELD && x->lift_reader == 30);
  CHECK_TEXT(x->json, "\"lift\":\"held\",\"by\":30}");
  fsl_answer_destroy(x);
}

static void a_value_that_is_not_listed_is_explained_too(void) {
  const fsl_explanation* x = explain(&unlisted, NULL, 9);
  CHECK(x->listed == 0 && x->pass == 1 && x->level == 1 && x->lift == FSL_LIFT_NONE);
  CHECK_INT(x->chain_count, 1);
  is_link(x->chain[0], 9, 7, FSL_REASON_CARRIED);
  CHECK_TEXT(x->json, "\"listed\":false");
  fsl_answer_destroy(x);
}

static void without_ids_a_value_is_its_position(void) {
  const fsl_explanation* x = explain(&three_at_level_1, NULL, 1);
  CHECK_INT(x->chain_count, 2);
  is_link(x->chain[0], 2, 0, FSL_REASON_CARRIED);
  is_link(x->chain[1], 1, 2, FSL_REASON_PLAIN);
  fsl_answer_destroy(x);
}

/* What forces a pass of a graph to exist. */
static uint64_t forcing(const graph* g, fsl_inside_fn inside, int32_t pass) {
  buffer b = write_graph(g);
  fsl_levels_args args = args_for(b, inside, NULL);
  const fsl_explanation* x = NULL;
  CHECK_INT(fsl_explain_pass(&args, pass, &x, NULL), FSL_OK);
  free(b.data);
  const uint64_t value = x->value;
  CHECK_INT(x->struct_size, sizeof(*x));
  CHECK_INT(x->level, pass);
  fsl_answer_destroy(x);
  return value;
}

static void a_pass_is_explained_by_the_shortest_chain_to_it(void) {
  CHECK_INT(forcing(&chain, always, 0), 7);
  CHECK_INT(forcing(&chain, always, 1), 9);
  CHECK_INT(forcing(&chain, always, 2), 12);
  CHECK_INT(forcing(&three_at_level_1, NULL, 1), 2);
}

static const fsl_verdict* verify(const graph* g, fsl_inside_fn inside, const int32_t* passes) {
  buffer b = write_graph(g);
  fsl_levels_args args = args_for(b, inside, NULL);
  const fsl_verdict* v = NULL;
  CHECK_INT(fsl_verify(&args, passes, g->value_count, &v, NULL), FSL_OK);
  memset(b.data, 0xee, b.size);
  free(b.data);
  CHECK_INT(v->struct_size, sizeof(*v));
  CHECK_INT(v->json_size, strlen(v->json));
  CHECK_INT(v->legal, v->violation_count == 0);
  CHECK_INT(v->assignment, v->difference_count == 0);
  return v;
}

static void is_violation(fsl_violation v, uint64_t reader, uint64_t operand, fsl_reason reason, int32_t reader_pass,
                         int32_t operand_pass) {
  is_link((fsl_link){v.reader, v.operand, v.reason}, reader, operand, reason);
  CHECK_INT(v.reader_pass, reader_pass);
  CHECK_INT(v.operand_pass, operand_pass);
}

static void is_difference(fsl_difference d, uint64_t value, int32_t given, int32_t expected) {
  CHECK_INT(d.value, value);
  CHECK_INT(d.given, given);
  CHECK_INT(d.expected, expected);
}

static void the_assignment_itself_is_legal_and_no_other(void) {
  const fsl_verdict* v = verify(&chain, always, (const int32_t[]){0, 1, 2});
  CHECK(v->legal == 1 && v->assignment == 1 && v->violations == NULL && v->differences == NULL);
  CHECK(strcmp(v->json, "{\"legal\":true,\"assignment\":true,\"violations\":[],\"differing\":[]}") == 0);
  fsl_answer_destroy(v);
}

static void legal_passes_may_differ(void) {
  const fsl_verdict* v = verify(&chain, always, (const int32_t[]){0, 1, INT32_MAX - 1});
  CHECK(v->legal == 1 && v->assignment == 0);
  CHECK_INT(v->difference_count, 1);
  is_difference(v->differences[0], 12, INT32_MAX - 1, 2);
  fsl_answer_destroy(v);
}

static void every_violated_edge_is_told(void) {
  const fsl_verdict* v = verify(&chain, always, (const int32_t[]){1, 1, 1});
  CHECK(v->legal == 0 && v->assignment == 0);
  CHECK_INT(v->violation_count, 2);
  is_violation(v->violations[0], 9, 7, FSL_REASON_CARRIED, 1, 1);
  is_violation(v->violations[1], 12, 9, FSL_REASON_INSIDE, 1, 1);
  CHECK_INT(v->difference_count, 2);
  is_difference(v->differences[0], 7, 1, 0);
  is_difference(v->differences[1], 12, 1, 2);
  CHECK(strcmp(v->json,
               "{\"legal\":false,\"assignment\":false,\"violations\":["
               "{\"reader\":9,\"operand\":7,\"reason\":\"carried\",\"reader_pass\":1,\"operand_pass\":1},"
               "{\"reader\":12,\"operand\":9,\"reason\":\"reduction, inside the loop\",\"reader_pass\":1,"
               "\"operand_pass\":1}],\"differing\":["
               "{\"value\":7,\"given\":1,\"expected\":0},{\"value\":12,\"given\":1,\"expected\":2}]}") == 0);
  fsl_answer_destroy(v);
}

static void a_plain_edge_is_violated_by_a_later_operand_only(void) {
  const fsl_verdict* v = verify(&chain, never, (const int32_t[]){0, 2, 1});
  CHECK_INT(v->violation_count, 1);
  is_violation(v->violations[0], 12, 9, FSL_REASON_PLAIN, 1, 2);
  CHECK_INT(v->difference_count, 1);
  is_difference(v->differences[0], 9, 2, 1);
  fsl_answer_destroy(v);
}

static void a_value_that_is_not_listed_constrains_by_its_least_pass(void) {
  const fsl_verdict* v = verify(&unlisted, NULL, (const int32_t[]){0, -5, 0});
  CHECK_INT(v->violation_count, 1);
  is_violation(v->violations[0], 12, 9, FSL_REASON_PLAIN, 0, 1);
  CHECK_INT(v->difference_count, 1);
  is_difference(v->differences[0], 12, 0, 1);
  fsl_answer_destroy(v);
  v = verify(&unlisted, NULL, (const int32_t[]){0, 99, 1});
  CHECK(v->legal == 1 && v->assignment == 1);
  fsl_answer_destroy(v);
}

static const fsl_split* split(const graph* g, fsl_inside_fn inside) {
  buffer b = write_graph(g);
  fsl_levels_args args = args_for(b, inside, NULL);
  const fsl_split* s = NULL;
  CHECK_INT(fsl_split_report(&args, &s, NULL), FSL_OK);
  memset(b.data, 0xee, b.size);
  free(b.data);
  CHECK_INT(s->struct_size, sizeof(*s));
  CHECK_INT(s->json_size, strlen(s->json));
  return s;
}

/* Are these the ids of a list? */
static void are_ids(const uint64_t* ids, size_t count, size_t expected_count, const uint64_t* expected) {
  CHECK_INT(count, expected_count);
  CHECK(count == expected_count && memcmp(ids, expected, count * sizeof(uint64_t)) == 0);
}
#define ARE_IDS(ids, count, ...) \
  are_ids(ids, count, sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t), (const uint64_t[]){__VA_ARGS__})

static void a_nest_is_emitted_for_the_passes_of_what_is_built_in_it(void) {
  const fsl_split* s = split(&splitting, NULL);
  CHECK_INT(s->stage_count, 4);
  CHECK(s->stages[0].nest == 3 && s->stages[0].pass == 0);
  ARE_IDS(s->stages[0].values, s->stages[0].value_count, 11, 13);
  CHECK(s->stages[1].nest == 3 && s->stages[1].pass == 1);
  ARE_IDS(s->stages[1].values, s->stages[1].value_count, 12);
  CHECK(s->stages[2].nest == 3 && s->stages[2].pass == 2);
  ARE_IDS(s->stages[2].values, s->stages[2].value_count, 15);
  CHECK(s->stages[3].nest == 5 && s->stages[3].pass == 1);
  ARE_IDS(s->stages[3].values, s->stages[3].value_count, 14);
  fsl_answer_destroy(s);
}

static void what_a_later_pass_reads_whole_is_materialized(void) {
  const fsl_split* s = split(&splitting, NULL);
  CHECK_INT(s->materialized_count, 2);
  const fsl_materialized* m = s->materialized;
  CHECK(m[0].value == 11 && m[0].nest == 3 && m[0].pass == 0 && m[0].bytes == 80);
  ARE_IDS(m[0].readers, m[0].reader_count, 12, 15);
  CHECK(m[1].value == 12 && m[1].nest == 3 && m[1].pass == 1 && m[1].bytes == 800);
  ARE_IDS(m[1].readers, m[1].reader_count, 15);
  CHECK_INT(s->has_sizes, 1);
  CHECK_INT(s->boundary_count, 2);
  CHECK(s->boundaries[0].after == 1 && s->boundaries[0].value_count == 2 && s->boundaries[0].bytes == 880);
  CHECK(s->boundaries[1].after == 0 && s->boundaries[1].value_count == 1 && s->boundaries[1].bytes == 80);
  fsl_answer_destroy(s);
}

static void what_another_nest_reads_later_is_in_conflict(void) {
  const fsl_split* s = split(&splitting, NULL);
  CHECK_INT(s->conflict_count, 1);
  CHECK(s->conflicts[0].value == 13 && s->conflicts[0].nest == 3 && s->conflicts[0].loop == 0);
  ARE_IDS(s->conflicts[0].readers, s->conflicts[0].reader_count, 14);
  fsl_answer_destroy(s);
}

static void a_split_is_told_in_json_as_well(void) {
  const fsl_split* s = split(&splitting, NULL);
  CHECK(strcmp(s->json,
               "{\"nests\":[{\"nest\":3,\"passes\":[{\"pass\":0,\"values\":[11,13]},{\"pass\":1,\"values\":[12]},"
               "{\"pass\":2,\"values\":[15]}]},{\"nest\":5,\"passes\":[{\"pass\":1,\"values\":[14]}]}],"
               "\"materialized\":[{\"value\":11,\"nest\":3,\"pass\":0,\"bytes\":80,\"readers\":[12,15]},"
               "{\"value\":12,\"nest\":3,\"pass\":1,\"bytes\":800,\"readers\":[15]}],"
               "\"conflicts\":[{\"value\":13,\"nest\":3,\"loop\":0,\"readers\":[14]}],"
               "\"boundaries\":[{\"after\":1,\"values\":2,\"bytes\":880},{\"after\":0,\"values\":1,\"bytes\":80}]}") ==
        0);
  fsl_answer_destroy(s);
}

static void without_sizes_there_are_no_boundaries(void) {
  graph g = splitting;
  g.columns[BYTES] = (column){0};
  const fsl_split* s = split(&g, NULL);
  CHECK_INT(s->materialized_count, 2);
  CHECK_INT(s->materialized[1].bytes, 0);
  CHECK(s->has_sizes == 0 && s->boundary_count == 0 && s->boundaries == NULL);
  CHECK_TEXT(s->json, "\"pass\":1,\"bytes\":null,\"readers\":[15]");
  CHECK_TEXT(s->json, "\"boundaries\":null}");
  fsl_answer_destroy(s);
}

/* Nothing reduces over the loop of a reader then, so that all of nest 3 is one pass. */
static void a_predicate_wins_over_loop_facts_in_a_split(void) {
  const fsl_split* s = split(&splitting, never);
  CHECK_INT(s->stage_count, 2);
  ARE_IDS(s->stages[0].values, s->stages[0].value_count, 11, 12, 13, 15);
  CHECK(s->materialized_count == 0 && s->materialized == NULL && s->boundary_count == 0 && s->boundaries == NULL);
  CHECK_INT(s->has_sizes, 1);
  fsl_answer_destroy(s);
}

static const fsl_stats* stats(const graph* g, fsl_inside_fn inside, void* user_data) {
  buffer b = write_graph(g);
  fsl_levels_args args = args_for(b, inside, user_data);
  const fsl_stats* s = NULL;
  CHECK_INT(fsl_levels_stats(&args, &s, NULL), FSL_OK);
  free(b.data);
  CHECK_INT(s->struct_size, sizeof(*s));
  CHECK_INT(s->json_size, strlen(s->json));
  return s;
}

static void what_there_is_is_counted(void) {
  const fsl_stats* s = stats(&splitting, NULL, NULL);
  CHECK(s->values == 6 && s->edges == 6 && s->questions == 3 && s->yes == 3);
  CHECK(s->longest_chain == 3 && s->lifted == 0 && s->pinned == 3);
  ARE_IDS(s->values_per_pass, s->pass_count, 3, 2, 1);
  CHECK(strcmp(s->json,
               "{\"values\":6,\"edges\":6,\"questions\":3,\"yes\":3,\"longest_chain\":3,\"lifted\":0,\"pinned\":3,"
               "\"values_per_pass\":[3,2,1]}") == 0);
  fsl_answer_destroy(s);
}

static void lifted_values_and_answers_of_no_are_counted(void) {
  const fsl_stats* s = stats(&lifting, NULL, NULL);
  CHECK(s->values == 3 && s->edges == 2 && s->questions == 0 && s->yes == 0);
  CHECK(s->longest_chain == 1 && s->lifted == 1 && s->pinned == 1);
  ARE_IDS(s->values_per_pass, s->pass_count, 1, 2);
  CHECK_INT(s->ask_ns, 0);
  fsl_answer_destroy(s);
  s = stats(&chain, never, NULL);
  CHECK(s->questions == 1 && s->yes == 0);
  fsl_answer_destroy(s);
}

enum { NAP_NS = 20000000 };

static int32_t naps(void* user_data, uint64_t reader, uint64_t source) {
  nanosleep(&(struct timespec){0, NAP_NS}, NULL);
  return always(user_data, reader, source);
}

static void the_time_of_a_slow_predicate_is_its_own(void) {
  const fsl_stats* s = stats(&chain, naps, NULL);
  CHECK(s->ask_ns >= NAP_NS);
  CHECK(s->sweep_ns > 0 && s->decode_ns > 0);
  CHECK(s->sweep_ns < s->ask_ns && s->decode_ns < s->ask_ns);
  fsl_answer_destroy(s);
}

static void an_empty_graph_has_empty_answers(void) {
  const fsl_verdict* v = verify(&nothing, NULL, NULL);
  CHECK(v->legal == 1 && v->assignment == 1);
  fsl_answer_destroy(v);
  v = verify(&nothing, NULL, (const int32_t*)1); /* not looked at */
  CHECK(v->legal == 1 && v->assignment == 1);
  fsl_answer_destroy(v);
  const fsl_stats* s = stats(&nothing, NULL, NULL);
  CHECK(s->values == 0 && s->edges == 0 && s->longest_chain == 0);
  ARE_IDS(s->values_per_pass, s->pass_count, 0);
  fsl_answer_destroy(s);
}

static const fsl_picture* draw(const graph* g, fsl_picture_kind kind) {
  buffer b = write_graph(g);
  fsl_levels_args args = args_for(b, always, NULL);
  const fsl_picture* p = NULL;
  CHECK_INT(fsl_draw(&args, kind, &p, NULL), FSL_OK);
  memset(b.data, 0xee, b.size);
  free(b.data);
  CHECK_INT(p->struct_size, sizeof(*p));
  CHECK_INT(p->text_size, strlen(p->text));
  return p;
}

static void a_picture_is_text_and_always_the_same(void) {
  static const char* const contents[] = {"digraph", "<html"};
  for (int kind = FSL_PICTURE_DOT; kind <= FSL_PICTURE_PAGE; ++kind) {
    const fsl_picture* p = draw(&chain, (fsl_picture_kind)kind);
    const fsl_picture* again = draw(&chain, (fsl_picture_kind)kind);
    CHECK_TEXT(p->text, contents[kind]);
    CHECK_TEXT(p->text, "12");
    CHECK(strcmp(p->text, again->text) == 0);
    fsl_answer_destroy(p);
    fsl_answer_destroy(again);
    fsl_answer_destroy(draw(&nothing, (fsl_picture_kind)kind));
  }
}

/* fsl_levels_create on the chain with a budget. */
static fsl_status create_within(size_t max_passes, fsl_levels** levels, fsl_error** error) {
  buffer b = write_graph(&chain);
  record r = {.answer = 1};
  fsl_levels_args args = args_for(b, recording, &r);
  args.max_passes = max_passes;
  fsl_status status = fsl_levels_create(&args, levels, error);
  CHECK_INT(r.count, 1);
  free(b.data);
  return status;
}

static void a_budget_that_is_kept_changes_nothing(void) {
  static const size_t enough[] = {3, 4, INT32_MAX, (size_t)INT32_MAX + 1, (size_t)1 << 32, SIZE_MAX};
  for (size_t i = 0; i < sizeof(enough) / sizeof(enough[0]); ++i) {
    fsl_levels* levels = NULL;
    CHECK_INT(create_within(enough[i], &levels, NULL), FSL_OK);
    CHECK_INT(fsl_levels_pass(levels, 12), 2);
    CHECK_INT(fsl_levels_flags(levels, 9), FSL_VALUE_PINNED);
    fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
    CHECK_INT(fsl_levels_view_of(levels, &view), FSL_OK);
    CHECK_INT(view.max_pass, 2);
    CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
  }
}

static void beyond_a_budget_the_chain_that_forces_it_is_told(void) {
  static const uint64_t forced[] = {7, 9, 12};
  for (size_t max_passes = 1; max_passes <= 2; ++max_passes) {
    fsl_levels* levels = (fsl_levels*)1;
    fsl_error* error = NULL;
    CHECK_INT(create_within(max_passes, &levels, &error), FSL_ERROR_TOO_MANY_PASSES);
    CHECK(levels == NULL);
    CHECK_INT(fsl_error_status(error), FSL_ERROR_TOO_MANY_PASSES);
    CHECK(is_about(error, max_passes + 1, forced));
    CHECK_TEXT(fsl_error_message(error), "9 reads 7 (carried)");
    fsl_error_destroy(error);
    CHECK_INT(create_within(max_passes, &levels, NULL), FSL_ERROR_TOO_MANY_PASSES);
  }
}

int main(void) {
  RUN(a_chain_leads_from_level_0_to_the_value);
  RUN(an_edge_that_does_not_bump_is_a_plain_link);
  RUN(a_lifted_value_tells_which_reader_took_it);
  RUN(a_held_value_tells_which_reader_pins_it);
  RUN(a_value_that_is_not_listed_is_explained_too);
  RUN(without_ids_a_value_is_its_position);
  RUN(a_pass_is_explained_by_the_shortest_chain_to_it);
  RUN(the_assignment_itself_is_legal_and_no_other);
  RUN(legal_passes_may_differ);
  RUN(every_violated_edge_is_told);
  RUN(a_plain_edge_is_violated_by_a_later_operand_only);
  RUN(a_value_that_is_not_listed_constrains_by_its_least_pass);
  RUN(a_nest_is_emitted_for_the_passes_of_what_is_built_in_it);
  RUN(what_a_later_pass_reads_whole_is_materialized);
  RUN(what_another_nest_reads_later_is_in_conflict);
  RUN(a_split_is_told_in_json_as_well);
  RUN(without_sizes_there_are_no_boundaries);
  RUN(a_predicate_wins_over_loop_facts_in_a_split);
  RUN(what_there_is_is_counted);
  RUN(lifted_values_and_answers_of_no_are_counted);
  RUN(the_time_of_a_slow_predicate_is_its_own);
  RUN(an_empty_graph_has_empty_answers);
  RUN(a_picture_is_text_and_always_the_same);
  RUN(a_budget_that_is_kept_changes_nothing);
  RUN(beyond_a_budget_the_chain_that_forces_it_is_told);
  return check_done();
}
