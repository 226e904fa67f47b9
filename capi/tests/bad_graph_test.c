/* SPEC, Bad input: every graph that is none is refused with its status, a message that names the culprit by its own
 * id, and the ids themselves; and nothing else happens. */
#include <stdlib.h>

#include "check.h"
#include "fixture.h"

/* The ids that an error should be about. */
#define ABOUT(...) \
  sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t), (uint64_t[]) { __VA_ARGS__ }
#define ABOUT_NONE 0, NULL

static void refused_buffer(buffer b, fsl_status status, const char* message, size_t count, const uint64_t* values) {
  record asked = {.answer = 1};
  fsl_levels* levels = (fsl_levels*)1;
  fsl_error* error = NULL;
  CHECK_INT(create(b, recording, &asked, &levels, &error), status);
  CHECK(levels == NULL);
  CHECK_INT(fsl_error_status(error), status);
  CHECK_TEXT(fsl_error_message(error), message);
  CHECK(is_about(error, count, values));
  CHECK_INT(fsl_error_predicate_code(error), 0);
  CHECK_INT(asked.count, 0);
  fsl_error_destroy(error);
  CHECK_INT(create(b, recording, &asked, &levels, NULL), status);
}

static void refused(const graph* g, fsl_status status, const char* message, size_t count, const uint64_t* values) {
  buffer b = write_graph(g);
  refused_buffer(b, status, message, count, values);
  free(b.data);
}

/* The chain with one column replaced. */
static graph chain_with(int field, column c) {
  graph g = chain;
  g.columns[field] = c;
  return g;
}

static void malformed(int field, column c, const char* message, size_t count, const uint64_t* values) {
  graph g = chain_with(field, c);
  refused(&g, FSL_ERROR_MALFORMED_GRAPH, message, count, values);
}

#define MALFORMED(field, column_of, ...) malformed(field, (column)column_of, __VA_ARGS__)

static void the_chain_itself_is_accepted(void) {
  record asked = {.answer = 0};
  fsl_levels* levels = levels_of(&chain, recording, &asked);
  CHECK(levels != NULL);
  CHECK_INT(asked.count, 1);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

static void a_cycle_is_told_in_order_by_id(void) {
  graph g = chain_with(OPERAND_OFFSETS, (column)U32(0, 1, 2, 3));
  g.columns[OPERANDS] = (column)U32(1, 2, 0); /* 7 reads 9 reads 12 reads 7 */
  buffer b = write_graph(&g);
  fsl_levels* levels = NULL;
  fsl_error* error = NULL;
  CHECK_INT(create(b, always, NULL, &levels, &error), FSL_ERROR_CYCLE);
  size_t count = 0;
  const uint64_t* members = fsl_error_values(error, &count);
  CHECK_INT(count, 3);
  for (size_t i = 0; i < count; ++i) { /* each reads the next, the last one the first */
    uint64_t next = members[(i + 1) % count];
    CHECK_INT(next, members[i] == 7 ? 9 : members[i] == 9 ? 12 : 7);
  }
  char expected[80] = "";
  for (size_t i = 0; i < count; ++i) {
    snprintf(expected + strlen(expected), sizeof(expected) - strlen(expected), "%d reads ", (int)members[i]);
  }
  snprintf(expected + strlen(expected), sizeof(expected) - strlen(expected), "%d", (int)members[0]);
  CHECK_TEXT(fsl_error_message(error), expected);
  fsl_error_destroy(error);
  free(b.data);
}

static void a_self_edge_is_a_cycle(void) {
  graph g = chain_with(OPERANDS, (column)U32(1, 1)); /* 9 reads 9 */
  refused(&g, FSL_ERROR_CYCLE, "9 reads 9", ABOUT(9));
}

static void a_long_cycle_is_cut_short_in_the_message_only(void) {
  enum { COUNT = 1000 };
  static uint32_t operand_offsets[COUNT + 1], operands[COUNT], axis_offsets[COUNT + 1];
  for (uint32_t v = 0; v < COUNT; ++v) {
    operand_offsets[v + 1] = v + 1;
    operands[v] = (v + 1) % COUNT;
  }
  graph g = {.value_count = COUNT,
             .columns = {[OPERAND_OFFSETS] = {operand_offsets, COUNT + 1, 4},
                         [OPERANDS] = {operands, COUNT, 4},
                         [AXIS_OFFSETS] = {axis_offsets, COUNT + 1, 4},
                         [AXIS_ROLES] = NONE(uint8_t)}};
  buffer b = write_graph(&g);
  fsl_levels* levels = NULL;
  fsl_error* error = NULL;
  CHECK_INT(create(b, NULL, NULL, &levels, &error), FSL_ERROR_CYCLE);
  CHECK_TEXT(fsl_error_message(error), "… (1000 in all)");
  size_t shown = 0, count = 0;
  for (const char* at = fsl_error_message(error); (at = strstr(at, " reads ")) != NULL; ++at) {
    ++shown;
  }
  CHECK_INT(shown, 16);
  const uint64_t* members = fsl_error_values(error, &count);
  CHECK_INT(count, COUNT);
  for (size_t i = 0; i < count; ++i) {
    CHECK_INT(members[(i + 1) % count], (members[i] + 1) % COUNT);
  }
  fsl_error_destroy(error);
  free(b.data);
}

static void a_duplicate_id_is_named(void) {
  MALFORMED(IDS, U64(7, 9, 7), "7", ABOUT(7));
  MALFORMED(IDS, U64(7, UINT64_MAX, UINT64_MAX), "18446744073709551615", ABOUT(UINT64_MAX));
}

static void an_edge_to_an_unknown_value_names_its_reader(void) {
  MALFORMED(OPERANDS, U32(0, 3), "12", ABOUT(12));
  MALFORMED(OPERANDS, U32(UINT32_MAX, 1), "9", ABOUT(9));
}

static void offsets_that_fall_name_column_position_and_value(void) {
  MALFORMED(OPERAND_OFFSETS, U32(0, 2, 1, 2), "operand_offsets[2]", ABOUT(9));
  MALFORMED(AXIS_OFFSETS, U32(0, 2, 1, 2), "axis_offsets[2]", ABOUT(9));
}

static void offsets_that_begin_or_end_wrong_name_column_and_position(void) {
  MALFORMED(OPERAND_OFFSETS, U32(1, 1, 1, 2), "operand_offsets[0]", ABOUT_NONE);
  MALFORMED(OPERAND_OFFSETS, U32(0, 0, 1, 1), "operand_offsets[3]", ABOUT_NONE);
  MALFORMED(OPERAND_OFFSETS, U32(0, 0, 1, UINT32_MAX), "operand_offsets[3]", ABOUT_NONE);
  MALFORMED(AXIS_OFFSETS, U32(1, 1, 2, 2), "axis_offsets[0]", ABOUT_NONE);
  MALFORMED(AXIS_OFFSETS, U32(0, 1, 2, 3), "axis_offsets[3]", ABOUT_NONE);
}

static void an_unknown_role_names_number_and_value(void) {
  MALFORMED(AXIS_ROLES, U8(LOOP_CARRIED, 4), "unknown role number 4", ABOUT(9));
  MALFORMED(AXIS_ROLES, U8(255, REDUCTION), "value 7", ABOUT(7));
}

static void a_column_of_the_wrong_length_is_named_with_both_lengths(void) {
  MALFORMED(IDS, U64(7, 9), "ids has 2 entries, expected 3", ABOUT_NONE);
  MALFORMED(OPERAND_OFFSETS, U32(0, 0, 2), "operand_offsets has 3 entries, expected 4", ABOUT_NONE);
  MALFORMED(AXIS_OFFSETS, U32(0, 1, 2, 2, 2), "axis_offsets has 5 entries, expected 4", ABOUT_NONE);
  MALFORMED(AXIS_SPACES, U16(0), "axis_spaces has 1 entries, expected 2", ABOUT_NONE);
  MALFORMED(AXIS_LOOPS, I32(-1, -1, -1), "axis_loops has 3 entries, expected 2", ABOUT_NONE);
  MALFORMED(BYTES, U64(1, 2, 3, 4), "bytes has 4 entries, expected 3", ABOUT_NONE);
  MALFORMED(OCCURRENCE_POINTS, U64(1), "occurrence_points has 1 entries, expected 0", ABOUT_NONE);
}

static void a_missing_column_is_named(void) {
  malformed(OPERAND_OFFSETS, (column){0}, "operand_offsets", ABOUT_NONE);
  malformed(AXIS_OFFSETS, (column){0}, "axis_offsets", ABOUT_NONE);
  malformed(OPERANDS, (column){0}, "operands", ABOUT_NONE);
  malformed(AXIS_ROLES, (column){0}, "axis_roles", ABOUT_NONE);
}

static void a_value_count_that_no_column_bears_out_is_refused(void) {
  graph g = chain;
  g.value_count = UINT32_MAX;
  refused(&g, FSL_ERROR_MALFORMED_GRAPH, "4294967296", ABOUT_NONE);
}

static void axes_of_a_value_without_legality_cell_name_it(void) {
  MALFORMED(UNCLASSIFIED, U32(1), "value 9", ABOUT(9));
}

static void unclassified_positions_must_rise_and_exist(void) {
  MALFORMED(UNCLASSIFIED, U32(2, 2), "value 12", ABOUT(12));
  MALFORMED(UNCLASSIFIED, U32(3), "unclassified[0]", ABOUT_NONE);
}

static void an_axis_of_an_unknown_loop_names_its_value(void) {
  static const loop loops[] = {{0, 0, 0}};
  graph g = chain_with(LOOPS, (column){loops, 1, sizeof(loop)});
  g.columns[AXIS_LOOPS] = (column)I32(0, 1);
  refused(&g, FSL_ERROR_MALFORMED_GRAPH, "axis_loops[1]", ABOUT(9));
  g.columns[AXIS_LOOPS] = (column)I32(-2, 0);
  refused(&g, FSL_ERROR_MALFORMED_GRAPH, "axis_loops[0]", ABOUT(7));
}

/* Three occurrences of the chain's values: 7 at point 1 for the one of 9 at 2, that for the one of 12 at 3, a root. */
static graph chain_of_occurrences(column values, column points, column consumers) {
  graph g = chain_with(OPERANDS, (column){0});
  g.columns[OPERAND_OFFSETS] = (column){0};
  g.columns[OCCURRENCE_VALUES] = values;
  g.columns[OCCURRENCE_POINTS] = points;
  g.columns[OCCURRENCE_CONSUMERS] = consumers;
  return g;
}

static void occurrences_give_the_same_edges(void) {
  graph g = chain_of_occurrences((column)U32(0, 1, 2), (column)U64(1, 2, 3), (column)U64(2, 3, 3));
  record asked = {.answer = 1};
  fsl_levels* levels = levels_of(&g, recording, &asked);
  CHECK_INT(asked.count, 1);
  CHECK_INT(asked.readers[0], 12);
  CHECK_INT(asked.sources[0], 9);
  CHECK_INT(fsl_levels_pass(levels, 12), 2);
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

static void bad_occurrences_are_refused(void) {
  graph nobody = chain_of_occurrences((column)U32(0, 1, 2), (column)U64(1, 2, 3), (column)U64(2, 77, 3));
  refused(&nobody, FSL_ERROR_MALFORMED_GRAPH, "77", ABOUT(9));
  graph twice = chain_of_occurrences((column)U32(0, 1, 2), (column)U64(1, 2, 2), (column)U64(2, 2, 2));
  refused(&twice, FSL_ERROR_MALFORMED_GRAPH, "12", ABOUT(9, 12));
  graph unknown = chain_of_occurrences((column)U32(0, 1, 3), (column)U64(1, 2, 3), (column)U64(2, 3, 3));
  refused(&unknown, FSL_ERROR_MALFORMED_GRAPH, "occurrence_values[2]", ABOUT_NONE);
}

static void what_is_no_flatbuffer_of_the_schema_is_refused(void) {
  uint8_t nothing[8] = {0};
  refused_buffer((buffer){nothing, 0}, FSL_ERROR_MALFORMED_GRAPH, "FSLG", ABOUT_NONE);
  refused_buffer((buffer){nothing, sizeof(nothing)}, FSL_ERROR_MALFORMED_GRAPH, "FSLG", ABOUT_NONE);
  buffer b = write_graph(&chain);
  memcpy(b.data + 4, "GSLF", 4);
  refused_buffer(b, FSL_ERROR_MALFORMED_GRAPH, "FSLG", ABOUT_NONE);
  memcpy(b.data + 4, "FSLG", 4);
  memset(b.data, 0xff, 4); /* the root's offset */
  refused_buffer(b, FSL_ERROR_MALFORMED_GRAPH, "root", ABOUT_NONE);
  free(b.data);
}

static void an_empty_buffer_may_have_any_address(void) {
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  fsl_levels* levels = NULL;
  for (uintptr_t address = 1; address < 8192; address += 97) {
    args.graph = (const void*)address;
    CHECK_INT(fsl_levels_create(&args, &levels, NULL), FSL_ERROR_MALFORMED_GRAPH);
  }
}

static void more_than_2_gib_is_told_before_a_byte_is_read(void) {
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = "";
  fsl_levels* levels = NULL;
  fsl_error* error = NULL;
  args.graph_size = (size_t)1 << 31;
  CHECK_INT(fsl_levels_create(&args, &levels, &error), FSL_ERROR_TOO_LARGE);
  CHECK_TEXT(fsl_error_message(error), "2147483648");
  CHECK_TEXT(fsl_error_message(error), "2147483647");
  fsl_error_destroy(error);
  args.graph_size = SIZE_MAX;
  CHECK_INT(fsl_levels_create(&args, &levels, NULL), FSL_ERROR_TOO_LARGE);
}

static void a_missing_predicate_names_the_first_question(void) {
  graph g = chain_with(OPERAND_OFFSETS, (column)U32(0, 0, 1, 3));
  g.columns[OPERANDS] = (column)U32(0, 0, 1);
  g.columns[AXIS_ROLES] = (column)U8(REDUCTION, REDUCTION); /* asked: (9, 7), (12, 7), (12, 9) */
  buffer b = write_graph(&g);
  fsl_levels* levels = NULL;
  fsl_error* error = NULL;
  CHECK_INT(create(b, NULL, NULL, &levels, &error), FSL_ERROR_PREDICATE_REQUIRED);
  CHECK(levels == NULL);
  CHECK_TEXT(fsl_error_message(error), "value 9 ");
  CHECK_TEXT(fsl_error_message(error), "value 7 ");
  CHECK(is_about(error, ABOUT(9, 7)));
  fsl_error_destroy(error);
  free(b.data);
}

static void a_malformed_graph_is_told_before_its_cycle(void) {
  graph g = chain_with(OPERANDS, (column)U32(1, 1));
  g.columns[UNCLASSIFIED] = (column)U32(9);
  refused(&g, FSL_ERROR_MALFORMED_GRAPH, "unclassified[0]", ABOUT_NONE);
}

static void a_cycle_is_told_before_the_missing_predicate(void) {
  graph g = chain_with(OPERANDS, (column)U32(1, 1));
  buffer b = write_graph(&g);
  fsl_levels* levels = NULL;
  CHECK_INT(create(b, NULL, NULL, &levels, NULL), FSL_ERROR_CYCLE);
  free(b.data);
}

int main(void) {
  RUN(the_chain_itself_is_accepted);
  RUN(a_cycle_is_told_in_order_by_id);
  RUN(a_self_edge_is_a_cycle);
  RUN(a_long_cycle_is_cut_short_in_the_message_only);
  RUN(a_duplicate_id_is_named);
  RUN(an_edge_to_an_unknown_value_names_its_reader);
  RUN(offsets_that_fall_name_column_position_and_value);
  RUN(offsets_that_begin_or_end_wrong_name_column_and_position);
  RUN(an_unknown_role_names_number_and_value);
  RUN(a_column_of_the_wrong_length_is_named_with_both_lengths);
  RUN(a_missing_column_is_named);
  RUN(a_value_count_that_no_column_bears_out_is_refused);
  RUN(axes_of_a_value_without_legality_cell_name_it);
  RUN(unclassified_positions_must_rise_and_exist);
  RUN(an_axis_of_an_unknown_loop_names_its_value);
  RUN(occurrences_give_the_same_edges);
  RUN(bad_occurrences_are_refused);
  RUN(what_is_no_flatbuffer_of_the_schema_is_refused);
  RUN(an_empty_buffer_may_have_any_address);
  RUN(more_than_2_gib_is_told_before_a_byte_is_read);
  RUN(a_missing_predicate_names_the_first_question);
  RUN(a_malformed_graph_is_told_before_its_cycle);
  RUN(a_cycle_is_told_before_the_missing_predicate);
  return check_done();
}
